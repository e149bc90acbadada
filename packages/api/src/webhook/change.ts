import { webhooks } from "@daymark/db/schema/connection/webhook";
import { habits } from "@daymark/db/schema/habit";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { webhookCreateInput, webhookUpdateInput } from "@daymark/domain/connection/webhook-input";
import { formerSecretHours, type Webhook, webhooksMax } from "@daymark/domain/webhook/webhook";
import type { WebhookEvent } from "@daymark/domain/webhook/webhook-event";
import { and, count, eq, inArray, isNull } from "drizzle-orm";
import type * as z from "zod/mini";
import { lockAccount } from "../account-change/lock-account.ts";
import { record, recordAndNotify } from "../account-change/record-event.ts";
import { requireStepUp } from "../account-change/step-up.ts";
import { ApiError } from "../base/error.ts";
import { type AccountContext, callersToday } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { countWebhooks } from "./count.ts";
import { dayEndEvents, eveningEvents } from "./streak-event.ts";
import { found, getWebhook, ownWebhook } from "./to-webhook.ts";

const hourMilliseconds = 3_600_000;

type WithSecret = Webhook & { secret: string };

/**
 * Adds a webhook. It receives events from now on.
 *
 * @returns the webhook with its secret, which no other answer contains
 * @throws ApiError conflict (too_many); validation_failed (address_private, an unknown habit); what `requireStepUp`
 *   throws; too_many_requests
 */
export async function createWebhook(
  ctx: AccountContext,
  input: z.infer<typeof webhookCreateInput>,
): Promise<WithSecret> {
  const { url, events, habit_ids = null, ...given } = input;
  await requireStepUp(ctx, given);
  // Before the look-up of the address, which costs a request to the name server.
  await limit(ctx, "webhook", ctx.user.id);
  await requireAllowed(ctx, { url, habit_ids });
  const { webhookSecrets } = ctx.services;
  const secret = webhookSecrets.create();
  const today = callersToday(ctx);
  const made = await ctx.db.transaction(async (tx) => {
    // A parallel call that adds a webhook waits here, and then counts this one too.
    await lockAccount(tx, ctx);
    const [held] = await tx.select({ webhooks: count() }).from(webhooks).where(eq(webhooks.user_id, ctx.user.id));
    if ((held?.webhooks ?? 0) >= webhooksMax) throw new ApiError("conflict", { values: { reason: "too_many" } });
    const rows = await tx
      .insert(webhooks)
      .values({
        user_id: ctx.user.id,
        url,
        events,
        habit_ids,
        secret: webhookSecrets.seal(secret),
        // What happened before today is not announced.
        streaks_checked_on: fromDayNumber(toDayNumber(today) - 1),
        risks_checked_on: fromDayNumber(toDayNumber(today) - 1),
        created_at: new Date(ctx.now()),
      })
      .returning({ id: webhooks.id });
    await countWebhooks(tx, ctx.user.id);
    await recordAndNotify(ctx, tx, "webhook_created", { host: new URL(url).host });
    return getWebhook(tx, { userId: ctx.user.id, id: found(rows).id, now: ctx.now() });
  });
  // The table's trigger notifies the other nodes. The next call on this node must already announce its change.
  ctx.services.sessions.forget(ctx.user.id);
  return { ...made, secret };
}

/**
 * Changes the given members. Switching a webhook on forgets why it was off, and since when it has failed.
 *
 * @throws ApiError not_found; what {@link createWebhook} throws, the step-up only for another address or further
 *   events
 */
