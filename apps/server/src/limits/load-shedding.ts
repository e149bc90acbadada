import { monitorEventLoopDelay } from "node:perf_hooks";
import { ApiError } from "@daymark/api/base/error";
import type { FastifyInstance } from "fastify";

/** How late the event loop may be on average: an answer takes several of its turns. */
const eventLoopDelayMsMax = 1_000;
/** Long enough that one slow turn among quick ones is no overload. */
const sampleMs = 2_000;
/** How often the event loop is asked for the time; an idle one is late by this. */
const resolutionMs = 10;
const retryAfterSeconds = 2;

/**
 * Refuses the scope's requests at once while the process is so far behind that they would only lengthen the queue. What
 * a start on a busy machine left behind is not of requests: the first samples after it count for nothing.
 *
 * Node's own histogram, and nothing that opens a file: `@fastify/under-pressure` asks for the process's memory in a
 * timer, which throws where no file handle is left, and nobody catches what a timer throws.
 */
export async function shedLoad(scope: FastifyInstance, onShed: () => void = () => {}): Promise<void> {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let isBehind = false;
  let countsFromMs = 0;
  const timer = setInterval(() => {
    // A sample without a single turn was one long turn: its mean is not a number.
    const delayMs = histogram.mean / 1e6 - resolutionMs;
    isBehind = Number.isNaN(delayMs) || delayMs > eventLoopDelayMsMax;
    histogram.reset();
  }, sampleMs).unref();
  scope.addHook("onClose", async () => {
    clearInterval(timer);
    histogram.disable();
  });
  scope.addHook("onListen", async () => {
    countsFromMs = performance.now() + 2 * sampleMs;
  });
  scope.addHook("onRequest", (_request, _reply, done) => {
    if (!isBehind || performance.now() < countsFromMs) return done();
    onShed();
    done(new ApiError("unavailable", { retryAfterSeconds }));
  });
}
