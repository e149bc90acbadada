import {
  createConcurrencyLimit,
  createConcurrencyLimitPerKey,
  type WatchClient,
} from "@daymark/auth/concurrency/concurrency-limit";

/** An unpacked file is in memory and is written on one connection: one import at once leaves both to other work. */
const common = { atOnceMax: 1, waitingMax: 20, waitingMillisecondsMax: 10_000 };
/** Half as many wait for each client network, of which one call at a time runs or waits in the common queue. */
const ofNetwork = { atOnceMax: 1, waitingMax: 10, waitingMillisecondsMax: 10_000 };

/**
 * Makes the queue of the imports: one runs at a time. Client networks alternate, because each has at most one place in the
 * common queue. The files of waiting calls stay within the memory of uploads (decision 48).
 *
 * @returns a function that runs an import of a network in its turn; it throws QueueFull or ClientLeft as that of `createConcurrencyLimit`
 */
export function createImportQueue() {
  const inTurn = createConcurrencyLimit(common);
  const inTurnOfNetwork = createConcurrencyLimitPerKey<string>(ofNetwork);
  return <Result>(network: string, work: () => Promise<Result>, watchClient?: WatchClient): Promise<Result> =>
    inTurnOfNetwork(network, () => inTurn(work, watchClient), watchClient);
}
