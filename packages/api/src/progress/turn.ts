import type { Sql } from "@daymark/db/client";

/**
 * What a statement that writes many days of a user reads from first, so that such writes follow one another: each holds
 * some days and waits for others, and two of them would wait for each other for good. A write of one day needs no turn.
 *
 * A part of a statement, of one row. What is joined with it is found as it was when the statement began.
 */
export function turnOfDays(sql: Sql, userId: number) {
  // OFFSET keeps it from becoming part of a greater query, which might have no use for it.
  return sql`(select pg_advisory_xact_lock(hashtextextended('days', ${userId})) offset 0)`;
}
