import type { Database, Transaction } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import { eq, getTableColumns, sql } from "drizzle-orm";

/**
 * How long a transaction waits for the lock of a user, and for each lock that it takes later. PostgreSQL then ends the
 * statement (55P03), and the call is `unavailable`.
 *
 * A call holds a connection while it waits. Only a deletion holds the lock for longer, and then another change of the
 * account has no purpose. A deletion itself waits no longer either: all others hold the lock for some milliseconds.
 */
const lockTimeout = "2s";

/**
 * Locks a user until the transaction ends, so that changes of one account run one after another. A transaction locks
 * the user first and other rows later, so that transactions do not deadlock. An insert that only refers to the user,
 * such as of a habit or an Idempotency-Key, does not wait: foreign keys do not conflict with this lock.
 *
 * @returns the user as of now, undefined if the user was deleted
 */
export async function lockUser(
  tx: Database | Transaction,
  userId: number,
): Promise<typeof users.$inferSelect | undefined> {
  // PostgreSQL evaluates the subquery before it locks the row. OFFSET keeps it from merging the subquery into the outer
  // query, which might not evaluate it.
  const timeout = sql`(select set_config('lock_timeout', ${lockTimeout}, true) offset 0) timeout`;
  const [user] = await tx
    .select(getTableColumns(users))
    .from(users)
    .crossJoin(timeout)
    .where(eq(users.id, userId))
    .for("no key update", { of: users });
  return user;
}
