import type { Sql } from "@daymark/db/connection/client";
import { lockTimeout } from "../procedure/user-queue.ts";

/**
 * A subquery of one row that takes an advisory lock. A statement that writes many days of a user reads from it first, so
 * that such statements run one after another on all nodes: each locks some days and waits for others, so two of them could
 * deadlock. A write of one day needs no lock. The statement runs in `inTurnOfUser`, so that it rarely waits here, where it
 * holds a connection.
 *
 * Tables that the statement joins are seen as they were when it began, before it waited.
 */
export function dayLock(sql: Sql, userId: number) {
  // OFFSET keeps PostgreSQL from merging it into the outer query, which might not evaluate it.
  return sql`(select set_config('lock_timeout', ${lockTimeout}, true), pg_advisory_xact_lock(hashtextextended('days', ${userId})) offset 0)`;
}
