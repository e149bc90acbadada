import type { Database, Transaction } from "@daymark/db/client";
import { sql } from "drizzle-orm";

/**
 * One transaction that changes which habits a user has or where they stand. Such changes of one user follow one
 * another, on all nodes, so that what is counted at the start of one still holds at its end.
 */
export function withHabitLock<T>(db: Database, userId: number, change: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    // A statement of its own: one that also read habits would see them as they were before it had to wait.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('habits', ${userId}))`);
    return change(tx);
  });
}
