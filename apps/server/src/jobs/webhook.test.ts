import { randomBytes } from "node:crypto";
import { createOutbox } from "@daymark/api/host/outbox";
import { createOutgoing } from "@daymark/api/outgoing/outgoing";
import { deliver } from "@daymark/api/webhook/deliver";
import { addJob, type DeliverWebhookJob, deliverWebhookTask } from "@daymark/api/webhook-event/announce";
import { createWebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import { lockUser } from "@daymark/auth/user/lock-user";
import { webhookDeliveries, webhooks } from "@daymark/db/schema/connection/webhook";
import { mails } from "@daymark/db/schema/mail";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import { deliveryBytesMax, retryDelaysSeconds } from "@daymark/domain/webhook/webhook";
import type { MessageType, WebhookEvent } from "@daymark/domain/webhook/webhook-event";
import { and, eq, gt, inArray, sql as query } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { cleanUp } from "./clean-up.ts";
import { startTestWorkers } from "./testing.ts";
import { type ReceivedMessage, startReceiver } from "./testing-receiver.ts";

const polling = { interval: 20, timeout: 40_000 };
const secretKey = randomBytes(32);
const secrets = createWebhookSecrets(secretKey);
const database = await createTestDatabase();
const { db, sql } = database;
afterAll(database.drop);

const day = 86_400_000;
const cleanups: (() => unknown)[] = [];
const clock = { now: 0 };
beforeEach(async () => {
  clock.now = Date.now();
  await db.delete(users);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await sql`truncate graphile_worker._private_jobs cascade`;
  await sql`truncate mails cascade`;
});

async function startServer(...args: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...args);
  cleanups.push(receiver.stop);
  return receiver;
}

interface Given {
  url: string;
  events?: WebhookEvent[];
  user?: Partial<typeof users.$inferInsert>;
  values?: Partial<typeof webhooks.$inferInsert>;
}

async function addWebhook({ url, events = ["habit.created"], user = {}, values = {} }: Given) {
  const name = `owner_${randomBytes(4).toString("hex")}`;
  const [owner] = await db
    .insert(users)
    .values({ username: name, email: `${name}@example.com`, email_verified: true, ...user })
    .returning();
  const secret = secrets.create();
  const [made] = await db
    .insert(webhooks)
    .values({
      user_id: owner?.id ?? 0,
      url,
      events,
      secret: secrets.seal(secret),
      streaks_checked_on: "2026-11-20",
      risks_checked_on: "2026-11-20",
      ...values,
    })
    .returning();
  if (!owner || !made) throw new Error("nothing was inserted");
  return { owner, id: made.id, secret };
}

/** Enqueues a message with its job. */
async function enqueue(webhookId: number, type: MessageType = "habit.created") {
  const message_id = `msg_${randomBytes(8).toString("hex")}`;
  const body = JSON.stringify({ type, timestamp: new Date(clock.now).toISOString(), data: { title: "Йога" } });
  const [row] = await db
    .insert(webhookDeliveries)
    .values({ webhook_id: webhookId, message_id, type, body, next_at: new Date(clock.now) })
    .returning({ id: webhookDeliveries.id });
  const job: DeliverWebhookJob = { delivery_id: row?.id ?? 0, attempt: 0 };
  return { job, message_id, body, id: job.delivery_id };
}

const read = async (id: number) => (await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)))[0];
const readWebhook = async (id: number) => (await db.select().from(webhooks).where(eq(webhooks.id, id)))[0];

async function attempt(job: DeliverWebhookJob, options: Parameters<typeof createOutgoing>[0] = {}) {
  const ignore = () => {};
  await deliver(
    {
      db,
      secrets,
      outgoing: createOutgoing({ allowedNetworks: ["127.0.0.1"], timeoutMilliseconds: 2_000, ...options }),
      outbox: createOutbox({ publicUrl: "https://daymark.example", secretKey }),
      log: { info: ignore, warn: ignore, error: ignore },
      now: () => clock.now,
    },
    job,
  );
}

function verify(secret: string, { headers, body }: ReceivedMessage): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

