import { recordEvent } from "@daymark/auth/client/security-event";
import { createEmailToken, isHeldAddress, useEmailToken, voidEmailTokens } from "@daymark/auth/crypto/email-token";
import { lockUser } from "@daymark/auth/user/lock-user";
import { violatedUnique } from "@daymark/db/connection/unique";
import { emailTokens, users } from "@daymark/db/schema/user";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { and, eq } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { createNotMeLink, suspectSince } from "../account-change/not-me-link.ts";
import { notify } from "../account-change/notice.ts";
import { recordAndNotify } from "../account-change/record-event.ts";
import { requireStepUp, type StepUp } from "../account-change/step-up.ts";
import { ApiError } from "../base/error.ts";
import type { AccountContext, Context } from "../procedure/context.ts";
import { limit, limitUnprovenMail } from "../procedure/rate-limit.ts";
import { assertNoOpenReset } from "./open-reset.ts";
import { readPasswordAccount } from "./read.ts";

/**
 * Requests a change of the address: a link goes to the new address, a notice to the present one. The present address
 * stays valid until the user opens the link. An earlier request becomes void.
 *
 * @throws ApiError third_party_account, step_up_required, validation_failed, too_many_requests, conflict (see {@link
 *   assertNoOpenReset}), and what {@link requireStepUp} refuses
 */
export async function askEmailChange(
  ctx: AccountContext,
  { email, ...given }: { email: string } & Omit<StepUp, "passkey">,
): Promise<void> {
  const account = await readPasswordAccount(ctx, "email");
  if (given.password === undefined) {
    if (given.code === undefined && given.backup_code === undefined) await requireStepUp(ctx, {});
    throw refused({ password: [{ code: "required" }] });
  }
  await requireStepUp(ctx, given);
  await limit(ctx, "email_change", account.id);
  if (email === account.email) throw refused({ email: [{ code: "email_unchanged" }] });
  const [holder] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const isTaken = holder !== undefined || (await isHeldAddress(ctx.db, { email, now: ctx.now(), except: account.id }));
  if (isTaken) throw refused({ email: [{ code: "email_taken" }] });
  await limitUnprovenMail(ctx, email);
  const userId = account.id;
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { sessionBegan } = await lockAccount(tx, ctx);
    await assertNoOpenReset(tx, userId, now);
    const [user] = await tx.update(users).set({ pending_email: email }).where(eq(users.id, userId)).returning();
    if (!user) throw new ApiError("session_terminated");
    const since = suspectSince({ sessionBegan, now });
    const token = await createEmailToken(tx, { userId, purpose: "change_email", email, now, since });
    await ctx.services.outbox.enqueue(tx, userId, {
      template: "verify_new_email",
      to: email,
      language: user.language,
      values: { username: user.username, link: `${ctx.services.outbox.publicUrl}/verify-email?token=${token}` },
    });
    await recordAndNotify(ctx, tx, "email_change_asked", {});
  });
}

/** Cancels a change of the address: the link in the mail to the new address becomes void. */
export async function cancelEmailChange(ctx: AccountContext): Promise<void> {
  const userId = ctx.user.id;
  await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    await tx.update(users).set({ pending_email: null }).where(eq(users.id, userId));
    await tx.delete(emailTokens).where(and(eq(emailTokens.user_id, userId), eq(emailTokens.purpose, "change_email")));
  });
}

/**
 * Confirms a new address by the link in its mail. The new address replaces the old one, whose reader gets a mail with a
 * link that restores it ({@link reportNotMe}).
 *
 * @returns whether the link exists
 * @throws ApiError email_taken if another user has the address by now, conflict (see {@link assertNoOpenReset}); the
 *   link stays valid
 */
export async function changeEmail(ctx: Context, token: string): Promise<boolean> {
  const now = ctx.now();
  try {
    const userId = await ctx.db.transaction(async (tx) => {
      const proof = await useEmailToken(tx, { token, purpose: "change_email", now });
      if (!proof) return null;
      const { userId, email, since } = proof;
      const user = await lockUser(tx, userId);
      if (!user) return null;
      await assertNoOpenReset(tx, userId, now);
      // Before the update, so that the mail goes to the old address.
      await notify(ctx, tx, userId, "email_changed", { createNotMeLink: () => createNotMeLink(ctx, tx, user, since) });
      await tx.update(users).set({ email, email_verified: true, pending_email: null }).where(eq(users.id, userId));
      // Checked after the update, which waits for a transaction in which another account leaves this address.
      if (await isHeldAddress(tx, { email, now, except: userId })) throw new ApiError("email_taken");
      await voidEmailTokens(tx, userId);
      await recordEvent(tx, { userId, sessionId: null, kind: "email_changed", client: ctx.client, now });
      return userId;
    });
    if (userId !== null) ctx.services.sessions.forget(userId);
    return userId !== null;
  } catch (error) {
    if (violatedUnique(error) === "users_email_key") throw new ApiError("email_taken", { cause: error });
    throw error;
  }
}

function refused(fields: FieldErrors): ApiError {
  return new ApiError("validation_failed", { fields });
}
