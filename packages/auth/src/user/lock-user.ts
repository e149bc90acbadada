import type { Database, Transaction } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";

/**
 * Has whoever works on an account take turns, until the transaction ends: the user first, then the rest, so that nobody
 * waits for each other in a circle. What merely refers to the user, such as a new habit or a key of idempotency, goes on:
 * the lock is the one that foreign keys ignore.
 *
 * @returns the user as of now, undefined where there is none any more
 */
export async function lockUser(
  tx: Database | Transaction,
  userId: number,
): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
  return user;
}