describe("a message", () => {
  test("is verified by the reference library, and refused with another secret or body", async () => {
    const receiver = await startServer(() => ({ status: 200, body: "thanks" }));
    const { id: webhookId, secret } = await addWebhook({ url: `${receiver.url}/in?token=1` });
    const { job, message_id, body, id } = await enqueue(webhookId);
    await attempt(job);
    const [message] = receiver.received as [ReceivedMessage];
    expect(verify(secret, message)).toEqual(JSON.parse(body));
    expect(message).toMatchObject({ path: "/in?token=1", body, headers: { "content-type": "application/json" } });
    expect(message.headers["webhook-id"]).toBe(message_id);
    expect(() => verify(secrets.create(), message)).toThrow("signature");
    expect(() => verify(secret, { ...message, body: `${body} ` })).toThrow("signature");
    expect(await read(id)).toMatchObject({
      state: "delivered",
      attempts: 1,
      status: 200,
      answer: "thanks",
      fault: null,
      next_at: null,
    });
  });

  test("is signed by the former secret too, until its day is over", async () => {
    const receiver = await startServer(() => ({ status: 204 }));
    const former = secrets.create();
    const { id, secret } = await addWebhook({
      url: receiver.url,
      values: { former_secret: secrets.seal(former), former_secret_until: new Date(clock.now + day) },
    });
    await attempt((await enqueue(id)).job);
    for (const each of [secret, former]) verify(each, receiver.received[0] as ReceivedMessage);
    await db
      .update(webhooks)
      .set({ former_secret_until: new Date(clock.now) })
      .where(eq(webhooks.id, id));
    await attempt((await enqueue(id)).job);
    verify(secret, receiver.received[1] as ReceivedMessage);
    expect(() => verify(former, receiver.received[1] as ReceivedMessage)).toThrow("signature");
  });

  test("is signed by the current secret alone if the former one was encrypted with another SECRET_KEY", async () => {
    const receiver = await startServer(() => ({ status: 204 }));
    const former_secret = createWebhookSecrets(randomBytes(32)).seal(secrets.create());
    const former_secret_until = new Date(clock.now + day);
    const { id, secret } = await addWebhook({ url: receiver.url, values: { former_secret, former_secret_until } });
    await attempt((await enqueue(id)).job);
    const [message] = receiver.received as [ReceivedMessage];
    verify(secret, message);
    expect(message.headers["webhook-signature"]).not.toContain(" ");
  });

  test("is not sent twice by a job that runs again", async () => {
    const receiver = await startServer(() => ({ status: 200 }));
    const { id } = await addWebhook({ url: receiver.url });
    const { job } = await enqueue(id);
    await attempt(job);
    await attempt(job);
    expect(receiver.received).toHaveLength(1);
  });

  test("is not sent to a private address, and a redirect to one is not followed", async () => {
    const inner = await startServer(() => ({ status: 200 }));
    const outer = await startServer(() => ({ status: 302, headers: { location: inner.url } }));
    const refused = await addWebhook({ url: inner.url });
    const { job, id } = await enqueue(refused.id);
    await attempt(job, { allowedNetworks: [] });
    expect(await read(id)).toMatchObject({ fault: "address_refused", status: null, attempts: 1 });
    const redirected = await addWebhook({ url: outer.url });
    const second = await enqueue(redirected.id);
    await attempt(second.job);
    expect(await read(second.id)).toMatchObject({ fault: "redirect", status: 302 });
    expect(inner.received).toEqual([]);
  });

  test("keeps the beginning of a long answer, without characters that the database refuses", async () => {
    const receiver = await startServer(() => ({ status: 500, body: `\0${"x".repeat(100_000)}` }));
    const { id: webhookId } = await addWebhook({ url: receiver.url });
    const { job, id } = await enqueue(webhookId);
    await attempt(job);
    expect((await read(id))?.answer).toBe(`�${"x".repeat(2_047)}`);
  });
});

test("a failed message is retried with growing delays for most of a day, and then given up", async () => {
  const receiver = await startServer(() => ({ status: 503 }));
  const { id: webhookId, secret } = await addWebhook({ url: receiver.url });
  const { job, id } = await enqueue(webhookId);
  for (const [made, seconds] of retryDelaysSeconds.entries()) {
    await attempt({ ...job, attempt: made });
    const row = await read(id);
    const delay = (row?.next_at?.getTime() ?? 0) - clock.now;
    expect(delay).toBeGreaterThanOrEqual(seconds * 1000);
    expect(delay).toBeLessThan(seconds * 1100);
    expect(row).toMatchObject({ state: "waiting", attempts: made + 1, status: 503, fault: "status" });
    const [queued] = await sql`
      select j.payload, extract(epoch from j.run_at) * 1000 as run_at from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${deliverWebhookTask}`;
    expect(queued).toEqual({
      payload: { delivery_id: id, attempt: made + 1 },
      run_at: expect.toSatisfy((at: string) => Number(at) === row?.next_at?.getTime()),
    });
    clock.now = row?.next_at?.getTime() ?? 0;
  }
  await attempt({ ...job, attempt: retryDelaysSeconds.length });
  expect(await read(id)).toMatchObject({ state: "failed", attempts: 8, next_at: null });
  for (const message of receiver.received)
    expect(message.headers["webhook-id"]).toBe(receiver.received[0]?.headers["webhook-id"]);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(8);
  const passed = receiver.received.at(-1) as ReceivedMessage;
  expect(() => verify(secret, passed)).toThrow("timestamp");
});

