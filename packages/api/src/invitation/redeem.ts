import type { Database, Transaction } from "@daymark/db/connection/client";
import { adminActions } from "@daymark/db/schema/admin";
import { invitations, invitationUses } from "@daymark/db/schema/invitation";
import { users } from "@daymark/db/schema/user";
import type { Plan } from "@daymark/domain/account/plan";
import { and, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { hashInvitation } from "./create.ts";
import { stateOf } from "./read.ts";

/**
 * Refuses a token that allows no sign-up (any more). It counts nothing.
 *
 * @param now milliseconds since the epoch
 * @returns until when the invitation is valid, and the only address that may sign up by it
 * @throws ApiError permission_denied, with the reason in `invitation`: unknown, revoked, used_up or expired
 */
export async function requireInvitation(
  db: Database | Transaction,
  token: string,
  now: number,
): Promise<{ expires_at: Date; email: string | null }> {
  return requireOpen(db, hashInvitation(token), now);
}

async function requireOpen(db: Database | Transaction, hash: string, now: number) {
  const [row] = await db.select().from(invitations).where(eq(invitations.token_hash, hash));
  const state = row ? stateOf(row, now) : "unknown";
  if (!row || state !== "open") throw new ApiError("permission_denied", { values: { invitation: state } });
  return { expires_at: row.expires_at, email: row.email };
}

/**
 * As {@link requireInvitation}, for a sign-up with an address.
 *
 * @throws ApiError permission_denied; the reason is also `address`, if the invitation is for another one
 */
export async function requireInvitationFor(
  db: Database | Transaction,
  { hash, email, now }: { hash: string; email: string; now: number },
): Promise<void> {
  const invitation = await requireOpen(db, hash, now);
  if (invitation.email === null || invitation.email === email) return;
  throw new ApiError("permission_denied", { values: { invitation: "address" } });
}

/**
 * Counts a use in the transaction that creates the account. The database checks the conditions in the statement that
 * counts, so of two people with the last use one is refused.
 *
 * @param use.hash of the link's token
 * @param use.now milliseconds since the epoch
 * @returns the plan that the account gets; null for the plan that new accounts have
 * @throws ApiError permission_denied, as {@link requireInvitationFor} does
 */
export async function redeemInvitation(
  tx: Transaction,
  { hash, email, userId, now }: { hash: string; email: string; userId: number; now: number },
): Promise<Plan | null> {
  const isOpen = and(
    eq(invitations.token_hash, hash),
    or(isNull(invitations.email), eq(invitations.email, email)),
    lt(invitations.uses, invitations.uses_max),
    isNull(invitations.revoked_at),
    gt(invitations.expires_at, new Date(now)),
  );
  const [used] = await tx
    .update(invitations)
    .set({ uses: sql`${invitations.uses} + 1` })
    .where(isOpen)
    .returning({ id: invitations.id, plan: invitations.plan, is_staff: invitations.is_staff });
  if (!used) {
    await requireInvitationFor(tx, { hash, email, now });
    throw new ApiError("permission_denied", { values: { invitation: "used_up" } });
  }
  await tx.insert(invitationUses).values({ user_id: userId, invitation_id: used.id, awaits_staff: used.is_staff });
  return used.plan;
}

/** Takes back an admin right that an invitation promises to a user and that waits for the address to be verified. */
export async function dropPromisedAdmin(db: Database | Transaction, userId: number): Promise<void> {
  await db.update(invitationUses).set({ awaits_staff: false }).where(eq(invitationUses.user_id, userId));
}

/**
 * Makes a user an admin whose invitation says so and whose address, the invitation's, has just been verified. An
 * invitation that was revoked meanwhile gives nothing. The caller holds the user's lock and calls {@link announceVerified} afterwards.
 *
 * @returns whether the user has become an admin
 */
export async function promoteInvited(tx: Transaction, userId: number): Promise<boolean> {
  const open = tx
    .select({ id: invitations.id })
    .from(invitations)
    .innerJoin(users, and(eq(users.id, userId), eq(users.email, invitations.email)))
    .where(isNull(invitations.revoked_at));
  const [use] = await tx
    .update(invitationUses)
    .set({ awaits_staff: false })
    .where(
      and(
        eq(invitationUses.user_id, userId),
        eq(invitationUses.awaits_staff, true),
        inArray(invitationUses.invitation_id, open),
      ),
    )
    .returning({ invitationId: invitationUses.invitation_id });
  if (!use) return false;
  await tx.update(users).set({ is_staff: true }).where(eq(users.id, userId));
  await tx.insert(adminActions).values({
    action: "invitation.promote",
    target: `user ${userId}`,
    details: { invitation: use.invitationId },
    outcome: "done",
  });
  return true;
}

/** After the commit that verified an address: every request sees it at once, and pages mark a new admin as the team's. */
export function announceVerified(ctx: Context, { userId, isPromoted }: { userId: number; isPromoted: boolean }): void {
  ctx.services.sessions.forget(userId);
  if (!isPromoted) return;
  ctx.services.pageCache.invalidate(["blog", "board"]);
  ctx.adminLog.info({ user_id: userId }, "an invitation made a user an admin");
}
