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

/** The contract's 100 kB. */
const bodyBytesMax = 100_000;
/** A longer body takes up to 25 ms to parse and waits for its turn. */
const unhurriedBytesMax = 4_096;
const batchedCallsMax = 10;
/** A path's longest member is the id of a passkey. */
const pathMemberLengthMax = credentialIdLengthMax;
/** In milliseconds. */
const timeouts = {
  // Slow lines take seconds to send a request, not minutes.
  request: 60_000,
  // Longer than proxies keep a connection, so that none sends a request into one that is being closed.
  keepAlive: 72_000,
  // The longest call answers within a minute.
  idle: 120_000,
};

export interface AppDeps extends Omit<ContextDeps, "turnsOf" | "log" | "adminLog"> {
  watch: Pick<DatabaseWatch, "isReachable" | "onLost">;
  logs: { http: Logger; auth: Logger; admin: Logger };
  /** Networks whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** Whether people come over https. */
  isSecure: boolean;
  /** Where there is a token to ask for them with. */
  metrics?: { metrics: Metrics; token: string } | undefined;
  /** Whether calls are refused while the process is far behind; they are, unless a test is of something else. */
  shedsLoad?: boolean;
  /** Memory for slow bodies and unread answers, where a test watches it. */
  connectionBudgets?: ConnectionBudgets;
  /** What takes in files that are sent, where a test watches it. */
  forms?: FormReceiver;
  /** The public pages and the web app's files; takes every GET that nothing here takes. */
  pages?: (app: FastifyInstance, data: ReadPages) => Promise<void>;
}

export interface Host {
  /** Ready to listen or to be injected into. */
  app: FastifyInstance;
  /** From now on readiness fails and every answer asks its client to go elsewhere; requests are still served. */
  drain: () => void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The body as it was sent. */
    bodyText: string;
  }
}

/** All that answers over HTTP, plugin by plugin. */
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
    // What still arrives while the server closes is served: its client could not know.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    clientErrorHandler: refuseConnection,
    // A path that cannot be decoded has no route, so no hook has counted the request or set headers, and none will log it.
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
    // Whoever waits for an answer does not come again, so that soon nobody arrives at the door that is to be closed.
    const { promise, resolve } = Promise.withResolvers<void>();
    doorClosed = promise;
    await untilNobodyArrives(app.server);
    // The door closes at the end of this turn.
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
  // On every answer; a route may have set a header of its own.
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
  serveUploads(app, deps.uploads);
  const { pages } = deps;
  if (pages) await app.register((scope) => pages(scope, createReadPages({ ...contextDeps, log: deps.logs.http })));
  await app.ready();
  return {
    app,
    drain: () => {
      isDraining = true;
      // A stream has no end that could be waited for; its reader finds another node.
      stopping.abort();
    },
  };

  /** Logs an unexpected error, and answers it as internal. */
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
    // Made when somebody asks: half a megabyte that most processes need never hold.
    const describe = loadOnce(async () =>
      createDocument(JSON.stringify(describeApi(operations, version)), 200, {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-cache",
        // Public, and read by its page from an opaque origin (docs.ts).
        "access-control-allow-origin": "*",
      }),
    );
    for (const url of ["/openapi.json", "/openapi.json/"]) {
      scope.get(url, async (request, reply) => sendDocument(request, reply, await describe()));
    }
    mountDocs(scope);
    // Mail programs without a button of their own open the address in a browser: that is shown the page, which asks.
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
    // Also what exists with another method; without it the pages would take it.
    for (const url of ["/", "/*"]) scope.all(url, (request, reply) => sendProblem(request, reply, notFound()));
  }

  async function trpc(scope: FastifyInstance): Promise<void> {
    const send: Sender = (_, reply, problem) => sendTrpcProblem(reply, problem);
    const operations = listOperations(proceduresOf(appRouter));
    const files = new Set(operations.filter(({ files, upload }) => files || upload).map(({ name }) => name));
    scope.setErrorHandler((error, request, reply) => refuse(error, request, reply, send));
    scope.addHook("onRequest", (request, reply, done) => {
      // A name that is still encoded would be checked here as one procedure and be called as another.
      if (isEncodedTwice(request.url)) return send(request, reply, notFound());
      const names = calledNames(request);
      if (names.length > batchedCallsMax) return send(request, reply, toProblem(tooManyCalls()));
      // Here a file would be spelled out number by number.
      if (names.some((name) => files.has(name))) return send(request, reply, notFound());
      done();
    });
    boundWaitingCalls(scope, deps.watch, send);
    mountTrpc(scope, {
      createContext: (request) => createContext(contextDeps, request),
      watchCaller: (request, onEnd) => deps.sessions.watch(tokenOf(request.headers) ?? "", onEnd),
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
  // An absent body is one that says nothing, whatever its content type.
  if (body.length === 0) return undefined;
  request.counted?.holdBody(estimateParsedBytes(body));
  // Many such bodies may be complete at the same time.
  if (body.length > unhurriedBytesMax) await new Promise<void>((go) => turns.run(clientNetworkOf(request), go));
  // The budget may have closed this very connection; nobody reads the answer then.
  if (request.raw.socket.destroyed) throw new ApiError("invalid_json");
  try {
    return readJson(request, body);
  } catch {
    throw new ApiError("invalid_json");
  }
}

/** Only what is there can be of a wrong type: clients name one, or begin chunks, for a body they leave empty. */
async function refuseType(request: FastifyRequest, payload: Readable): Promise<void> {
  const length = await measureBody({ request, payload, bytesMax: bodyBytesMax });
  if (length > 0) throw new ApiError("unsupported_media_type");
}

function readJson(request: FastifyRequest, body: Buffer): unknown {
  // RFC 8259 8.1. Decoding it anyway would put replacement characters into what is kept.
  if (!isUtf8(body)) throw new SyntaxError("not UTF-8");
  request.bodyText = body.toString();
  return JSON.parse(request.bodyText);
}

/** The status for a head that HTTP/1.1 forbids (RFC 9112 3.2) or that expects what no server knows (RFC 9110 10.1.1). */
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
