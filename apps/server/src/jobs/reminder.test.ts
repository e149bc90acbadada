import { randomBytes } from "node:crypto";
import { createOutbox } from "@daymark/api/host/outbox";
import { createPush } from "@daymark/api/host/push";
import { deriveVapidKeys } from "@daymark/auth/crypto/vapid";
import { mails } from "@daymark/db/schema/mail";
import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";
import { type ReceivedMail, startMailServer } from "./mail/testing.ts";
import { type PushAnswer, startPushService } from "./push/testing.ts";
import { startTestWorkers } from "./testing.ts";
import type { Worker } from "./worker.ts";

const polling = { interval: 50, timeout: 40_000 };
const publicUrl = "https://daymark.example";
const secretKey = randomBytes(32);
const database = await createTestDatabase();
/** The time for the host and both workers. Sessions use the real clock, so the date is today's. */
const today = new Date().toISOString().slice(0, 10);
const clock = { now: Date.parse(`${today}T12:00:00Z`) };
let pushAnswer: (before: number) => PushAnswer = () => ({ status: 201 });

const mailServer = await startMailServer();
const { publicKey } = deriveVapidKeys(secretKey);
const service = await startPushService({ publicKey, answer: (before) => pushAnswer(before), now: () => clock.now });
const host = await createTestHost({
  beside: { database, secretKey },
  services: {
    push: createPush({ secretKey, isService: service.isService }),
    outbox: createOutbox({ publicUrl, secretKey }),
  },
  now: () => clock.now,
});

const logged: string[] = [];
let workers: Worker;
beforeAll(async () => {
  const write = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }));
  const log = { info: write, warn: write, error: write };
  workers = await startTestWorkers({
    ...{ database, secretKey, publicUrl, smtpUrl: mailServer.url },
    overrides: { logs: { worker: log, mail: log }, now: () => clock.now, isPushService: service.isService },
  });
});
afterAll(async () => {
  await workers.stop();
  await Promise.all([host.drop(), service.stop(), mailServer.stop()]);
  await database.drop();
});

beforeEach(() => {
  pushAnswer = () => ({ status: 201 });
  clock.now = Date.parse(`${today}T12:00:00Z`);
});

/** Creates a user with a subscribed browser, and a habit with a reminder at 13:00. */
async function createReader(language: "en" | "uk" = "en") {
  const user = await host.createUser({ email_verified: true, timezone: "UTC", language });
  const { token } = user;
  const browser = service.createBrowser();
  const { json: subscription } = await host.send("POST", "/api/push/subscriptions/", { token, body: browser });
  const habit = await host.createHabit(token, { title: "Йога" });
  const body = { habit_id: habit.id, time: "13:00", by_mail: true };
  expect((await host.send("POST", "/api/reminders/", { token, body })).status).toBe(201);
  return {
    ...user,
    habit,
    subscriptionId: subscription.id as number,
    browser: Number(/\d+$/.exec(browser.endpoint)?.[0]),
  };
}

type Reader = Awaited<ReturnType<typeof createReader>>;

/** Runs the job of the minute, on every node at once. */
async function remind(): Promise<void> {
  for (let node = 0; node < 3; node += 1) await database.sql`select graphile_worker.add_job('remind')`;
  await settled();
}

async function settled(): Promise<void> {
  const jobs = async () => [
    ...(await database.sql`select id from graphile_worker._private_jobs where attempts < max_attempts`),
  ];
  await expect.poll(jobs, polling).toEqual([]);
}

const mailsTo = ({ email }: Reader) => mailServer.received.filter(({ recipients }) => recipients.includes(email));
const pushesTo = ({ browser }: Reader) => service.received.filter((push) => push.browser === browser);
const settingOf = async ({ token }: Reader) =>
  (await host.send("GET", "/api/settings/", { token })).json.reminder_mails;

function headerOf({ mail }: ReceivedMail, name: string): string | undefined {
  return mail.headers.find(({ key }) => key === name)?.value;
}

/** The path to which a mail client posts the one-click unsubscribe. */
function oneClickPath(mail: ReceivedMail | undefined): string {
  const header = mail && headerOf(mail, "list-unsubscribe");
  expect(header).toMatch(/^<https:\/\/daymark\.example\/api\/unsubscribe\/[\w.-]+\/>$/);
  return header?.slice(1 + publicUrl.length, -1) ?? "";
}

test("a due reminder is sent once by push and once by mail, even if several instances run the job", async () => {
  const reader = await createReader("uk");
  await remind();
  expect([mailsTo(reader), pushesTo(reader)]).toEqual([[], []]);
  clock.now = Date.parse(`${today}T13:00:05Z`);
  await remind();
  await remind();
  expect(service.refused).toEqual([]);
  expect(pushesTo(reader)).toMatchObject([
    { notice: { title: "Йога", lang: "uk-UA", body: "Сьогодні ще не зроблено." } },
  ]);
  const received = mailsTo(reader);
  expect(received).toHaveLength(1);
  expect(received[0]?.mail).toMatchObject({
    subject: "Нагадування про 1 звичку",
    text: expect.stringContaining("• Йога\n"),
    html: expect.stringContaining("Йога"),
  });
  expect(received[0]?.mail.text).toContain(`\n${publicUrl}/dashboard\n`);
});

