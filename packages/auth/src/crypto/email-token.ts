import { hash, randomBytes } from "node:crypto";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { insertUnique } from "@daymark/db/connection/unique";
import { type emailTokenPurposes, emailTokens, users } from "@daymark/db/schema/user";
import {
  emailVerificationTtlSeconds,
  notMeTtlSeconds,
  passwordResetTtlSeconds,
  setUpTtlSeconds,
} from "@daymark/domain/account/auth";
import { and, eq, gt, ne, notInArray, sql } from "drizzle-orm";

export type EmailTokenPurpose = (typeof emailTokenPurposes)[number];

/** 160 bits: the link still fits on a line of mail. */
const tokenBytes = 20;

const ttlSeconds: Record<EmailTokenPurpose, number> = {
  verify_email: emailVerificationTtlSeconds,
  change_email: emailVerificationTtlSeconds,
  reset_password: passwordResetTtlSeconds,
  not_me: notMeTtlSeconds,
  set_up: setUpTtlSeconds,
  set_up_mailed: setUpTtlSeconds,
};

/**
 * Creates a token for a link in a mail to `email`. The previous one of the same user and purpose becomes void. The
 * table holds only its hash, and since when such links wait, so that a newer link does not hide an earlier wait.
 *
 * @param now milliseconds since the epoch
 * @param since an earlier moment to record for the link, see {@link EmailProof}
 * @throws GenerationFailed
 */
export function createEmailToken(
  tx: Transaction,
  {
    userId,
    purpose,
    email,
    now,
    since = new Date(now),
  }: { userId: number; purpose: EmailTokenPurpose; email: string; now: number; since?: Date },
): Promise<string> {
  return insertUnique("email_tokens_hash_key", () =>
    tx.transaction(async (savepoint) => {
      const token = randomBytes(tokenBytes).toString("base64url");
      const ttl = ttlSeconds[purpose] * 1000;
      const row = { token_hash: hash("sha256", token), email, expires_at: new Date(now + ttl) };
      await savepoint
        .insert(emailTokens)
        .values({ user_id: userId, purpose, ...row, created_at: since })
        .onConflictDoUpdate({
          target: [emailTokens.user_id, emailTokens.purpose],
          set: { ...row, created_at: sql`least(${since.toISOString()}::timestamptz, ${waitingSince(now, ttl)})` },
        });
      return token;
    }),
  );
}

/** Since when a link waits that replaces one which was still valid: as long as that one, but at most its lifetime. */
function waitingSince(now: number, ttl: number) {
  const [present, oldest] = [now, now - ttl].map((at) => sql`${new Date(at).toISOString()}::timestamptz`);
  return sql`case when ${emailTokens.expires_at} > ${present}
    then greatest(${emailTokens.created_at}, ${oldest}) else ${present} end`;
}

/** The user whose access to a mailbox a link's token proves. */
export interface EmailProof {
  userId: number;
  email: string;
  /** Since when such a link has waited, or an earlier moment that {@link createEmailToken} received. */
  since: Date;
}

