import type { CaptchaAction } from "@daymark/domain/captcha";
import type { Context } from "../context.ts";
import { ApiError } from "../error.ts";
import { isSuspicious } from "../limit.ts";

/** Rows of the error table that a captcha may end a call with. */
export const captchaErrors = ["captcha_missing", "captcha_invalid", "captcha_expired"] as const;

/**
 * Lets through who has solved the captcha; the solution is used up. To be called when all else of the input is valid.
 *
 * @throws ApiError captcha_missing, captcha_invalid, captcha_expired
 */
export async function requireCaptcha(ctx: Context, action: CaptchaAction, token: string | undefined): Promise<void> {
  const refusal = await ctx.captcha.check(action, token, ctx.client);
  if (refusal) throw new ApiError(refusal);
}

/**
 * The same, but only of those who have asked for it a few times within the hour: people ask once or twice.
 *
 * @param whom what the call is about: the account or the address typed, known to us or not
 */
export async function requireCaptchaOfSuspects(
  ctx: Context,
  action: CaptchaAction,
  { whom, token }: { whom: string; token: string | undefined },
): Promise<void> {
  if (await isSuspicious(ctx, action, whom)) await requireCaptcha(ctx, action, token);
}
