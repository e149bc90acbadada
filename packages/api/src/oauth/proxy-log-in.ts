import type { TokenPair } from "@daymark/auth/session/token-issuance";
import { proxyProvider } from "@daymark/domain/account/oauth";
import { finishFirstFactor } from "../auth/begin-session.ts";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { findOrCreateAccount } from "./account.ts";
import { isLinked } from "./link.ts";

/**
 * Logs in the user whom the operator's proxy names by an address (docs/decisions/0080). The proxy is treated as a
 * provider that vouches for its addresses, so the rules for accounts are the same. The second factor is asked for.
 *
 * @throws ApiError not_authenticated if no trusted proxy names a user, and all of {@link findOrCreateAccount} and {@link
 *   finishFirstFactor}
 */
export async function logInByProxy(ctx: Context, { rememberMe }: { rememberMe: boolean }): Promise<TokenPair> {
  const email = ctx.proxyUser;
  if (email === null) throw new ApiError("not_authenticated");
  const account = { provider: proxyProvider, subject: email, email, isEmailVerified: true, name: "" };
  const user = await findOrCreateAccount(ctx, account, null);
  return finishFirstFactor(ctx, user, {
    rememberMe,
    how: "proxy",
    providerSession: { provider: proxyProvider, subject: email, sid: null, idToken: null },
    isStanding: () => isLinked(ctx.db, user.id, account),
  });
}
