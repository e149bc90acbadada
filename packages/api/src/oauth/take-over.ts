import { removeTwoFactor } from "@daymark/auth/two-factor";
import type { Transaction } from "@daymark/db/client";
import { apiKeys } from "@daymark/db/schema/api-key";
import { identities, oauthStates } from "@daymark/db/schema/identity";
import { passkeyChallenges, passkeys } from "@daymark/db/schema/passkey";
import { knownDevices } from "@daymark/db/schema/security-event";
import { sessions } from "@daymark/db/schema/session";
import { emailTokens, users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";

/**
 * Hands an account whose address was never proved to whom the address belongs: nothing opens it any more that whoever
 * signed up with it may have left behind, and no right that was given to them stays (docs/decisions/0016).
 */
export async function takeOver(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await removeTwoFactor(tx, userId);
  for (const table of [apiKeys, passkeys, passkeyChallenges, identities, oauthStates, emailTokens, knownDevices]) {
    await tx.delete(table).where(eq(table.user_id, userId));
  }
  await tx
    .update(users)
    .set({
      email_verified: true,
      pending_email: null,
      password_hash: null,
      is_staff: false,
      newsletter_subscriber: false,
    })
    .where(eq(users.id, userId));
}
