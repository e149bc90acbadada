import type { ProviderAccount } from "@daymark/auth/oauth/oauth";
import { voidChallenges } from "@daymark/auth/second-factor/challenge";
import type { Database } from "@daymark/db/connection/client";
import { violatedUnique } from "@daymark/db/connection/unique";
import { identities } from "@daymark/db/schema/identity";
import { users } from "@daymark/db/schema/user";
import type { Provider } from "@daymark/domain/account/auth";
import { providerName } from "@daymark/domain/account/oauth";
import { and, eq } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { recordAndNotify } from "../account-change/record-event.ts";
import { assertSignInMethod } from "../account-change/sign-in-method.ts";
import { ApiError } from "../base/error.ts";
import { announceVerified, promoteInvited } from "../invitation/redeem.ts";
import type { AccountContext } from "../procedure/context.ts";
import { link } from "./account.ts";

/**
 * Links a provider's account to the caller's account. The caller's address must be verified, at the latest now by the
 * provider: an account that squats an address must not gain sign-in methods.
 *
 * @throws ApiError email_not_verified, conflict (the provider's account is linked to another user, or the caller has
 *   one)
 */
export async function linkProvider(ctx: AccountContext, account: ProviderAccount): Promise<void> {
  try {
    const isPromoted = await ctx.db.transaction(async (tx) => {
      await lockAccount(tx, ctx);
      const [user] = await tx.select().from(users).where(eq(users.id, ctx.user.id));
      if (!user) throw new ApiError("session_terminated");
      if (!user.email_verified) {
        if (!account.isEmailVerified || account.email !== user.email) throw new ApiError("email_not_verified");
        await tx.update(users).set({ email_verified: true }).where(eq(users.id, user.id));
      }
      await link(ctx, tx, user.id, account);
      return !user.email_verified && (await promoteInvited(tx, user.id));
    });
    announceVerified(ctx, { userId: ctx.user.id, isPromoted });
  } catch (error) {
    if (!violatedUnique(error)?.startsWith("identities_")) throw error;
    throw new ApiError("conflict", { values: { reason: "linked" }, cause: error });
  }
}

/** Whether a provider's account is linked to a user's account. */
export async function isLinked(db: Database, userId: number, account: ProviderAccount): Promise<boolean> {
  const { provider, subject } = account;
  const isThis = and(
    eq(identities.provider, provider),
    eq(identities.subject, subject),
    eq(identities.user_id, userId),
  );
  return (await db.$count(identities, isThis)) > 0;
}

/**
 * Checks that the caller has an account of a provider, which the operator may have stopped offering.
 *
 * @throws ApiError invalid_provider
 */
export async function requireLinked({ db, user }: AccountContext, provider: Provider): Promise<void> {
  // The database cannot compare with every text that a client may send.
  if (!providerName.test(provider)) throw new ApiError("invalid_provider");
  const isThis = and(eq(identities.user_id, user.id), eq(identities.provider, provider));
  if ((await db.$count(identities, isThis)) === 0) throw new ApiError("invalid_provider");
}

/**
 * Unlinks a provider's account from the caller's account.
 *
 * @throws ApiError invalid_provider (it is not linked), conflict (it is the last sign-in method)
 */
export function unlinkProvider(ctx: AccountContext, provider: Provider): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    const [gone] = await tx
      .delete(identities)
      .where(and(eq(identities.user_id, ctx.user.id), eq(identities.provider, provider)))
      .returning({ provider: identities.provider });
    if (!gone) throw new ApiError("invalid_provider");
    await assertSignInMethod(tx, ctx.user.id);
    await voidChallenges(tx, ctx.user.id);
    await recordAndNotify(ctx, tx, "provider_unlinked", { provider: ctx.services.oauth.labelOf(provider) });
  });
}
