import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { reminders } from "@daymark/db/schema/reminder";
import type { NotificationTargetCreateInput } from "@daymark/domain/account/notification-input";
import { type NotificationTarget, notificationTargetsMax } from "@daymark/domain/notification/target";
import { and, eq, sql } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { record, recordAndNotify } from "../account-change/record-event.ts";
import { requireStepUp } from "../account-change/step-up.ts";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { addressOfApprise, schemeOfApprise, telegramHost } from "./address.ts";
import { getTarget, ownTarget } from "./to-target.ts";

/** The user looks at the screen now. */
const testLifeMilliseconds = 5 * 60_000;

/**
 * Adds a notification target. A reminder goes to it once it has chosen it.
 *
 * @throws ApiError conflict (too_many); validation_failed (address_private; a kind that this server does not offer);
 *   what `requireStepUp` throws; too_many_requests
 */
export async function createTarget(
  ctx: AccountContext,
  { kind, name, url, recipient, secret, ...given }: NotificationTargetCreateInput,
): Promise<NotificationTarget> {
  const { notifier } = ctx.services;
  if (!notifier.kinds.includes(kind)) {
    const options = notifier.kinds.join(", ");
    throw new ApiError("validation_failed", { fields: { kind: [{ code: "choice_invalid", values: { options } }] } });
  }
  await requireStepUp(ctx, given);
  // Before the look-up of the address, which costs a request to the name server.
  await limit(ctx, "notification_target", ctx.user.id);
  const settings = { url: url || null, recipient: recipient || null, secret: secret || null };
  const apprise = kind === "apprise" ? settings.secret : null;
  if (apprise !== null) await requireClear(ctx, apprise);
  if (settings.url !== null) await requirePublic(ctx, "url", settings.url);
  const host = apprise !== null ? schemeOfApprise(apprise) : url ? new URL(url).host : telegramHost;
  return ctx.db.transaction(async (tx) => {
    // A parallel call that adds a target waits here, and then counts this one too.
    await lockAccount(tx, ctx);
    const held = await tx.$count(notificationTargets, eq(notificationTargets.user_id, ctx.user.id));
    if (held >= notificationTargetsMax) throw new ApiError("conflict", { values: { reason: "too_many" } });
    const [row] = await tx
      .insert(notificationTargets)
      .values({
        ...{ user_id: ctx.user.id, kind, name, host },
        sealed: notifier.sealSettings(settings),
        created_at: new Date(ctx.now()),
      })
      .returning({ id: notificationTargets.id });
    if (!row) throw new Error("an insert gave no row back");
    await recordAndNotify(ctx, tx, "notification_target_created", { name });
    return getTarget(tx, ctx.user.id, row.id);
  });
}

/**
 * Deletes a notification target, and takes it out of the reminders that have chosen it. A reminder that has chosen
 * nothing else becomes a notification by push.
 *
 * @throws ApiError not_found
 */
export async function deleteTarget(ctx: AccountContext, id: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    const gone = await tx
      .delete(notificationTargets)
      .where(ownTarget(ctx.user.id, id))
      .returning({ id: notificationTargets.id });
    if (gone.length === 0) throw new ApiError("not_found");
    const left = sql`array_remove(${reminders.target_ids}, ${id}::bigint)`;
    await tx
      .update(reminders)
      .set({
        target_ids: left,
        by_push: sql`${reminders.by_push} or (not ${reminders.by_mail} and cardinality(${left}) = 0)`,
      })
      .where(and(eq(reminders.user_id, ctx.user.id), sql`${id}::bigint = any(${reminders.target_ids})`));
    await record(ctx, tx, "notification_target_deleted");
  });
}

/**
 * Enqueues a test message in the language of the request.
 *
 * @returns the target as it was before the message
 * @throws ApiError not_found; too_many_requests
 */
export async function sendTest(ctx: AccountContext, id: number): Promise<NotificationTarget> {
  await limit(ctx, "notification_test", ctx.user.id);
  return ctx.db.transaction(async (tx) => {
    const target = await getTarget(tx, ctx.user.id, id);
    await ctx.services.notifier.enqueue(
      tx,
      { userId: ctx.user.id, targetIds: [id] },
      { language: ctx.language, content: { kind: "test" }, expires_at: ctx.now() + testLifeMilliseconds },
    );
    return target;
  });
}

/** @throws ApiError validation_failed, if the Apprise API would call a private address, or the URL leaves that open */
async function requireClear(ctx: AccountContext, secret: string): Promise<void> {
  const address = addressOfApprise(secret);
  if (address === "unclear") throw addressPrivate("secret");
  if (address !== "hosted") await requirePublic(ctx, "secret", address.url);
}

/** @throws ApiError validation_failed, at the member that has the address */
async function requirePublic(ctx: AccountContext, member: "url" | "secret", address: string): Promise<void> {
  if (!(await ctx.services.outgoing.isAllowed(address))) throw addressPrivate(member);
}

function addressPrivate(member: "url" | "secret"): ApiError {
  return new ApiError("validation_failed", { fields: { [member]: [{ code: "address_private" }] } });
}
