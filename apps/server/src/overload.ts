import { ApiError } from "@daymark/api/error";
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";

/** How late the event loop may be on average: an answer takes several of its turns. */
const eventLoopDelayMsMax = 1_000;
/** Long enough that one slow turn among quick ones is no overload. */
const sampleMs = 2_000;
const retryAfterSeconds = 2;

/**
 * Refuses the scope's requests at once while the process is so far behind that they would only lengthen the queue. What
 * a start on a busy machine left behind is not of requests: the first samples after it count for nothing.
 */
export async function shedLoad(scope: FastifyInstance): Promise<void> {
  let countsFromMs = 0;
  scope.addHook("onListen", (done) => {
    countsFromMs = performance.now() + 2 * sampleMs;
    done();
  });
  await scope.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMsMax,
    sampleInterval: sampleMs,
    pressureHandler: async () => {
      if (performance.now() >= countsFromMs) throw new ApiError("unavailable", { retryAfterSeconds });
    },
  });
}
