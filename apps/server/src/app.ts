import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { ApiError, type Problem, toProblem } from "@daymark/api/base/error";
import { appRouter } from "@daymark/api/router";
import { credentialIdLengthMax } from "@daymark/domain/account/webauthn";
import { version } from "@daymark/domain/base/brand";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { createLoopTurns, type LoopTurns } from "./event-loop/loop-turns.ts";
import { addressOf, clientNetworkOf } from "./http/client-address.ts";
import { createDocument, sendDocument } from "./http/document.ts";
import { dataHeaders, pageHeaders, strictTransport } from "./http/headers.ts";
import type { DatabaseWatch } from "./http/health.ts";
import { loadOnce } from "./http/load-once.ts";
import { hostProblem, refuseConnection, sendProblem, sendTrpcProblem, trpcAnswerMeta } from "./http/problem.ts";
import { estimateParsedBytes, measureBody, readBody } from "./http/request-body.ts";
import { requestIdHeader, requestIdOf } from "./http/request-id.ts";
import { isEncodedTwice, printablePath } from "./http/request-path.ts";
import { createProxyTrust } from "./http/trusted-proxies.ts";
import { createFormReceiver, type FormReceiver } from "./http/upload.ts";
import { createCallerTurns } from "./limits/caller-turns.ts";
import { boundConnections, type ConnectionBudgets, createBoundedServer } from "./limits/connection-bounds.ts";
import { shedLoad } from "./limits/load-shedding.ts";
import { boundWaitingCalls, type Sender, unavailable } from "./limits/waiting-calls.ts";
import { type Metrics, serveMetrics } from "./observability/metrics.ts";
import { logRequests } from "./observability/request-log.ts";
import { createReadPages, type ReadPages } from "./pages/page-data.ts";
import { serveUploads } from "./pages/uploads.ts";
import { untilNobodyArrives } from "./process/port.ts";
import { mountDocs } from "./transports/api-docs.ts";
import { type ContextDeps, createContext, tokenOf } from "./transports/context.ts";
import { describeApi } from "./transports/openapi.ts";
import { listOperations, proceduresOf } from "./transports/operation.ts";
import { mountRest } from "./transports/rest.ts";
import { calledNames, mountTrpc } from "./transports/trpc.ts";

/** The contract limits a body to 100 kB. */
const bodyBytesMax = 100_000;
/** A longer body takes up to 25 ms to parse, so it waits for a turn of the event loop. */
const unhurriedBytesMax = 4_096;
const batchedCallsMax = 10;
/** The longest path member is a passkey's id. */
const pathMemberLengthMax = credentialIdLengthMax;
/** In milliseconds. */
const timeouts = {
  // Slow connections take seconds to send a request, not minutes.
  request: 60_000,
  // Longer than proxies keep an idle connection, so that no proxy sends a request on a connection that is being closed.
  keepAlive: 72_000,
  // The longest call takes less than a minute.
  idle: 120_000,
};

export interface AppDeps extends Omit<ContextDeps, "turnsOf" | "log" | "adminLog"> {
  watch: Pick<DatabaseWatch, "isReachable" | "onLost">;
  logs: { http: Logger; auth: Logger; admin: Logger };
  /** The networks of proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: readonly string[];
  /** Whether users reach the server over https. */
  isSecure: boolean;
  /** Present if the operator has set a token for `/metrics`. */
  metrics?: { metrics: Metrics; token: string } | undefined;
  /** Whether calls are refused while the event loop is overloaded. On by default; only tests turn it off. */
  shedsLoad?: boolean;
  /** Memory budgets for slow bodies and unread answers. Tests pass their own to watch them. */
  connectionBudgets?: ConnectionBudgets;
  /** Reads uploaded files. Tests pass their own to watch it. */
  forms?: FormReceiver;
  /** Serves the public pages and the web app's files. It gets every GET request that no route here matches. */
  pages?: (app: FastifyInstance, data: ReadPages) => Promise<void>;
}

export interface Host {
  /** Ready to listen, or for `inject` in tests. */
  app: FastifyInstance;
  /**
   * From this call on, readiness fails and every answer asks the client to close its connection. Requests are still
   * served.
   */
  drain: () => void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The body as the client sent it. */
    bodyText: string;
  }
}

