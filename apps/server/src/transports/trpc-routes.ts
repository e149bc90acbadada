import { ApiError, toProblem } from "@daymark/api/base/error";
import { appRouter } from "@daymark/api/router";
import type { Sessions } from "@daymark/auth/session/session";
import type { FastifyInstance } from "fastify";
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
    // If a name is still encoded, these checks would see one procedure and tRPC would call another one.
    if (isEncodedTwice(request.url)) return send(request, reply, notFound());
    const names = calledNames(request);
    if (names.length > batchedCallsMax) return send(request, reply, toProblem(tooManyCalls()));
    // tRPC would write the file as JSON, number by number.
    if (names.some((name) => files.has(name))) return send(request, reply, notFound());
    done();
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

function tooManyCalls(): ApiError {
  return new ApiError("validation_failed", {
    fields: { batch: [{ code: "too_many", values: { max: batchedCallsMax } }] },
  });
}