interface PresentedToken {
  token: string;
  purpose: EmailTokenPurpose;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Uses up a token. Of parallel uses one succeeds; its user is locked until the transaction ends.
 *
 * @returns null if the token is unknown, used, expired or replaced by a newer one, if it was sent to an address that
 *   its user has left or no longer requests, or if the user was deleted. A `not_me` link stays valid after its user has
 *   left the address: a thief may have changed it.
 */
export async function useEmailToken(tx: Transaction, presented: PresentedToken): Promise<EmailProof | null> {
  // Locks the user before the token, as all transactions do: a deadlock would make one of them fail. The lock is no
  // stronger than the lock of an update of the user, so that inserts which only refer to the user do not wait.
  const [found] = await selectProof(tx, presented).for("no key update", { of: users });
  if (!found) return null;
  const used = await tx.delete(emailTokens).where(isPresented(presented)).returning({ userId: emailTokens.user_id });
  return used.length > 0 ? found : null;
}

/** What {@link useEmailToken} would return for a token, without using it up. */
export async function readEmailToken(db: Database, presented: PresentedToken): Promise<EmailProof | null> {
  const [found] = await selectProof(db, presented);
  return found ?? null;
}

/**
 * Whether a link that was sent to an address is still valid at a moment.
 *
 * @param at milliseconds since the epoch
 */
export async function hasGoodLink(
  tx: Database | Transaction,
  { userId, purpose, email, at }: { userId: number; purpose: EmailTokenPurpose; email: string; at: number },
): Promise<boolean> {
  const isSame = and(eq(emailTokens.user_id, userId), eq(emailTokens.purpose, purpose), eq(emailTokens.email, email));
  return (await tx.$count(emailTokens, and(isSame, gt(emailTokens.expires_at, new Date(at))))) > 0;
}

/**
 * Voids the links that were sent to a user. A `not_me` link to the user's former address stays valid, because a thief
 * who changed the address could otherwise void it, for example by a password reset.
 *
 * @param keep the purposes whose links stay valid
 */
export async function voidEmailTokens(
  tx: Transaction,
  userId: number,
  { keep = [] }: { keep?: EmailTokenPurpose[] } = {},
): Promise<void> {
  const isToFormerAddress = sql`${emailTokens.purpose} = 'not_me'
    and ${emailTokens.email} <> (select ${users.email} from ${users} where ${users.id} = ${emailTokens.user_id})`;
  await tx
    .delete(emailTokens)
    .where(
      and(eq(emailTokens.user_id, userId), notInArray(emailTokens.purpose, keep), sql`not (${isToFormerAddress})`),
    );
}

/**
 * Whether an address is reserved for its former user: while a `not_me` link to it is valid, no other user may take it,
 * so that the link can restore it.
 *
 * @param now milliseconds since the epoch
 * @param except the user who may have it: their own former address
 */
export async function isHeldAddress(
  db: Database | Transaction,
  { email, now, except = 0 }: { email: string; now: number; except?: number },
): Promise<boolean> {
  const [held] = await db
    .select({ userId: emailTokens.user_id })
    .from(emailTokens)
    .innerJoin(users, eq(users.id, emailTokens.user_id))
    .where(
      and(
        eq(emailTokens.purpose, "not_me"),
        eq(emailTokens.email, email),
        gt(emailTokens.expires_at, new Date(now)),
        ne(users.email, emailTokens.email),
        ne(users.id, except),
      ),
    )
    .limit(1);
  return held !== undefined;
}

/**
 * Whether a user has a valid `not_me` link to an address that is no longer theirs. The caller holds the user's lock.
 */
export async function hasLinkToFormerAddress(
  tx: Transaction,
  { userId, email, now }: { userId: number; email: string; now: number },
): Promise<boolean> {
  const [link] = await tx
    .select({ email: emailTokens.email })
    .from(emailTokens)
    .where(
      and(
        eq(emailTokens.user_id, userId),
        eq(emailTokens.purpose, "not_me"),
        ne(emailTokens.email, email),
        gt(emailTokens.expires_at, new Date(now)),
      ),
    );
  return link !== undefined;
}

function selectProof(db: Database | Transaction, presented: PresentedToken) {
  return db
    .select({ userId: emailTokens.user_id, email: emailTokens.email, since: emailTokens.created_at })
    .from(emailTokens)
    .innerJoin(users, and(eq(users.id, emailTokens.user_id), provenAddress(presented.purpose)))
    .where(and(isPresented(presented), eq(users.is_active, true)));
}

/** The proved address must be the user's present one, the requested one, or one that was changed since. */
function provenAddress(purpose: EmailTokenPurpose) {
  if (purpose === "not_me") return undefined;
  return eq(purpose === "change_email" ? users.pending_email : users.email, emailTokens.email);
}

function isPresented({ token, purpose, now }: PresentedToken) {
  return and(
    eq(emailTokens.token_hash, hash("sha256", token)),
    eq(emailTokens.purpose, purpose),
    gt(emailTokens.expires_at, new Date(now)),
  );
}
