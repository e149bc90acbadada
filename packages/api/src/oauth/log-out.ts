import { recordEvent } from "@daymark/auth/client/security-event";
import { ProviderFailed } from "@daymark/auth/oauth/provider-request";
import type { EndedAtProvider } from "@daymark/auth/oauth/provider-session";
import { voidChallenges } from "@daymark/auth/second-factor/challenge";
import { identities } from "@daymark/db/schema/identity";
import { twoFactorChallenges } from "@daymark/db/schema/two-factor";
import type { Provider } from "@daymark/domain/account/auth";
import { and, eq, gt, isNotNull } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";

/**
 * Ends the sessions here that a log-out at the provider ends (OpenID Connect Back-Channel Logout 1.0), those included
 * whose log-in is under way. A repeated token ends nothing that began since, and completes an attempt that failed.
 *
 * @throws ApiError link_token_invalid; unavailable if the provider's keys cannot be read
 */
export async function endByLogoutToken(ctx: Context, provider: Provider, token: string): Promise<void> {
  const said = await ctx.services.oauth.readLogoutToken(provider, token).catch((error: unknown) => {
    if (!(error instanceof ProviderFailed)) throw error;
    ctx.log.warn({ provider, reason: error.reason }, error.message);
    if (error.reason === "unavailable") throw new ApiError("unavailable", { retryAfterSeconds: 5, cause: error });
    throw new ApiError("link_token_invalid", { cause: error });
  });
  const { sessions, providerSessions } = ctx.services;
  const ended = await providerSessions.remember(ctx.db, provider, said, ctx.now());
  for (const { userId, sessionId } of await providerSessions.findEnded(ctx.db, provider, ended)) {
    if (!(await sessions.end(ctx.db, userId, sessionId))) continue;
    await recordEvent(ctx.db, { userId, sessionId, kind: "logged_out", client: ctx.client, now: ctx.now() });
  }
  await voidWaiting(ctx, provider, ended);
}

/** Ends log-ins that wait for a second factor: all of the user, or those of the session at the provider. */
async function voidWaiting(ctx: Context, provider: Provider, { subject, sid }: EndedAtProvider): Promise<void> {
  const userId = subject === null ? await findWaiting(ctx, provider, sid) : await findOwner(ctx, provider, subject);
  if (userId !== null) await ctx.db.transaction((tx) => voidChallenges(tx, userId));
}

async function findOwner(ctx: Context, provider: Provider, subject: string): Promise<number | null> {
  const isThis = and(eq(identities.provider, provider), eq(identities.subject, subject));
  const [owner] = await ctx.db.select({ id: identities.user_id }).from(identities).where(isThis);
  return owner?.id ?? null;
}

/** The sessions of log-ins under way are encrypted, so each is read: only those of the last minutes are there. */
async function findWaiting(ctx: Context, provider: Provider, sid: string | null): Promise<number | null> {
  const { user_id, provider_session, expires_at } = twoFactorChallenges;
  const rows = await ctx.db
    .select({ userId: user_id, packed: provider_session })
    .from(twoFactorChallenges)
    .where(and(isNotNull(provider_session), gt(expires_at, new Date(ctx.now()))));
  const found = rows.find(({ packed }) => {
    const session = packed === null ? null : ctx.services.providerSessions.unpack(packed);
    return session?.provider === provider && session.sid === sid;
  });
  return found?.userId ?? null;
}
