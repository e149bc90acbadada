import { ApiError, type Problem, toProblem } from "@daymark/api/base/error";
import { appRouter } from "@daymark/api/router";
import type { Sessions } from "@daymark/auth/session/session";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { DatabaseWatch } from "../http/health.ts";
import { createErrorHandler, notFound, type Sender, sendTrpcProblem, trpcAnswerMeta } from "../http/problem.ts";
import { isEncodedTwice } from "../http/request-path.ts";
import { boundWaitingCalls } from "../limits/waiting-calls.ts";
import { listOperations, proceduresOf } from "../openapi/operation.ts";
import { tokenOf } from "./context.ts";
import { calledNames, mountTrpc, type TrpcDeps } from "./trpc.ts";

const batchedCallsMax = 10;

/** Mounts everything under `/trpc`: the procedures, behind the checks that tRPC does not make. */
export async function mountTrpcRoutes(
  scope: FastifyInstance,
  deps: Pick<TrpcDeps, "createContext" | "stopping" | "loopTurns"> & {
    sessions: Pick<Sessions, "watch">;
    watch: Pick<DatabaseWatch, "isReachable" | "onLost">;
    log: Logger;
  },
): Promise<void> {
  const send: Sender = (_, reply, problem) => sendTrpcProblem(reply, problem);
  const operations = listOperations(proceduresOf(appRouter));
  const files = new Set(operations.filter(({ files, upload }) => files || upload).map(({ name }) => name));
  scope.setErrorHandler(createErrorHandler(deps.log, send));
  scope.addHook("onRequest", (request, reply, done) => {
    const problem = refusalOf(request, files);
    // The reply is a promise, and Fastify would go on with the call if the hook returned it and the client has left.
    if (problem) send(request, reply, problem);
    else done();
  });
  boundWaitingCalls(scope, deps.watch, send);
  mountTrpc(scope, {
    createContext: deps.createContext,
    watchCaller: (request, onEnd) => deps.sessions.watch(tokenOf(request.headers) ?? "", onEnd),
    stopping: deps.stopping,
    loopTurns: deps.loopTurns,
    responseMeta: trpcAnswerMeta,
    onError: ({ error, path, req }) => {
      if (toProblem(error).key !== "internal_error") return;
      deps.log.error({ request_id: req.id, error, procedure: path }, `${path ?? "a call"} failed`);
    },
  });
}

/**
 * Returns the problem of a call that tRPC must not see.
 *
 * @param files the procedures that send or receive files
 */
function refusalOf(request: FastifyRequest, files: ReadonlySet<string>): Problem | undefined {
  // If a name is still encoded, these checks would see one procedure and tRPC would call another one.
  if (isEncodedTwice(request.url)) return notFound();
  const names = calledNames(request);
  if (names.length > batchedCallsMax) return toProblem(tooManyCalls());
  // tRPC would write the file as JSON, number by number.
  return names.some((name) => files.has(name)) ? notFound() : undefined;
}

function tooManyCalls(): ApiError {
  return new ApiError("validation_failed", {
    fields: { batch: [{ code: "too_many", values: { max: batchedCallsMax } }] },
  });
}
