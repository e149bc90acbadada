import { createHash, randomBytes } from "node:crypto";
import type { Database, Transaction } from "@daymark/db/client";
import { type emailTokenPurposes, emailTokens, users } from "@daymark/db/schema/user";
import { insertUnique } from "@daymark/db/unique";
import { emailVerificationTtlSeconds, notMeTtlSeconds, passwordResetTtlSeconds } from "@daymark/domain/auth";
import { and, eq, gt, notInArray } from "drizzle-orm";

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

/** Whom a link's token proves to read which mail, and since when the link exists. */
export interface EmailProof {
  userId: number;
  email: string;
  createdAt: Date;
}

interface PresentedToken {
  token: string;
  purpose: EmailTokenPurpose;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Uses a token up. Of parallel uses one succeeds; its user is locked until the transaction ends.
 *
 * @returns null where it is unknown, used, expired, replaced by a newer one, or was sent to an address that its user
 * has left or no longer asks for, or where the user is gone.
 */
export async function useEmailToken(tx: Transaction, presented: PresentedToken): Promise<EmailProof | null> {
  // The user before the token, as everyone takes them: two that wait for each other would both fail. And no stronger
  // lock than a change of the user takes, so that what only points at the user need not wait.
  const [found] = await selectProof(tx, presented).for("no key update", { of: users });
  if (!found) return null;
  const used = await tx.delete(emailTokens).where(isPresented(presented)).returning({ userId: emailTokens.user_id });
  return used.length > 0 ? found : null;
}

/** What {@link useEmailToken} would say of a token, which stays good. */
export async function readEmailToken(db: Database, presented: PresentedToken): Promise<EmailProof | null> {
  const [found] = await selectProof(db, presented);
  return found ?? null;
}

/**
 * Makes the links that a user was sent void: what they were asked for no longer holds.
 *
 * @param keep the purposes whose links stay good
 */
export async function voidEmailTokens(
  tx: Transaction,
  userId: number,
  { keep = [] }: { keep?: EmailTokenPurpose[] } = {},
): Promise<void> {
  await tx.delete(emailTokens).where(and(eq(emailTokens.user_id, userId), notInArray(emailTokens.purpose, keep)));
}

function selectProof(db: Database | Transaction, presented: PresentedToken) {
  // The address that was proved is the one that its user has, or asks to have.
  const address = presented.purpose === "change_email" ? users.pending_email : users.email;
  const isStillProved = and(eq(users.id, emailTokens.user_id), eq(address, emailTokens.email));
  return db
    .select({ userId: emailTokens.user_id, email: emailTokens.email, createdAt: emailTokens.created_at })
    .from(emailTokens)
    .innerJoin(users, isStillProved)
    .where(and(isPresented(presented), eq(users.is_active, true)));
}

function isPresented({ token, purpose, now }: PresentedToken) {
  return and(
    eq(emailTokens.token_hash, hashToken(token)),
    eq(emailTokens.purpose, purpose),
    gt(emailTokens.expires_at, new Date(now)),
  );
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
