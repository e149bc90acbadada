import type { Database, Transaction } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import { and, eq, ne, sql } from "drizzle-orm";
import { lockAdmin } from "../account-change/lock-admin.ts";
import type { AccountContext } from "../procedure/context.ts";

/**
 * Serialises admins' changes of accounts, so that each counts the admins after the previous change, and locks the
 * calling admin.
 *
 * @throws ApiError as {@link lockAdmin} does
 */
export async function holdAdmins(
  tx: Database | Transaction,
  caller: Pick<AccountContext, "user" | "session">,
): Promise<void> {
  await lockAdmins(tx);
  await lockAdmin(tx, caller);
}

/**
 * Locks the number of admins until the transaction ends. A transaction takes this lock before it locks a user, or it could
 * deadlock with an admin's change of that user.
 */
export async function lockAdmins(tx: Database | Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`);
}

/** Whether another admin can log in. */
export async function hasOtherAdmin(tx: Database | Transaction, id: number): Promise<boolean> {
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.is_staff, true), eq(users.is_active, true), ne(users.id, id)))
    .limit(1);
  return others.length > 0;
}
