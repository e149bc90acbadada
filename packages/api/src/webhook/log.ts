import { randomUUID } from "node:crypto";
import type { Transaction } from "@daymark/db/connection/client";
import { webhookDeliveries, webhooks } from "@daymark/db/schema/connection/webhook";
import type { Delivery, DeliveryDetail } from "@daymark/domain/webhook/webhook";
import { and, desc, eq, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { idPlace, isAfter, readCursor, rowsOfPage, toPage } from "../base/pagination.ts";
import type { AccountContext } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { addJob } from "../webhook-event/announce.ts";
import { deliveryColumns, found, ownWebhook, toDelivery } from "./to-webhook.ts";

/**
 * Enqueues a test message for a webhook, also for one that is off.
 *
 * @throws ApiError not_found; too_many_requests
 */
export async function sendTest(ctx: AccountContext, id: number): Promise<Delivery> {
  await limit(ctx, "webhook_message", ctx.user.id);
  const at = new Date(ctx.now());
  return ctx.db.transaction(async (tx) => {
    found(await tx.select({ id: webhooks.id }).from(webhooks).where(ownWebhook(ctx.user.id, id)).for("update"));
    const rows = await tx
      .insert(webhookDeliveries)
      .values({
        webhook_id: id,
        message_id: `msg_${randomUUID().replaceAll("-", "")}`,
        type: "webhook.test",
        body: JSON.stringify({ type: "webhook.test", timestamp: at.toISOString(), data: { webhook_id: id } }),
        created_at: at,
        next_at: at,
      })
      .returning(deliveryColumns);
    const delivery = toDelivery(found(rows));
    await enqueue(tx, id, delivery.id);
    return delivery;
  });
}

/**
 * Sends a message of the log again, with the same id and all its attempts.
 *
 * @throws ApiError not_found, also for a message that the log no longer has; too_many_requests
 */
export async function replay(
  ctx: AccountContext,
  { id, delivery_id }: { id: number; delivery_id: number },
): Promise<Delivery> {
  await limit(ctx, "webhook_message", ctx.user.id);
  return ctx.db.transaction(async (tx) => {
    found(await tx.select({ id: webhooks.id }).from(webhooks).where(ownWebhook(ctx.user.id, id)).for("update"));
    const [row] = await tx
      .update(webhookDeliveries)
      .set({ state: "waiting", attempts: 0, next_at: new Date(ctx.now()), fault: null })
      .where(and(eq(webhookDeliveries.id, delivery_id), eq(webhookDeliveries.webhook_id, id)))
      .returning(deliveryColumns);
    if (!row) throw new ApiError("not_found");
    await enqueue(tx, id, delivery_id);
    return toDelivery(row);
  });
}

async function enqueue(tx: Transaction, webhookId: number, deliveryId: number): Promise<void> {
  await tx.execute(
    sql`select ${addJob(sql`${deliveryId}`, sql`0`, sql`null`)} from webhooks w where w.id = ${webhookId}`,
  );
}

/**
 * One page of a webhook's log, newest first.
 *
 * @throws ApiError not_found; invalid_cursor
 */
export async function listDeliveries(
  ctx: AccountContext,
  { id, limit: size, cursor }: { id: number; limit?: number | undefined; cursor?: string | undefined },
): Promise<{ results: Delivery[]; next: string | null }> {
  const place = readCursor(idPlace, cursor);
  found(await ctx.db.select({ id: webhooks.id }).from(webhooks).where(ownWebhook(ctx.user.id, id)));
  const rows = await ctx.db
    .select(deliveryColumns)
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhook_id, id), place ? isAfter([webhookDeliveries.id], place) : undefined))
    .orderBy(desc(webhookDeliveries.id))
    .limit(rowsOfPage(size));
  const page = toPage(rows, size, (row) => [row.id]);
  return { results: page.results.map(toDelivery), next: page.next };
}

/** @throws ApiError not_found, also for a message that the log no longer has */
export async function getDelivery(
  ctx: AccountContext,
  { id, delivery_id }: { id: number; delivery_id: number },
): Promise<DeliveryDetail> {
  found(await ctx.db.select({ id: webhooks.id }).from(webhooks).where(ownWebhook(ctx.user.id, id)));
  const [row] = await ctx.db
    .select({ ...deliveryColumns, body: webhookDeliveries.body, answer: webhookDeliveries.answer })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, delivery_id), eq(webhookDeliveries.webhook_id, id)));
  if (!row) throw new ApiError("not_found");
  const { body, answer, ...rest } = row;
  return { ...toDelivery(rest), body, answer };
}
