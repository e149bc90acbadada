import type { Transaction } from "@daymark/db/client";
import { apiKeys } from "@daymark/db/schema/api-key";
import { oauthStates } from "@daymark/db/schema/identity";
import { passkeyChallenges } from "@daymark/db/schema/passkey";
import { sessions } from "@daymark/db/schema/session";
import { twoFactorChallenges } from "@daymark/db/schema/two-factor";
import { users } from "@daymark/db/schema/user";
import { and, eq, ne } from "drizzle-orm";
import { type EmailTokenPurpose, voidEmailTokens } from "./email-token.ts";

/**
 * Ends what an account was opened with so far, and what was asked for with it: sessions, API keys, log-ins and links
 * that are half done, a change of address. The caller's `Sessions.forget` follows when the transaction is through.
 *
 * @param keep.session the one that goes on
 * @param keep.links the purposes whose links stay good
 */
export async function revokeAccess(
  tx: Transaction,
  userId: number,
  keep: { session?: string; apiKeys?: true; links?: EmailTokenPurpose[] } = {},
): Promise<void> {
  const others = keep.session === undefined ? undefined : ne(sessions.id, keep.session);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), others));
  if (!keep.apiKeys) await tx.delete(apiKeys).where(eq(apiKeys.user_id, userId));
  await tx.delete(twoFactorChallenges).where(eq(twoFactorChallenges.user_id, userId));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.user_id, userId));
  await tx.delete(oauthStates).where(eq(oauthStates.user_id, userId));
  await voidEmailTokens(tx, userId, { keep: keep.links ?? [] });
  await tx.update(users).set({ pending_email: null }).where(eq(users.id, userId));
}
