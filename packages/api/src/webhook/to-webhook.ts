import type { Database, Transaction } from "@daymark/db/connection/client";
import { webhookDeliveries, webhooks } from "@daymark/db/schema/connection/webhook";
import type { Delivery, Webhook } from "@daymark/domain/webhook/webhook";
import { and, desc, eq, inArray } from "drizzle-orm";
import { ApiError } from "../base/error.ts";

type WebhookRow = typeof webhooks.$inferSelect;

/** Without the body and the answer, which may be long. */
export const deliveryColumns = {
  id: webhookDeliveries.id,
  webhook_id: webhookDeliveries.webhook_id,
  message_id: webhookDeliveries.message_id,
  type: webhookDeliveries.type,
  state: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  created_at: webhookDeliveries.created_at,
  attempted_at: webhookDeliveries.attempted_at,
  next_at: webhookDeliveries.next_at,
  status: webhookDeliveries.status,
  fault: webhookDeliveries.fault,
  duration_milliseconds: webhookDeliveries.duration_milliseconds,
};

type DeliveryRow = Pick<typeof webhookDeliveries.$inferSelect, keyof typeof deliveryColumns>;

export function toDelivery({ webhook_id: _, created_at, attempted_at, next_at, ...row }: DeliveryRow): Delivery {
  return {
    ...row,
    created_at: created_at.toISOString(),
    attempted_at: attempted_at?.toISOString() ?? null,
    next_at: next_at?.toISOString() ?? null,
  };
}

/** A user's webhooks, newest first, each with its last delivery. */
export async function listWebhooks(db: Database | Transaction, userId: number, now: number): Promise<Webhook[]> {
  const rows = await db
    .select()
    .from(webhooks)
    .where(eq(webhooks.user_id, userId))
    .orderBy(desc(webhooks.created_at), desc(webhooks.id));
  const last = await db
    .selectDistinctOn([webhookDeliveries.webhook_id], deliveryColumns)
    .from(webhookDeliveries)
    .where(
      inArray(
        webhookDeliveries.webhook_id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(webhookDeliveries.webhook_id, desc(webhookDeliveries.id));
  const byWebhook = new Map(last.map((row) => [row.webhook_id, toDelivery(row)]));
  return rows.map((row) => toWebhook(row, byWebhook.get(row.id) ?? null, now));
}

/** @throws ApiError not_found, also for another user's */
export async function getWebhook(
  db: Database | Transaction,
  { userId, id, now }: { userId: number; id: number; now: number },
): Promise<Webhook> {
  const row = found(await db.select().from(webhooks).where(ownWebhook(userId, id)));
  const [last] = await db
    .select(deliveryColumns)
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhook_id, id))
    .orderBy(desc(webhookDeliveries.id))
    .limit(1);
  return toWebhook(row, last ? toDelivery(last) : null, now);
}

function toWebhook(row: WebhookRow, last_delivery: Delivery | null, now: number): Webhook {
  const { id, url, events, habit_ids, enabled, off_reason, former_secret_until } = row;
  const isFormerValid = former_secret_until !== null && former_secret_until.getTime() > now;
  return {
    id,
    url,
    events,
    habit_ids,
    enabled,
    off_reason,
    failing_since: row.failing_since?.toISOString() ?? null,
    former_secret_until: isFormerValid ? former_secret_until.toISOString() : null,
    last_delivery,
    created_at: row.created_at.toISOString(),
  };
}

export function ownWebhook(userId: number, id: number) {
  return and(eq(webhooks.user_id, userId), eq(webhooks.id, id));
}

/** @throws ApiError not_found if there is none */
export function found<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new ApiError("not_found");
  return row;
}
