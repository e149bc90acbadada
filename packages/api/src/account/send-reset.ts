import { recordEvent } from "@daymark/auth/client/security-event";
import { createEmailToken, hasGoodLink } from "@daymark/auth/crypto/email-token";
import type { Limits } from "@daymark/auth/limits/rate-limit";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { identities } from "@daymark/db/schema/identity";
import { users } from "@daymark/db/schema/user";
import { passwordResetTtlSeconds } from "@daymark/domain/account/auth";
import { and, asc, eq } from "drizzle-orm";
import type { Outbox, ResetRequest } from "../host/outbox.ts";
import { countReset } from "../procedure/rate-limit.ts";
import { mayMailReset, mayMailUnproven } from "../procedure/unproven-mail.ts";

/**
 * Answers a request for a new password by mail: with a link, or, for a verified account without a password, with its
 * sign-in method. The worker does this, so that the caller cannot detect by the time whether the account exists. An
 * unverified address may be a stranger's, so it gets no mail beyond a cap (docs/decisions/0047); the account's history
 * records the request. A request beyond the limit of its address leaves nothing, unless the owner of a verified address has
 * no valid link, for example because it was used.
 */
export async function sendReset(
  deps: { db: Database; outbox: Outbox; limits: Limits; now: () => number },
  request: ResetRequest,
): Promise<void> {
  const { db, outbox, limits } = deps;
  const now = deps.now();
  // Before the transaction, because counting needs another connection.
  const isWithinLimit = await countReset({ limits }, request.email);
  await db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, request.email), eq(users.is_active, true)))
      .for("no key update");
    if (!user) return;
    // An unverified address gets a link even without a password: its owner takes the account over from a stranger who signed
    // up with it through a third party.
    const getsLink = !user.email_verified || user.password_hash !== null;
    if (!isWithinLimit && !(user.email_verified && getsLink && !(await hasLink(tx, user, now)))) return;
    const who = { userId: user.id, sessionId: null, client: request.client, now };
    await recordEvent(tx, { ...who, kind: "password_reset_asked" });
    if (!user.email_verified) {
      // Checked before a link is created, because a new link voids the one in the previous mail. While that link is
      // valid for long, another mail is a repeat: it does not count against the allowance of resets, and if it is
      // refused, the owner still has a link.
      const isMailed = (await hasLink(tx, user, now + halfLinkMilliseconds))
        ? await mayMailUnproven({ limits }, user.email)
        : await mayMailReset({ services: { limits }, client: request.client }, user.email);
      if (!isMailed) return;
    }
    if (getsLink) return sendResetLink({ outbox, now }, tx, user);
    const provider = await oldestProvider(tx, user.id);
    await outbox.enqueue(tx, user.id, {
      template: "reset_third_party",
      to: user.email,
      language: user.language,
      values: { username: user.username, link: `${outbox.publicUrl}/login`, provider },
    });
  });
}

/** Sends a mail with a link that sets a new password; earlier links become void. */
export async function sendResetLink(
  { outbox, now }: { outbox: Outbox; now: number },
  tx: Transaction,
  user: typeof users.$inferSelect,
): Promise<void> {
  const token = await createEmailToken(tx, { userId: user.id, purpose: "reset_password", email: user.email, now });
  await outbox.enqueue(tx, user.id, {
    template: "reset_password",
    to: user.email,
    language: user.language,
    values: { username: user.username, link: `${outbox.publicUrl}/reset-password?token=${token}` },
  });
}

/** Half of the lifetime of a reset link. */
const halfLinkMilliseconds = (passwordResetTtlSeconds * 1000) / 2;

/** Whether the last reset link is still valid at a moment. */
function hasLink(tx: Transaction, user: { id: number; email: string }, at: number): Promise<boolean> {
  return hasGoodLink(tx, { userId: user.id, purpose: "reset_password", email: user.email, at });
}

async function oldestProvider(tx: Transaction, userId: number) {
  const [identity] = await tx
    .select({ provider: identities.provider })
    .from(identities)
    .where(eq(identities.user_id, userId))
    .orderBy(asc(identities.created_at))
    .limit(1);
  return identity?.provider ?? null;
}
