import type { Database } from "@daymark/db/client";
import { sql } from "drizzle-orm";

/** What of a user's is changed one after another; whoever needs several takes them in this order. */
type OneByOne = "habits" | "vacations" | "notes";

/**
 * Waits until nobody else, on any node, changes what of a user's there may only be so many of, or what has an order, and
 * keeps others from it until the transaction ends. What is counted after it still holds at the end.
 *
 * A statement of its own: one that also read would see rows as they were before it had to wait.
 *
 * @param db within a transaction
 */
export async function takeTurn(db: Database, userId: number, what: OneByOne): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${what}, ${userId}))`);
}
