import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { siteNetworkOf } from "@daymark/auth/client/address";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerFactory } from "fastify";
import type { LoopTurns } from "../event-loop/loop-turns.ts";
import { SlicedSocket } from "../event-loop/sliced-socket.ts";
import { clientNetworkOf, plainAddress } from "../http/client-address.ts";
import { addOpenAnswer, countOpenAnswers, onEnd } from "../http/open-answers.ts";
import { createChunkCounter } from "../http/short-chunks.ts";
import { CountedRequest } from "./counted-request.ts";
import { createMemoryBudget, type MemoryBudget } from "./memory-budget.ts";
import { createSharedLimit } from "./shared-limit.ts";

/**
 * The limit of requests on one connection whose answers are not read to the end. Browsers send one; RFC 9112 9.3.2 lets
 * a client send more.
 */
const pipelinedMax = 3;
/**
 * Above these limits Node answers 431. Until a request is complete, only these limits bound its headers, which Node
 * keeps as strings. The longest address that our API reads has 2,400 bytes, and browsers send some 20 headers in 2 kB.
 */
const headLimits = { bytes: 8_192, headers: 100 };
/**
 * The memory that a header takes in Node's heap beside its text, which is stored twice. Measured with heads of 8 to 985
 * headers.
 */
const headerBytes = 200;
/** The memory of a request and its answer while they wait behind another answer, beside the two texts. */
const waitingBytes = 16 * 1024;
/** The limit of open connections, if the system allows that many open files. 9,000 idle ones took 85 MB. */
const connectionsMax = 10_000;
/** The share of one client, while more than half of the connections are taken. */
const shareOfConnections = 1 / 20;
/**
 * Bytes of a body that Node keeps until something reads them. They may have arrived as that many chunks, each of which
 * takes {@link chunkBytes}.
 */
const unreadBytesMax = 4_096;
const chunkBytes = 350;
/** The memory for requests, and the memory for unread answers, in bytes each. */
const budgetBytes = 64 * 2 ** 20;
/**
 * A smaller answer is not counted if it is the only unread one of its connection, because the system's buffer of a
 * connection has almost that size.
 */
const countedBytesMin = 16 * 1024;

export interface ConnectionBudgets {
  /** For heads and bodies, until their requests end. */
  requests: MemoryBudget;
  answers: MemoryBudget;
}

/**
 * Fastify's `serverFactory`. This server closes connections above a limit, and connections on which too many requests
 * wait, before Fastify sees them. It reads connections in slices that take turns.
 *
 * @param timeouts in milliseconds; Fastify sets its own ones only on a server that it has created
 */
export function createBoundedServer(
  timeouts: ServerTimeouts,
  turns: LoopTurns,
  connections = connectionLimitsFor(openFilesMax()),
): FastifyServerFactory {
  return (handler) => {
    const { request, keepAlive, idle } = timeouts;
    const server = createServer(
      {
        ...{ requestTimeout: request, keepAliveTimeout: keepAlive, maxHeaderSize: headLimits.bytes },
        highWaterMark: unreadBytesMax,
        // Otherwise Node would answer such a request itself, before our code counts it. app.ts refuses it.
        requireHostHeader: false,
      },
      boundPipelining(handler),
    );
    // Otherwise Node would answer an unknown expectation itself, too.
    server.on("checkExpectation", boundPipelining(handler));
    server.maxHeadersCount = headLimits.headers;
    server.setTimeout(idle);
    boundAccepted(server, turns, connections);
    return server;
  };
}

/**
 * A connection takes a file handle, so connections get half of the handles that the process may have. A proxy counts as
 * one client here, even with TRUSTED_PROXIES, because a connection begins before any X-Forwarded-For. So one proxy gets
 * half of the connections.
 */
export function connectionLimitsFor(filesMax: number): ConnectionLimits {
  const max = Math.min(connectionsMax, Math.floor(filesMax / 2));
  return { max, shareMax: Math.ceil(max * shareOfConnections) };
}

/** At its start Node raises its limit of open files as far as the system allows. */
function openFilesMax(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Number.POSITIVE_INFINITY;
}

export interface ConnectionLimits {
  max: number;
  shareMax: number;
}

export interface ServerTimeouts {
  /** The timeout for a complete request. */
  request: number;
  /** The timeout between an answer and the next request. */
  keepAlive: number;
  /** The timeout without a byte in either direction. */
  idle: number;
}

function boundPipelining(handler: RequestListener): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // The rest of the bytes that Node had read when the connection was closed.
    if (socket.destroyed) return;
    if (countOpenAnswers(socket) >= pipelinedMax) {
      socket.destroy();
      return;
    }
    addOpenAnswer(socket, response);
    handler(request, response);
  };
}