describe("a webhook is switched off", () => {
  test("at once by 410, with a mail to its owner, and its waiting messages end", async () => {
    const receiver = await startServer(() => ({ status: 410 }));
    const { id: webhookId, owner } = await addWebhook({
      url: receiver.url,
      user: { has_webhooks: true, language: "uk" },
    });
    const [first, second] = [await enqueue(webhookId), await enqueue(webhookId)];
    await attempt(first.job);
    expect(await readWebhook(webhookId)).toMatchObject({ enabled: false, off_reason: "gone" });
    await attempt(second.job);
    expect(receiver.received).toHaveLength(1);
    expect(await read(second.id)).toMatchObject({ state: "failed" });
    expect(await db.select().from(users)).toMatchObject([{ has_webhooks: false }]);
    expect(await db.select().from(mails)).toMatchObject([{ template: "webhook_off", user_id: owner.id }]);
  });

  test("after a week of failures, and not if a message of the week was delivered", async () => {
    let status = 500;
    const receiver = await startServer(() => ({ status }));
    const { id: webhookId } = await addWebhook({ url: receiver.url });
    const fail = async () => attempt((await enqueue(webhookId)).job);
    await fail();
    clock.now += 6 * day;
    status = 200;
    await fail();
    status = 500;
    await fail();
    clock.now += 7 * day - 1;
    await fail();
    expect(await readWebhook(webhookId)).toMatchObject({ enabled: true });
    clock.now += 1;
    await fail();
    expect(await readWebhook(webhookId)).toMatchObject({ enabled: false, off_reason: "failures" });
    expect(await db.$count(mails)).toBe(1);
  });

  test("after a change of the account that runs in parallel, and a webhook that it adds counts", async () => {
    const receiver = await startServer(() => ({ status: 410 }));
    const { id: webhookId, owner } = await addWebhook({ url: receiver.url, user: { has_webhooks: true } });
    const { job } = await enqueue(webhookId);
    const failing = await db.transaction(async (tx) => {
      await lockUser(tx, owner.id);
      await tx.insert(webhooks).values({
        ...{ user_id: owner.id, url: "https://8.8.8.8/", events: ["habit.created"], secret: "" },
        ...{ streaks_checked_on: "2026-11-20", risks_checked_on: "2026-11-20" },
      });
      const attempted = attempt(job);
      const waits = async () =>
        (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
          .length;
      await expect.poll(waits, polling).toBe(1);
      // The failure holds no row that the change of the account needs.
      await tx
        .update(webhooks)
        .set({ events: ["habit.updated"] })
        .where(eq(webhooks.id, webhookId));
      await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, job.delivery_id)).for("update");
      return { attempted };
    });
    await failing.attempted;
    expect(await readWebhook(webhookId)).toMatchObject({ enabled: false, off_reason: "gone" });
    expect(await db.select().from(users)).toMatchObject([{ has_webhooks: true }]);
  });

  test("without a mail to an address that was never verified", async () => {
    const receiver = await startServer(() => ({ status: 410 }));
    const { id } = await addWebhook({ url: receiver.url, user: { email_verified: false } });
    await attempt((await enqueue(id)).job);
    expect(await db.$count(mails)).toBe(0);
  });
});

describe("nothing is sent", () => {
  test.each([
    ["for a deactivated account", { user: { is_active: false } }, "habit.created"],
    ["for a webhook that is off", { values: { enabled: false } }, "habit.created"],
    ["of admins' events to an owner who is no longer an admin", { events: ["account.created"] }, "account.created"],
  ] satisfies [string, Partial<Given>, MessageType][])("%s", async (_, given, type) => {
    const receiver = await startServer(() => ({ status: 200 }));
    const { id: webhookId } = await addWebhook({ url: receiver.url, ...given });
    const { job, id } = await enqueue(webhookId, type);
    await attempt(job);
    expect(receiver.received).toEqual([]);
    expect(await read(id)).toMatchObject({ state: "failed", fault: "webhook_off" });
  });

  test("with a secret that was encrypted with another SECRET_KEY", async () => {
    const receiver = await startServer(() => ({ status: 200 }));
    const other = createWebhookSecrets(randomBytes(32));
    const { id: webhookId } = await addWebhook({ url: receiver.url, values: { secret: other.seal(other.create()) } });
    const { job, id } = await enqueue(webhookId);
    await attempt(job);
    expect(receiver.received).toEqual([]);
    expect(await read(id)).toMatchObject({ fault: "secret_unreadable", status: null, attempts: 1 });
  });
});

