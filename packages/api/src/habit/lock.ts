import type { Database } from "@daymark/db/connection/client";
import { type UserCall, withUserLock } from "../procedure/user-queue.ts";

/** Runs a change of the set of a user's habits, or of their order, with {@link withUserLock}. */
export function withHabitLock<T>(call: UserCall, change: (db: Database) => Promise<T>): Promise<T> {
  return withUserLock(call, "habits", change);
}
