import type { CaptchaAction } from "@daymark/domain/account/captcha";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { isSuspicious } from "../procedure/rate-limit.ts";

/** The keys of the error table that a captcha may throw. */
export const captchaErrors = ["captcha_missing", "captcha_invalid", "captcha_expired"] as const;

/**
 * Runs the work if the caller has solved the captcha, and uses up the solution. If the work refuses the input or the
 * call comes too early, the solution stays valid, so that the user need not solve another one.
 *
 * @throws ApiError captcha_missing, captcha_invalid, captcha_expired, and what the work throws
 */
export async function withCaptcha<Result>(
  ctx: Context,
  { action, token }: { action: CaptchaAction; token: string | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  await requireCaptcha(ctx, action, token);
  return work().catch(async (error: unknown) => {
    if (error instanceof ApiError && mendable.includes(error.key)) await ctx.services.captcha.giveBack(token);
    throw error;
  });
}

/** After these errors the client sends the call again, corrected or later. */
const mendable: readonly string[] = ["validation_failed", "too_many_requests"];

async function requireCaptcha(ctx: Context, action: CaptchaAction, token: string | undefined): Promise<void> {
  const refusal = await ctx.services.captcha.check(action, token, ctx.client);
  if (refusal) throw new ApiError(refusal);
}

/**
 * Requires a captcha only after a few calls within the hour: people call once or twice.
 *
 * @param whom the subject of the call: the account or the typed address, known to us or not
 * @throws ApiError captcha_missing, captcha_invalid, captcha_expired
 */
export async function requireCaptchaOfSuspects(
  ctx: Context,
  action: CaptchaAction,
  { whom, token }: { whom: string; token: string | undefined },
): Promise<void> {
  if (await isSuspicious(ctx, action, whom)) await requireCaptcha(ctx, action, token);
}
