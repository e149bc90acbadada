import { createConcurrencyLimitPerKey, type WatchClient } from "@daymark/auth/concurrency/concurrency-limit";
import type { Database } from "@daymark/db/connection/client";
import { isWithinTransaction, withinTransaction } from "@daymark/db/connection/within-transaction";
import { sql } from "drizzle-orm";
import type { Context } from "./context.ts";

/**
 * The advisory locks of a user. A call that needs several takes them in this order.
 *
 * A call that writes many days holds "days": each such write locks some days and waits for others, so two of them could
 * deadlock. A write of one day needs no lock.
 */
type Lock = "habits" | "vacations" | "notes" | "days" | "refusals";

/** The timeout of a lock that another node holds. PostgreSQL then ends the statement (55P03), and the call is `unavailable`. */
export const lockTimeout = "5s";

/**
 * Calls wait longer than an import of 200,000 days, which takes about six seconds. They may be refused if the user's import
 * also waits for those of other users.
 */
const turns = createConcurrencyLimitPerKey<number>({ atOnceMax: 1, waitingMax: 200, waitingMillisecondsMax: 10_000 });

interface Wait {
  /** Of work that need not run after its client has left. */
  watchClient?: WatchClient | undefined;
  /** By default ten seconds. */
  waitingMillisecondsMax?: number;
}

/** What a turn needs: the user, the database, and how to confirm the caller. */
export type UserCall = Pick<Context, "db" | "confirmCaller"> & { user: { id: number } };

/**
 * Runs a user's writes one after another in this process. A call waits here without a connection. If it waited in
 * PostgreSQL instead, for an advisory lock or for a row that a long change has locked, it would hold one, and parallel calls
 * of one user would take the whole pool.
 *
 * A call that has waited confirms its caller, because a session or an API key that ended meanwhile must change nothing.
 *
 * Work within a transaction runs at once, because the call that opened the transaction has waited already.
 *
 * A user who closes the page after a change expects it to be saved, so a change runs also if its client has left.
 *
 * @throws QueueFull if too many calls of the user wait, or this one waited too long; ClientLeft; what `confirmCaller` throws
 */
export function inTurnOfUser<Result>(
  { db, user, confirmCaller }: UserCall,
  work: () => Promise<Result>,
  { watchClient, waitingMillisecondsMax }: Wait = {},
): Promise<Result> {
  if (isWithinTransaction(db.$client)) return work();
  let hasWaited = false;
  const confirmAndWork = async () => {
    if (hasWaited) await confirmCaller?.();
    return work();
  };
  // The queue subscribes to the client only if the call has to wait.
  const noteWait: WatchClient = (listener) => {
    hasWaited = true;
    return watchClient?.(listener) ?? (() => {});
  };
  return turns(user.id, confirmAndWork, noteWait, waitingMillisecondsMax);
}

/**
 * Runs a write of one statement, which needs no turn, at once. Only if changes of the user have or await the turn, it waits
 * for it too, because such a change may have locked its row.
 *
 * @throws what {@link inTurnOfUser} throws
 */
export function writeAtOnce<Result>(call: UserCall, write: () => Promise<Result>): Promise<Result> {
  return turns.isUsed(call.user.id) ? inTurnOfUser(call, write) : write();
}

/**
 * Runs a transaction that holds an advisory lock of a user, on all nodes. What it counts at its start still holds at its
 * end.
 */
export function withUserLock<Result>(
  call: UserCall,
  lock: Lock,
  change: (db: Database) => Promise<Result>,
): Promise<Result> {
  return inTurnOfUser(call, () => inLockedTransaction(call, lock, change));
}

/**
 * The transaction of {@link withUserLock}, for a call that has the user's turn and may need a further one.
 *
 * @param timeout of the lock, as PostgreSQL reads it
 */
export function inLockedTransaction<Result>(
  { db, user }: UserCall,
  lock: Lock,
  change: (db: Database) => Promise<Result>,
  timeout?: string,
): Promise<Result> {
  return withinTransaction(db, async (locked) => {
    await takeUserLock(locked, user.id, lock, timeout);
    return change(locked);
  });
}

/**
 * Takes one more lock until the transaction ends. It is a separate statement, because a statement that also read rows would
 * see them as they were before it waited.
 *
 * @param db within the transaction of {@link withUserLock}
 * @param timeout as PostgreSQL reads it
 */
export async function takeUserLock(db: Database, userId: number, lock: Lock, timeout = lockTimeout): Promise<void> {
  // PostgreSQL computes the columns from left to right, so the timeout applies to the lock.
  await db.execute(sql`
    select set_config('lock_timeout', ${timeout}, true), pg_advisory_xact_lock(hashtextextended(${lock}, ${userId}))`);
}
