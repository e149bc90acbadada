import { recordEvent } from "@daymark/auth/client/security-event";
import { type EmailTokenPurpose, readEmailToken, useEmailToken } from "@daymark/auth/crypto/email-token";
import { passwordFault } from "@daymark/auth/password/common-password";
import { hashPassword } from "@daymark/auth/password/password";
import { revokeAccess, takeOver } from "@daymark/auth/session/revoke";
import { lockUser } from "@daymark/auth/user/lock-user";
import { users } from "@daymark/db/schema/user";
import { and, eq, isNull } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { notify } from "../account-change/notice.ts";
import { recordAndNotify } from "../account-change/record-event.ts";
import { requireStepUp } from "../account-change/step-up.ts";
import { ApiError } from "../base/error.ts";
import { announceVerified, promoteInvited } from "../invitation/redeem.ts";
import type { AccountContext, Context } from "../procedure/context.ts";
import { readAccount, readPasswordAccount } from "./read.ts";

/**
 * Replaces the given password by a new one. Other sessions end and links become void. The link of a mail about a new
 * device stays valid: otherwise a thief who knows the password would void it by a change. The reset link of an
 * unverified address stays valid for the same reason: the account may belong to a stranger who keeps the address from
 * its owner (docs/decisions/0047).
 *
 * @throws ApiError third_party_account, password_incorrect, validation_failed, session_terminated
 */
export async function changePassword(
  ctx: AccountContext,
  input: { password: string; new_password: string },
): Promise<void> {
  const account = await readPasswordAccount(ctx, "password");
  await requireStepUp(ctx, { password: input.password });
  if (input.new_password === input.password) {
    throw new ApiError("validation_failed", { fields: { new_password: [{ code: "password_unchanged" }] } });
  }
  refuseGuessable("new_password", input.new_password, account);
  const password_hash = await hashPassword(input.new_password, ctx.client.address);
  const userId = ctx.user.id;
  await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    const [changed] = await tx
      .update(users)
      .set({ password_hash })
      // Another call has changed the password meanwhile, so the given one is wrong by now.
      .where(and(eq(users.id, userId), eq(users.password_hash, account.password_hash)))
      .returning({ email_verified: users.email_verified });
    if (!changed) throw new ApiError("password_incorrect");
    const links: EmailTokenPurpose[] = changed.email_verified ? ["not_me"] : ["not_me", "reset_password"];
    await revokeAccess(tx, userId, { session: ctx.session.id, apiKeys: true, links });
    await recordAndNotify(ctx, tx, "password_changed", {});
  });
  ctx.services.sessions.forget(userId);
}

/**
 * Gives an account its first password.
 *
 * @throws ApiError conflict if it has one, step_up_required, validation_failed
 */
export async function addPassword(ctx: AccountContext, password: string): Promise<void> {
  const account = await readAccount(ctx);
  if (account.password_hash !== null) throw new ApiError("conflict");
  await requireStepUp(ctx, {});
  refuseGuessable("password", password, account);
  const password_hash = await hashPassword(password, ctx.client.address);
  const userId = ctx.user.id;
  await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    const added = await tx
      .update(users)
      .set({ password_hash })
      .where(and(eq(users.id, userId), isNull(users.password_hash)))
      .returning({ id: users.id });
    if (added.length === 0) throw new ApiError("conflict");
    await recordAndNotify(ctx, tx, "password_added", {});
  });
}

/**
 * Sets a new password by the link of a mail, which also proves the address. Every session and API key ends, and every
 * link becomes void, but "This was not me" stays valid while a second factor is on (docs/decisions/0057). If the
 * address was never verified before, a stranger may have signed up with it. The account is then taken over
 * (docs/decisions/0047): its second factor, passkeys and third parties are removed, too.
 *
 * @throws ApiError link_token_invalid; validation_failed, after which the link is still valid
 */
export async function resetPassword(ctx: Context, input: { token: string; password: string }): Promise<void> {
  // Checked before the password is hashed, so that only a request with a link can cause that work.
  const link = await readPasswordLink(ctx, input.token);
  if (!link) throw new ApiError("link_token_invalid");
  const { userId, purpose } = link;
  const presented = { token: input.token, purpose, now: ctx.now() };
  const [account] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!account) throw new ApiError("link_token_invalid");
  // The owner of a verified account without a password logs in with a third party, and can add a password in the settings.
  if (account.email_verified && account.password_hash === null) throw new ApiError("link_token_invalid");
  refuseGuessable("password", input.password, account);
  const password_hash = await hashPassword(input.password, ctx.client.address);
  if (purpose !== "reset_password") return setUpPassword(ctx, { ...presented, userId, password_hash });
  await ctx.db.transaction(async (tx) => {
    if (!(await useEmailToken(tx, presented))) throw new ApiError("link_token_invalid");
    // The user is locked, so the address cannot be verified between this read and the change.
    const owner = await lockUser(tx, userId);
    // The reset leaves a second factor on, which may be a thief's: the link that removes it stays valid.
    if (owner?.email_verified) await revokeAccess(tx, userId, { links: owner.two_factor_enabled ? ["not_me"] : [] });
    else await takeOver(tx, userId);
    await tx.update(users).set({ password_hash }).where(eq(users.id, userId));
    await notify(ctx, tx, userId, "password_reset", {});
    await recordEvent(tx, { userId, sessionId: null, kind: "password_reset", client: ctx.client, now: ctx.now() });
  });
  ctx.services.sessions.forget(userId);
}

/** The purposes of links that set a password. */
const passwordPurposes = ["reset_password", "set_up", "set_up_mailed"] as const satisfies EmailTokenPurpose[];

/** The link that a token belongs to, if it is valid and sets a password; null if there is none. It uses nothing up. */
export async function readPasswordLink(
  ctx: Pick<Context, "db" | "now">,
  token: string,
): Promise<{ userId: number; purpose: (typeof passwordPurposes)[number] } | null> {
  for (const purpose of passwordPurposes) {
    const proof = await readEmailToken(ctx.db, { token, purpose, now: ctx.now() });
    if (proof) return { userId: proof.userId, purpose };
  }
  return null;
}

interface SetUp {
  token: string;
  purpose: (typeof passwordPurposes)[number];
  userId: number;
  password_hash: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Sets the first password of an account that an admin has made. The link proves the address only if it was mailed there;
 * without that, the account waits for the mail that verifies it, and for an admin right with it.
 *
 * @throws ApiError link_token_invalid
 */
async function setUpPassword(ctx: Context, { userId, password_hash, ...presented }: SetUp): Promise<void> {
  const isPromoted = await ctx.db.transaction(async (tx) => {
    if (!(await useEmailToken(tx, presented))) throw new ApiError("link_token_invalid");
    const isMailed = presented.purpose === "set_up_mailed";
    const isNew = and(eq(users.id, userId), isNull(users.password_hash));
    const values = { password_hash, ...(isMailed && { email_verified: true }) };
    const set = await tx.update(users).set(values).where(isNew).returning({ id: users.id });
    if (set.length === 0) throw new ApiError("link_token_invalid");
    const who = { userId, sessionId: null, client: ctx.client, now: ctx.now() };
    await recordEvent(tx, { ...who, kind: "password_added" });
    if (isMailed) await recordEvent(tx, { ...who, kind: "email_verified" });
    return isMailed && (await promoteInvited(tx, userId));
  });
  announceVerified(ctx, { userId, isPromoted });
}

function refuseGuessable(field: string, password: string, owner: { username: string; email: string }): void {
  const fault = passwordFault(password, owner);
  if (fault) throw new ApiError("validation_failed", { fields: { [field]: [{ code: fault }] } });
}
