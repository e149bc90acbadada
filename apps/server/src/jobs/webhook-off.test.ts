import { randomBytes } from "node:crypto";
import { createWebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import { lockUser } from "@daymark/auth/user/lock-user";
import { webhookDeliveries, webhooks } from "@daymark/db/schema/connection/webhook";
import { mails } from "@daymark/db/schema/mail";
import { users } from "@daymark/db/schema/user";
import type { MessageType } from "@daymark/domain/webhook/webhook-event";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { createWebhookSender, type Given } from "./testing-webhooks.ts";

const sender = await createWebhookSender();
const { database, clock, startServer, addWebhook, enqueue, attempt, read, readWebhook } = sender;
const { db, sql } = database;
beforeEach(sender.beginTest);
afterEach(sender.cleanUpTest);
afterAll(sender.database.drop);

const polling = { interval: 20, timeout: 40_000 };
const day = 86_400_000;

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

test("a test message is sent to a webhook that is off", async () => {
  const receiver = await startServer(() => ({ status: 200 }));
  const { id } = await addWebhook({ url: receiver.url, values: { enabled: false } });
  await attempt((await enqueue(id, "webhook.test")).job);
  expect(receiver.received).toHaveLength(1);
});
