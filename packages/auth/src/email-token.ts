import { createHash, randomBytes } from "node:crypto";
import type { Transaction } from "@daymark/db/client";
import { type emailTokenPurposes, emailTokens, users } from "@daymark/db/schema/user";
import { insertUnique } from "@daymark/db/unique";
import { emailVerificationTtlSeconds, notMeTtlSeconds, passwordResetTtlSeconds } from "@daymark/domain/auth";
import { and, eq, gt } from "drizzle-orm";

export type EmailTokenPurpose = (typeof emailTokenPurposes)[number];

/** 160 bits: the link still fits on a line of mail. */
const tokenBytes = 20;

const ttlSeconds: Record<EmailTokenPurpose, number> = {
  verify_email: emailVerificationTtlSeconds,
  change_email: emailVerificationTtlSeconds,
  reset_password: passwordResetTtlSeconds,
  not_me: notMeTtlSeconds,
};

/**
 * A new token for a link in a mail to `email`. The one before it, of the same user and purpose, is void from now on.
 * Only its hash is kept.
 *
 * @param now milliseconds since the epoch
 * @throws GenerationFailed
 */
export function createEmailToken(
  tx: Transaction,
  { userId, purpose, email, now }: { userId: number; purpose: EmailTokenPurpose; email: string; now: number },
): Promise<string> {
  return insertUnique("email_tokens_hash_key", () =>
    tx.transaction(async (savepoint) => {
      const token = randomBytes(tokenBytes).toString("base64url");
      const row = {
        token_hash: hashToken(token),
        email,
        expires_at: new Date(now + ttlSeconds[purpose] * 1000),
        created_at: new Date(now),
      };
      await savepoint
        .insert(emailTokens)
        .values({ user_id: userId, purpose, ...row })
        .onConflictDoUpdate({ target: [emailTokens.user_id, emailTokens.purpose], set: row });
      return token;
    }),
  );
}

/**
 * Uses a token up, and tells whom it proves to read which mail. Of parallel uses one succeeds.
 *
 * @returns null where it is unknown, used, expired, replaced by a newer one, or was sent to an address that its user
 * has left, or where the user is gone.
 */
export async function useEmailToken(
  tx: Transaction,
  { token, purpose, now }: { token: string; purpose: EmailTokenPurpose; now: number },
): Promise<{ userId: number; email: string } | null> {
  const [used] = await tx
    .delete(emailTokens)
    .where(
      and(
        eq(emailTokens.token_hash, hashToken(token)),
        eq(emailTokens.purpose, purpose),
        gt(emailTokens.expires_at, new Date(now)),
      ),
    )
    .returning({ userId: emailTokens.user_id, email: emailTokens.email });
  if (!used) return null;
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, used.userId), eq(users.email, used.email), eq(users.is_active, true)))
    .for("update");
  return user ? used : null;
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
