import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPush, type PushMessage, type SendPushJob, sendPushTask } from "@daymark/api/host/push";
import { createVapid, deriveVapidKeys } from "@daymark/auth/crypto/vapid";
import { pushSubscriptions } from "@daymark/db/schema/reminder";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import type { PushContent } from "@daymark/domain/account/push";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { sendPush } from "./send.ts";
import { type PushAnswer, startPushService } from "./testing.ts";

const secretKey = "a secret key that only the tests know";
const contact = "mailto:operator@example.com";
const now = Date.UTC(2026, 10, 21, 19);
const database = await createTestDatabase();
const { db, sql } = database;
afterAll(database.drop);

let answer: (before: number) => PushAnswer;
let logged: string[];
let service: Awaited<ReturnType<typeof startPushService>>;
beforeEach(async () => {
  answer = () => ({ status: 201 });
  logged = [];
  const { publicKey } = deriveVapidKeys(secretKey);
  service = await startPushService({ publicKey, answer: (before) => answer(before), now: () => now });
  await db.delete(users);
});
afterEach(() => service.stop());

const write = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }));

function deps(changes: { secretKey?: string } = {}) {
  const secret = changes.secretKey ?? secretKey;
  return {
    db,
    push: createPush({ secretKey: secret, isService: service.isService }),
    vapid: createVapid({ secretKey: secret, contact }),
    log: { info: write, warn: write, error: write },
    now: () => now,
    timeoutMilliseconds: 500,
  };
}

const reminder: PushContent = { kind: "reminder", habits: [{ id: 7, title: "Йога 🧘", type: "good" }] };

/** Creates the job of a message to a browser, as the queue would pass it. */
async function createJob(message: Partial<PushMessage> = {}): Promise<SendPushJob> {
  const username = `reader_${Math.random().toString(36).slice(2)}`;
  const [user] = await db
    .insert(users)
    .values({ username, email: `${username}@example.com` })
    .returning();
  const userId = user?.id ?? 0;
  const long = new Date(now + 3_600_000);
  await db.insert(sessions).values({ id: username, userId, expiresAt: long, fresh_until: long });
  const { push } = deps();
  const subscription = service.createBrowser();
  const [row] = await db
    .insert(pushSubscriptions)
    .values({
      user_id: userId,
      session_id: username,
      endpoint_hash: username,
      sealed: push.sealSubscription(subscription),
    })
    .returning();
  await push.enqueue(
    db,
    { userId, subscriptionIds: [row?.id ?? 0] },
    { language: "en", content: reminder, expires_at: now + 600_000, ...message },
  );
  const [job] = await sql<{ id: string; payload: SendPushJob }[]>`
    select jobs.id, jobs.payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${sendPushTask} order by jobs.id desc limit 1`;
  if (!job) throw new Error("no job was made");
  return job.payload;
}

test("a message reaches its own browser, encrypted, signed and with a TTL", async () => {
  const other = service.createBrowser();
  await sendPush(deps(), await createJob(), false);
  expect(service.refused).toEqual([]);
  expect(service.received).toMatchObject([
    {
      browser: 1,
      notice: {
        title: "Йога 🧘",
        body: "Still open today.",
        lang: "en-US",
        tag: "habit-7",
        path: "/dashboard",
      },
      headers: { ttl: "600", urgency: "high", topic: "habit-7" },
    },
  ]);
  expect(other.endpoint).toMatch(/0$/);
});

test.each([
  ["en", "3 habits are still open today", "One, Two, and Three"],
  ["uk", "На сьогодні лишилися ще 3 звички", "One, Two і Three"],
] as const)("several habits are one notification, in %s", async (language, title, body) => {
  const habits = ["One", "Two", "Three"].map((title, id) => ({ id, title, type: "good" as const }));
  await sendPush(deps(), await createJob({ language, content: { kind: "reminder", habits } }), false);
  expect(service.received[0]?.notice).toMatchObject({ title, body, tag: "habits" });
});

test("a message with many long titles is shortened to fit the push service's limit", async () => {
  const habits = Array.from({ length: 50 }, (_, id) => ({ id, title: "🧘".repeat(80), type: "bad" as const }));
  await sendPush(deps(), await createJob({ content: { kind: "reminder", habits } }), false);
  expect(service.refused).toEqual([]);
  expect(service.received[0]?.notice.body).toMatch(/ and 46 more$/);
});

test.each([404, 410])("the subscription is deleted on status %i, and nothing is retried", async (status) => {
  answer = () => ({ status });
  await sendPush(deps(), await createJob(), false);
  expect(await db.$count(pushSubscriptions)).toBe(0);
});

test.each([429, 500, 502, 503])("status %i is retried, and finally dropped", async (status) => {
  answer = () => ({ status, headers: { "retry-after": "60" } });
  const job = await createJob();
  await expect(sendPush(deps(), job, false)).rejects.toThrow(String(status));
  await sendPush(deps(), job, true);
  expect(service.attempts()).toBe(2);
  expect(await db.$count(pushSubscriptions)).toBe(1);
});

test.each([400, 401, 403, 413])("status %i is dropped at once, and the subscription stays", async (status) => {
  answer = () => ({ status });
  await sendPush(deps(), await createJob(), false);
  expect(service.attempts()).toBe(1);
  expect(await db.$count(pushSubscriptions)).toBe(1);
});

test("a push service that does not answer is given up after the timeout", async () => {
  answer = () => "silence";
  await expect(sendPush(deps(), await createJob(), false)).rejects.toThrow("no answer");
});

test("a redirect of a push service is not followed", async () => {
  let visits = 0;
  const elsewhere = createServer((_, response) => {
    visits += 1;
    response.writeHead(201).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => elsewhere.once("listening", resolve));
  const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  answer = () => ({ status: 307, headers: { location } });
  await sendPush(deps(), await createJob(), false);
  expect(service.attempts()).toBe(1);
  expect(visits).toBe(0);
  await new Promise((resolve) => elsewhere.close(resolve));
});

test("a long response of a push service is accepted", async () => {
  answer = () => ({ status: 201, body: "x".repeat(5_000_000) });
  await sendPush(deps(), await createJob(), false);
  expect(service.received).toHaveLength(1);
});

test("an expired message is not sent", async () => {
  await sendPush(deps(), await createJob({ expires_at: now }), false);
  expect(service.attempts()).toBe(0);
});

test("a browser whose session has ended or expired gets no message", async () => {
  const job = await createJob();
  await db.update(sessions).set({ expiresAt: new Date(now) });
  await sendPush(deps(), job, false);
  await db.delete(sessions);
  await sendPush(deps(), job, false);
  expect(service.attempts()).toBe(0);
});

test("an endpoint that is no longer an allowed push service gets no message", async () => {
  const job = await createJob();
  await sendPush({ ...deps(), push: createPush({ secretKey }) }, job, false);
  expect(service.attempts()).toBe(0);
});

test("a subscription made with another secret key is deleted", async () => {
  await sendPush(deps({ secretKey: "another secret key" }), await createJob(), false);
  expect(service.attempts()).toBe(0);
  expect(await db.$count(pushSubscriptions)).toBe(0);
});

test("neither endpoint nor title is logged", async () => {
  const job = await createJob();
  await sendPush(deps(), job, false);
  answer = () => ({ status: 500 });
  await expect(sendPush(deps(), job, false)).rejects.toThrow();
  answer = () => ({ status: 410 });
  await sendPush(deps(), job, false);
  expect(logged).toHaveLength(3);
  for (const line of logged) expect(line).not.toMatch(/127\.0\.0\.1|push\/\d|Йога/);
});
