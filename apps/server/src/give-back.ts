import { performance } from "node:perf_hooks";

/** How often it is looked whether a load is over. */
const lookMs = 4_000;
/** Share of that time in which the process did anything: above it somebody is being served. */
const quietMax = 0.05;
/**
 * So many looks in a row that find it quiet: a collection is a pause of some 90 ms, which ought to meet nobody, and the
 * first second of the next load is slower by half, so that a short break is none.
 */
const quietLooks = 3;

/**
 * Gives the memory that a load has left behind back to the system once nobody is served any more. V8 does so too, but
 * only when it believes that little is allocated, which took it between ten seconds and longer than anyone looked.
 *
 * @param options.collect V8's own, there where Node was started with --expose-gc, as runtime.json says; without it
 *   nothing is done
 * @param options.utilization share of its time, 0..1, in which the event loop had something to do since it was asked last
 * @returns what ends it
 */
export function giveBackWhenQuiet({
  collect = globalThis.gc,
  utilization = utilizationSinceLast(),
}: {
  collect?: NodeJS.GCFunction | undefined;
  utilization?: () => number;
} = {}): () => void {
  if (!collect) return () => {};
  let looks = 0;
  const timer = setInterval(() => {
    looks = utilization() > quietMax ? 0 : looks + 1;
    // The one flavor that gives back what it has freed, and what V8 keeps for the next load.
    if (looks === quietLooks) collect({ type: "major", flavor: "last-resort", execution: "sync" });
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
