import { hashAppSecret } from "@daymark/auth/session/app-token";
import { lockUser } from "@daymark/auth/user/lock-user";
import { appAccessTokens, appRefreshTokens, connectedApps } from "@daymark/db/schema/connection/connected-app";
import { and, eq, inArray } from "drizzle-orm";
import { limitAddress } from "../procedure/rate-limit.ts";
import type { AppClient, AppContext, Form } from "./client.ts";
import { OauthError } from "./oauth-error.ts";

/**
 * Revokes a token of the application itself (RFC 7009): an access token alone, a refresh token with its connection. An
 * unknown token needs no revocation, so that is no error.
 *
 * @returns the empty answer
 * @throws OauthError invalid_request; ApiError too_many_requests
 */
export async function revokeToken(ctx: AppContext, client: AppClient, form: Form): Promise<object> {
  await limitAddress(ctx, "app_token");
  const token = form.get("token");
  if (token === undefined) throw new OauthError("invalid_request", "token is missing.");
  const ofClient = ctx.db
    .select({ id: connectedApps.id })
    .from(connectedApps)
    .where(eq(connectedApps.app_client_id, client.id));
  const accessHash = hashAppSecret("accessToken", token);
  if (accessHash !== null) {
    const ended = await ctx.db
      .delete(appAccessTokens)
      .where(and(eq(appAccessTokens.token_hash, accessHash), inArray(appAccessTokens.connected_app_id, ofClient)))
      .returning({ userId: appAccessTokens.user_id });
    for (const { userId } of ended) ctx.services.sessions.forget(userId);
  }
  const refreshHash = hashAppSecret("refreshToken", token);
  if (refreshHash !== null) {
    const userId = await disconnect(ctx, client, refreshHash);
    if (userId !== undefined) ctx.services.sessions.forget(userId);
  }
  return {};
}

/**
 * Ends the connection of a refresh token, after a refresh that runs at the same time: it inserts tokens of the connection.
 *
 * @returns the user; undefined if the token is unknown or of another client
 */
async function disconnect(ctx: AppContext, client: AppClient, tokenHash: string): Promise<number | undefined> {
  const [found] = await ctx.db
    .select({ id: connectedApps.id, userId: connectedApps.user_id })
    .from(appRefreshTokens)
    .innerJoin(connectedApps, eq(connectedApps.id, appRefreshTokens.connected_app_id))
    .where(and(eq(appRefreshTokens.token_hash, tokenHash), eq(connectedApps.app_client_id, client.id)));
  if (!found) return undefined;
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, found.userId);
    await tx.delete(connectedApps).where(eq(connectedApps.id, found.id));
  });
  return found.userId;
}
