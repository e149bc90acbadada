import {
  createConcurrencyLimit,
  createConcurrencyLimitPerKey,
  type WatchClient,
} from "@daymark/auth/concurrency/concurrency-limit";

/** The text of a calendar takes some megabytes and milliseconds of work for each habit: one at once bounds both. */
const common = { atOnceMax: 1, waitingMax: 100, waitingMillisecondsMax: 10_000 };
/** Of each client network, one call at a time runs or waits in the common queue, so that networks alternate. */
const ofNetwork = { atOnceMax: 1, waitingMax: 20, waitingMillisecondsMax: 10_000 };

/**
 * Makes the queue of the reads of calendars: one is made at a time.
 *
 * @returns a function that reads a calendar in the turn of a network; it throws QueueFull or ClientLeft as that of
 *   `createConcurrencyLimit`
 */
export function createCalendarQueue() {
  const inTurn = createConcurrencyLimit(common);
  const inTurnOfNetwork = createConcurrencyLimitPerKey<string>(ofNetwork);
  return <Result>(network: string, read: () => Promise<Result>, watchClient?: WatchClient): Promise<Result> =>
    inTurnOfNetwork(network, () => inTurn(read, watchClient), watchClient);
}
