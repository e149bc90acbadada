import { proxyProvider } from "@daymark/domain/account/oauth";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";

/**
 * Ends a session that began for another user of the operator's proxy, because a different user has logged in there
 * since. Sessions that began in another way stay, and so does a session if the proxy names no user.
 *
 * @throws ApiError session_terminated, token_invalid, token_expired
 */
export async function refuseOtherProxyUser(ctx: Context, refreshToken: string): Promise<void> {
  if (ctx.proxyUser === null) return;
  const named = await ctx.services.sessions.readRefresh(refreshToken);
  // The call that follows refuses the token.
  if (typeof named === "string") return;
  const from = await ctx.services.providerSessions.findBySession(ctx.db, named.sessionId);
  if (from?.provider !== proxyProvider || from.subject === ctx.proxyUser) return;
  const ended = await ctx.services.sessions.endByToken(ctx.db, refreshToken);
  throw new ApiError(typeof ended === "string" ? ended : "session_terminated");
}
