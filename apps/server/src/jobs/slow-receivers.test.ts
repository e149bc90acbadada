import { randomBytes } from "node:crypto";
import { createOutbox } from "@daymark/api/host/outbox";
import { createNotifier, type SendNotificationJob } from "@daymark/api/outgoing/notifier";
import { createOutgoing } from "@daymark/api/outgoing/outgoing";
import { newReceiverFlag, slowReceiverFlag } from "@daymark/api/outgoing/receiver-speed";
import { deliver } from "@daymark/api/webhook/deliver";
import { announce, type DeliverWebhookJob } from "@daymark/api/webhook-event/announce";
import { createWebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { webhookDeliveries, webhooks } from "@daymark/db/schema/connection/webhook";
import { mails } from "@daymark/db/schema/mail";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import { eq, gt } from "drizzle-orm";
import { afterAll, afterEach, expect, test } from "vitest";
import { enqueueMail, secretKey, startMailServer } from "./mail/testing.ts";
import { type NotificationAttempt, sendNotification } from "./notification/send.ts";
import { startTestWorkers } from "./testing.ts";
import { startReceiver } from "./testing-receiver.ts";

const polling = { interval: 20, timeout: 40_000 };
const database = await createTestDatabase();
const { db, sql } = database;
const secrets = createWebhookSecrets(secretKey);
const notifier = createNotifier({ secretKey, appriseUrl: undefined });
afterAll(database.drop);

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await db.delete(users);
  await sql`truncate graphile_worker._private_jobs cascade`;
  await sql`truncate mails cascade`;
});

async function startServer(...args: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...args);
  cleanups.push(receiver.stop);
  return receiver;
}

/** A receiver that answers nothing until the test ends. */
async function startHanging() {
  const released = Promise.withResolvers<{ status: number }>();
  const receiver = await startServer(() => released.promise);
  return { ...receiver, release: () => released.resolve({ status: 200 }) };
}

async function addOwner(): Promise<number> {
  const username = `owner_${randomBytes(4).toString("hex")}`;
  const [owner] = await db
    .insert(users)
    .values({ username, email: `${username}@example.com` })
    .returning({ id: users.id });
  return owner?.id ?? 0;
}

/** A webhook of a new account. */
async function addWebhook(url: string, answers_slowly: boolean | null) {
  const user_id = await addOwner();
  const [row] = await db
    .insert(webhooks)
    .values({
      ...{ user_id, url, answers_slowly, events: ["account.created"], secret: secrets.seal(secrets.create()) },
      ...{ streaks_checked_on: "2026-11-20", risks_checked_on: "2026-11-20" },
    })
    .returning({ id: webhooks.id });
  await db.update(users).set({ is_staff: true }).where(eq(users.id, user_id));
  return { user_id, id: row?.id ?? 0 };
}

/** A notification target of a new account. */
async function addTarget(url: string, answers_slowly: boolean | null) {
  const user_id = await addOwner();
  const sealed = notifier.sealSettings({ url, recipient: "habits", secret: null });
  const [row] = await db
    .insert(notificationTargets)
    .values({ user_id, kind: "ntfy", name: "Phone", host: "host", sealed, answers_slowly })
    .returning({ id: notificationTargets.id });
  return { user_id, id: row?.id ?? 0 };
}

const announceTo = (userId: number) =>
  announce(
    db,
    userId,
    [
      {
        ...{ type: "account.created", habitId: null },
        data: { user: { id: userId, username: "somebody", date_joined: new Date().toISOString() } },
      },
    ],
    Date.now(),
  );

const notify = ({ user_id, id }: { user_id: number; id: number }) =>
  notifier.enqueue(
    db,
    { userId: user_id, targetIds: [id] },
    { language: "en", content: { kind: "test" }, expires_at: Date.now() + 3_600_000 },
  );

async function queued() {
  return sql<{ payload: DeliverWebhookJob; flags: unknown; max_attempts: number; priority: number }[]>`
    select payload, flags, max_attempts, priority from graphile_worker._private_jobs order by id`;
}

/** The number of accounts whose receivers hang. They fill all places that such receivers can have on both nodes. */
const hangingAccounts = 20;

/** Enqueues messages to hanging receivers, half of them webhooks, and waits until nothing more of them is sent. */
async function fillPlaces(answersSlowly: boolean | null, places: number) {
  const hanging = await startHanging();
  cleanups.push(hanging.release);
  for (let account = 0; account < hangingAccounts; account += 2) {
    await announceTo((await addWebhook(hanging.url, answersSlowly)).user_id);
    await notify(await addTarget(hanging.url, answersSlowly));
  }
  return { full: () => expect.poll(() => hanging.received.length, polling).toBe(places), hanging };
}

