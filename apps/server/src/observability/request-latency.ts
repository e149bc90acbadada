import { createHistogram } from "node:perf_hooks";

/** The route of an answer that lasts as long as its page is open: it tells nothing about the server's speed. */
const streamRoute = "/trpc/live.changes";
/** Longer requests count as this long, in microseconds. */
const microsecondsMax = 600_000_000;

export type RequestLatency = ReturnType<typeof createRequestLatency>;

/** Measures how long requests take, without the labels of the metrics, in a fraction of a microsecond for each. */
export function createRequestLatency() {
  const durations = createHistogram({ lowest: 1, highest: microsecondsMax, figures: 2 });
  return {
    observe(route: string, milliseconds: number): void {
      if (route === streamRoute) return;
      durations.record(Math.min(microsecondsMax, Math.max(1, Math.round(milliseconds * 1000))));
    },
    /** The 99th percentile in milliseconds since the last call; null if there was no request. */
    takeP99(): number | null {
      const p99 = durations.count === 0 ? null : Math.round(durations.percentile(99) / 100) / 10;
      durations.reset();
      return p99;
    },
  };
}
