import type { InTurn, Turn } from "@daymark/api/procedure/context";
import { createConcurrencyLimitPerKey, type WatchClient } from "@daymark/auth/concurrency/concurrency-limit";
import { createRecordPerKey } from "@daymark/auth/concurrency/record-per-key";
import type { Caller } from "@daymark/auth/session/caller";

/**
 * How many calls of one user run at once. A call may hold a connection of the database for a second, if its user has a
 * century of days.
 */
const userLimits = { atOnceMax: 3, waitingMax: 200 };

/**
 * The same for all API keys of a user. Keys have their own places, so that the owner can always revoke a stolen key.
 */
const keyLimits = { atOnceMax: 2, waitingMax: 100 };

/**
 * How many calls of one client network run at once, of its users and of its guests. Users have many more places than
 * there are connections, so that the driver sends several statements together on a connection. Single statements cost
 * up to twice as much processor time. A network may be an office or a school. Above the limit, all of its calls wait.
 */
const networkLimits = {
  users: { atOnceMax: 64, waitingMax: 1_000 },
  guests: { atOnceMax: 2, waitingMax: 1_000 },
};

/**
 * How many calls of a network's users use the main pool. The others share the connections of the overflow pool. With
 * two guests and four rendered pages, which take no turn here, a network holds at most 10 of the 12 connections
 * (packages/db/src/connection/client.ts), and the calendar queue one. Another network finds one free.
 */
const ownCallsMax = 4;

/**
 * Makes the calls of a user, and those of a client network, wait for each other before they take a connection of the
 * database. Without this, everyone else's calls would wait behind all parallel calls of one client.
 *
 * Guests of a network wait apart from its users, so that a flood of log-ins does not delay users.
 *
 * @returns the turns of one caller; a call is refused with QueueFull if too many calls wait, and gives up its place
 *   with ClientLeft if its client leaves while it waits
 */
export function createCallerTurns(): (caller: Caller | null, network: string, watchClient?: WatchClient) => InTurn {
  const inTurnOfUser = createConcurrencyLimitPerKey<number>(userLimits);
  const inTurnOfKeys = createConcurrencyLimitPerKey<number>(keyLimits);
  const inTurnOfUsers = createConcurrencyLimitPerKey<string>(networkLimits.users);
  const inTurnOfGuests = createConcurrencyLimitPerKey<string>(networkLimits.guests);
  const ownCalls = createRecordPerKey<string, { count: number }>(
    () => ({ count: 0 }),
    ({ count }) => count === 0,
  );

  async function onConnections<Result>(network: string, work: Work<Result>): Promise<Result> {
    const own = ownCalls.of(network);
    if (own.count >= ownCallsMax) return work({ isOverflow: true });
    own.count += 1;
    try {
      return await work({ isOverflow: false });
    } finally {
      own.count -= 1;
    }
  }

  return (caller, network, watchClient) => {
    if (!caller) {
      return tellWaits(watchClient, (work, watch) => inTurnOfGuests(network, () => work({ isOverflow: false }), watch));
    }
    const { user, key } = caller;
    const inTurnOfCaller = key ? inTurnOfKeys : inTurnOfUser;
    // First the user's turn, so that calls that wait for it take no place of their network.
    return tellWaits(watchClient, (work, watch) =>
      inTurnOfCaller(user.id, () => inTurnOfUsers(network, () => onConnections(network, work), watch), watch),
    );
  };
}

type Work<Result> = (turn: Pick<Turn, "isOverflow">) => Promise<Result>;
type Queue = <Result>(work: Work<Result>, watchClient: WatchClient) => Promise<Result>;

/** A queue subscribes to the client of a call only if the call has to wait. */
function tellWaits(watchClient: WatchClient | undefined, queue: Queue): InTurn {
  return (work) => {
    let hasWaited = false;
    const watch: WatchClient = (listener) => {
      hasWaited = true;
      return watchClient?.(listener) ?? (() => {});
    };
    return queue(({ isOverflow }) => work({ hasWaited, isOverflow }), watch);
  };
}
