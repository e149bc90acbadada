import { randomBytes } from "node:crypto";
import { useEmailToken } from "@daymark/auth/email-token";
import { hashPassword } from "@daymark/auth/password";
import { revokeAccess } from "@daymark/auth/revoke";
import { recordEvent } from "@daymark/auth/security-event";
import { removeTwoFactor } from "@daymark/auth/two-factor";
import { identities } from "@daymark/db/schema/identity";
import { passkeys } from "@daymark/db/schema/passkey";
import { twoFactors } from "@daymark/db/schema/two-factor";
import { users } from "@daymark/db/schema/user";
import { and, eq, gte } from "drizzle-orm";
import { hasWayIn } from "../auth/way-in.ts";
import type { Context } from "../context.ts";
import { ApiError } from "../error.ts";
import { sendResetLink } from "./send-reset.ts";

/**
 * Puts out whoever logged in from a device that its owner does not know: ends every session and API key, takes away
 * the ways in that were added since that log-in, and replaces the password by one that nobody knows, with a mail to
 * set a new one. A second factor that was turned on since goes too, or it would keep the owner out; one of before
 * stays: a thief of the mailbox must not get rid of it by this link.
 *
 * @throws ApiError link_token_invalid
 */
export async function reportNotMe(ctx: Context, token: string): Promise<void> {
  const now = ctx.now();
  const userId = await ctx.db.transaction(async (tx) => {
    const proof = await useEmailToken(tx, { token, purpose: "not_me", now });
    if (!proof) throw new ApiError("link_token_invalid");
    const { createdAt } = proof;
    await revokeAccess(tx, proof.userId);
    await tx.delete(passkeys).where(and(eq(passkeys.user_id, proof.userId), gte(passkeys.created_at, createdAt)));
    await tx.delete(identities).where(and(eq(identities.user_id, proof.userId), gte(identities.created_at, createdAt)));
    const [since] = await tx
      .select({ user_id: twoFactors.user_id })
      .from(twoFactors)
      .where(and(eq(twoFactors.user_id, proof.userId), gte(twoFactors.enabled_at, createdAt)));
    if (since) await removeTwoFactor(tx, proof.userId);
    const [user] = await tx.select().from(users).where(eq(users.id, proof.userId));
    // Without a password the owner comes in as before, unless all that is left was the thief's.
    if (user && (user.password_hash !== null || !(await hasWayIn(tx, user.id)))) {
      const password_hash = await hashPassword(randomBytes(32).toString("base64url"));
      await tx.update(users).set({ password_hash }).where(eq(users.id, user.id));
      await sendResetLink({ outbox: ctx.outbox, now }, tx, user);
    }
    await recordEvent(tx, {
      userId: proof.userId,
      sessionId: null,
      kind: "reported_as_not_me",
      client: ctx.client,
      now,
    });
    return proof.userId;
  });
  ctx.sessions.forget(userId);
}
