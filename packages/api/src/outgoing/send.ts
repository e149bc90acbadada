import type { LookupAddress } from "node:dns";
import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as requestPlain } from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";
import type { LookupFunction } from "node:net";

/** More of an answer's body is not read. */
const bodyBytesMax = 8_192;
/** An answer in more pieces than these is cut, because each costs a turn of the parser. */
const bodyChunksMax = 256;
/** For all that a receiver sends: headers, informational answers and the body with its framing. */
const receivedBytesMax = 65_536;
const receivedReadsMax = 1_024;
/** Informational answers (1xx) before the answer. */
const informationMax = 5;
/** Then the next address is tried as well. */
const connectMilliseconds = 2_500;

export interface Sent {
  method: "GET" | "POST" | "PUT";
  url: URL;
  /** The connection goes to one of these addresses only. */
  addresses: readonly LookupAddress[];
  headers: Record<string, string>;
  /** Null for a request without one. */
  body: string | null;
  /** The call ends when it aborts. */
  signal: AbortSignal;
  /** Certificates (PEM) to trust instead of those of Node. */
  authority: string | undefined;
}

/**
 * Sends a request and reads the beginning of its answer; then the connection is closed. What a receiver can make the server
 * read and parse is bounded, because the receiver is not trusted.
 * @throws if no whole answer comes, the receiver sends too much before its answer, or the signal aborts
 */
export function send(sent: Sent): Promise<{ status: number; body: string }> {
  return new Promise((settle, fail) => {
    const call = open(sent);
    const stop = (reason: unknown) => {
      fail(reason);
      call.destroy();
    };
    const abort = () => stop(sent.signal.reason);
    let endNow: (() => void) | undefined;
    bound(call, () => {
      endNow?.();
      stop(new Error("The receiver sent too much."));
    });
    call.on("response", (answer) => {
      const status = answer.statusCode ?? 0;
      endNow = readAnswer(answer, {
        settle: (body) => {
          settle({ status, body });
          call.destroy();
        },
        fail: stop,
      });
    });
    call.on("error", fail);
    call.on("close", () => {
      sent.signal.removeEventListener("abort", abort);
      // Node reports a switch of protocols (101) as nothing but this. With an answer, its own end decides.
      if (!endNow) fail(new Error("The receiver closed the connection without an answer."));
    });
    sent.signal.addEventListener("abort", abort);
    if (sent.signal.aborted) abort();
    else call.end(sent.body ?? undefined);
  });
}

function open({ method, url, addresses, headers, body, authority }: Sent): ClientRequest {
  const [first] = addresses;
  const lookup: LookupFunction = (_, { all }, done) =>
    all ? done(null, [...addresses]) : done(null, first?.address ?? "", first?.family);
  const isSecure = url.protocol === "https:";
  const [request, Agent] = isSecure ? [requestSecure, SecureAgent] : [requestPlain, PlainAgent];
  return request(url, {
    method,
    headers: {
      ...headers,
      ...(body !== null && { "content-length": Buffer.byteLength(body) }),
      "accept-encoding": "identity",
    },
    lookup,
    // A separate agent, because the global one may use proxies of the environment, and would keep the connection.
    agent: new Agent({
      keepAlive: false,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: connectMilliseconds,
      ...(authority !== undefined && { ca: authority }),
    }),
  });
}

/** Counts what comes on the socket, where the framing of HTTP cannot hide it. */
function bound(call: ClientRequest, onExcess: () => void): void {
  let bytes = 0;
  let reads = 0;
  let informations = 0;
  call.on("socket", (socket) => {
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      reads += 1;
      if (bytes >= receivedBytesMax || reads >= receivedReadsMax) onExcess();
    });
  });
  call.on("information", () => {
    informations += 1;
    // Once, because the parser goes on to the end of what was read.
    if (informations === informationMax + 1) onExcess();
  });
}

/**
 * Reads the beginning of an answer as text.
 * @returns settles at once with what has come
 */
function readAnswer(
  answer: IncomingMessage,
  { settle, fail }: { settle: (body: string) => void; fail: (error: unknown) => void },
): () => void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const end = () => settle(Buffer.concat(chunks).subarray(0, bodyBytesMax).toString("utf8"));
  answer.on("data", (chunk: Buffer) => {
    if (bytes >= bodyBytesMax || chunks.length >= bodyChunksMax) return;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= bodyBytesMax || chunks.length >= bodyChunksMax) end();
  });
  answer.on("end", end);
  answer.on("error", fail);
  answer.on("close", () => fail(new Error("The receiver closed the connection within its answer.")));
  return () => {
    // The handler of "data" keeps them.
    while (answer.read() !== null);
    end();
  };
}
