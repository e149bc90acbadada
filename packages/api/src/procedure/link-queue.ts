import { createNetworkQueue } from "@daymark/auth/concurrency/network-queue";

/**
 * Makes the queue of what anyone reads who knows a secret address, such as calendars or pictures: one is made at a time, and
 * client networks alternate. These reads take no turn among the calls of the owner, whom strangers must not delay.
 */
export function createLinkQueue() {
  return createNetworkQueue({
    // The text of a calendar takes some megabytes and milliseconds of work for each habit: one at once bounds both.
    common: { atOnceMax: 1, waitingMax: 100, waitingMillisecondsMax: 10_000 },
    ofNetwork: { atOnceMax: 1, waitingMax: 20, waitingMillisecondsMax: 10_000 },
  });
}
