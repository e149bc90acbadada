import type { IncomingMessage } from "node:http";
import { ApiError, toProblem } from "@daymark/api/base/error";
import { createPoolCheck } from "@daymark/db/connection/pool-check";
import type { AppResource } from "@daymark/domain/account/connected-app";
import { credentialIdLengthMax } from "@daymark/domain/account/webauthn";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { createLoopTurns, type LoopTurns } from "./event-loop/loop-turns.ts";
import { addressOf } from "./http/client-address.ts";
import { compressAnswers } from "./http/compression/compressed-answers.ts";
import { dataHeaders, pageHeaders, strictTransport } from "./http/headers.ts";
import type { DatabaseWatch } from "./http/health.ts";
import { createErrorHandler, notFound, refuseConnection, sendProblem, unavailable } from "./http/problem.ts";
import { requestIdHeader, requestIdOf } from "./http/request-id.ts";
import { printablePath } from "./http/request-path.ts";
import { createProxyTrust, createProxyUser } from "./http/trusted-proxies.ts";
import { createFormReceiver, type FormReceiver } from "./http/upload.ts";
import { createCallerTurns } from "./limits/caller-turns.ts";
import { boundConnections, type ConnectionBudgets, createBoundedServer } from "./limits/connection-bounds.ts";
import { shedLoad } from "./limits/load-shedding.ts";
import { mountMcp } from "./mcp/routes.ts";
import { mountOauth } from "./oauth/routes.ts";
import { type Metrics, serveMetrics } from "./observability/metrics.ts";
import type { RequestLatency } from "./observability/request-latency.ts";
import { logRequests } from "./observability/request-log.ts";
import { createReadPages, type ReadPages } from "./pages/page-data.ts";
import { serveUploads } from "./pages/uploads.ts";
import { prepareShutdown, type Shutdown } from "./process/graceful-shutdown.ts";
import { mountBadges } from "./taps/badge/routes.ts";
import { mountTaps } from "./taps/routes.ts";
import { type ContextDeps, createContext } from "./transports/context.ts";
import { acceptJson, bodyBytesMax } from "./transports/json-body.ts";
import { mountRestRoutes } from "./transports/rest-routes.ts";
import { mountTrpcRoutes } from "./transports/trpc-routes.ts";

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

export interface AppDeps extends Omit<ContextDeps, "turnsOf" | "proxyUserOf" | "log" | "adminLog"> {
  watch: Pick<DatabaseWatch, "isReachable" | "onLost">;
  logs: { http: Logger; auth: Logger; admin: Logger };
  /** The networks of proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: readonly string[];
  /** AUTH_PROXY_HEADER: the header in which these proxies name the user. */
  authProxyHeader?: string | undefined;
  /** The origins of other web pages whose scripts may call the REST API; `*` is every origin. None by default. */
  corsOrigins?: readonly string[];
  /** Whether users reach the server over https. */
  isSecure: boolean;
  /** Present if the operator has set a token for `/metrics`. */
  metrics?: { metrics: Metrics; token: string } | undefined;
  /** Measures the requests for the history of the node. */
  latency?: RequestLatency | undefined;
  /** Whether calls are refused while the event loop is overloaded. On by default; only tests turn it off. */
  shedsLoad?: boolean;
  /** Memory budgets for slow bodies and unread answers. Tests pass their own to watch them. */
  connectionBudgets?: ConnectionBudgets;
  /** Reads uploaded files. Tests pass their own to watch it. */
  forms?: FormReceiver;
  /** Serves the public pages and the web app's files. It gets every GET request that no route here matches. */
  pages?: (app: FastifyInstance, data: ReadPages) => Promise<void>;
}

export interface Host extends Pick<Shutdown, "drain"> {
  /** Ready to listen, or for `inject` in tests. */
  app: FastifyInstance;
}

