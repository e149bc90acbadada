import { createConcurrencyLimit, createConcurrencyLimitPerKey, type WatchClient } from "./concurrency-limit.ts";

type Limits = Parameters<typeof createConcurrencyLimit>[0];

/**
 * Makes a queue that client networks share. A call waits first for its turn in its network, and only then in the common
 * queue. With `ofNetwork.atOnceMax` at 1, each network has at most one place in the common queue, so that networks
 * alternate and none delays another by more than one call.
 *
 * @param limits.common of all networks together
 * @param limits.ofNetwork of each network
 * @returns a function that runs the work of a network in its turn; it throws QueueFull or ClientLeft as
 *   `createConcurrencyLimit` does
 */
export function createNetworkQueue({ common, ofNetwork }: { common: Limits; ofNetwork: Limits }) {
  const inTurn = createConcurrencyLimit(common);
  const inTurnOfNetwork = createConcurrencyLimitPerKey<string>(ofNetwork);
  return <Result>(network: string, work: () => Promise<Result>, watchClient?: WatchClient): Promise<Result> =>
    inTurnOfNetwork(network, () => inTurn(work, watchClient), watchClient);
}