test("a one-click unsubscribe stops the mails and nothing else", async () => {
  const reader = await createReader();
  clock.now = Date.parse(`${today}T13:00:05Z`);
  await remind();
  const [mail] = mailsTo(reader);
  const path = oneClickPath(mail);
  expect(mail && headerOf(mail, "list-id")).toMatch(/^<reminders\.[\w.]+>$/);
  expect(mail && headerOf(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");

  // Mail scanners and mail clients without an unsubscribe button open the link: the page asks, and nothing changes yet.
  const opened = await host.send("GET", path);
  expect([opened.status, opened.headers.location]).toEqual([
    303,
    path.replace(/^\/api\/unsubscribe\/(.*)\/$/, "/unsubscribe?token=$1"),
  ]);
  expect(mail?.mail.text).toContain(`\nStop these emails:\n${publicUrl}${opened.headers.location}\n`);
  expect(await settingOf(reader)).toBe(true);

  const clicked = await host.send("POST", path, {
    body: "List-Unsubscribe=One-Click",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect([clicked.status, clicked.json]).toEqual([200, { purpose: "reminders" }]);
  expect(await settingOf(reader)).toBe(false);

  clock.now += 24 * 3_600_000;
  await database.sql`update sessions set expires_at = expires_at + interval '2 days'`;
  await remind();
  expect(pushesTo(reader)).toHaveLength(2);
  expect(mailsTo(reader)).toHaveLength(1);
});

test.each([
  [
    "a multipart form",
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
  ["JSON", "application/json", "{}"],
  ["an empty request", "", ""],
])("an unsubscribe click may be sent as %s", async (_, type, body) => {
  const reader = await createReader();
  clock.now = Date.parse(`${today}T13:00:05Z`);
  await remind();
  const path = oneClickPath(mailsTo(reader)[0]);
  const sent = type ? { body, headers: { "content-type": type } } : {};
  expect((await host.send("POST", path.replace(/\/$/, ""), sent)).json).toEqual({ purpose: "reminders" });
  expect(await settingOf(reader)).toBe(false);
});

test("a click with a changed token has no effect, and other operations accept no form", async () => {
  const reader = await createReader();
  const token = createOutbox({ publicUrl, secretKey }).unsubscribe.create({ purpose: "reminders", userId: reader.id });
  const form = { body: "List-Unsubscribe=One-Click", headers: { "content-type": "application/x-www-form-urlencoded" } };
  expectProblem(await host.send("POST", `/api/unsubscribe/${token}x/`, form), 400, "token_invalid");
  expect(await settingOf(reader)).toBe(true);
  for (const path of ["/api/notes/", "/api/auth/token/", "/api/newsletter/"]) {
    expectProblem(await host.send("POST", path, { ...form, token: reader.token }), 415, "unsupported_media_type");
  }
  expect(host.readLogs()).not.toContain(token);
});

test("an unsubscribe path without a token gets 404", async () => {
  for (const path of ["/api/unsubscribe//", "/api/unsubscribe/"]) {
    expectProblem(await host.send("GET", path), 404, "not_found");
  }
});

test("a busy push service gets the message a little later, once", async () => {
  const reader = await createReader();
  let refusals = 0;
  pushAnswer = () => {
    refusals += 1;
    return { status: refusals <= 1 ? 503 : 201 };
  };
  clock.now = Date.parse(`${today}T13:00:05Z`);
  await remind();
  expect(pushesTo(reader)).toHaveLength(1);
  expect(mailsTo(reader)).toHaveLength(1);
});

test("a browser that its push service no longer knows disappears from the list", async () => {
  const reader = await createReader();
  pushAnswer = () => ({ status: 410 });
  clock.now = Date.parse(`${today}T13:00:05Z`);
  await remind();
  const { json } = await host.send("GET", "/api/push/subscriptions/", { token: reader.token });
  expect(json.results).toEqual([]);
});

test("a browser gets no messages after its user logs out", async () => {
  const reader = await createReader();
  await host.send("POST", "/api/auth/token/blacklist/", { body: { refresh: reader.refresh } });
  clock.now = Date.parse(`${today}T13:00:05Z`);
  await remind();
  expect(pushesTo(reader)).toEqual([]);
  expect(mailsTo(reader)).toHaveLength(1);
});

test("a test message is in the caller's language", async () => {
  const reader = await createReader();
  const sent = await host.send("POST", "/api/push/test/", {
    token: reader.token,
    headers: { "accept-language": "uk" },
  });
  expect(sent.json).toEqual({ detail: "Пробне сповіщення вже в дорозі." });
  await settled();
  expect(pushesTo(reader)).toMatchObject([{ notice: { title: "Сповіщення тут працюють", tag: "test" } }]);
});

test("no content of reminders remains in the queue, the outbox or the logs", async () => {
  const rows = await database.db.select({ content: mails.content, state: mails.state }).from(mails);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ content, state }) => `${state} ${content}`))).toEqual(new Set(["sent null"]));
  for (const line of [...logged, host.readLogs()])
    expect(line).not.toMatch(/Йога|@example\.com|unsubscribe\/rem|push\/\d/);
});