/** Builds the HTTP server, plugin by plugin. The order of the hooks is the order in which they see a request. */
export async function buildApp(deps: AppDeps): Promise<Host> {
  const proxyUserOf = createProxyUser({ header: deps.authProxyHeader, trustedProxies: deps.trustedProxies });
  const contextDeps = {
    ...deps,
    proxyUserOf,
    turnsOf: createCallerTurns(),
    log: deps.logs.auth,
    adminLog: deps.logs.admin,
  };
  const { watch, pages, metrics } = deps;
  const log = deps.logs.http;
  const headers = { ...pageHeaders, ...(deps.isSecure && strictTransport) };
  const loopTurns = createLoopTurns();

  const app = createHost(deps, headers, loopTurns);
  acceptJson(app, loopTurns);
  app.setErrorHandler(createErrorHandler(log, sendProblem));
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, notFound()));
  const { drain, isDraining, stopping } = prepareShutdown(app);
  addHeaders(app, headers);
  logRequests(app, log, { metrics: metrics?.metrics, latency: deps.latency });
  refuseInvalidHeads(app);

  const hasConnections = createPoolCheck(deps.db.$client, { now: deps.now, log });
  serveHealth(app, () => !isDraining() && watch.isReachable() && hasConnections());
  await app.register(async (calls) => {
    calls.addHook("onRequest", (_, reply, done) => {
      reply.headers(dataHeaders);
      done();
    });
    compressAnswers(calls);
    if (deps.shedsLoad ?? true) await shedLoad(calls, metrics?.metrics.countShed);
    const contextFor = (resource: AppResource | null) => (request: FastifyRequest) =>
      createContext(contextDeps, request, resource);
    const { publicUrl } = deps.services.outbox;
    const corsOrigins = deps.corsOrigins ?? [];
    await calls.register(mountRestRoutes, {
      ...{ watch, log, loopTurns, corsOrigins, publicUrl },
      prefix: "/api",
      createContext: contextFor("api"),
      forms: deps.forms ?? createFormReceiver(),
    });
    await calls.register((scope) =>
      mountMcp(scope, { ...{ watch, log, loopTurns, corsOrigins, publicUrl }, createContext: contextFor("mcp") }),
    );
    await calls.register((scope) =>
      mountOauth(scope, {
        ...{ watch, log, corsOrigins, publicUrl },
        clientDocuments: deps.services.installation.clientDocuments,
        createContext: contextFor(null),
      }),
    );
    await calls.register((scope) => mountTaps(scope, { watch, log, createContext: contextFor(null) }));
    await calls.register((scope) => mountBadges(scope, { watch, log, createContext: contextFor(null) }));
    await calls.register(mountTrpcRoutes, {
      ...{ watch, log, loopTurns, stopping },
      prefix: "/trpc",
      createContext: contextFor(null),
      sessions: deps.services.sessions,
    });
  });
  if (metrics) serveMetrics(app, metrics.metrics, metrics.token, dataHeaders);
  serveUploads(app, deps.services.uploads);
  if (pages) await app.register((scope) => pages(scope, createReadPages({ ...contextDeps, log })));
  await app.ready();
  return { app, drain };
}

/** Creates the server without routes, with bounded connections, requests and answers. */
function createHost(deps: AppDeps, headers: Record<string, string>, loopTurns: LoopTurns): FastifyInstance {
  const app = Fastify({
    logger: false,
    serverFactory: createBoundedServer(timeouts, loopTurns),
    trustProxy: deps.trustedProxies.length > 0 && createProxyTrust(deps.trustedProxies),
    genReqId: requestIdOf,
    bodyLimit: bodyBytesMax,
    // A small computer with other work needs longer than Fastify's ten seconds to load the pages.
    pluginTimeout: 120_000,
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
      const named = reply.headers({ ...headers, ...dataHeaders, connection: "close", [requestIdHeader]: request.id });
      sendProblem(request, named, notFound());
    },
  });
  const countUnrouted = boundConnections(app, bodyBytesMax, deps.connectionBudgets);
  return app;
}

/** Adds the headers of every answer. A route may have set one of them itself. */
function addHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.decorateReply("commonHeaders", { getter: () => headers });
  const entries = Object.entries(headers);
  app.addHook("onSend", (request, reply, _, done) => {
    for (const [name, value] of entries) if (!reply.hasHeader(name)) reply.header(name, value);
    reply.header(requestIdHeader, request.id);
    done();
  });
}

function refuseInvalidHeads(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const status = refusedHead(request.raw);
    if (status === undefined) return done();
    const refused = reply.headers({ ...dataHeaders, connection: "close" });
    sendProblem(request, refused, { ...toProblem(new ApiError("bad_request")), status });
  });
}

/**
 * Returns the status for a head that HTTP/1 forbids (RFC 9112 3.2), for another version of HTTP (RFC 9110 15.6.6), for
 * a coding of the body that the server would not decode (RFC 9112 6.1), and for an unknown expectation (RFC 9110
 * 10.1.1).
 */
function refusedHead({ httpVersion, headers, rawHeaders }: IncomingMessage): number | undefined {
  if (httpVersion !== "1.0" && httpVersion !== "1.1") return 505;
  // Of several, `headers` has only the first.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
  if (hosts > 1 || (hosts === 0 && httpVersion === "1.1")) return 400;
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return 501;
  if (httpVersion === "1.0" || headers.expect === undefined) return undefined;
  return /\b100-continue\b/i.test(headers.expect) ? undefined : 417;
}

/** Serves the probes of an orchestrator: whether the process is up, and whether it can serve requests. */
function serveHealth(app: FastifyInstance, isReady: () => boolean): void {
  for (const slash of ["", "/"]) {
    app.get(`/healthz${slash}`, (_, reply) => reply.headers(dataHeaders).send({ status: "ok" }));
    app.get(`/readyz${slash}`, (request, reply) => {
      reply.headers(dataHeaders);
      return isReady() ? reply.send({ status: "ready" }) : sendProblem(request, reply, unavailable());
    });
  }
}
