import { createNetworkQueue } from "@daymark/auth/concurrency/network-queue";

/**
 * Makes the queue of the imports: one runs at a time, and client networks alternate. The files of waiting calls stay within
 * the memory of uploads (decision 48).
 */
export function createImportQueue() {
  return createNetworkQueue({
    // An unpacked file is in memory and is written on one connection: one import at once leaves both to other work.
    common: { atOnceMax: 1, waitingMax: 20, waitingMillisecondsMax: 10_000 },
    ofNetwork: { atOnceMax: 1, waitingMax: 10, waitingMillisecondsMax: 10_000 },
  });
}
