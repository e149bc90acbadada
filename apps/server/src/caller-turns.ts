import type { InTurn } from "@daymark/api/context";
import type { Caller } from "@daymark/auth/caller";
import { createTurnsPerKey, type WatchClient } from "@daymark/auth/turn";

/**
 * How many calls of one user run at once. A call may hold a connection of the database for a second, if its user has a
 * century of days.
 */
const userLimits = { atOnceMax: 3, waitingMax: 200 };

/** How many calls of one client network run at once: half of the ten connections, so that other networks find one free. */
const networkLimits = { atOnceMax: 5, waitingMax: 1_000 };

/**
 * Has the calls of a user, and those of a client network, wait for each other before they take a connection of the
 * database. Without this, parallel calls of one client would take all connections, and everyone else's calls would wait
 * behind them.
 *
 * Guests of a network wait apart from its users, so that a flood of log-ins does not delay users.
 *
 * @returns the turns of one caller; a call is refused with QueueFull if too many calls wait, and gives up its place with
 *   ClientLeft if its client leaves while it waits
 */
export function createCallerTurns(): (caller: Caller | null, network: string, watchClient?: WatchClient) => InTurn {
  const inTurnOfUser = createTurnsPerKey<number>(userLimits);
  const inTurnOfNetwork = createTurnsPerKey<string>(networkLimits);
  return (caller, network, watchClient) => {
    if (!caller) return (work) => inTurnOfNetwork(`guests ${network}`, work, watchClient);
    const { id } = caller.user;
    // First the user's turn, so that the calls that wait for it keep no place of their network.
    return (work) => inTurnOfUser(id, () => inTurnOfNetwork(network, work, watchClient), watchClient);
  };
}
