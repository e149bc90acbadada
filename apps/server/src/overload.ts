import { ApiError } from "@daymark/api/error";
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";

/** How late the event loop may be on average: an answer takes several of its turns. */
const eventLoopDelayMsMax = 1_000;
/** Long enough that one slow turn among quick ones is no overload. */
const sampleMs = 2_000;
const retryAfterSeconds = 2;

class Overloaded extends ApiError {
  constructor() {
    super("unavailable", { retryAfterSeconds });
  }
}

/** Refuses the scope's requests at once while the process is so far behind that they would only lengthen the queue. */
export async function shedLoad(scope: FastifyInstance): Promise<void> {
  await scope.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMsMax,
    sampleInterval: sampleMs,
    retryAfter: retryAfterSeconds,
    customError: Overloaded,
  });
}
