import { isUtf8 } from "node:buffer";
import { ApiError, type Problem, toProblem } from "@daymark/api/error";
import { appRouter } from "@daymark/api/router";
import { version } from "@daymark/domain/brand";
import { credentialIdLengthMax } from "@daymark/domain/webauthn";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { addressOf, type ContextDeps, createContext } from "./context.ts";
import { mountDocs } from "./docs.ts";
import { dataHeaders, pageHeaders, strictTransport } from "./headers.ts";
import type { DatabaseWatch } from "./health.ts";
import { describeApi } from "./openapi.ts";
import { listOperations, proceduresOf } from "./operation.ts";
import { shedLoad } from "./overload.ts";
import { untilNobodyArrives } from "./port.ts";
import { hostProblem, refuseConnection, sendProblem, sendTrpcProblem, trpcAnswerMeta } from "./problem.ts";
import { mountRest } from "./rest.ts";
import { mountTrpc } from "./trpc.ts";

/** The contract's 100 kB. */
const bodyBytesMax = 100_000;
const batchedCallsMax = 10;
/** A path's longest member is the id of a passkey. */
const pathMemberLengthMax = credentialIdLengthMax;
/** A request that is not whole by then is given up; slow lines take seconds, not minutes. */
const requestMilliseconds = 60_000;

export interface AppDeps extends Omit<ContextDeps, "log"> {
  watch: Pick<DatabaseWatch, "isReachable" | "onLost">;
  logs: { http: Logger; auth: Logger };
  /** Networks whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** Whether people come over https. */
  isSecure: boolean;
  /** The public pages and the web app's files; takes every GET that nothing here takes. */
  pages?: (app: FastifyInstance) => Promise<void>;
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
  const proxies = deps.trustedProxies.length > 0 && [...deps.trustedProxies];
  const common = { ...pageHeaders, ...(deps.isSecure && strictTransport) };
  let isDraining = false;
  let doorClosed: Promise<void> | undefined;
  const app = Fastify({
    logger: false,
    trustProxy: proxies,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestMilliseconds,
    routerOptions: { maxParamLength: pathMemberLengthMax },
    // What still arrives while the server closes is served: its client could not know.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    clientErrorHandler: refuseConnection,
    // An address that cannot be decoded: no route, so no hook has set anything.
    frameworkErrors: (_, request, reply) => {
      sendProblem(request, reply.headers({ ...common, ...dataHeaders }), notFound());
    },
  });
  app.addHook("preClose", async () => {
    // Whoever waits for an answer does not come again, so that soon nobody arrives at the door that is to be closed.
    const { promise, resolve } = Promise.withResolvers<void>();
    doorClosed = promise;
    await untilNobodyArrives(app.server);
    // The door closes at the end of this turn.
    setImmediate(resolve);
  });
  app.decorateRequest("bodyText", "");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, parseJson);
  app.addContentTypeParser("*", { parseAs: "buffer" }, refuseType);
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, sendProblem));
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, notFound()));

  app.addHook("onRequest", (_, reply, done) => {
    reply.headers(common);
    if (isDraining) reply.header("connection", "close");
    if (doorClosed) doorClosed.then(() => done());
    else done();
  });
  logRequests(app, deps.logs.http);

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
    await shedLoad(calls);
    await calls.register(api, { prefix: "/api" });
    await calls.register(trpc, { prefix: "/trpc" });
  });
  if (deps.pages) await app.register(deps.pages);
  await app.ready();
  return {
    app,
    drain: () => {
      isDraining = true;
    },
  };

  /** Whatever is no error of ours is logged, and told as internal. */
  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, send: Sender): void {
    const problem = hostProblem(error);
    if (problem.key === "internal_error") {
      deps.logs.http.error({ error }, `${request.method} ${request.routeOptions.url ?? "unknown"} failed`);
    }
    send(request, reply, problem);
  }

  async function api(scope: FastifyInstance): Promise<void> {
    const operations = listOperations(proceduresOf(appRouter));
    const document = JSON.stringify(describeApi(operations, version));
    for (const url of ["/openapi.json", "/openapi.json/"]) {
      scope.get(url, (_, reply) => reply.type("application/json; charset=utf-8").send(document));
    }
    mountDocs(scope);
    await scope.register(async (rest) => {
      whileReachable(rest, deps.watch, sendProblem);
      mountRest(rest, {
        operations,
        createContext: (request) => createContext({ ...deps, log: deps.logs.auth }, request),
        onInternalError: (error, { name }) => deps.logs.http.error({ error, procedure: name }, `${name} failed`),
      });
    });
    // Also what exists with another method; without it the pages would take it.
    for (const url of ["/", "/*"]) scope.all(url, (request, reply) => sendProblem(request, reply, notFound()));
  }

  async function trpc(scope: FastifyInstance): Promise<void> {
    const send: Sender = (_, reply, problem) => sendTrpcProblem(reply, problem);
    const contextDeps = { ...deps, log: deps.logs.auth };
    const operations = listOperations(proceduresOf(appRouter));
    const files = new Set(operations.filter((operation) => operation.files).map(({ name }) => name));
    scope.setErrorHandler((error, request, reply) => refuse(error, request, reply, send));
    scope.addHook("onRequest", (request, reply, done) => {
      const { path } = request.params as { path?: string };
      const names = path?.split(",", batchedCallsMax + 1) ?? [];
      if (names.length > batchedCallsMax) return send(request, reply, toProblem(tooManyCalls()));
      // Here a file would be spelled out number by number.
      if (names.some((name) => files.has(name))) return send(request, reply, notFound());
      done();
    });
    whileReachable(scope, deps.watch, send);
    mountTrpc(scope, {
      createContext: (request) => createContext(contextDeps, request),
      responseMeta: trpcAnswerMeta,
      onError: ({ error, path }) => {
        if (toProblem(error).key !== "internal_error") return;
        deps.logs.http.error({ error, procedure: path }, `${path ?? "a call"} failed`);
      },
    });
  }
}