export async function updateWebhook(ctx: AccountContext, input: z.infer<typeof webhookUpdateInput>): Promise<Webhook> {
  const { id, url, events, habit_ids, enabled, ...given } = input;
  const before = await getWebhook(ctx.db, { userId: ctx.user.id, id, now: ctx.now() });
  const isWider =
    (url !== undefined && url !== before.url) ||
    events?.some((event) => !before.events.includes(event)) ||
    (habit_ids === null && before.habit_ids !== null) ||
    habit_ids?.some((habitId) => before.habit_ids !== null && !before.habit_ids.includes(habitId));
  if (isWider || Object.keys(given).length > 0) await requireStepUp(ctx, given);
  await limit(ctx, "webhook", ctx.user.id);
  await requireAllowed(ctx, {
    url: url === before.url ? undefined : url,
    // Those that it has may be deleted by now, which is no reason to refuse another change.
    habit_ids: habit_ids?.filter((habitId) => !before.habit_ids?.includes(habitId)),
  });
  const changes = {
    ...(url !== undefined && { url, ...(url !== before.url && { answers_slowly: null }) }),
    ...(events && { events }),
    ...(habit_ids !== undefined && { habit_ids }),
    ...(enabled !== undefined && { enabled }),
    ...(enabled && { off_reason: null, failing_since: null }),
  };
  const updated = await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    if (Object.keys(changes).length > 0) {
      found(
        await tx
          .update(webhooks)
          .set({ ...changes, ...checkedUntilToday(ctx, before, { enabled, events }) })
          .where(ownWebhook(ctx.user.id, id))
          .returning({ id: webhooks.id }),
      );
      await countWebhooks(tx, ctx.user.id);
      await record(ctx, tx, "webhook_updated");
    }
    return getWebhook(tx, { userId: ctx.user.id, id, now: ctx.now() });
  });
  ctx.services.sessions.forget(ctx.user.id);
  return updated;
}

/** A webhook that comes back on, or gets events of streaks, receives no events of the days before. */
function checkedUntilToday(
  ctx: AccountContext,
  before: Webhook,
  { enabled, events }: { enabled: boolean | undefined; events: readonly WebhookEvent[] | undefined },
) {
  const yesterday = fromDayNumber(toDayNumber(callersToday(ctx)) - 1);
  const isSwitchedOn = enabled && !before.enabled;
  // A webhook that listened already keeps its date: the break of yesterday may still be unannounced.
  const begins = (watched: readonly WebhookEvent[]) =>
    isSwitchedOn ||
    (events?.some((event) => watched.includes(event)) && !before.events.some((event) => watched.includes(event)));
  return {
    ...(begins(dayEndEvents) && { streaks_checked_on: yesterday }),
    ...(begins(eveningEvents) && { risks_checked_on: yesterday }),
  };
}

/**
 * Gives a webhook a new secret. For a day the old one signs too, so that the receiver can change over.
 *
 * @throws ApiError not_found; what `requireStepUp` throws; too_many_requests
 */
export async function rotateSecret(ctx: AccountContext, { id, ...given }: { id: number }): Promise<WithSecret> {
  await requireStepUp(ctx, given);
  await limit(ctx, "webhook", ctx.user.id);
  const { webhookSecrets } = ctx.services;
  const secret = webhookSecrets.create();
  const former_secret_until = new Date(ctx.now() + formerSecretHours * hourMilliseconds);
  const rotated = await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    const own = ownWebhook(ctx.user.id, id);
    const { former_secret } = found(await tx.select({ former_secret: webhooks.secret }).from(webhooks).where(own));
    await tx
      .update(webhooks)
      .set({ secret: webhookSecrets.seal(secret), former_secret, former_secret_until })
      .where(own);
    await record(ctx, tx, "webhook_updated");
    return getWebhook(tx, { userId: ctx.user.id, id, now: ctx.now() });
  });
  return { ...rotated, secret };
}

/** @throws ApiError not_found */
export async function deleteWebhook(ctx: AccountContext, id: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    found(await tx.delete(webhooks).where(ownWebhook(ctx.user.id, id)).returning({ id: webhooks.id }));
    await countWebhooks(tx, ctx.user.id);
    await record(ctx, tx, "webhook_deleted");
  });
  ctx.services.sessions.forget(ctx.user.id);
}

/** @throws ApiError validation_failed */
async function requireAllowed(
  ctx: AccountContext,
  { url, habit_ids }: { url: string | undefined; habit_ids: number[] | null | undefined },
): Promise<void> {
  if (url !== undefined && !(await ctx.services.outgoing.isAllowed(url))) {
    throw new ApiError("validation_failed", { fields: { url: [{ code: "address_private" }] } });
  }
  if (!habit_ids?.length) return;
  const own = and(eq(habits.user_id, ctx.user.id), inArray(habits.id, habit_ids), isNull(habits.deleted_at));
  const [held] = await ctx.db.select({ habits: count() }).from(habits).where(own);
  if (held?.habits !== habit_ids.length) {
    throw new ApiError("validation_failed", { fields: { habit_ids: [{ code: "invalid" }] } });
  }
}
