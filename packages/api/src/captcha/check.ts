import type { CaptchaAction } from "@daymark/domain/account/captcha";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { isSuspicious } from "../procedure/rate-limit.ts";

/** Rows of the error table that a captcha may end a call with. */
export const captchaErrors = ["captcha_missing", "captcha_invalid", "captcha_expired"] as const;

/**
 * Lets work be done for who has solved the captcha. The solution is used up, unless the work tells that the input is not
 * valid or comes too early: whoever mends that need not solve another one.
 *
 * @throws ApiError captcha_missing, captcha_invalid, captcha_expired, and whatever the work throws
 */
export async function withCaptcha<Result>(
  ctx: Context,
  { action, token }: { action: CaptchaAction; token: string | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  await requireCaptcha(ctx, action, token);
  return work().catch(async (error: unknown) => {
    if (error instanceof ApiError && mendable.includes(error.key)) await ctx.captcha.giveBack(token);
    throw error;
  });
}

/** After these the same call is sent again, with other words or later. */
const mendable: readonly string[] = ["validation_failed", "too_many_requests"];

async function requireCaptcha(ctx: Context, action: CaptchaAction, token: string | undefined): Promise<void> {
  const refusal = await ctx.captcha.check(action, token, ctx.client);
  if (refusal) throw new ApiError(refusal);
}

/**
 * Asks for a solved captcha only those who have asked for something a few times within the hour: people ask once or twice.
 *
 * @param whom what the call is about: the account or the address typed, known to us or not
 * @throws ApiError captcha_missing, captcha_invalid, captcha_expired
 */
export async function requireCaptchaOfSuspects(
  ctx: Context,
  action: CaptchaAction,
  { whom, token }: { whom: string; token: string | undefined },
): Promise<void> {
  if (await isSuspicious(ctx, action, whom)) await requireCaptcha(ctx, action, token);
}
