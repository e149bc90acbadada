import { recordEvent } from "@daymark/auth/client/security-event";
import { ProviderFailed } from "@daymark/auth/oauth/provider-request";
import { voidChallenges } from "@daymark/auth/second-factor/challenge";
import { identities } from "@daymark/db/schema/identity";
import type { Provider } from "@daymark/domain/account/auth";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";

/**
 * Ends the sessions here that a log-out at the provider ends (OpenID Connect Back-Channel Logout 1.0). A repeated token
 * ends nothing more.
 *
 * @throws ApiError link_token_invalid; unavailable if the provider's keys cannot be read
 */
export async function endByLogoutToken(ctx: Context, provider: Provider, token: string): Promise<void> {
  const ended = await ctx.services.oauth.readLogoutToken(provider, token).catch((error: unknown) => {
    if (!(error instanceof ProviderFailed)) throw error;
    ctx.log.warn({ provider, reason: error.reason }, error.message);
    if (error.reason === "unavailable") throw new ApiError("unavailable", { retryAfterSeconds: 5, cause: error });
    throw new ApiError("link_token_invalid", { cause: error });
  });
  const { sessions, providerSessions } = ctx.services;
  for (const { userId, sessionId } of await providerSessions.findEnded(ctx.db, provider, ended)) {
    if (!(await sessions.end(ctx.db, userId, sessionId))) continue;
    await recordEvent(ctx.db, { userId, sessionId, kind: "logged_out", client: ctx.client, now: ctx.now() });
  }
  if (ended.subject !== null) await voidWaiting(ctx, provider, ended.subject);
}

/** Ends log-ins of the user that wait for a second factor. */
async function voidWaiting(ctx: Context, provider: Provider, subject: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isThis = and(eq(identities.provider, provider), eq(identities.subject, subject));
    const [owner] = await tx.select({ id: identities.user_id }).from(identities).where(isThis);
    if (owner) await voidChallenges(tx, owner.id);
  });
}
