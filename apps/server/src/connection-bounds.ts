import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { networkOf } from "@daymark/auth/address";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerFactory } from "fastify";
import { clientNetworkOf, plainAddress } from "./context.ts";
import { createMemoryBudget, type MemoryBudget } from "./memory-budget.ts";
import { createSharedLimit } from "./shared-limit.ts";
import { SlicedSocket } from "./sliced-socket.ts";

/**
 * Requests of one connection whose answers are not read to the end. Browsers send one; RFC 9112 9.3.2 lets a client send
 * more.
 */
const pipelinedMax = 3;
/**
 * Connections that are open at once. 9,000 idle ones took 85 MB. A proxy is one client here, whatever TRUSTED_PROXIES
 * says, because a connection begins before any X-Forwarded-For; so one proxy has half of them.
 */
const connectionLimits = { max: 10_000, shareMax: 500 };
/**
 * Connections that Node reads by itself, in pieces of up to 64 KiB. It parses all requests of a piece before anything of
 * ours runs: up to 1,900 requests and 2 MB of heap, which so many connections at once may take.
 */
const wholeReadsMax = 40;
/** Memory for bodies that are not whole yet, and for answers that are not read to the end, in bytes each. */
const budgetBytes = 64 * 2 ** 20;
/**
 * Smaller bodies are not counted, nor is a smaller answer that is the only unread one of its connection: the system's buffer
 * of a connection has nearly that much.
 */
const countedBytesMin = 16 * 1024;

export interface ConnectionBudgets {
  bodies: MemoryBudget;
  answers: MemoryBudget;
}

/**
 * Fastify's `serverFactory`: a server that closes connections above {@link connectionLimits}, and a connection on which too
 * many requests wait, before Fastify knows of them. It reads no more of many connections at once than the heap has room for.
 *
 * @param timeouts in milliseconds; Fastify sets its own ones only on a server that it has made
 */
export function createBoundedServer(timeouts: ServerTimeouts, connections = connectionLimits): FastifyServerFactory {
  return (handler) => {
    const { request, keepAlive, idle } = timeouts;
    const server = createServer({ requestTimeout: request, keepAliveTimeout: keepAlive }, boundPipelining(handler));
    server.setTimeout(idle);
    boundAccepted(server, connections);
    return server;
  };
}

export interface ServerTimeouts {
  /** Until a request has come whole. */
  request: number;
  /** Between an answer and the next request. */
  keepAlive: number;
  /** Without a byte either way. */
  idle: number;
}

/** How many requests of a connection have no complete answer yet. */
const requestsInFlight = new WeakMap<Socket, number>();

function boundPipelining(handler: RequestListener): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // The rest of what Node had read when the connection was closed.
    if (socket.destroyed) return;
    const count = (requestsInFlight.get(socket) ?? 0) + 1;
    if (count > pipelinedMax) {
      socket.destroy();
      return;
    }
    requestsInFlight.set(socket, count);
    response.once("close", () => requestsInFlight.set(socket, (requestsInFlight.get(socket) ?? 1) - 1));
    handler(request, response);
  };
}

/** Closes connections above {@link connectionLimits}, and reads those beyond {@link wholeReadsMax} in slices, which is slower. */
function boundAccepted(server: Server, connections: typeof connectionLimits): void {
  const [serve] = server.listeners("connection") as [(stream: Duplex) => void];
  server.removeListener("connection", serve);
  const limit = createSharedLimit(connections);
  let wholeReads = 0;
  server.on("connection", (socket: Socket) => {
    const release = limit.take(networkOf(plainAddress(socket.remoteAddress ?? "")));
    if (!release) {
      socket.destroy();
      return;
    }
    socket.once("close", release);
    if (wholeReads >= wholeReadsMax) {
      // Node's documentation of the event: any Duplex can be served.
      serve.call(server, new SlicedSocket(socket));
      return;
    }
    wholeReads += 1;
    socket.once("close", () => {
      wholeReads -= 1;
    });
    serve.call(server, socket);
  });
}

/**
 * Bounds the memory of bodies that come slowly, and of answers that clients read slowly or not at all. Above a budget the
 * server closes a connection. Node bounds neither: it keeps a whole answer until its last byte is sent.
 *
 * Not counted are streams, which make no more than their reader takes; documents of the page cache, whose bytes all
 * readers share; and forms, which upload.ts bounds.
 *
 * @param bodyBytesMax what a body can have at most where its length is not announced
 */
export function boundConnections(
  app: FastifyInstance,
  bodyBytesMax: number,
  budgets: ConnectionBudgets = {
    bodies: createMemoryBudget(budgetBytes),
    answers: createMemoryBudget(budgetBytes),
  },
): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (isBehindAnother(request)) {
      // Node holds the headers until the answers before this one are read. Documents of the page cache are counted here too.
      const giveUp = () => closeConnection(request);
      onEnd(reply, budgets.answers.hold({ client: clientNetworkOf(request), bytes: maxHeaderSize, giveUp }));
    }
    const bytes = Math.min(announcedBytes(request, bodyBytesMax), bodyBytesMax);
    if (bytes >= countedBytesMin) {
      const giveUp = () => closeConnection(request);
      const release = budgets.bodies.hold({ client: clientNetworkOf(request), bytes, giveUp });
      // The body is whole, or its client has left.
      request.raw.once("end", release);
      onEnd(reply, release);
    }
    done();
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const bytes = bytesOf(payload);
    if (bytes >= countedBytesMin || isBehindAnother(request)) {
      const giveUp = () => closeConnection(request);
      onEnd(reply, budgets.answers.hold({ client: clientNetworkOf(request), bytes, giveUp }));
    }
    done();
  });
}

/** Not by the answer's `destroy`: an answer that waits behind another one has no socket yet, and Node would only note it. */
function closeConnection({ raw }: FastifyRequest): void {
  raw.socket.destroy();
}

/** True for a request whose connection has another one without a complete answer. */
function isBehindAnother({ raw }: FastifyRequest): boolean {
  return (requestsInFlight.get(raw.socket) ?? 0) > 1;
}

/**
 * Calls back once when the answer is sent or the client has left; at once where that has happened. Fastify's `onResponse`
 * is not called where the client has left.
 */
export function onEnd({ raw }: FastifyReply, listener: () => void): void {
  if (raw.closed) listener();
  else raw.once("close", listener);
}

function announcedBytes({ headers }: FastifyRequest, otherwise: number): number {
  if (headers["content-type"]?.startsWith("multipart/")) return 0;
  if (headers["transfer-encoding"] !== undefined) return otherwise;
  return Number(headers["content-length"] ?? 0);
}

function bytesOf(payload: unknown): number {
  if (typeof payload === "string")
    return payload.length < countedBytesMin ? payload.length : Buffer.byteLength(payload);
  return payload instanceof Uint8Array ? payload.length : 0;
}
