import { ProviderFailed, type ProviderRefusal } from "@daymark/auth/oauth/provider-request";
import type { Provider } from "@daymark/domain/account/auth";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";

/** The error for a failed log-in at a provider. The reason goes to the log, without any code or token. */
export function oauthFailed(
  ctx: Pick<Context, "log" | "services">,
  provider: Provider,
  reason: ProviderRefusal,
  why: string,
  cause?: unknown,
): ApiError {
  ctx.log.warn({ provider, reason, ...(cause instanceof Error && { cause: cause.message }) }, why);
  return new ApiError("oauth_failed", {
    values: { provider, label: ctx.services.oauth.labelOf(provider), reason },
    cause,
  });
}

/**
 * Awaits a provider's answer.
 *
 * @throws ApiError oauth_failed
 */
export async function answered<Answer>(
  ctx: Pick<Context, "log" | "services">,
  provider: Provider,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    throw oauthFailed(ctx, provider, error.reason, error.message, error.cause);
  }
}
