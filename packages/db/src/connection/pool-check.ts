import type { Sql } from "./client.ts";

/**
 * A pool whose connections move answers a statement within this time, also under load: a statement waits at most five
 * seconds for a lock, and long work has its own pools. Calls that wait longer for a connection are better sent to another
 * node.
 */
const stuckMilliseconds = 10_000;

/**
 * Tells whether the pool still hands out its connections. Calls that hold a connection while they wait for another one can
 * take all of them for good, while the database itself answers.
 *
 * Each call sends a statement through the pool, unless that of an earlier call still waits, so that statements never queue
 * up. The result is returned at once, because a load balancer waits for it a second or less. So a stuck pool is noticed
 * ten seconds after the first statement that it leaves unanswered. A statement that fails proves nothing about the pool:
 * the caller knows by other means whether the database can be reached.
 *
 * @param deps.now milliseconds since the epoch
 * @returns false if a statement has waited for ten seconds
 */
export function createPoolCheck(
  sql: Sql,
  { now, log }: { now: () => number; log: { warn(fields: object, message: string): void } },
): () => boolean {
  let waitingSince: number | null = null;

  async function check(): Promise<void> {
    waitingSince = now();
    try {
      await sql`select 1`;
    } catch (error) {
      log.warn({ error }, "the check of the database connections failed");
    } finally {
      waitingSince = null;
    }
  }

  return () => {
    if (waitingSince === null) void check();
    return waitingSince === null || now() - waitingSince < stuckMilliseconds;
  };
}
