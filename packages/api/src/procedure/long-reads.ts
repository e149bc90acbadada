import { siteNetworkOf } from "@daymark/auth/client/address";
import type { Client } from "@daymark/auth/client/device";
import {
  createConcurrencyLimit,
  createConcurrencyLimitPerKey,
  type WatchClient,
} from "@daymark/auth/concurrency/concurrency-limit";
import type { Database, Sql } from "@daymark/db/connection/client";
import { isWithinTransaction } from "@daymark/db/connection/within-transaction";
import type { Context, Using } from "./context.ts";

/** One caller's work that may take seconds. */
interface Work<Result> {
  user: { id: number };
  client: Client;
  confirmCaller?: Context["confirmCaller"] | undefined;
  watchClient?: WatchClient | undefined;
  run: () => Promise<Result>;
}

interface TurnLimits {
  waitingOfUserMax: number;
  /** Of a network, and of all users. */
  waitingMax: number;
  /** In each of the three queues; none by default. */
  waitingMillisecondsMax?: number;
  /** Whose turns a user's work takes: one for the user, or one for the user in each network. */
  ofUser: (userId: number, network: string) => string;
}

/**
 * At most three run at once, over all users, because a statement about a century keeps a processor busy for half a second.
 * A network takes at most two turns, so that other networks find one free.
 *
 * @param limits of each of the three queues
 * @returns runs work in its turn; work that has waited confirms its caller. It throws QueueFull, ClientLeft if the client
 *   leaves before the turn, and what `confirmCaller` throws
 */
function createTurns({ waitingOfUserMax, ofUser, ...limits }: TurnLimits) {
  const inTurnOfUser = createConcurrencyLimitPerKey<string>({ atOnceMax: 1, ...limits, waitingMax: waitingOfUserMax });
  const inTurnOfNetwork = createConcurrencyLimitPerKey<string>({ atOnceMax: 2, ...limits });
  const inTurnOfAll = createConcurrencyLimit({ atOnceMax: 3, ...limits });
  return <Result>({ user, client, confirmCaller, watchClient, run }: Work<Result>): Promise<Result> => {
    const network = siteNetworkOf(client.address);
    let hasWaited = false;
    // A queue subscribes to the client only if the work has to wait.
    const noteWait: WatchClient = (listener) => {
      hasWaited = true;
      return watchClient?.(listener) ?? (() => {});
    };
    const confirmAndRun = async () => {
      if (hasWaited) await confirmCaller?.();
      return run();
    };
    const runOfNetwork = () => inTurnOfNetwork(network, () => inTurnOfAll(confirmAndRun, noteWait), noteWait);
    return inTurnOfUser(ofUser(user.id, network), runOfNetwork, noteWait);
  };
}

/**
 * A user has at most five calls at once (decision 55), so these limits are only for callers inside the process. A user's
 * read that waits in a busy network, such as that of an application, delays no read of the same user in another one.
 */
const inTurnOfReads = createTurns({
  ...{ waitingOfUserMax: 200, waitingMax: 1_000, waitingMillisecondsMax: 60_000 },
  ofUser: (userId, network) => `${userId} ${network}`,
});

/** The user whose days are read, and the network of the `client` that reads them. */
export type Reader = Using<"longWorkDb"> &
  Pick<Context, "client" | "confirmCaller" | "watchClient"> & {
    user: { id: number };
    /** The database of the call: a read is refused if it is within a transaction. Callers without one are not checked. */
    db?: Database;
    /** The caller has a queue of its own that runs few reads at a time, and so needs no further turn. */
    hasOwnTurn?: true;
  };

/**
 * Runs a statement about all days of many habits, when its user, their network and all readers have a turn for it. A read
 * that has waited confirms its caller.
 *
 * @throws QueueFull if too many reads wait, or this one waited for more than a minute in one of its three queues; ClientLeft if
 *   the client leaves before the turn; what `confirmCaller` throws; Error within a transaction, because the read would wait with a connection that those before it may need
 */
export async function readInTurn<Result>(
  { services: { longWorkDb }, user, client, confirmCaller, watchClient, db, hasOwnTurn }: Reader,
  statement: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const run = () => statement(longWorkDb.$client);
  if (hasOwnTurn) return run();
  if (db && isWithinTransaction(db.$client))
    throw new Error("a long read must not wait for a turn within a transaction");
  return inTurnOfReads({ user, client, confirmCaller, watchClient, run });
}

/** One statement reads so many totals: each takes up to some milliseconds, and few users have more. */
export const totalsAtOnceMax = 10;
/** One statement looks for the first amounts of so many habits: each may read thousands of days with only a note. */
export const firstAmountsAtOnceMax = 2;

/**
 * Changes that read many days of all habits, or write many days, of all users. Their turns are separate from those of the reads: a change keeps
 * its turn while it waits for its user's other changes, and reads must not wait for that. For the same reason a user takes
 * one turn, from whatever network.
 */
const inTurnOfChanges = createTurns({
  ...{ waitingOfUserMax: 100, waitingMax: 100, waitingMillisecondsMax: 10_000 },
  ofUser: String,
});

/**
 * Runs a change that reads all habits of its user. If that takes more than one statement about totals or first amounts
 * reads, the change waits for a turn first, before it opens a transaction.
 *
 * @param sql reads what the habits need
 * @throws QueueFull if too many such changes wait, or this one waited for more than ten seconds in one of its three queues;
 *   what `confirmCaller` throws
 */
export async function changeInTurn<Result>(
  { user, client, confirmCaller }: Pick<Reader, "user" | "client" | "confirmCaller">,
  sql: Sql,
  change: () => Promise<Result>,
): Promise<Result> {
  if (!(await isLong(sql, user.id))) return change();
  return longChangeInTurn({ user, client, confirmCaller }, change);
}

/**
 * Runs a change that may take seconds, such as one of many days with logs, in a turn of the changes, which it waits for
 * before it opens a transaction.
 *
 * @throws QueueFull as {@link changeInTurn}; what `confirmCaller` throws
 */
export function longChangeInTurn<Result>(
  { user, client, confirmCaller }: Pick<Reader, "user" | "client" | "confirmCaller">,
  change: () => Promise<Result>,
): Promise<Result> {
  return inTurnOfChanges({ user, client, confirmCaller, run: change });
}

/** Whether the habits of a user, also archived ones, need more than one statement of either kind. */
async function isLong(sql: Sql, userId: number): Promise<boolean> {
  const [row] = await sql<[{ totals: number; noted_first: number }]>`
    select count(*) filter (where ends -> 'total' is not null)::int as totals,
      count(*) filter (where not has_amount)::int as noted_first
    from (
      select h.ends, (
        select p.value is not null or p.skipped from progress p
        where p.user_id = ${userId} and p.habit_id = h.id and p.day < h.created_on
        order by p.day limit 1
      ) as has_amount
      from habits h where h.user_id = ${userId} and h.deleted_at is null
    ) habit`;
  return row.totals > totalsAtOnceMax || row.noted_first > firstAmountsAtOnceMax;
}
