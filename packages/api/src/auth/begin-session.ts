import { recordEvent } from "@daymark/auth/client/security-event";
import type { ProviderSession } from "@daymark/auth/oauth/provider-session";
import type { SecondFactor, SecondFactorRefusal } from "@daymark/auth/second-factor/verify";
import type { TokenPair } from "@daymark/auth/session/token-issuance";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { giverOf } from "../account-change/check-second-factor.ts";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { policyErrors, refuseUnwelcome } from "../procedure/network-policy.ts";
import { limitAddress } from "../procedure/rate-limit.ts";
import { welcomeDevice } from "./welcome-device.ts";

/** The method by which a user proved their identity. */
export type LogInWay = "password" | "oauth" | "proxy" | "passkey" | "second_factor";

/** A user as of the check of the proof: a change before the session begins makes the proof void. */
export interface ProvenUser {
  id: number;
  password_hash: string | null;
  two_factor_enabled: boolean;
  end_all_count: number;
}

/** The details of a proved log-in. */
export interface LogIn {
  rememberMe: boolean;
  how: LogInWay;
  /**
   * The values that the proof depends on. The end of all sessions makes it void, and so does a change of any other
   * given value.
   */
  proven: Pick<ProvenUser, "end_all_count"> & Partial<ProvenUser>;
  /** The session at the provider that proved the user. */
  providerSession?: ProviderSession | undefined;
  /** Whether the third party's account or the passkey of the proof is still linked to the account. */
  isStanding?: () => Promise<boolean>;
}

/**
 * Continues after any first factor: begins a session or, if the user has a second factor, requests it.
 *
 * @param given the second factor, if the client sent it too
 * @throws ApiError two_factor_code_missing with a challenge, login_security_code_invalid, login_backup_code_invalid,
 *   too_many_attempts, session_terminated (the account changed at the same time)
 */
export async function finishFirstFactor(
  ctx: Context,
  user: ProvenUser,
  { given = {}, ...login }: Omit<LogIn, "proven"> & { given?: SecondFactor },
): Promise<TokenPair> {
  if (user.two_factor_enabled) {
    if (given.code === undefined && given.backup_code === undefined) {
      const challenge = await ctx.services.twoFactor.createChallenge(ctx.db, {
        userId: user.id,
        rememberMe: login.rememberMe,
        providerSession: login.providerSession ? ctx.services.providerSessions.pack(login.providerSession) : null,
      });
      // A change of the account's sign-in methods voids all challenges, but it may have missed this new one.
      if (!(await findStill(ctx, user.id, { ...login, proven: user }))) throw new ApiError("session_terminated");
      throw new ApiError("two_factor_code_missing", { challenge });
    }
    await limitAddress(ctx, "code");
    const verdict = await ctx.services.twoFactor.check(ctx.db, user.id, given, giverOf(ctx, null), async () => {});
    // If it was turned off meanwhile, the proof is outdated, which beginSession reports.
    if (verdict.is !== "right" && verdict.is !== "off") throw logInRefusal(verdict);
  }
  return beginSession(ctx, user.id, { ...login, proven: user });
}

/**
 * Continues a log-in after the request for its second factor.
 *
 * @throws ApiError two_factor_challenge_expired, and all of {@link finishFirstFactor}
 */
export async function finishChallenge(ctx: Context, challenge: string, given: SecondFactor): Promise<TokenPair> {
  await limitAddress(ctx, "code");
  const verdict = await ctx.services.twoFactor.answerChallenge(ctx.db, challenge, given, giverOf(ctx, null));
  if (verdict === "expired" || verdict.is === "off") throw new ApiError("two_factor_challenge_expired");
  if (verdict.is !== "right") throw logInRefusal(verdict);
  const { user, rememberMe, providerSession: packed } = verdict;
  const providerSession = packed === null ? undefined : ctx.services.providerSessions.unpack(packed);
  if (providerSession === null) throw new ApiError("two_factor_challenge_expired");
  return beginSession(ctx, user.id, { rememberMe, how: "second_factor", proven: user, providerSession });
}

/** The errors between the first factor and the session. */
export const secondFactorErrors = [
  "two_factor_code_missing",
  "login_security_code_invalid",
  "login_backup_code_invalid",
  "too_many_attempts",
  "too_many_requests",
  "session_terminated",
  "generation_failed",
  ...policyErrors,
] as const;

/**
 * Begins a session for a user who has proved their identity, by both factors if two are required. Every kind of log-in
 * ends here.
 *
 * @throws ApiError session_terminated if the account changed at the same time; vpn_or_proxy_detected, bot_detected
 * @throws GenerationFailed
 */
export async function beginSession(
  ctx: Context,
  userId: number,
  { rememberMe, how, providerSession, ...proof }: LogIn,
): Promise<TokenPair> {
  refuseUnwelcome(ctx);
  const { sessionId, access, refresh } = await ctx.services.sessions.create(ctx.db, userId, {
    rememberMe,
    ...ctx.client,
  });
  // A change of the account's sign-in methods ends all sessions, but it may have missed this new one.
  const user = await findStill(ctx, userId, proof);
  const own = { id: sessionId, userId };
  if (
    !user ||
    (providerSession && !(await ctx.services.providerSessions.record(ctx.db, own, providerSession, ctx.now())))
  ) {
    await ctx.services.sessions.end(ctx.db, userId, sessionId);
    throw new ApiError("session_terminated");
  }
  await recordEvent(ctx.db, { userId, sessionId, kind: "logged_in", client: ctx.client, now: ctx.now() });
  await welcomeDevice(ctx, userId);
  ctx.log.info({ user_id: userId, how }, "a session began");
  if (user.is_staff) ctx.adminLog.info({ user_id: userId, how, address: ctx.client.address }, "an admin has logged in");
  return { access, refresh };
}

/** The user, if nothing has changed that makes the proof void; else null. */
async function findStill(
  ctx: Context,
  userId: number,
  { proven, isStanding }: Pick<LogIn, "proven" | "isStanding">,
): Promise<{ is_staff: boolean } | null> {
  const [user] = await ctx.db
    .select({
      password_hash: users.password_hash,
      two_factor_enabled: users.two_factor_enabled,
      end_all_count: users.end_all_count,
      is_active: users.is_active,
      is_staff: users.is_staff,
    })
    .from(users)
    .where(eq(users.id, userId))
    // The lock waits for a concurrent change.
    .for("share");
  if (!user?.is_active || (isStanding && !(await isStanding()))) return null;
  const { end_all_count, password_hash = user.password_hash, two_factor_enabled = user.two_factor_enabled } = proven;
  const isSame =
    user.end_all_count === end_all_count &&
    user.password_hash === password_hash &&
    user.two_factor_enabled === two_factor_enabled;
  return isSame ? user : null;
}

function logInRefusal(verdict: Exclude<SecondFactorRefusal, { is: "off" }>): ApiError {
  if (verdict.is === "closed") {
    return new ApiError("too_many_attempts", { retryAfterSeconds: verdict.retryAfterSeconds });
  }
  return new ApiError(verdict.what === "code" ? "login_security_code_invalid" : "login_backup_code_invalid");
}
