import { performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

/** How often it is looked whether a load is over. */
const lookMs = 5_000;
/** Share of that time in which the process did anything: above it somebody is being served. */
const quietMax = 0.05;
/** Less garbage is not worth the pause of a collection, some 90 ms. */
const worthBytes = 24 * 2 ** 20;

/**
 * Gives the memory that a load has left behind back to the system once nobody is served any more. V8 does so too, but
 * only when it believes that little is allocated, which took it between ten seconds and longer than anyone looked.
 *
 * @param options.collect V8's own, there where Node was started with --expose-gc, as runtime.json says; without it
 *   nothing is done
 * @param options.heapBytes what V8 has taken for its heap by now
 * @param options.utilization share of its time, 0..1, in which the event loop had something to do since it was asked last
 * @returns what ends it
 */
export function giveBackWhenQuiet({
  collect = globalThis.gc,
  heapBytes = () => getHeapStatistics().total_heap_size,
  utilization = utilizationSinceLast(),
}: {
  collect?: NodeJS.GCFunction | undefined;
  heapBytes?: () => number;
  utilization?: () => number;
} = {}): () => void {
  if (!collect) return () => {};
  /** After the last collection. */
  let leastBytes = 0;
  const timer = setInterval(() => {
    if (utilization() > quietMax || heapBytes() < leastBytes + worthBytes) return;
    // The one flavor that gives back what it has freed, instead of keeping it for the next load.
    collect({ type: "major", flavor: "last-resort", execution: "sync" });
    leastBytes = heapBytes();
  }, lookMs).unref();
  return () => clearInterval(timer);
}

function utilizationSinceLast(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
