import { monitorEventLoopDelay } from "node:perf_hooks";
import { ApiError } from "@daymark/api/base/error";
import type { FastifyInstance } from "fastify";

/** The allowed mean delay of the event loop. An answer takes several turns of it. */
const eventLoopDelayMsMax = 1_000;
/** Long enough that one slow turn among fast ones does not count as overload. */
const sampleMs = 2_000;
/** The interval of the measurement. An idle event loop has this delay too. */
const resolutionMs = 10;
const retryAfterSeconds = 2;

/**
 * Refuses the scope's requests at once while the event loop is so late that they would only lengthen the queue. A start
 * on a busy machine delays the event loop without any request, so the first samples after it do not count.
 *
 * Uses only Node's own histogram, which opens no file. `@fastify/under-pressure` reads the process's memory in a timer.
 * That throws when no file handle is left, and nothing catches the error of a timer.
 */
export async function shedLoad(scope: FastifyInstance, onShed: () => void = () => {}): Promise<void> {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let isBehind = false;
  let countsFromMs = 0;
  const timer = setInterval(() => {
    // A sample without a single turn was one long turn: its mean is NaN.
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
