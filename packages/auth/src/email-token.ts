import { hash, randomBytes } from "node:crypto";
import type { Database, Transaction } from "@daymark/db/client";
import { type emailTokenPurposes, emailTokens, users } from "@daymark/db/schema/user";
import { insertUnique } from "@daymark/db/unique";
import { emailVerificationTtlSeconds, notMeTtlSeconds, passwordResetTtlSeconds } from "@daymark/domain/auth";
import { and, eq, gt, notInArray, sql } from "drizzle-orm";

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
 * Only its hash is kept; and since when such links wait, so that a newer one hides nothing of what went before it.
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
      const ttl = ttlSeconds[purpose] * 1000;
      const row = { token_hash: hash("sha256", token), email, expires_at: new Date(now + ttl) };
      await savepoint
        .insert(emailTokens)
        .values({ user_id: userId, purpose, ...row, created_at: new Date(now) })
        .onConflictDoUpdate({
          target: [emailTokens.user_id, emailTokens.purpose],
          set: { ...row, created_at: waitingSince(now, ttl) },
        });
      return token;
    }),
  );
}

/** Of a link that takes the place of one that was still good: as of that one, but not longer than one lives. */
function waitingSince(now: number, ttl: number) {
  const [present, oldest] = [now, now - ttl].map((at) => sql`${new Date(at).toISOString()}::timestamptz`);
  return sql`case when ${emailTokens.expires_at} > ${present}
    then greatest(${emailTokens.created_at}, ${oldest}) else ${present} end`;
}

/** Whom a link's token proves to read which mail, and since when such a link waits to be opened. */
export interface EmailProof {
  userId: number;
  email: string;
  since: Date;
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
 * Whether a link that was sent to an address is still good at a moment.
 *
 * @param at milliseconds since the epoch
 */
export async function hasGoodLink(
  tx: Transaction,
  { userId, purpose, email, at }: { userId: number; purpose: EmailTokenPurpose; email: string; at: number },
): Promise<boolean> {
  const isSame = and(eq(emailTokens.user_id, userId), eq(emailTokens.purpose, purpose), eq(emailTokens.email, email));
  return (await tx.$count(emailTokens, and(isSame, gt(emailTokens.expires_at, new Date(at))))) > 0;
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
    .select({ userId: emailTokens.user_id, email: emailTokens.email, since: emailTokens.created_at })
    .from(emailTokens)
    .innerJoin(users, isStillProved)
    .where(and(isPresented(presented), eq(users.is_active, true)));
}

function isPresented({ token, purpose, now }: PresentedToken) {
  return and(
    eq(emailTokens.token_hash, hash("sha256", token)),
    eq(emailTokens.purpose, purpose),
    gt(emailTokens.expires_at, new Date(now)),
  );
}