test("a prompt success leaves the row of a webhook that neither fails nor is slow as it is", async () => {
  const receiver = await startServer(() => ({ status: 200 }));
  const { id } = await addWebhook({ url: receiver.url, values: { answers_slowly: false } });
  const version = () => sql`select xmin::text from webhooks where id = ${id}`;
  const [before] = await version();
  await attempt((await enqueue(id)).job);
  expect(receiver.received).toHaveLength(1);
  expect(await version()).toEqual([before]);
});

test("a test message is sent to a webhook that is off", async () => {
  const receiver = await startServer(() => ({ status: 200 }));
  const { id } = await addWebhook({ url: receiver.url, values: { enabled: false } });
  await attempt((await enqueue(id, "webhook.test")).job);
  expect(receiver.received).toHaveLength(1);
});

/** Adds the jobs of all deliveries, as their events do. */
const addJobs = () =>
  db.execute(query`
    select ${addJob(query`d.id`, query`0`, query`null`)} from (
      select id, webhook_id from webhook_deliveries order by id
    ) d join webhooks w on w.id = d.webhook_id`);

test("a user's slow receivers get one message at a time, and hold up no other user", async () => {
  const slow = Promise.withResolvers<{ status: number }>();
  const slowReceiver = await startServer(() => slow.promise);
  const receiver = await startServer(() => ({ status: 200 }));
  const first = await addWebhook({ url: slowReceiver.url });
  const quick = await addWebhook({ url: receiver.url });
  await enqueue(first.id);
  const slowIds = [first.id];
  for (let added = 1; added < 8; added += 1) {
    const { id } = await addWebhook({ url: slowReceiver.url });
    slowIds.push(id);
    await db.update(webhooks).set({ user_id: first.owner.id }).where(eq(webhooks.id, id));
    await enqueue(id);
  }
  for (let message = 0; message < 8; message += 1) await enqueue(quick.id);
  await addJobs();
  const smtpUrl = "smtp://127.0.0.1:1";
  const workers = await startTestWorkers({
    ...{ database, secretKey, publicUrl: "", smtpUrl, outgoingNetworks: ["127.0.0.1"] },
  });
  cleanups.push(() => workers.stop());
  await expect.poll(() => receiver.received.length, polling).toBe(8);
  const begun = slowReceiver.received.length;
  const ended = await db.$count(
    webhookDeliveries,
    and(inArray(webhookDeliveries.webhook_id, slowIds), gt(webhookDeliveries.attempts, 0)),
  );
  // The next one begins only after the one before has ended, be it by the time limit.
  expect(begun).toBeLessThanOrEqual(ended + 1);
  slow.resolve({ status: 200 });
  await expect.poll(() => slowReceiver.received.length, polling).toBe(8);
  await expect.poll(() => db.$count(webhookDeliveries, eq(webhookDeliveries.state, "delivered")), polling).toBe(16);
});

test("the clean-up deletes deliveries after a week, and secrets that no longer sign", async () => {
  const { id: webhookId } = await addWebhook({
    url: "https://8.8.8.8/",
    values: { former_secret: "x", former_secret_until: new Date(clock.now - 1_000) },
  });
  const [old, young] = [await enqueue(webhookId), await enqueue(webhookId)];
  await sql`update webhook_deliveries set created_at = now() - interval '7 days 1 minute' where id = ${old.id}`;
  await cleanUp(db);
  expect(await db.select({ id: webhookDeliveries.id }).from(webhookDeliveries)).toEqual([{ id: young.id }]);
  expect(await readWebhook(webhookId)).toMatchObject({ former_secret: null, former_secret_until: null });
});

test("the clean-up keeps the newest messages of each webhook up to a size, and those that wait", async () => {
  const [large, small] = [await addWebhook({ url: "https://8.8.8.8/" }), await addWebhook({ url: "https://8.8.8.8/" })];
  const quarter = "x".repeat(deliveryBytesMax / 4);
  const add = async (webhookId: number, body: string, state: "delivered" | "waiting" = "delivered") => {
    const { id } = await enqueue(webhookId);
    await db.update(webhookDeliveries).set({ body, state }).where(eq(webhookDeliveries.id, id));
    return id;
  };
  const waiting = await add(large.id, quarter, "waiting");
  await add(large.id, "{}");
  const other = await add(small.id, quarter);
  const kept = [];
  for (let message = 0; message < 4; message += 1) kept.push(await add(large.id, quarter));
  await cleanUp(db);
  const rows = await db.select({ id: webhookDeliveries.id }).from(webhookDeliveries).orderBy(webhookDeliveries.id);
  expect(rows.map(({ id }) => id)).toEqual([waiting, other, ...kept]);
});