/** Closes connections above the limits, and reads the others in slices. */
function boundAccepted(server: Server, turns: LoopTurns, connections: ConnectionLimits): void {
  const [serve] = server.listeners("connection") as [(stream: Duplex) => void];
  server.removeListener("connection", serve);
  const limit = createSharedLimit(connections);
  server.on("connection", (socket: Socket) => {
    const client = siteNetworkOf(plainAddress(socket.remoteAddress ?? ""));
    const release = limit.take(client);
    if (!release) {
      socket.destroy();
      return;
    }
    socket.once("close", release);
    // Node's documentation of the event allows any Duplex.
    serve.call(server, new SlicedSocket(socket, client, turns));
  });
}

/**
 * Bounds the memory of requests whose bodies arrive slowly or whose answers take long. It also bounds the memory of
 * answers until clients have read them, including those in a batch that waits for its other calls (answer-budget.ts).
 * Above a budget the server closes a connection. Node bounds neither: it keeps the head of a request until the end, and
 * a whole answer until its last byte is sent.
 *
 * Three kinds are not counted: streams, which produce no more than the client reads; files under /assets, whose bytes
 * all clients share; and uploads, once upload.ts reads and bounds them.
 *
 * @param bodyBytesMax the maximum length of a body without a Content-Length
 * @returns does the same for a request for which Fastify runs no hook, because its path cannot be decoded
 */
export function boundConnections(
  app: FastifyInstance,
  bodyBytesMax: number,
  budgets: ConnectionBudgets = {
    requests: createMemoryBudget(budgetBytes),
    answers: createMemoryBudget(budgetBytes),
  },
): (request: FastifyRequest, reply: FastifyReply) => void {
  app.decorateRequest("counted", null);
  app.addHook("onRequest", (request, reply, done) => {
    countRequest(request, reply);
    if (isBodyIgnored(request)) dropBody(request);
    done();
  });
  app.addHook("onSend", (request, _, payload, done) => {
    // The text replaces the answers that it was made of.
    request.counted?.holdAnswer(bytesOf(payload));
    // The server may refuse a request before anything has read its body.
    dropBody(request);
    done();
  });

  function countRequest(request: FastifyRequest, reply: FastifyReply): void {
    const client = clientNetworkOf(request);
    const { socket } = request.raw;
    if (socket instanceof SlicedSocket) socket.client = client;
    const giveUp = () => closeConnection(request);
    const headBytes = bytesOfHead(request.raw);
    const isCounted = (bytes: number) => bytes >= countedBytesMin || isBehindAnother(request);
    const counted = new CountedRequest({
      answer: reply.raw,
      headBytes,
      piece: budgets.requests.hold({ client, bytes: headBytes + bytesOfBody(request, bodyBytesMax), giveUp }),
      holdLongAnswer: (bytes) => (isCounted(bytes) ? budgets.answers.hold({ client, bytes, giveUp }) : undefined),
    });
    request.counted = counted;
    onEnd(reply, () => counted.release());
    if (!isBehindAnother(request)) return;
    const waiting = budgets.answers.hold({ client, bytes: waitingBytes, giveUp });
    onEnd(reply, () => waiting.release());
  }

  return (request, reply) => {
    countRequest(request, reply);
    dropBody(request);
  };
}

/**
 * This does not call the answer's `destroy`: an answer that waits behind another one has no socket yet, and Node would
 * only set a flag.
 */
function closeConnection({ raw }: FastifyRequest): void {
  raw.socket.destroy();
}

/** Fastify does not read the body of these methods. */
function isBodyIgnored({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Reads and drops a body that no code needs. Otherwise Node keeps it until the answer is read, in as many pieces as the
 * client chooses, and a piece of one byte takes 350 bytes.
 */
function dropBody({ headers, raw }: FastifyRequest): void {
  const isAnnounced = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  if (!isAnnounced || raw.complete) return;
  if (raw.listenerCount("data") === 0) raw.on("data", createChunkCounter(raw));
  raw.resume();
}

/** True for a request whose connection has another one without a complete answer. */
function isBehindAnother({ raw }: FastifyRequest): boolean {
  return countOpenAnswers(raw.socket) > 1;
}

/** An estimate of the memory that a request's head takes in Node's heap. */
function bytesOfHead({ url = "", rawHeaders }: IncomingMessage): number {
  const textBytes = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
  return 2 * textBytes + headerBytes * (rawHeaders.length / 2);
}

/** The memory that the body of a request may take before something has read it. */
function bytesOfBody({ headers, routeOptions }: FastifyRequest, bodyBytesMax: number): number {
  // upload.ts begins to read once the sender is authenticated.
  const isUpload = routeOptions.config?.takesUpload && headers["content-type"]?.startsWith("multipart/");
  if (isUpload) return unreadBytesMax * chunkBytes;
  if (headers["transfer-encoding"] !== undefined) return bodyBytesMax;
  return Math.min(Number(headers["content-length"] ?? 0), bodyBytesMax);
}

function bytesOf(payload: unknown): number {
  if (typeof payload === "string")
    return payload.length < countedBytesMin ? payload.length : Buffer.byteLength(payload);
  return payload instanceof Uint8Array ? payload.length : 0;
}
