import type { ProviderAccount } from "@daymark/auth/oauth/oauth";
import type { Provider } from "@daymark/domain/account/auth";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { answered, oauthFailed } from "./failure.ts";

/**
 * Checks that a provider is configured here.
 *
 * @throws ApiError invalid_provider
 */
export function providerOf(ctx: Context, name: string): Provider {
  if (!ctx.services.oauth.has(name)) throw new ApiError("invalid_provider");
  return name;
}

/**
 * Starts a log-in or a linking at a provider.
 *
 * @param way.userId the user who links the provider to their account; null for a log-in
 * @param way.invitationHash of the invitation by which an account may be created
 * @throws ApiError invalid_provider, oauth_failed
 */
export async function start(
  ctx: Context,
  name: string,
  way: { userId: number | null; rememberMe: boolean; invitationHash: string | null },
): Promise<{ url: string; state: string }> {
  const provider = providerOf(ctx, name);
  const secrets = await ctx.services.oauthStates.create(ctx.db, { provider, ...way }, ctx.now());
  const url = await answered(ctx, provider, ctx.services.oauth.authorizationUrl(provider, secrets));
  return { url, state: secrets.state };
}

/**
 * Identifies the user who comes back from a provider. The state is used up, whether it is accepted or not.
 *
 * @param userId as at the start
 * @throws ApiError invalid_provider, oauth_failed
 */
export async function identify(
  ctx: Context,
  back: { provider: string; code: string; state: string; iss?: string | undefined },
  userId: number | null,
): Promise<{ account: ProviderAccount; rememberMe: boolean; invitationHash: string | null }> {
  const provider = providerOf(ctx, back.provider);
  const way = await ctx.services.oauthStates.use(ctx.db, { state: back.state, provider, userId }, ctx.now());
  if (!way) throw oauthFailed(ctx, provider, "refused", "the state is not good");
  const { rememberMe, invitationHash, ...secrets } = way;
  const answer = { code: back.code, iss: back.iss, ...secrets };
  const account = await answered(ctx, provider, ctx.services.oauth.identify(provider, answer));
  return { account, rememberMe, invitationHash };
}
