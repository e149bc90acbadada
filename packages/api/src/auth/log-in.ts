import { recordEvent } from "@daymark/auth/client/security-event";
import { hashPassword, needsRehash, verifyPassword } from "@daymark/auth/password/password";
import type { TokenPair } from "@daymark/auth/session/token-issuance";
import { users } from "@daymark/db/schema/user";
import { normalizeEmail } from "@daymark/domain/account/auth";
import type { AnyLoginInput } from "@daymark/domain/account/two-factor";
import { and, eq, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { refuseUnwelcome } from "../procedure/network-policy.ts";
import { requirePasswordLogIn } from "../procedure/password-log-in.ts";
import { limitAddress, limitLogIns } from "../procedure/rate-limit.ts";
import { finishChallenge, finishFirstFactor, type ProvenUser } from "./begin-session.ts";

/**
 * Logs in with a password, and a second factor if the user has one: in one call, or in two with a challenge.
 *
 * @throws ApiError vpn_or_proxy_detected, bot_detected, too_many_requests, permission_denied, and of {@link checkCredentials},
 *   finishFirstFactor and finishChallenge
 */
export async function logIn(ctx: Context, input: AnyLoginInput): Promise<TokenPair> {
  // Before any check: a refused client must not learn whether a password is right, nor use up a code.
  refuseUnwelcome(ctx);
  const { username = "", password = "", remember_me = false, challenge, ...given } = input;
  if (challenge !== undefined) return finishChallenge(ctx, challenge, given);
  await limitAddress(ctx, "log_in_address");
  await requirePasswordLogIn(ctx);
  const user = await checkCredentials(ctx, { username, password });
  return finishFirstFactor(ctx, user, { rememberMe: remember_me, how: "password", given });
}

/**
 * Finds the user by a name or address, in any case, and checks the password. Every failure costs the work of one hash
 * of today's cost; a hash of a lower cost, which the next log-in replaces, costs less.
 *
 * @throws ApiError login_user_not_found (also for a deactivated account), login_password_incorrect, third_party_account
 */
async function checkCredentials(ctx: Context, login: { username: string; password: string }): Promise<ProvenUser> {
  // A user name has no @ and an address always has one.
  const isAddress = login.username.includes("@");
  const name = isAddress ? normalizeEmail(login.username) : login.username.toLowerCase();
  const isLogin = isAddress ? eq(users.email, name) : eq(sql`lower(${users.username})`, name);
  const [user] = await ctx.db
    .select({
      id: users.id,
      password_hash: users.password_hash,
      two_factor_enabled: users.two_factor_enabled,
      end_all_count: users.end_all_count,
    })
    .from(users)
    .where(and(isLogin, eq(users.is_active, true)));
  return limitLogIns(ctx, user?.id ?? name, () => judge(ctx, user, login));
}

async function judge(
  ctx: Context,
  user: ProvenUser | undefined,
  login: { username: string; password: string },
): Promise<ProvenUser> {
  const isRight = await verifyPassword(login.password, user?.password_hash ?? null, ctx.client.address);
  if (!user) throw new ApiError("login_user_not_found");
  const { password_hash } = user;
  if (password_hash === null) throw new ApiError("third_party_account");
  if (!isRight) {
    const who = { userId: user.id, sessionId: null, client: ctx.client, now: ctx.now() };
    await recordEvent(ctx.db, { ...who, kind: "log_in_failed" });
    throw new ApiError("login_password_incorrect");
  }
  if (!needsRehash(password_hash)) return user;
  const hash = await rehash(ctx, { userId: user.id, oldHash: password_hash, password: login.password });
  // The password was changed, or another log-in has rehashed it: the check is outdated, so it is repeated.
  return hash === null ? checkCredentials(ctx, login) : { ...user, password_hash: hash };
}

/** The new hash; null if the old one was replaced meanwhile: the old password must not come back. */
async function rehash(
  ctx: Context,
  { userId, oldHash, password }: { userId: number; oldHash: string; password: string },
): Promise<string | null> {
  const password_hash = await hashPassword(password, ctx.client.address);
  const rows = await ctx.db
    .update(users)
    .set({ password_hash })
    .where(and(eq(users.id, userId), eq(users.password_hash, oldHash)))
    .returning({ id: users.id });
  return rows.length === 0 ? null : password_hash;
}
