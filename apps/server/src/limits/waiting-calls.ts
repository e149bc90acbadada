import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientNetworkOf } from "../http/client-address.ts";
import type { DatabaseWatch } from "../http/health.ts";
import { onEnd } from "../http/open-answers.ts";
import { type Sender, unavailable } from "../http/problem.ts";
import { LinkedList } from "./linked-list.ts";
import { createSharedLimit } from "./shared-limit.ts";

/**
 * The limit of requests that wait for their answers, for the REST API and for tRPC each. More would take memory and
 * wait too long.
 */
const waitingLimits = { max: 1_000, shareMax: 100 };

declare module "fastify" {
  interface FastifyReply {
    /** Gives up the place of the call. Null if it has none. */
    endWaiting: (() => void) | null;
  }
}

/** A class and not an object literal: see memory-budget.ts. */
class WaitingCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request;
    this.reply = reply;
  }
}

/**
 * Refuses requests with 503 in three cases: while the database cannot be reached, when it is lost while they wait for
 * it, and when {@link waitingLimits} have no place for them.
 *
 * A request takes a place once its body is complete. Before that the server waits for the client, which could keep the
 * place by sending nothing.
 */
export function boundWaitingCalls(
  scope: FastifyInstance,
  watch: Pick<DatabaseWatch, "isReachable" | "onLost">,
  send: Sender,
): void {
  const limit = createSharedLimit(waitingLimits);
  const waiting = new LinkedList<WaitingCall>();
  scope.decorateReply("endWaiting", null);
  watch.onLost(() => {
    for (const { request, reply } of [...waiting]) if (!reply.sent) send(request, reply, unavailable());
  });
  scope.addHook("onRequest", (request, reply, done) => {
    if (watch.isReachable()) done();
    else send(request, reply, unavailable());
  });
  scope.addHook("preValidation", (request, reply, done) => {
    // The server may have lost the database while the body arrived.
    const release = watch.isReachable() ? limit.take(clientNetworkOf(request)) : null;
    if (!release) {
      send(request, reply, unavailable());
      return;
    }
    const call = waiting.add(new WaitingCall(request, reply));
    const endWaiting = () => {
      waiting.remove(call);
      release();
    };
    reply.endWaiting = endWaiting;
    onEnd(reply, endWaiting);
    done();
  });
  // The answer is ready. What a stream sends later needs no place.
  scope.addHook("onSend", (_, reply, __, done) => {
    reply.endWaiting?.();
    done();
  });
}
