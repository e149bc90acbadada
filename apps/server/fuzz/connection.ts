import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, headerOf, readAnswer } from "./answer.ts";
import { type ResolvedRequest, wireOf } from "./request.ts";

/** A request with its answer, or with the reason why it has none. */
export interface Exchange {
  sent: ResolvedRequest;
  /**
   * When the first byte was sent and when the answer was complete, in milliseconds of `performance.timeOrigin + now()`.
   */
  startedAt: number;
  endedAt: number;
  answer: Answer | null;
  /** Answers to the requests that were pipelined behind this one. */
  behind: Answer[];
  /** Why there is no answer. */
  failure: "refused" | "closed" | "late" | null;
}

/** The timeout of an answer. The server itself gives up an incomplete request after 60 s. */
const answerMilliseconds = 20_000;
/** The timeout for a request that announces more than it sends: the server rightly waits for the rest. */
const brokenMilliseconds = 300;
/** How long the fuzzer reads a stream after its head. */
const streamMilliseconds = 100;
const slowPauseMilliseconds = 60;

function clock(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * A keep-alive connection. It opens with the first request, and again after the server has closed it. A request with
 * damaged framing, or one that affects its connection, gets a separate connection.
 */
export function createConnection(port: number) {
  let idle: Socket | null = null;

  function dropIdle(): void {
    idle?.destroy();
    idle = null;
  }

  async function send(sent: ResolvedRequest): Promise<Exchange> {
    if (!isOrdinary(sent)) return sendOver(connect({ port, host: "127.0.0.1" }), sent);
    const known = idle;
    idle = null;
    const exchange = await sendOver(known ?? connect({ port, host: "127.0.0.1" }), sent, keep);
    // The server may close an idle connection at any moment. Only a new connection shows whether it answers.
    const isStale = known !== null && (exchange.failure === "closed" || exchange.failure === "refused");
    return isStale ? sendOver(connect({ port, host: "127.0.0.1" }), sent, keep) : exchange;
  }

  function keep(socket: Socket): void {
    idle = socket;
    socket.once("close", () => {
      if (idle === socket) idle = null;
    });
  }

  return { send, close: dropIdle };
}

/** Whether the framing is valid and other requests may use the same connection. */
function isOrdinary({ delivery, headers }: ResolvedRequest): boolean {
  return (
    /^(whole|slow|chunked)$/.test(delivery) &&
    !headers.some(([name]) => /^(connection|content-length|transfer-encoding|expect|upgrade)$/i.test(name))
  );
}

/** Whether the server can know where the request ends. */
function hasAnEnd({ delivery, headers }: ResolvedRequest): boolean {
  return delivery !== "short" && !headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
}

/** @param keep receives the socket if another request may use it */
async function sendOver(socket: Socket, sent: ResolvedRequest, keep?: (socket: Socket) => void): Promise<Exchange> {
  const startedAt = clock();
  const reading = readAll(socket, sent);
  await write(socket, sent);
  const { answers, failure } = await reading;
  const [answer = null, ...behind] = answers;
  const isReusable = keep && answer && !answer.isLast && answer.faults.length === 0 && failure === null;
  if (isReusable && !socket.destroyed) keep(socket);
  else socket.destroy();
  return { sent, startedAt, endedAt: clock(), answer, behind, failure: answer ? null : failure };
}

async function write(socket: Socket, sent: ResolvedRequest): Promise<void> {
  const pieces = wireOf(sent);
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await sleep(slowPauseMilliseconds);
    if (socket.destroyed || !socket.writable) return;
    socket.write(piece);
  }
  if (sent.delivery === "torn") setTimeout(() => socket.destroy(), slowPauseMilliseconds);
  if (sent.delivery === "short") socket.end();
}

/** Resolves when all answers are complete, the connection has closed, or the timeout is over. Never rejects. */
function readAll(socket: Socket, sent: ResolvedRequest): Promise<{ answers: Answer[]; failure: Exchange["failure"] }> {
  return new Promise((resolve) => {
    const wanted = sent.delivery === "pipelined" ? 3 : 1;
    const answers: Answer[] = [];
    let chunks: Buffer[] = [];
    let length = 0;
    let needed = 1;
    let hasConnected = !socket.connecting;
    let streamTimer: NodeJS.Timeout | undefined;
    const timer = setTimeout(() => finish("late"), hasAnEnd(sent) ? answerMilliseconds : brokenMilliseconds);

    function finish(failure: Exchange["failure"]): void {
      clearTimeout(timer);
      clearTimeout(streamTimer);
      for (const event of ["connect", "data", "end", "close", "error"]) socket.removeAllListeners(event);
      socket.on("error", () => {});
      resolve({ answers, failure });
    }

    function read(isEnded: boolean): void {
      while (length > 0 && (length >= needed || isEnded)) {
        const received = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
        chunks = [received];
        const method = answers.length === 0 ? sent.method : "GET";
        const answer = readAnswer(received, { method, isEnded });
        if ("needed" in answer) {
          needed = answer.needed;
          watchStream(received);
          if (isEnded) return;
          continue;
        }
        answers.push(answer);
        chunks = [received.subarray(answer.bytes)];
        length -= answer.bytes;
        needed = 1;
        if (answers.length === wanted || answer.isLast) {
          finish(null);
          return;
        }
      }
    }

    /** A stream of events does not end, so the fuzzer stops reading it after a while. */
    function watchStream(received: Buffer): void {
      if (streamTimer) return;
      const head = received.subarray(0, 4_000).toString("latin1");
      if (!/\r\ncontent-type: text\/event-stream/i.test(head) || !head.includes("\r\n\r\n")) return;
      streamTimer = setTimeout(() => {
        read(true);
        finish(answers.length > 0 ? null : "closed");
      }, streamMilliseconds);
    }

    socket.once("connect", () => {
      hasConnected = true;
    });
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      read(false);
    });
    const end = () => {
      read(true);
      finish(answers.length > 0 ? null : hasConnected ? "closed" : "refused");
    };
    socket.on("error", () => {});
    socket.once("end", end);
    socket.once("close", end);
  });
}

/** Whether an answer is a stream of events, which the fuzzer stops reading before its end. */
export function isStream(answer: Answer): boolean {
  return /^text\/event-stream/.test(headerOf(answer, "content-type") ?? "");
}
