import { ApiError, type Problem, toProblem } from "@daymark/api/error";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { onEnd } from "./connection-bounds.ts";
import { clientNetworkOf } from "./context.ts";
import type { DatabaseWatch } from "./health.ts";
import { createSharedLimit } from "./shared-limit.ts";

/** Requests that wait for their answers, of the REST API and of tRPC each. More would take memory and wait too long. */
const waitingLimits = { max: 1_000, shareMax: 100 };

/** Answers a request with an error, in the form of its API. */
export type Sender = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => unknown;

export function unavailable(): Problem {
  return toProblem(new ApiError("unavailable", { retryAfterSeconds: 2 }));
}

/**
 * Refuses requests with 503 while the database cannot be reached, those that wait for it when it is lost, and those for
 * which {@link waitingLimits} have no place.
 *
 * A request takes a place once its body is complete. Until then it waits for its client, and its client could keep the place
 * by sending nothing.
 */
export function boundWaitingCalls(
  scope: FastifyInstance,
  watch: Pick<DatabaseWatch, "isReachable" | "onLost">,
  send: Sender,
): void {
  const limit = createSharedLimit(waitingLimits);
  const waiting = new Map<FastifyReply, { request: FastifyRequest; release: () => void }>();
  const endWaiting = (reply: FastifyReply) => {
    waiting.get(reply)?.release();
    waiting.delete(reply);
  };
  watch.onLost(() => {
    for (const [reply, { request }] of waiting) if (!reply.sent) send(request, reply, unavailable());
  });
  scope.addHook("onRequest", (request, reply, done) => {
    if (watch.isReachable()) done();
    else send(request, reply, unavailable());
  });
  scope.addHook("preValidation", (request, reply, done) => {
    // The server may have lost the database while the body came.
    const release = watch.isReachable() ? limit.take(clientNetworkOf(request)) : null;
    if (!release) {
      send(request, reply, unavailable());
      return;
    }
    waiting.set(reply, { request, release });
    onEnd(reply, () => endWaiting(reply));
    done();
  });
  // The answer is ready. What a stream sends later needs no place.
  scope.addHook("onSend", (_, reply, __, done) => {
    endWaiting(reply);
    done();
  });
}
