import type { Transaction } from "@daymark/db/connection/client";
import { apiKeys } from "@daymark/db/schema/api-key";
import { identities, oauthStates } from "@daymark/db/schema/identity";
import { passkeyChallenges, passkeys } from "@daymark/db/schema/passkey";
import { knownDevices } from "@daymark/db/schema/security-event";
import { sessions } from "@daymark/db/schema/session";
import { twoFactors } from "@daymark/db/schema/two-factor";
import { users } from "@daymark/db/schema/user";
import { sessionsMax } from "@daymark/domain/base/bounds";
import { and, desc, eq, gt, gte, inArray, isNull, ne, sql } from "drizzle-orm";
import { type EmailTokenPurpose, voidEmailTokens } from "../crypto/email-token.ts";
import { removeTwoFactor, voidChallenges } from "../second-factor/two-factor.ts";

// Whoever calls one of these calls `Sessions.forget` when the transaction is through.

/**
 * Ends the sessions of a user, and the log-ins that are under way: those that wait for a second factor, and those that were
 * proved but have no session yet.
 *
 * @param keep the one that goes on, null for none
 * @returns until when each of them would have lived
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
 * @returns how many ended
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
 * Ends what an account was opened with so far, and what was asked for with it: sessions, API keys, log-ins and links
 * that are half done, a change of address, a second factor that no code has turned on yet: a thief would turn it on
 * later. An owner who is setting one up begins again.
 *
 * @param keep.session the one that goes on
 * @param keep.links the purposes whose links stay good
 */
export async function revokeAccess(
  tx: Transaction,
  userId: number,
  keep: { session?: string; apiKeys?: true; links?: EmailTokenPurpose[] } = {},
): Promise<void> {
  await endSessions(tx, userId, { keep: keep.session ?? null });
  if (!keep.apiKeys) await tx.delete(apiKeys).where(eq(apiKeys.user_id, userId));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.user_id, userId));
  await tx.delete(oauthStates).where(eq(oauthStates.user_id, userId));
  await voidEmailTokens(tx, userId, { keep: keep.links ?? [] });
  await tx.update(users).set({ pending_email: null }).where(eq(users.id, userId));
  await tx.delete(twoFactors).where(and(eq(twoFactors.user_id, userId), isNull(twoFactors.enabled_at)));
}

/** Has the passkeys and third parties that were added to an account since a moment, or ever, open it no more. */
export async function removeWaysIn(tx: Transaction, userId: number, since: Date = new Date(0)): Promise<void> {
  for (const table of [passkeys, identities]) {
    await tx.delete(table).where(and(eq(table.user_id, userId), gte(table.created_at, since)));
  }
}

/**
 * Hands an account whose address was never proved to the address's owner, who has just proved it: nothing that was set up
 * before opens the account any more, and an admin's rights are gone (docs/decisions/0047).
 */
export async function takeOver(tx: Transaction, userId: number): Promise<void> {
  await revokeAccess(tx, userId);
  await removeWaysIn(tx, userId);
  await removeTwoFactor(tx, userId);
  await tx.delete(knownDevices).where(eq(knownDevices.user_id, userId));
  // What somebody else follows would else be the first mails to an address that is verified now.
  const mails = { newsletter_subscriber: false, reminder_mails: false, board_mails: false };
  const taken = { password_hash: null, is_staff: false, ...mails };
  await tx
    .update(users)
    .set({ ...taken, email_verified: true })
    .where(eq(users.id, userId));
}