/** Two nodes, which wait for an answer as long as the test needs. */
async function startWorkers(smtpUrl: string) {
  const workers = await startTestWorkers({
    ...{ database, secretKey, publicUrl: "", smtpUrl, outgoingNetworks: ["127.0.0.1"] },
    overrides: { outgoingTimeoutMilliseconds: 600_000 },
  });
  cleanups.push(() => workers.stop());
}

async function expectNothingEnded(prompt: number) {
  expect(await db.$count(webhookDeliveries, gt(webhookDeliveries.attempts, 0))).toBeLessThanOrEqual(prompt);
}

test("a prompt receiver, a prompt service and mails are served while new receivers of many accounts hang", async () => {
  const mailServer = await startMailServer();
  cleanups.push(mailServer.stop);
  const prompt = await startServer(() => ({ status: 200 }));
  const { full, hanging } = await fillPlaces(null, 10);
  await startWorkers(mailServer.url);
  await full();
  const webhook = await addWebhook(prompt.url, false);
  await announceTo(webhook.user_id);
  await notify(await addTarget(prompt.url, false));
  await enqueueMail(db);
  await expect.poll(() => prompt.received.length, polling).toBe(2);
  await expect.poll(async () => (await db.select().from(mails)).map(({ state }) => state), polling).toEqual(["sent"]);
  expect(hanging.received).toHaveLength(10);
  await expectNothingEnded(1);
  hanging.release();
});

test("a receiver and a service that were never called are served while slow ones of many accounts hang", async () => {
  const fresh = await startServer(() => ({ status: 200 }));
  const { full, hanging } = await fillPlaces(true, 6);
  await startWorkers("smtp://127.0.0.1:1");
  await full();
  await announceTo((await addWebhook(fresh.url, null)).user_id);
  await notify(await addTarget(fresh.url, null));
  await expect.poll(() => fresh.received.length, polling).toBe(2);
  expect(hanging.received).toHaveLength(6);
  await expectNothingEnded(1);
  hanging.release();
});

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** A receiver that answers after this time is slow. */
const deps = {
  ...{ db, secrets, notifier, log: quiet, now: Date.now, publicUrl: "" },
  outgoing: createOutgoing({ allowedNetworks: ["127.0.0.1"], timeoutMilliseconds: 2_100 }),
  operatorsOutgoing: createOutgoing(),
  outbox: createOutbox({ publicUrl: "", secretKey }),
  urls: { telegram: "", apprise: undefined },
};

test("a webhook's messages go to the places that its last answer earns, also those enqueued before", async () => {
  let answer: "silence" | { status: number } = "silence";
  const receiver = await startServer(() => answer);
  const { user_id, id } = await addWebhook(receiver.url, null);
  const speed = async () => (await db.select().from(webhooks).where(eq(webhooks.id, id)))[0]?.answers_slowly;
  for (let message = 0; message < 2; message += 1) await announceTo(user_id);
  const [first, second] = await queued();
  expect([first, second]).toMatchObject(Array(2).fill({ flags: { [newReceiverFlag]: true }, priority: 0 }));
  await deliver(deps, first?.payload as DeliverWebhookJob);
  expect(await speed()).toBe(true);
  answer = { status: 200 };
  await deliver(deps, second?.payload as DeliverWebhookJob, { [newReceiverFlag]: true });
  expect(receiver.received).toHaveLength(1);
  const moved = (await queued()).find(({ payload }) => payload.delivery_id === second?.payload.delivery_id);
  expect(moved).toMatchObject({ flags: { [slowReceiverFlag]: true }, priority: 10, payload: second?.payload });
  await deliver(deps, second?.payload as DeliverWebhookJob, { [slowReceiverFlag]: true });
  expect(receiver.received).toHaveLength(2);
  expect(await speed()).toBe(false);
});

test("a target's messages go to the places that its last answer earns, with the attempts that are left", async () => {
  let answer: "silence" | { status: number } = "silence";
  const service = await startServer(() => answer);
  const target = await addTarget(service.url, null);
  const speed = async () => (await db.select().from(notificationTargets))[0]?.answers_slowly;
  await notify(target);
  const job = (await queued())[0]?.payload as unknown as SendNotificationJob;
  await sql`truncate graphile_worker._private_jobs cascade`;
  const attempt = (attempts: number, flag: string): Promise<void> => {
    const queue: NotificationAttempt = { attempts, max_attempts: 7, flags: { [flag]: true } };
    return sendNotification(deps, job, queue);
  };
  await expect(attempt(1, newReceiverFlag)).rejects.toThrow("timeout");
  expect(await speed()).toBe(true);
  answer = { status: 200 };
  await attempt(2, newReceiverFlag);
  expect(service.received).toHaveLength(1);
  expect(await queued()).toMatchObject([
    { flags: { [slowReceiverFlag]: true }, priority: 10, max_attempts: 6, payload: job },
  ]);
  await attempt(1, slowReceiverFlag);
  expect(service.received).toHaveLength(2);
  expect(await speed()).toBe(false);
});