/** Builds the HTTP server, plugin by plugin. */
export async function buildApp(deps: AppDeps): Promise<Host> {
  const contextDeps = { ...deps, turnsOf: createCallerTurns(), log: deps.logs.auth, adminLog: deps.logs.admin };
  const common = { ...pageHeaders, ...(deps.isSecure && strictTransport) };
  const commonEntries = Object.entries(common);
  const stopping = new AbortController();
  let isDraining = false;
  let doorClosed: Promise<void> | undefined;
  const loopTurns = createLoopTurns();
  const app = Fastify({
    logger: false,
    serverFactory: createBoundedServer(timeouts, loopTurns),
    trustProxy: deps.trustedProxies.length > 0 && createProxyTrust(deps.trustedProxies),
    genReqId: requestIdOf,
    bodyLimit: bodyBytesMax,
    routerOptions: { maxParamLength: pathMemberLengthMax },
    // Requests that arrive while the server closes are served, because their clients could not know that it closes.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    clientErrorHandler: refuseConnection,
    // A path that cannot be decoded matches no route. No hook has counted the request or set headers, and none will log
    // it.
    frameworkErrors: (_, request, reply) => {
      countUnrouted(request, reply);
      const path = printablePath(request.url);
      const fields = { request_id: request.id, method: request.method, path, status: 404, address: addressOf(request) };
      deps.logs.http.info(fields, `${request.method} ${path} 404`);
      const named = reply.headers({ ...common, ...dataHeaders, connection: "close", [requestIdHeader]: request.id });
      sendProblem(request, named, notFound());
    },
  });
  app.addHook("preClose", async () => {
    stopping.abort();
    // Requests wait for their answers until the server stops listening. Their clients do not reconnect meanwhile, so
    // new connections soon cease.
    const { promise, resolve } = Promise.withResolvers<void>();
    doorClosed = promise;
    await untilNobodyArrives(app.server);
    // The server stops listening at the end of this turn of the event loop.
    setImmediate(resolve);
  });
  const countUnrouted = boundConnections(app, bodyBytesMax, deps.connectionBudgets);
  app.decorateRequest("bodyText", "");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", (request: FastifyRequest, payload: Readable) =>
    parseJson(request, payload, loopTurns),
  );
  app.addContentTypeParser("*", refuseType);
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, sendProblem));
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, notFound()));

  app.decorateReply("commonHeaders", { getter: () => common });
  app.addHook("onRequest", (_, reply, done) => {
    if (isDraining) reply.header("connection", "close");
    if (doorClosed) doorClosed.then(() => done());
    else done();
  });
  // On every answer. A route may have set one of these headers itself.
  app.addHook("onSend", (request, reply, _, done) => {
    for (const [name, value] of commonEntries) if (!reply.hasHeader(name)) reply.header(name, value);
    reply.header(requestIdHeader, request.id);
    done();
  });
  logRequests(app, deps.logs.http, deps.metrics?.metrics);
  app.addHook("onRequest", (request, reply, done) => {
    const status = refusedHead(request.raw);
    if (status === undefined) return done();
    const refused = reply.headers({ ...dataHeaders, connection: "close" });
    sendProblem(request, refused, { ...toProblem(new ApiError("bad_request")), status });
  });

  for (const slash of ["", "/"]) {
    app.get(`/healthz${slash}`, (_, reply) => reply.headers(dataHeaders).send({ status: "ok" }));
    app.get(`/readyz${slash}`, (request, reply) => {
      reply.headers(dataHeaders);
      const isReady = !isDraining && deps.watch.isReachable();
      return isReady ? reply.send({ status: "ready" }) : sendProblem(request, reply, unavailable());
    });
  }
  await app.register(async (calls) => {
    calls.addHook("onRequest", (_, reply, done) => {
      reply.headers(dataHeaders);
      done();
    });
    if (deps.shedsLoad ?? true) await shedLoad(calls, deps.metrics?.metrics.countShed);
    await calls.register(api, { prefix: "/api" });
    await calls.register(trpc, { prefix: "/trpc" });
  });
  if (deps.metrics) serveMetrics(app, deps.metrics.metrics, deps.metrics.token, dataHeaders);
  serveUploads(app, deps.services.uploads);
  const { pages } = deps;
  if (pages) await app.register((scope) => pages(scope, createReadPages({ ...contextDeps, log: deps.logs.http })));
  await app.ready();
  return {
    app,
    drain: () => {
      isDraining = true;
      // A stream never ends by itself, so the server ends it. Its client reconnects to another node.
      stopping.abort();
    },
  };

  /** Logs an unexpected error and answers it as `internal_error`. */
  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, send: Sender): void {
    const problem = hostProblem(error);
    if (problem.key === "internal_error") {
      const words = `${request.method} ${request.routeOptions.url ?? "unknown"} failed`;
      deps.logs.http.error({ request_id: request.id, error }, words);
    }
    send(request, reply, problem);
  }

  async function api(scope: FastifyInstance): Promise<void> {
    scope.addHook("onRequest", (request, reply, done) => {
      if (isEncodedTwice(request.url)) return sendProblem(request, reply, notFound());
      done();
    });
    const operations = listOperations(proceduresOf(appRouter));
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
    mountDocs(scope);
    // Mail clients without an unsubscribe button open this address in a browser. The browser gets the page, which asks
    // the user.
    for (const slash of ["", "/"]) {
      scope.get<{ Params: { token: string } }>(`/unsubscribe/:token${slash}`, (request, reply) => {
        const { token } = request.params;
        if (token === "") return sendProblem(request, reply, notFound());
        return reply.redirect(`/unsubscribe?token=${encodeURIComponent(token)}`, 303);
      });
    }
    await scope.register(async (rest) => {
      boundWaitingCalls(rest, deps.watch, sendProblem);
      mountRest(rest, {
        operations,
        forms: deps.forms ?? createFormReceiver(),
        loopTurns,
        createContext: (request) => createContext(contextDeps, request),
        onInternalError: (error, { name }, { id }) =>
          deps.logs.http.error({ request_id: id, error, procedure: name }, `${name} failed`),
      });
    });
    // Also for paths that exist with another method. Without this route the pages would answer them.
    for (const url of ["/", "/*"]) scope.all(url, (request, reply) => sendProblem(request, reply, notFound()));
  }

  async function trpc(scope: FastifyInstance): Promise<void> {
    const send: Sender = (_, reply, problem) => sendTrpcProblem(reply, problem);
    const operations = listOperations(proceduresOf(appRouter));
    const files = new Set(operations.filter(({ files, upload }) => files || upload).map(({ name }) => name));
    scope.setErrorHandler((error, request, reply) => refuse(error, request, reply, send));
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
      createContext: (request) => createContext(contextDeps, request),
      watchCaller: (request, onEnd) => deps.services.sessions.watch(tokenOf(request.headers) ?? "", onEnd),
      stopping: stopping.signal,
      loopTurns,
      responseMeta: trpcAnswerMeta,
      onError: ({ error, path, req }) => {
        if (toProblem(error).key !== "internal_error") return;
        deps.logs.http.error({ request_id: req.id, error, procedure: path }, `${path ?? "a call"} failed`);
      },
    });
  }
}

