import { verifyPassword } from "@daymark/auth/password/password";
import { users } from "@daymark/db/schema/user";
import type { PasskeyAssertion } from "@daymark/domain/account/webauthn";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";
import { limitPasswords } from "../procedure/rate-limit.ts";
import { checkSecondFactor } from "./check-second-factor.ts";
import { record } from "./record-event.ts";
import { verifyStepUpPasskey } from "./relying-party.ts";

/** Proof that the caller is the user. */
export interface StepUp {
  password?: string | undefined;
  code?: string | undefined;
  backup_code?: string | undefined;
  /** Only for auth.stepUp, which the client calls before other calls. */
  passkey?: PasskeyAssertion | undefined;
}

/**
 * Lets a caller through who logged in or stepped up within the last 10 minutes, or who proves again to be the user. It
 * is for changes that a stolen token must not make. Every given proof is checked, even if none is needed, and makes the
 * session fresh.
 *
 * @throws ApiError step_up_required, password_incorrect, third_party_account (the account has no password),
 *   security_code_invalid, backup_code_invalid, too_many_attempts, two_factor_already_disabled (the account has no
 *   second factor), passkey_invalid, too_many_requests
 */
export async function requireStepUp(ctx: AccountContext, given: StepUp): Promise<void> {
  const hasCode = given.code !== undefined || given.backup_code !== undefined;
  if (given.password === undefined && !hasCode && !given.passkey) {
    if (!(await ctx.services.sessions.isFresh(ctx.db, ctx.session))) throw new ApiError("step_up_required");
    return;
  }
  if (given.password !== undefined) await checkPassword(ctx, given.password);
  if (hasCode) await checkSecondFactor(ctx, given, async () => {});
  if (given.passkey) await checkPasskey(ctx, given.passkey);
  await ctx.services.sessions.freshen(ctx.db, { sessionId: ctx.session.id, userId: ctx.user.id });
}

/** The keys of the error table that {@link requireStepUp} throws. */
export const stepUpErrors = [
  "step_up_required",
  "too_many_requests",
  "password_incorrect",
  "third_party_account",
  "security_code_invalid",
  "backup_code_invalid",
  "too_many_attempts",
  "two_factor_already_disabled",
] as const;

function checkPassword(ctx: AccountContext, password: string): Promise<void> {
  return limitPasswords(ctx, ctx.user.id, () => judgePassword(ctx, password));
}

async function judgePassword(ctx: AccountContext, password: string): Promise<void> {
  const [user] = await ctx.db
    .select({ password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, ctx.user.id));
  if (!user?.password_hash) throw new ApiError("third_party_account");
  if (await verifyPassword(password, user.password_hash, ctx.client.address)) return;
  await recordFailure(ctx);
  throw new ApiError("password_incorrect");
}

function checkPasskey(ctx: AccountContext, passkey: PasskeyAssertion): Promise<void> {
  return verifyStepUpPasskey(ctx, passkey).catch(async (error: unknown) => {
    await recordFailure(ctx);
    throw error;
  });
}

function recordFailure(ctx: AccountContext): Promise<void> {
  return record(ctx, ctx.db, "step_up_failed");
}
