import { recordEvent } from "@daymark/auth/client/security-event";
import { isHeldAddress } from "@daymark/auth/crypto/email-token";
import type { ProviderAccount } from "@daymark/auth/oauth/oauth";
import { takeOver } from "@daymark/auth/session/revoke";
import type { Transaction } from "@daymark/db/connection/client";
import { insertUnique, violatedUnique } from "@daymark/db/connection/unique";
import { identities } from "@daymark/db/schema/identity";
import { users } from "@daymark/db/schema/user";
import { and, eq } from "drizzle-orm";
import { notify } from "../account-change/notice.ts";
import type { ProvenUser } from "../auth/begin-session.ts";
import { sendVerification } from "../auth/verification.ts";
import { ApiError } from "../base/error.ts";
import { announceVerified, promoteInvited, redeemInvitation } from "../invitation/redeem.ts";
import type { Context } from "../procedure/context.ts";
import { mayMailSignUp } from "../procedure/unproven-mail.ts";
import { announceAccount } from "../webhook-event/account-created.ts";
import { oauthFailed } from "./failure.ts";
import { requireSignUp } from "./sign-up.ts";
import { usernameFrom, withSuffix } from "./username.ts";

/** If one user logs in twice at the same time, the second attempt finds the account that the first one created. */
const attemptsMax = 3;

/**
 * Finds or creates the account for a provider's account. An identity is the provider and its subject, never the
 * address: an address only decides if no identity is known yet (docs/decisions/0047).
 *
 * @param invitationHash of the invitation by which an account may be created; it counts only if one is
 * @throws ApiError oauth_failed (no address, or a deactivated account), email_taken (the provider does not vouch for an
 *   address that another user has), permission_denied and switched_off (no account may be created)
 * @throws GenerationFailed
 */
export async function findOrCreateAccount(
  ctx: Context,
  account: ProviderAccount,
  invitationHash: string | null,
): Promise<ProvenUser> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { user, isTakenOver, isPromoted } = await ctx.db.transaction((tx) =>
        enter(ctx, tx, account, invitationHash),
      );
      // The tables' triggers notify the other nodes.
      if (isTakenOver) ctx.services.sessions.forget(user.id);
      if (isPromoted) announceVerified(ctx, { userId: user.id, isPromoted });
      return user;
    } catch (error) {
      const index = violatedUnique(error);
      if (index === "identities_user_id_provider_key") throw new ApiError("email_taken", { cause: error });
      if (!/^(identities_provider_subject_pk|users_email_key)$/.test(index ?? "") || attempt === attemptsMax)
        throw error;
    }
  }
}

interface Entry {
  user: ProvenUser;
  isTakenOver: boolean;
  /** Whether the account has become an admin, as its invitation or the admin who made it promised. */
  isPromoted: boolean;
}

async function enter(
  ctx: Context,
  tx: Transaction,
  account: ProviderAccount,
  invitationHash: string | null,
): Promise<Entry> {
  const { provider, subject, email } = account;
  const [known] = await tx
    .select(userColumns)
    .from(identities)
    .innerJoin(users, eq(users.id, identities.user_id))
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)));
  if (known) return { user: active(ctx, account, known), isTakenOver: false, isPromoted: false };
  if (email === null) throw oauthFailed(ctx, provider, "refused", "the provider gave no address");
  const [owner] = await tx.select(userColumns).from(users).where(eq(users.email, email)).for("no key update");
  if (!owner) return { ...(await create(ctx, tx, { ...account, email }, invitationHash)), isTakenOver: false };
  if (!account.isEmailVerified) throw new ApiError("email_taken");
  active(ctx, account, owner);
  const isTakenOver = !owner.email_verified;
  // An account that an admin has made: without a password and a provider, no user can have logged in to it.
  const isUnused =
    isTakenOver &&
    owner.password_hash === null &&
    (await tx.$count(identities, eq(identities.user_id, owner.id))) === 0;
  if (isTakenOver) await takeOver(tx, owner.id, { promise: isUnused });
  const isPromoted = isUnused && (await promoteInvited(tx, owner.id));
  await link(ctx, tx, owner.id, account);
  const [user = owner] = isTakenOver ? await tx.select(userColumns).from(users).where(eq(users.id, owner.id)) : [];
  return { user, isTakenOver, isPromoted };
}

/** Creates an account. It has no password, and its address may be unverified. */
async function create(
  ctx: Context,
  tx: Transaction,
  account: ProviderAccount & { email: string },
  invitationHash: string | null,
): Promise<Omit<Entry, "isTakenOver">> {
  requireSignUp(ctx, { provider: account.provider, isInvited: invitationHash !== null });
  const base = usernameFrom(account);
  let username = base;
  const user = await insertUnique("users_username_key", () =>
    tx.transaction(async (savepoint) => {
      const values = {
        username,
        email: account.email,
        email_verified: account.isEmailVerified,
        language: ctx.language,
        timezone: ctx.timezone,
        plan: ctx.services.installation.defaultPlan,
        date_joined: new Date(ctx.now()),
      };
      username = withSuffix(base);
      const [row] = await savepoint.insert(users).values(values).returning();
      if (!row) throw new Error("no user was inserted");
      return row;
    }),
  );
  if (await isHeldAddress(tx, { email: account.email, now: ctx.now() })) throw new ApiError("email_taken");
  await tx.insert(identities).values(identityOf(ctx, user.id, account));
  // Last, so that parallel sign-ups by one invitation wait for each other only until the commit.
  if (invitationHash !== null) {
    const plan = await redeemInvitation(tx, {
      hash: invitationHash,
      email: user.email,
      userId: user.id,
      now: ctx.now(),
    });
    if (plan) await tx.update(users).set({ plan }).where(eq(users.id, user.id));
  }
  await announceAccount(tx, user, ctx.now());
  const isPromoted = user.email_verified && (await promoteInvited(tx, user.id));
  if (!user.email_verified && (await mayMailSignUp(ctx, user.email))) await sendVerification(ctx, tx, user);
  return { user, isPromoted };
}

/** Links a provider's account to a user's account, and notifies the owner. */
export async function link(ctx: Context, tx: Transaction, userId: number, account: ProviderAccount): Promise<void> {
  await tx.insert(identities).values(identityOf(ctx, userId, account));
  const who = { userId, sessionId: ctx.caller?.session?.id ?? null, client: ctx.client, now: ctx.now() };
  await recordEvent(tx, { ...who, kind: "provider_linked" });
  await notify(ctx, tx, userId, "provider_linked", { provider: ctx.services.oauth.labelOf(account.provider) });
}

function identityOf(ctx: Context, user_id: number, { provider, subject }: ProviderAccount) {
  return { provider, subject, user_id, created_at: new Date(ctx.now()) };
}

function active<Row extends { is_active: boolean }>(ctx: Context, { provider }: ProviderAccount, user: Row): Row {
  if (!user.is_active) throw oauthFailed(ctx, provider, "refused", "the account is deactivated");
  return user;
}

const userColumns = {
  id: users.id,
  password_hash: users.password_hash,
  two_factor_enabled: users.two_factor_enabled,
  end_all_count: users.end_all_count,
  email_verified: users.email_verified,
  is_active: users.is_active,
};
