import { createNetworkQueue } from "@daymark/auth/concurrency/network-queue";

/** Makes the queue of the reads of calendars: one is made at a time, and client networks alternate. */
export function createCalendarQueue() {
  return createNetworkQueue({
    // The text of a calendar takes some megabytes and milliseconds of work for each habit: one at once bounds both.
    common: { atOnceMax: 1, waitingMax: 100, waitingMillisecondsMax: 10_000 },
    ofNetwork: { atOnceMax: 1, waitingMax: 20, waitingMillisecondsMax: 10_000 },
  });
}
