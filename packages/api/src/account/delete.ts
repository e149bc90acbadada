import type { Database } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { connectedApps } from "@daymark/db/schema/connection/connected-app";
import { habits } from "@daymark/db/schema/habit";
import { identities } from "@daymark/db/schema/identity";
import { notes } from "@daymark/db/schema/note";
import { passkeys } from "@daymark/db/schema/passkey";
import { progress } from "@daymark/db/schema/progress";
import { sessions } from "@daymark/db/schema/session";
import type { users } from "@daymark/db/schema/user";
import type { AccountPreview } from "@daymark/domain/account/account";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { and, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { requireStepUp, type StepUp } from "../account-change/step-up.ts";
import { hasOtherAdmin, lockAdmins } from "../admin-user/admins.ts";
import { ApiError } from "../base/error.ts";
import { isInTrash, presentHabits } from "../habit/trash.ts";
import type { AccountContext } from "../procedure/context.ts";
import { readInTurn } from "../procedure/long-reads.ts";
import { limit } from "../procedure/rate-limit.ts";
import { inTurnOfUser } from "../procedure/user-queue.ts";
import { deletePerson } from "../thread/leave.ts";
import { assertNoOpenReset } from "./open-reset.ts";
import { readAccount } from "./read.ts";

/**
 * Deletes an account with all its rows, including waiting mails; what the user has recorded goes by a job. Public posts
 * stay without the user's name.
 *
 * @throws ApiError step_up_required, validation_failed (the password or a code is missing), conflict (see {@link
 *   assertMayLeave}), too_many_requests, and what {@link requireStepUp} refuses
 */
export async function deleteAccount(ctx: AccountContext, given: Omit<StepUp, "passkey">): Promise<void> {
  const account = await readAccount(ctx);
  if (Object.values(given).every((value) => value === undefined)) await requireStepUp(ctx, {});
  const missing: FieldErrors = {};
  if (account.password_hash !== null && given.password === undefined) missing.password = [{ code: "required" }];
  if (account.two_factor_enabled && given.code === undefined && given.backup_code === undefined) {
    missing.code = [{ code: "required" }];
  }
  if (Object.keys(missing).length > 0) throw new ApiError("validation_failed", { fields: missing });
  await requireStepUp(ctx, given);
  await limit(ctx, "account_deletion", account.id);
  // The other writes of the user refer to the row, so the deletion queues behind them before it takes a connection.
  const isDeleted = await inTurnOfUser(ctx, () =>
    withinTransaction(ctx.db, async (db) => {
      // The admins are locked before the user, as an admin's change of the account does. Other users' deletions need
      // not wait for this lock.
      if (account.is_staff) await lockAdmins(db);
      return deletePerson(db, account.id, (locked) => assertMayLeave(ctx, locked, account));
    }),
  );
  ctx.services.sessions.forget(account.id);
  if (!isDeleted) throw new ApiError("session_terminated");
}

/**
 * @param before the account before the transaction: it tells whether the admins are locked
 * @throws ApiError session_terminated; unavailable if the user has become an admin since; conflict if no other admin
 *   could log in, or by {@link assertNoOpenReset}
 */
async function assertMayLeave(
  ctx: AccountContext,
  locked: Database,
  before: Pick<typeof users.$inferSelect, "is_staff">,
): Promise<void> {
  const { account } = await lockAccount(locked, ctx);
  // Without the lock of the admins, the other admins may be deleted at the same time. A repeat of the call takes the
  // lock.
  if (account.is_staff && !before.is_staff) throw new ApiError("unavailable", { retryAfterSeconds: 1 });
  await assertNoOpenReset(locked, account.id, ctx.now());
  if (account.is_staff && account.is_active && !(await hasOtherAdmin(locked, account.id))) {
    throw new ApiError("conflict", { values: { reason: "last_admin" } });
  }
}

/**
 * The amounts of data that the deletion removes.
 *
 * @throws QueueFull if too many reads of the user wait
 */
export async function previewDeletion(ctx: AccountContext): Promise<AccountPreview> {
  const { db, user } = ctx;
  const [habitCount, trashedCount, dayCount, noteCount, sessionCount, keyCount, appCount, passkeyCount, providerCount] =
    await Promise.all([
      db.$count(habits, and(eq(habits.user_id, user.id), isNull(habits.deleted_at))),
      db.$count(habits, and(eq(habits.user_id, user.id), isInTrash)),
      countDays(ctx),
      db.$count(notes, eq(notes.user_id, user.id)),
      db.$count(sessions, and(eq(sessions.userId, user.id), gt(sessions.expiresAt, new Date(ctx.now())))),
      db.$count(apiKeys, eq(apiKeys.user_id, user.id)),
      db.$count(connectedApps, eq(connectedApps.user_id, user.id)),
      db.$count(passkeys, eq(passkeys.user_id, user.id)),
      db.$count(identities, eq(identities.user_id, user.id)),
    ]);
  return {
    habits: habitCount,
    trashed_habits: trashedCount,
    recorded_days: dayCount,
    notes: noteCount,
    sessions: sessionCount,
    api_keys: keyCount,
    connected_apps: appCount,
    passkeys: passkeyCount,
    providers: providerCount,
  };
}

/** In the turn of the long reads: a user may have millions of days. */
function countDays(ctx: AccountContext): Promise<number> {
  const { longWorkDb } = ctx.services;
  const ofPresentHabits = inArray(progress.habit_id, presentHabits(longWorkDb, ctx.user.id));
  return readInTurn(ctx, () =>
    longWorkDb.$count(progress, and(eq(progress.user_id, ctx.user.id), isNotNull(progress.value), ofPresentHabits)),
  );
}
