import { recordEvent } from "@daymark/auth/security-event";
import type { TokenPair } from "@daymark/auth/session";
import type { Context } from "../context.ts";

/** By what somebody proved to be a user. */
export type LogInWay = "password" | "oauth" | "passkey" | "second_factor";

/**
 * Begins a session for who has proved to be a user, by both factors where two are asked for: the one place where a
 * log-in of any kind ends.
 *
 * @throws GenerationFailed
 */
export async function beginSession(
  ctx: Context,
  userId: number,
  { rememberMe, how }: { rememberMe: boolean; how: LogInWay },
): Promise<TokenPair> {
  const { sessionId, access, refresh } = await ctx.sessions.create(userId, { rememberMe, ...ctx.client });
  await recordEvent(ctx.db, { userId, sessionId, kind: "logged_in", client: ctx.client, now: ctx.now() });
  ctx.log.info({ user_id: userId, how }, "a session began");
  return { access, refresh };
}
