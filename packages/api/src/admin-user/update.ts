import { revokeAccess } from "@daymark/auth/session/revoke";
import { lockUser } from "@daymark/auth/user/lock-user";
import type { Transaction } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import type { Plan } from "@daymark/domain/account/plan";
import type { AccountDecision } from "@daymark/domain/operator/admin-user";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { dropPromisedAdmin } from "../invitation/redeem.ts";
import type { AccountContext } from "../procedure/context.ts";
import { mayMailUnproven } from "../procedure/unproven-mail.ts";
import { hasOtherAdmin, holdAdmins } from "./admins.ts";

interface Change {
  is_staff?: boolean | undefined;
  is_active?: boolean | undefined;
  plan?: Plan | undefined;
}

/**
 * Gives or takes the admin right, activates or deactivates an account, or sets its plan. The owner gets a mail about
 * actual changes. The sessions of a deactivated account end at once, and its keys are refused until it is active again.
 *
 * @throws ApiError user_not_found; conflict if no admin could log in any more, or if the user would become an admin and
 *   their address was never verified; session_terminated or permission_denied if the caller's session or right has
 *   ended
 */
export async function updateUser(ctx: AccountContext, id: number, change: Change): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await holdAdmins(tx, ctx);
    const user = await lockUser(tx, id);
    if (!user) throw new ApiError("user_not_found");
    const isLosingAdmin = user.is_staff && user.is_active && (change.is_staff === false || change.is_active === false);
    if (isLosingAdmin && !(await hasOtherAdmin(tx, id))) {
      throw new ApiError("conflict", { values: { reason: "last_admin" } });
    }
    const next = {
      is_staff: change.is_staff ?? user.is_staff,
      is_active: change.is_active ?? user.is_active,
      plan: change.plan ?? user.plan,
    };
    const isMadeAdmin = next.is_staff && (!user.is_staff || (next.is_active && !user.is_active));
    // A user may have signed up with a stranger's address, and must not become an admin under it.
    if (isMadeAdmin && !user.email_verified) {
      throw new ApiError("conflict", { values: { reason: "not_verified" } });
    }
    await tx.update(users).set(next).where(eq(users.id, id));
    if (change.is_staff === false) await dropPromisedAdmin(tx, id);
    if (user.is_active && !next.is_active) await revokeAccess(tx, id, { apiKeys: true });
    // Without plans, a plan says nothing to its owner.
    const told = ctx.services.installation.plans === "on" ? next : { ...next, plan: user.plan };
    for (const decision of decisionsOf(user, told)) await tell(ctx, tx, user, decision);
  });
  ctx.services.sessions.forget(id);
}

/**
 * Ends every session of an account and the log-ins under way, and notifies the owner.
 *
 * @returns how many sessions there were
 * @throws ApiError user_not_found; session_terminated or permission_denied if the caller's session or right has ended
 */
export async function endUserSessions(ctx: AccountContext, id: number): Promise<number> {
  const terminated = await ctx.db.transaction(async (tx) => {
    await holdAdmins(tx, ctx);
    const user = await lockUser(tx, id);
    if (!user) throw new ApiError("user_not_found");
    const count = await ctx.services.sessions.endAll(tx, id, { keep: null });
    if (count > 0) await tell(ctx, tx, user, "sessions_ended");
    return count;
  });
  ctx.services.sessions.forget(id);
  return terminated;
}

type State = Required<{ [Name in keyof Change]: NonNullable<Change[Name]> }>;

function decisionsOf(before: State, after: State): AccountDecision[] {
  return [
    ...(before.is_staff === after.is_staff ? [] : ([after.is_staff ? "staff_given" : "staff_taken"] as const)),
    ...(before.plan === after.plan ? [] : ([after.plan === "paid" ? "plan_paid" : "plan_free"] as const)),
    ...(before.is_active === after.is_active ? [] : ([after.is_active ? "reactivated" : "deactivated"] as const)),
  ];
}

/**
 * Notifies the owner of an account by mail about an admin's decision. It does not use a notice, because a notice
 * contains the place of the change, and an admin's place is private. An unverified address gets no mail beyond its cap.
 */
async function tell(
  ctx: AccountContext,
  tx: Transaction,
  { id, email, email_verified, language, username }: typeof users.$inferSelect,
  decision: AccountDecision,
): Promise<void> {
  if (!email_verified && !(await mayMailUnproven(ctx.services, email))) return;
  await ctx.services.outbox.enqueue(tx, id, {
    template: "account_decision",
    to: email,
    language,
    values: { username, decision, link: `${ctx.services.outbox.publicUrl}/` },
  });
}