async function parseJson(request: FastifyRequest, payload: Readable, turns: LoopTurns): Promise<unknown> {
  const body = await readBody({ request, payload, bytesMax: bodyBytesMax });
  // An empty body counts as no body, whatever its content type is.
  if (body.length === 0) return undefined;
  request.counted?.holdBody(estimateParsedBytes(body));
  // Many such bodies may be complete at the same time.
  if (body.length > unhurriedBytesMax) await new Promise<void>((go) => turns.run(clientNetworkOf(request), go));
  // The memory budget may have closed this connection. Then nobody reads the answer.
  if (request.raw.socket.destroyed) throw new ApiError("invalid_json");
  try {
    return readJson(request, body);
  } catch {
    throw new ApiError("invalid_json");
  }
}

/**
 * Refuses the content type only if there is a body: some clients send a content type, or begin chunks, for an empty
 * body.
 */
async function refuseType(request: FastifyRequest, payload: Readable): Promise<void> {
  const length = await measureBody({ request, payload, bytesMax: bodyBytesMax });
  if (length > 0) throw new ApiError("unsupported_media_type");
}

function readJson(request: FastifyRequest, body: Buffer): unknown {
  // RFC 8259 8.1 requires UTF-8. Decoding other bytes anyway would store replacement characters.
  if (!isUtf8(body)) throw new SyntaxError("not UTF-8");
  request.bodyText = body.toString();
  return JSON.parse(request.bodyText);
}

/**
 * Returns the status for a head that HTTP/1.1 forbids (RFC 9112 3.2) or that has an unknown expectation (RFC 9110
 * 10.1.1).
 */
function refusedHead({ httpVersion, headers }: IncomingMessage): number | undefined {
  if (httpVersion !== "1.1") return undefined;
  if (headers.host === undefined) return 400;
  return headers.expect === undefined || /\b100-continue\b/i.test(headers.expect) ? undefined : 417;
}

function notFound(): Problem {
  return toProblem(new ApiError("not_found"));
}

function tooManyCalls(): ApiError {
  return new ApiError("validation_failed", {
    fields: { batch: [{ code: "too_many", values: { max: batchedCallsMax } }] },
  });
}
