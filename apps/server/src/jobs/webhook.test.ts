import { randomBytes } from "node:crypto";
import { addJob, deliverWebhookTask } from "@daymark/api/webhook-event/announce";
import { createWebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import { webhookDeliveries, webhooks } from "@daymark/db/schema/connection/webhook";
import { deliveryBytesMax, retryDelaysSeconds } from "@daymark/domain/webhook/webhook";
import { and, eq, gt, inArray, sql as query } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { cleanUp } from "./clean-up.ts";
import { startTestWorkers } from "./testing.ts";
import type { ReceivedMessage } from "./testing-receiver.ts";
import { createWebhookSender } from "./testing-webhooks.ts";

const sender = await createWebhookSender();
const { database, secretKey, secrets, clock, cleanups, startServer, addWebhook, enqueue, attempt, read, readWebhook } =
  sender;
const { db, sql } = database;
beforeEach(sender.beginTest);
afterEach(sender.cleanUpTest);
afterAll(sender.database.drop);

const polling = { interval: 20, timeout: 40_000 };
const day = 86_400_000;

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

test("a failed message is retried with growing delays for about a day, and then given up", async () => {
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
  const hours = retryDelaysSeconds.reduce((sum, seconds) => sum + seconds, 0) / 3600;
  expect(Math.round(hours)).toBe(24);
  await attempt({ ...job, attempt: retryDelaysSeconds.length });
  expect(await read(id)).toMatchObject({ state: "failed", attempts: 9, next_at: null });
  for (const message of receiver.received)
    expect(message.headers["webhook-id"]).toBe(receiver.received[0]?.headers["webhook-id"]);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(9);
  const passed = receiver.received.at(-1) as ReceivedMessage;
  expect(() => verify(secret, passed)).toThrow("timestamp");
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