type Sender = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => unknown;

type ParserDone = (error: Error | null, body?: unknown) => void;

function parseJson(request: FastifyRequest, body: Buffer, done: ParserDone): void {
  let parsed: unknown;
  try {
    // An absent body is one that says nothing, whatever its content type.
    if (body.length > 0) parsed = readJson(request, body);
  } catch {
    done(new ApiError("invalid_json"));
    return;
  }
  done(null, parsed);
}

/** Only what is there can be of a wrong type: clients name one, or begin chunks, for a body they leave empty. */
function refuseType(_: FastifyRequest, body: Buffer, done: ParserDone): void {
  done(body.length > 0 ? new ApiError("unsupported_media_type") : null);
}

function readJson(request: FastifyRequest, body: Buffer): unknown {
  // RFC 8259 8.1. Decoding it anyway would put replacement characters into what is kept.
  if (!isUtf8(body)) throw new SyntaxError("not UTF-8");
  request.bodyText = body.toString();
  return JSON.parse(request.bodyText);
}

function notFound(): Problem {
  return toProblem(new ApiError("not_found"));
}

function unavailable(): Problem {
  return toProblem(new ApiError("unavailable", { retryAfterSeconds: 2 }));
}

function tooManyCalls(): ApiError {
  return new ApiError("validation_failed", {
    fields: { batch: [{ code: "too_many", values: { max: batchedCallsMax } }] },
  });
}

/** Answers at once while the database is away, and what waits for it when it is lost. */
function whileReachable(scope: FastifyInstance, watch: AppDeps["watch"], send: Sender): void {
  const waiting = new Map<FastifyReply, FastifyRequest>();
  watch.onLost(() => {
    for (const [reply, request] of waiting) if (!reply.sent) send(request, reply, unavailable());
  });
  scope.addHook("onRequest", (request, reply, done) => {
    if (!watch.isReachable()) {
      send(request, reply, unavailable());
      return;
    }
    waiting.set(reply, request);
    done();
  });
  scope.addHook("onResponse", (_, reply, done) => {
    waiting.delete(reply);
    done();
  });
}

/** One line a request: its route, never its address, which may hold a token. */
function logRequests(app: FastifyInstance, log: Logger): void {
  const procedures = new Set(Object.keys(proceduresOf(appRouter)));
  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode } = reply;
    const fields = {
      method: request.method,
      route: routeOf(request, procedures),
      status: statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      address: addressOf(request),
    };
    log[statusCode < 500 ? "info" : "error"](fields, `${fields.method} ${fields.route} ${statusCode}`);
    done();
  });
}

function routeOf(request: FastifyRequest, procedures: ReadonlySet<string>): string {
  const { url = "unknown" } = request.routeOptions;
  if (url !== "/trpc/:path") return url;
  const names = (request.params as { path: string }).path.split(",");
  return names.every((name) => procedures.has(name)) ? `/trpc/${names.join(",")}` : url;
}
