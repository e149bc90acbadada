import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { reminders } from "@daymark/db/schema/reminder";
import type {
  NotificationTargetCreateInput,
  NotificationTargetUpdateInput,
} from "@daymark/domain/account/notification-input";
import {
  type NotificationTarget,
  notificationTargetsMax,
  type TargetKind,
  type TargetSettings,
} from "@daymark/domain/notification/target";
import { and, eq, sql } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { record, recordAndNotify } from "../account-change/record-event.ts";
import { requireStepUp } from "../account-change/step-up.ts";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { addressOfApprise, schemeOfApprise, telegramHost } from "./address.ts";
import { changedSettings } from "./changed-settings.ts";
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
  await requireAllowed(ctx, kind, settings);
  return ctx.db.transaction(async (tx) => {
    // A parallel call that adds a target waits here, and then counts this one too.
    await lockAccount(tx, ctx);
    const held = await tx.$count(notificationTargets, eq(notificationTargets.user_id, ctx.user.id));
    if (held >= notificationTargetsMax) throw new ApiError("conflict", { values: { reason: "too_many" } });
    const [row] = await tx
      .insert(notificationTargets)
      .values({
        ...{ user_id: ctx.user.id, kind, name, host: hostOf(kind, settings) },
        sealed: notifier.sealSettings(settings),
        created_at: new Date(ctx.now()),
      })
      .returning({ id: notificationTargets.id });
    if (!row) throw new Error("an insert gave no row back");
    await recordAndNotify(ctx, tx, "notification_target_created", { name });
    return getTarget(ctx, tx, row.id);
  });
}

/**
 * Changes the given members; the reminders that have chosen the target keep it. A change of anything but the name needs
 * a step-up, is told to the owner by mail, and forgets what was answered last, which is about the former settings.
 *
 * @throws ApiError not_found; validation_failed (what {@link changedSettings} throws; address_private); what
 *   `requireStepUp` throws; too_many_requests
 */
export async function updateTarget(
  ctx: AccountContext,
  { id, name, url, recipient, secret, ...given }: NotificationTargetUpdateInput,
): Promise<NotificationTarget> {
  const changes = { url, recipient, secret };
  const hasChanges = Object.values(changes).some((value) => value !== undefined);
  const before = await getTarget(ctx, ctx.db, id);
  if (hasChanges || Object.keys(given).length > 0) await requireStepUp(ctx, given);
  // Before the look-up of the address, which costs a request to the name server.
  await limit(ctx, "notification_target", ctx.user.id);
  if (!hasChanges && name === undefined) return before;
  if (hasChanges) {
    const { kind, settings } = await changedSettings(ctx, ctx.db, id, changes);
    await requireAllowed(ctx, kind, settings);
  }
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    const [row] = await tx
      .update(notificationTargets)
      .set({
        ...(name !== undefined && { name }),
        // Read again, because another call may have changed the target since the look-up of the address.
        ...(hasChanges && columnsOf(ctx, await changedSettings(ctx, tx, id, changes))),
      })
      .where(ownTarget(ctx.user.id, id))
      .returning({ name: notificationTargets.name });
    if (!row) throw new ApiError("not_found");
    if (hasChanges) await recordAndNotify(ctx, tx, "notification_target_updated", { name: row.name });
    return getTarget(ctx, tx, id);
  });
}

/** The columns for changed settings. Nothing is known yet of how their service answers. */
function columnsOf(
  { services: { notifier } }: AccountContext,
  { kind, settings }: { kind: TargetKind; settings: TargetSettings },
) {
  return {
    host: hostOf(kind, settings),
    sealed: notifier.sealSettings(settings),
    ...{ last_at: null, last_status: null, last_fault: null, last_answer: null, answers_slowly: null },
  };
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
    const target = await getTarget(ctx, tx, id);
    await ctx.services.notifier.enqueue(
      tx,
      { userId: ctx.user.id, targetIds: [id] },
      { language: ctx.language, content: { kind: "test" }, expires_at: ctx.now() + testLifeMilliseconds },
    );
    return target;
  });
}

/** The host that gets the messages; for Apprise the scheme of its URL. */
function hostOf(kind: TargetKind, { url, secret }: TargetSettings): string {
  if (kind === "apprise" && secret !== null) return schemeOfApprise(secret);
  return url === null ? telegramHost : new URL(url).host;
}

/** @throws ApiError validation_failed, at the member whose address the server must not call */
async function requireAllowed(ctx: AccountContext, kind: TargetKind, { url, secret }: TargetSettings): Promise<void> {
  if (kind === "apprise" && secret !== null) await requireClear(ctx, secret);
  if (url !== null) await requirePublic(ctx, "url", url);
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
