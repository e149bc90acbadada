import { ProviderFailed } from "@daymark/auth/oauth/provider-request";
import { proxyProvider } from "@daymark/domain/account/oauth";
import type { Context } from "../procedure/context.ts";

/** The address of the log-out at the provider from which a session came; null if there is none. */
export async function logOutUrlOf(ctx: Context, sessionId: string): Promise<string | null> {
  const from = await ctx.services.providerSessions.findBySession(ctx.db, sessionId);
  if (!from) return null;
  if (from.provider === proxyProvider) return ctx.services.installation.proxyLogOutUrl;
  return ctx.services.oauth.logOutUrl(from.provider, from.idToken).catch((error: unknown) => {
    if (!(error instanceof ProviderFailed)) throw error;
    // A user can log out here even if the provider is down.
    ctx.log.warn({ provider: from.provider, reason: error.reason }, error.message);
    return null;
  });
}
