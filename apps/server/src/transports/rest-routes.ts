import { appRouter } from "@daymark/api/router";
import { version } from "@daymark/domain/base/brand";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createDocument, sendDocument } from "../http/document.ts";
import type { DatabaseWatch } from "../http/health.ts";
import { loadOnce } from "../http/load-once.ts";
import { notFound, sendProblem } from "../http/problem.ts";
import { isEncodedTwice } from "../http/request-path.ts";
import { boundWaitingCalls } from "../limits/waiting-calls.ts";
import { mountDocs } from "./api-docs.ts";
import { describeApi } from "./openapi.ts";
import { listOperations, type Operation, proceduresOf } from "./operation.ts";
import { mountRest, type RestDeps } from "./rest.ts";

/** Mounts everything under `/api`: the REST API, its documentation, and the link that mails contain. */
export async function mountRestRoutes(
  scope: FastifyInstance,
  deps: Pick<RestDeps, "forms" | "loopTurns" | "createContext"> & {
    watch: Pick<DatabaseWatch, "isReachable" | "onLost">;
    log: Logger;
  },
): Promise<void> {
  scope.addHook("onRequest", (request, reply, done) => {
    if (isEncodedTwice(request.url)) return sendProblem(request, reply, notFound());
    done();
  });
  const operations = listOperations(proceduresOf(appRouter));
  serveDocument(scope, operations);
  mountDocs(scope);
  redirectUnsubscribe(scope);
  await scope.register(async (rest) => {
    boundWaitingCalls(rest, deps.watch, sendProblem);
    mountRest(rest, {
      operations,
      forms: deps.forms,
      loopTurns: deps.loopTurns,
      createContext: deps.createContext,
      onInternalError: (error, { name }, { id }) =>
        deps.log.error({ request_id: id, error, procedure: name }, `${name} failed`),
    });
  });
  // Also for paths that exist with another method. Without this route the pages would answer them.
  for (const url of ["/", "/*"]) scope.all(url, (request, reply) => sendProblem(request, reply, notFound()));
}

function serveDocument(scope: FastifyInstance, operations: readonly Operation[]): void {
  // Created on the first request: it takes half a megabyte, and most processes never need it.
  const describe = loadOnce(async () =>
    createDocument(JSON.stringify(describeApi(operations, version)), 200, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-cache",
      // Public. The documentation page reads it from an opaque origin (api-docs.ts).
      "access-control-allow-origin": "*",
    }),
  );
  for (const url of ["/openapi.json", "/openapi.json/"]) {
    scope.get(url, async (request, reply) => sendDocument(request, reply, await describe()));
  }
}

/**
 * Mail clients without an unsubscribe button open this address in a browser. The browser gets the page, which asks the
 * user.
 */
function redirectUnsubscribe(scope: FastifyInstance): void {
  for (const slash of ["", "/"]) {
    scope.get<{ Params: { token: string } }>(`/unsubscribe/:token${slash}`, (request, reply) => {
      const { token } = request.params;
      if (token === "") return sendProblem(request, reply, notFound());
      return reply.redirect(`/unsubscribe?token=${encodeURIComponent(token)}`, 303);
    });
  }
}
