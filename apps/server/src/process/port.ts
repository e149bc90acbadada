import type { AddressInfo, Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, toProblem } from "@daymark/api/base/error";
import { StartError } from "@daymark/db/start-error";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { createLoopTurns } from "../event-loop/loop-turns.ts";
import { dataHeaders } from "../http/headers.ts";
import { refuseConnection, sendProblem, sendTrpcProblem } from "../http/problem.ts";
import { requestIdHeader, requestIdOf } from "../http/request-id.ts";
import { boundConnections, createBoundedServer } from "../limits/connection-bounds.ts";

export interface PortClaim {
  port: number;
  /** Frees the port. Further calls do nothing. */
  release: () => Promise<void>;
}

/** In milliseconds. Every request is answered at once. */
const timeouts = { request: 10_000, keepAlive: 5_000, idle: 10_000 };

/**
 * Claims a port while the server is still starting, so that a busy port is reported at once. Until the server is ready,
 * every request is answered with 503 and Retry-After, except `/healthz`: the process is up. A long migration may take
 * minutes, so connections and requests have the bounds of the ready server.
 *
 * @param port 0 lets the system choose
 * @throws StartError
 */
export async function claimPort(host: string, port: number): Promise<PortClaim> {
  const app = Fastify({
    logger: false,
    serverFactory: createBoundedServer(timeouts, createLoopTurns()),
    genReqId: requestIdOf,
    forceCloseConnections: true,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (_, request, reply) => {
      countUnrouted(request, reply);
      refuse(request, reply);
    },
  });
  // Nothing reads a body.
  const countUnrouted = boundConnections(app, 0);
  for (const slash of ["", "/"]) app.get(`/healthz${slash}`, (_, reply) => reply.send({ status: "ok" }));
  app.addHook("onRequest", (request, reply, done) => {
    if (request.is404) return void refuse(request, reply);
    setHeaders(request, reply);
    done();
  });
  await listen(app, host, port);
  return { port: (app.server.address() as AddressInfo).port, release: () => app.close() };
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(new ApiError("unavailable", { retryAfterSeconds: 1 }));
  setHeaders(request, reply);
  return request.url.startsWith("/trpc/") ? sendTrpcProblem(reply, problem) : sendProblem(request, reply, problem);
}

/** Closes the connection, because the real server will handle the next request. */
function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...dataHeaders, [requestIdHeader]: request.id, connection: "close" });
}

/** @throws StartError */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw portError(error, host, port);
  }
}

/** By then, clients that ignored `Connection: close` have reconnected. */
const quietMilliseconds = 50;
/** The longest wait for clients that keep coming. */
const crowdMilliseconds = 1_000;

/**
 * Waits until no client connects any more. When a server closes, the system resets connections that it has not accepted
 * yet, although their clients are connected and have sent a request.
 */
export async function untilNobodyArrives(server: Server): Promise<void> {
  if (!server.listening) return;
  let hasArrived = true;
  const onConnection = () => {
    hasArrived = true;
  };
  server.on("connection", onConnection);
  const end = performance.now() + crowdMilliseconds;
  while (hasArrived && performance.now() < end) {
    hasArrived = false;
    await sleep(quietMilliseconds);
  }
  server.off("connection", onConnection);
}

function portError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && "code" in error ? error.code : "";
  switch (code) {
    case "EADDRINUSE":
      return new StartError(`PORT ${port} on ${host} is in use: stop what uses it, or set PORT to another one.`);
    case "EACCES":
      return new StartError(`This user may not use PORT ${port}: set PORT to one above 1023.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartError(
        `HOST ${host} is not an address of this machine: use 127.0.0.1, or 0.0.0.0 for all of its addresses.`,
      );
    default:
      return error;
  }
}
