import type { Transaction } from "@daymark/db/connection/client";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { reminders } from "@daymark/db/schema/reminder";
import type {
  NotificationTargetCreateInput,
  NotificationTargetUpdateInput,
} from "@daymark/domain/connection/notification-input";
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
import { changedSettings, repeatsShown } from "./changed-settings.ts";
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
  requireOffered(ctx, kind);
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
        sealed: ctx.services.notifier.sealSettings(settings),
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
 * a step-up, sends the owner a mail, and deletes the last answer, which belongs to the former settings. The mail has
 * the former name, by which the owner knows the target. A call that changes nothing leaves no trace.
 *
 * @throws ApiError not_found; validation_failed (what {@link changedSettings} throws; address_private; a kind that this
 *   server no longer offers); what `requireStepUp` throws; too_many_requests
 */
export async function updateTarget(
  ctx: AccountContext,
  { id, name, url, recipient, secret, ...given }: NotificationTargetUpdateInput,
): Promise<NotificationTarget> {
  const changes = { url, recipient, secret };
  const before = await getTarget(ctx, ctx.db, id);
  const hasSettings = !repeatsShown(before, changes);
  if (hasSettings) requireOffered(ctx, before.kind);
  if (hasSettings || Object.keys(given).length > 0) await requireStepUp(ctx, given);
  if (!hasSettings && (name === undefined || name === before.name)) return before;
  // Before the look-up of the address, which costs a request to the name server.
  await limit(ctx, "notification_target", ctx.user.id);
  if (hasSettings) {
    const { kind, settings } = await changedSettings(ctx, ctx.db, id, changes);
    // An address that stays was looked up when it was entered, and is again with each message.
    await requireAllowed(ctx, kind, { ...settings, url: settings.url === before.url ? null : settings.url });
  }
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    // Read again, because another call may have changed the target since the look-up of the address.
    const former = await getTarget(ctx, tx, id);
    const next = hasSettings ? await changedSettings(ctx, tx, id, changes) : null;
    return saveChanges(ctx, tx, former, {
      name: name ?? former.name,
      settings: next?.isChanged ? next.settings : null,
    });
  });
}

/** Writes a new name, or new settings, or both; `settings` is null if they stay. */
async function saveChanges(
  ctx: AccountContext,
  tx: Transaction,
  former: NotificationTarget,
  { name, settings }: { name: string; settings: TargetSettings | null },
): Promise<NotificationTarget> {
  const isRenamed = name !== former.name;
  if (!isRenamed && !settings) return former;
  await tx
    .update(notificationTargets)
    .set({ name, ...(settings && columnsOf(ctx, { kind: former.kind, settings })) })
    .where(ownTarget(ctx.user.id, former.id));
  if (settings) {
    const renamed = isRenamed ? { renamed: "yes" as const, new_name: name } : {};
    await recordAndNotify(ctx, tx, "notification_target_updated", { name: former.name, ...renamed });
  } else {
    await record(ctx, tx, "notification_target_updated");
  }
  return getTarget(ctx, tx, former.id);
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

/** @throws ApiError validation_failed */
function requireOffered({ services: { notifier } }: AccountContext, kind: TargetKind): void {
  if (notifier.kinds.includes(kind)) return;
  const options = notifier.kinds.join(", ");
  throw new ApiError("validation_failed", { fields: { kind: [{ code: "choice_invalid", values: { options } }] } });
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
