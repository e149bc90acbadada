import type { Database } from "@daymark/db/client";
import { withUserLock } from "../turn.ts";

/** Runs a change of which habits a user has, or of their order, with {@link withUserLock}. */
export function withHabitLock<T>(db: Database, userId: number, change: (db: Database) => Promise<T>): Promise<T> {
  return withUserLock(db, userId, "habits", change);
}
