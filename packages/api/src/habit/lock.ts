import type { Database } from "@daymark/db/client";
import { withinTransaction } from "@daymark/db/within-transaction";
import { takeTurn } from "../turn.ts";

/**
 * One transaction that changes which habits a user has or where they stand. Such changes of one user follow one
 * another, on all nodes, so that what is counted at the start of one still holds at its end, and what it answers is
 * what it did.
 */
export function withHabitLock<T>(db: Database, userId: number, change: (db: Database) => Promise<T>): Promise<T> {
  return withinTransaction(db, async (locked) => {
    await takeTurn(locked, userId, "habits");
    return change(locked);
  });
}
