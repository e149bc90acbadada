import type { Database, Transaction } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";

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
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
  return user;
}
