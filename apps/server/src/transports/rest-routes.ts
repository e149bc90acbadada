import { ApiError, toProblem } from "@daymark/api/base/error";
import { appRouter } from "@daymark/api/router";
import { version } from "@daymark/domain/base/brand";
import cors, { type FastifyCorsOptions } from "@fastify/cors";
import type { FastifyInstance, HTTPMethods } from "fastify";
import type { Logger } from "pino";
import { createDocument, sendDocument } from "../http/document.ts";
import type { DatabaseWatch } from "../http/health.ts";
import { loadOnce } from "../http/load-once.ts";
import { notFound, sendProblem } from "../http/problem.ts";
import { requestIdHeader } from "../http/request-id.ts";
import { isEncodedTwice } from "../http/request-path.ts";
import { boundWaitingCalls } from "../limits/waiting-calls.ts";
import { challenge } from "../oauth/challenge.ts";
import { mountDocs } from "../openapi/api-docs.ts";
import { describeApi } from "../openapi/document.ts";
import { listOperations, type Operation, proceduresOf } from "../openapi/operation.ts";
import { mountRest, type RestDeps } from "./rest.ts";

/** Mounts everything under `/api`: the REST API, its documentation, and the link that mails contain. */
export async function mountRestRoutes(
  scope: FastifyInstance,
  deps: Pick<RestDeps, "forms" | "loopTurns" | "createContext"> & {
    watch: Pick<DatabaseWatch, "isReachable" | "onLost">;
    log: Logger;
    /** See AppDeps. */
    corsOrigins: readonly string[];
    /** The origin of the installation. */
    publicUrl: string;
  },
): Promise<void> {
  scope.addHook("onRequest", (request, reply, done) => {
    // The reply is a promise, and Fastify would go on with the call if the hook returned it and the client has left.
    if (isEncodedTwice(request.url)) sendProblem(request, reply, notFound());
    else done();
  });
  if (deps.corsOrigins.length > 0) await scope.register(cors, corsOptions(deps.corsOrigins));
  const mountRefusals = refuseOtherMethods(scope);
  const operations = listOperations(proceduresOf(appRouter));
  serveDocument(scope, operations);
  mountDocs(scope);
  redirectUnsubscribe(scope);
  await scope.register(async (rest) => {
    challengeApplications(rest, deps.publicUrl);
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
  mountRefusals();
  // Without this route the pages would answer these paths.
  for (const url of ["/", "/*"]) scope.all(url, (request, reply) => sendProblem(request, reply, notFound()));
}

/** RFC 9110 15.5.2 and RFC 9728 5.1: a refused application learns where to get a token. */
function challengeApplications(scope: FastifyInstance, publicUrl: string): void {
  scope.addHook("onSend", (request, reply, _, done) => {
    if (reply.statusCode === 401) {
      const error = request.headers.authorization === undefined ? undefined : "invalid_token";
      reply.header("www-authenticate", challenge(publicUrl, "api", { scope: "read write", error }));
    }
    done();
  });
}

/** A page of another origin can act only for a user who gave it a token, because the browser sends no cookie with it. */
function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: [...origins],
    credentials: false,
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: ["allow", "content-disposition", "retry-after", "www-authenticate", requestIdHeader],
    // Browsers ask again after two hours at the latest.
    maxAge: 7_200,
  };
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

/**
 * Watches which routes a scope gets. Call the result after the last of them: it mounts an answer to each method that a
 * path does not have, which is 405, with the path's own methods in `Allow` (RFC 9110 15.5.6). Without it the path would
 * look missing.
 */
function refuseOtherMethods(scope: FastifyInstance): () => void {
  /** By the path, without the names of its parameters: two routes of one path may name them differently. */
  const paths = new Map<string, { url: string; methods: Set<string> }>();
  let isMounting = false;
  scope.addHook("onRoute", ({ url, method }) => {
    if (isMounting || url.endsWith("*")) return;
    const key = url.replaceAll(/:\w+/g, ":");
    const path = paths.get(key) ?? { url: url.slice(scope.prefix.length), methods: new Set() };
    paths.set(key, path);
    for (const each of [method].flat()) path.methods.add(each);
  });
  return () => {
    isMounting = true;
    for (const { url, methods } of paths.values()) {
      const allow = [...methods].toSorted().join(", ");
      scope.route({
        url,
        method: scope.supportedMethods.filter((method) => !methods.has(method)) as HTTPMethods[],
        // Before the body arrives.
        onRequest: (request, reply, _done) => {
          sendProblem(request, reply.header("allow", allow), toProblem(new ApiError("method_not_allowed")));
        },
        handler: () => {},
      });
    }
  };
}
