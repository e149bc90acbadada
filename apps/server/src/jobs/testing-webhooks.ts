import { randomBytes } from "node:crypto";
import { createOutbox } from "@daymark/api/host/outbox";
import { createOutgoing } from "@daymark/api/outgoing/outgoing";
import { deliver } from "@daymark/api/webhook/deliver";
import type { DeliverWebhookJob } from "@daymark/api/webhook-event/announce";
import { createWebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import { webhookDeliveries, webhooks } from "@daymark/db/schema/connection/webhook";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import type { MessageType, WebhookEvent } from "@daymark/domain/webhook/webhook-event";
import { eq } from "drizzle-orm";
import { startReceiver } from "./testing-receiver.ts";

export interface Given {
  url: string;
  events?: WebhookEvent[];
  user?: Partial<typeof users.$inferInsert>;
  values?: Partial<typeof webhooks.$inferInsert>;
}

/** Creates a database with users who have webhooks, and what a test needs to send their messages. */
export async function createWebhookSender() {
  const secretKey = randomBytes(32);
  const secrets = createWebhookSecrets(secretKey);
  const database = await createTestDatabase();
  const { db, sql } = database;
  const cleanups: (() => unknown)[] = [];
  const clock = { now: 0 };

  async function startServer(...args: Parameters<typeof startReceiver>) {
    const receiver = await startReceiver(...args);
    cleanups.push(receiver.stop);
    return receiver;
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

  return {
    database,
    secretKey,
    secrets,
    /** The time for `attempt`, in milliseconds. */
    clock,
    /** What `cleanUpTest` calls, the last first. */
    cleanups,
    startServer,
    addWebhook,
    enqueue,
    attempt,
    read: async (id: number) => (await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)))[0],
    readWebhook: async (id: number) => (await db.select().from(webhooks).where(eq(webhooks.id, id)))[0],
    async beginTest() {
      clock.now = Date.now();
      await db.delete(users);
    },
    async cleanUpTest() {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
      await sql`truncate graphile_worker._private_jobs cascade`;
      await sql`truncate mails cascade`;
    },
  };
}
