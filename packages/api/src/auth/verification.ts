import { createEmailToken, useEmailToken } from "@daymark/auth/email-token";
import type { Transaction } from "@daymark/db/client";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { ApiError } from "../error.ts";

/** Has a mail sent with the link that proves the address; the links of earlier ones are void from now on. */
export async function sendVerification(
  ctx: Pick<Context, "outbox" | "language" | "now">,
  tx: Transaction,
  user: { id: number; username: string; email: string },
): Promise<void> {
  const token = await createEmailToken(tx, {
    userId: user.id,
    purpose: "verify_email",
    email: user.email,
    now: ctx.now(),
  });
  await ctx.outbox.enqueue(tx, user.id, {
    template: "verify_email",
    to: user.email,
    language: ctx.language,
    values: { username: user.username, link: `${ctx.outbox.publicUrl}/verify-email?token=${token}` },
  });
}

/**
 * Takes a link's token as proof of its user's address.
 *
 * @throws ApiError link_token_invalid
 */
export async function verifyEmail(ctx: Context, token: string): Promise<void> {
  const userId = await ctx.db.transaction(async (tx) => {
    const proof = await useEmailToken(tx, { token, purpose: "verify_email", now: ctx.now() });
    if (!proof) throw new ApiError("link_token_invalid");
    await tx.update(users).set({ email_verified: true }).where(eq(users.id, proof.userId));
    return proof.userId;
  });
  ctx.sessions.forget(userId);
}
