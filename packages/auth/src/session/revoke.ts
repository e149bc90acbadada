import type { Transaction } from "@daymark/db/connection/client";
import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { calendarLinks } from "@daymark/db/schema/connection/calendar-link";
import { appCodes, appDeviceCodes, connectedApps } from "@daymark/db/schema/connection/connected-app";
import { habitLinks } from "@daymark/db/schema/connection/habit-link";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { webhooks } from "@daymark/db/schema/connection/webhook";
import { identities, oauthStates } from "@daymark/db/schema/identity";
import { invitationUses } from "@daymark/db/schema/invitation";
import { passkeyChallenges, passkeys } from "@daymark/db/schema/passkey";
import { reminders } from "@daymark/db/schema/reminder";
import { knownDevices } from "@daymark/db/schema/security-event";
import { sessions } from "@daymark/db/schema/session";
import { twoFactors } from "@daymark/db/schema/two-factor";
import { users } from "@daymark/db/schema/user";
import { sessionsMax } from "@daymark/domain/base/bounds";
import { and, desc, eq, gt, gte, inArray, isNull, ne, sql } from "drizzle-orm";
import { type EmailTokenPurpose, voidEmailTokens } from "../crypto/email-token.ts";
import { voidChallenges } from "../second-factor/challenge.ts";
import { removeTwoFactor } from "../second-factor/two-factor.ts";

// The caller of these functions calls `Sessions.forget` after the commit.

/**
 * Ends the sessions of a user, and the log-ins under way: those that wait for a second factor, and those that are
 * proved but have no session yet.
 *
 * @param keep the session that stays, null for none
 * @returns the expiry of each ended session
 */
export async function endSessions(
  tx: Transaction,
  userId: number,
  { keep }: { keep: string | null },
): Promise<{ expiresAt: Date }[]> {
  // This statement also locks the user. Each change of an account locks the user first.
  await tx
    .update(users)
    .set({ end_all_count: sql`${users.end_all_count} + 1` })
    .where(eq(users.id, userId));
  await voidChallenges(tx, userId);
  const others = keep === null ? undefined : ne(sessions.id, keep);
  return tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .returning({ expiresAt: sessions.expiresAt });
}

/**
 * Ends the sessions of a user beyond `sessionsMax`: expired ones first, then those that were inactive for longest. The
 * caller holds the user's lock, so that parallel log-ins count one after the other.
 *
 * @param options.keep the session that has just begun; it stays even if a server with a wrong clock wrote later times
 * @param options.now milliseconds since the epoch
 * @returns how many sessions ended
 */
export async function endSurplusSessions(
  tx: Transaction,
  userId: number,
  { keep, now }: { keep: string; now: number },
): Promise<number> {
  const surplus = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keep)))
    .orderBy(
      desc(gt(sessions.expiresAt, new Date(now))),
      desc(sessions.last_active_at),
      desc(sessions.created_at),
      sessions.id,
    )
    .offset(sessionsMax - 1);
  const ended = await tx.delete(sessions).where(inArray(sessions.id, surplus)).returning({ id: sessions.id });
  return ended.length;
}

/**
 * Revokes all access to an account: sessions, API keys, connected applications, webhooks, notification targets, addresses
 * of calendars and habits, unfinished log-ins, also of devices and applications, links, and a pending change of the address. It also removes a second
 * factor that no code has confirmed yet, because a thief could turn it on later. An owner who is setting one up begins
 * again.
 *
 * @param keep.session the session that stays
 * @param keep.apiKeys keeps API keys, connected applications, webhooks, notification targets and the addresses of
 *   calendars and habits
 * @param keep.links the purposes whose links stay valid
 */
export async function revokeAccess(
  tx: Transaction,
  userId: number,
  keep: { session?: string; apiKeys?: true; links?: EmailTokenPurpose[] } = {},
): Promise<void> {
  await endSessions(tx, userId, { keep: keep.session ?? null });
  if (!keep.apiKeys) {
    await tx.delete(apiKeys).where(eq(apiKeys.user_id, userId));
    await tx.delete(calendarLinks).where(eq(calendarLinks.user_id, userId));
    for (const table of [appCodes, connectedApps]) await tx.delete(table).where(eq(table.user_id, userId));
    await tx.delete(habitLinks).where(eq(habitLinks.user_id, userId));
    await tx.delete(webhooks).where(eq(webhooks.user_id, userId));
    await tx.delete(notificationTargets).where(eq(notificationTargets.user_id, userId));
    // A reminder that had only targets goes by push from now on.
    await tx
      .update(reminders)
      .set({ target_ids: [], by_push: sql`${reminders.by_push} or not ${reminders.by_mail}` })
      .where(and(eq(reminders.user_id, userId), sql`cardinality(${reminders.target_ids}) > 0`));
    await tx.update(users).set({ has_webhooks: false }).where(eq(users.id, userId));
  }
  await tx.delete(appDeviceCodes).where(eq(appDeviceCodes.user_id, userId));
  await tx.delete(appCodes).where(and(eq(appCodes.user_id, userId), isNull(appCodes.redeemed_at)));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.user_id, userId));
  await tx.delete(oauthStates).where(eq(oauthStates.user_id, userId));
  await voidEmailTokens(tx, userId, { keep: keep.links ?? [] });
  await tx.update(users).set({ pending_email: null }).where(eq(users.id, userId));
  await tx.delete(twoFactors).where(and(eq(twoFactors.user_id, userId), isNull(twoFactors.enabled_at)));
}

/** Removes the passkeys and third parties that were added to an account since a moment, or all of them. */
export async function removeSignInMethods(tx: Transaction, userId: number, since: Date = new Date(0)): Promise<void> {
  for (const table of [passkeys, identities]) {
    await tx.delete(table).where(and(eq(table.user_id, userId), gte(table.created_at, since)));
  }
}

/**
 * Hands an account whose address was never verified to the owner of the address, who has just verified it. No earlier
 * sign-in method works any more, and an admin's rights are gone (docs/decisions/0047).
 *
 * @param keep.promise keeps a promised admin right: for an account that no user has logged in to yet
 */
export async function takeOver(tx: Transaction, userId: number, keep: { promise?: boolean } = {}): Promise<void> {
  await revokeAccess(tx, userId);
  await removeSignInMethods(tx, userId);
  await removeTwoFactor(tx, userId);
  await tx.delete(knownDevices).where(eq(knownDevices.user_id, userId));
  // Otherwise the first mails to the verified address would come from the subscriptions of another person.
  const mails = { newsletter_subscriber: false, reminder_mails: false, board_mails: false, reminder_done: false };
  // An invitation gives the admin right to the person who signed up, not to the owner of the address.
  if (!keep.promise) {
    await tx.update(invitationUses).set({ awaits_staff: false }).where(eq(invitationUses.user_id, userId));
  }
  const taken = { password_hash: null, is_staff: false, ...mails };
  await tx
    .update(users)
    .set({ ...taken, email_verified: true })
    .where(eq(users.id, userId));
}
