import type { ProviderAccount } from "@daymark/auth/oauth/oauth";
import { lockUser } from "@daymark/auth/user/lock-user";
import { adminActions } from "@daymark/db/schema/admin";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { lockAdmins } from "../admin-user/admins.ts";
import { dropPromisedAdmin } from "../invitation/redeem.ts";
import type { Context } from "../procedure/context.ts";

/**
 * Gives or takes the admin right as the provider says at a log-in, and records a change in the audit trail. A provider
 * without OIDC_<NAME>_ADMIN_CLAIM decides nothing. The last admin loses the right too: the provider says who is one. As
 * with every other way to become an admin, the address must be verified: it may be a stranger's, who could then open
 * the account by it.
 */
export async function applyAdminClaim(ctx: Context, userId: number, account: ProviderAccount): Promise<void> {
  const { provider, isAdmin } = account;
  if (isAdmin === undefined) return;
  if (!isAdmin) await dropPromisedAdmin(ctx.db, userId);
  const fields = { user_id: userId, provider };
  const columns = { is_staff: users.is_staff, email_verified: users.email_verified };
  const [before] = await ctx.db.select(columns).from(users).where(eq(users.id, userId));
  if (before?.is_staff === isAdmin) return;
  if (isAdmin && !before?.email_verified) {
    return ctx.adminLog.warn(fields, "a provider makes a user an admin only once their address is verified");
  }
  await ctx.db.transaction(async (tx) => {
    await lockAdmins(tx);
    const user = await lockUser(tx, userId);
    if (!user || user.is_staff === isAdmin || (isAdmin && !user.email_verified)) return;
    await tx.update(users).set({ is_staff: isAdmin }).where(eq(users.id, userId));
    await tx.insert(adminActions).values({
      action: isAdmin ? "provider.promote" : "provider.demote",
      target: `user ${userId}`,
      details: { provider },
      outcome: "done",
    });
  });
  ctx.services.sessions.forget(userId);
  // Pages mark the comments of admins as the team's.
  ctx.services.pageCache.invalidate(["blog", "board"]);
  ctx.adminLog.info(fields, isAdmin ? "a provider made a user an admin" : "a provider took a user's admin right");
}
