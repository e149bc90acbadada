import { recordEvent } from "@daymark/auth/client/security-event";
import { createEmailToken, useEmailToken } from "@daymark/auth/crypto/email-token";
import type { Transaction } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import type { Language } from "@daymark/domain/text/language";
import { eq } from "drizzle-orm";
import { announceVerified, promoteInvited } from "../invitation/redeem.ts";
import type { Context, Using } from "../procedure/context.ts";

/** Sends a mail with a link that proves the address; earlier links become void. */
export async function sendVerification(
  ctx: Using<"outbox"> & Pick<Context, "now">,
  tx: Transaction,
  user: { id: number; username: string; email: string; language: Language },
): Promise<void> {
  const token = await createEmailToken(tx, {
    userId: user.id,
    purpose: "verify_email",
    email: user.email,
    now: ctx.now(),
  });
  await ctx.services.outbox.enqueue(tx, user.id, {
    template: "verify_email",
    to: user.email,
    language: user.language,
    values: { username: user.username, link: `${ctx.services.outbox.publicUrl}/verify-email?token=${token}` },
  });
}

/** Verifies the user's address by a link's token; false if the token is not valid for that. */
export async function verifyEmail(ctx: Context, token: string): Promise<boolean> {
  const now = ctx.now();
  const verified = await ctx.db.transaction(async (tx) => {
    const proof = await useEmailToken(tx, { token, purpose: "verify_email", now });
    if (!proof) return null;
    const { userId } = proof;
    await tx.update(users).set({ email_verified: true }).where(eq(users.id, userId));
    await recordEvent(tx, { userId, sessionId: null, kind: "email_verified", client: ctx.client, now });
    return { userId, isPromoted: await promoteInvited(tx, userId) };
  });
  if (verified) announceVerified(ctx, verified);
  return verified !== null;
}
