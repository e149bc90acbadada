import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { toProblem } from "@daymark/api/base/error";
import type { Context } from "@daymark/api/procedure/context";
import { appRouter } from "@daymark/api/router";
import type { TRPCError } from "@trpc/server";
import { type HTTPBaseHandlerOptions, resolveResponse } from "@trpc/server/http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createLongAnswers } from "../event-loop/answer-text.ts";
import type { LoopTurns } from "../event-loop/loop-turns.ts";
import { onEnd } from "../http/open-answers.ts";
import { sendTrpcProblem, unavailable } from "../http/problem.ts";
import { pathOf } from "../http/request-path.ts";
import { answersOf, batchBytesMax, type RequestAnswers } from "../limits/answer-budget.ts";
import { watchClientOf } from "../limits/counted-request.ts";

type Options = HTTPBaseHandlerOptions<typeof appRouter, FastifyRequest>;

export type TrpcDeps = {
  createContext: (request: FastifyRequest) => Promise<Context>;
  /**
   * Calls back once when the caller loses the right to call, such as at the end of the session. Returns the function
   * that unsubscribes.
   */
  watchCaller: (request: FastifyRequest, onEnd: () => void) => () => void;
  /** Aborts when the server stops: the server then ends all streams and begins none. */
  stopping: AbortSignal;
  /** The turns in which long answers are turned into text. */
  loopTurns: LoopTurns;
} & Required<Pick<Options, "onError" | "responseMeta">>;

/** How long the server waits for a client to close an ended stream. */
const closingMilliseconds = 2_000;

/**
 * Serves the procedures over tRPC's own protocol, in a scope that uses the host's JSON parser. We do not use tRPC's
 * adapter for Fastify: it builds a Request to read the body again, and sends each answer as a stream. That took a sixth
 * of a call's time (decision 14).
 */
export function mountTrpc(scope: FastifyInstance, deps: TrpcDeps): void {
  scope.all("/:path", async (request, reply) => {
    const leaving = new AbortController();
    const longAnswers = createLongAnswers(watchClientOf(request));
    let answers: RequestAnswers | undefined;
    let refusal: TRPCError | undefined;
    const response = await resolveResponse<typeof appRouter>({
      router: appRouter,
      // tRPC decodes the path itself. Fastify's parameter is already decoded, and decoding it again would hide names.
      path: encodedNames(request),
      req: readAsFetch(request, leaving.signal),
      error: null,
      createContext: async ({ info }) => {
        const ctx = await deps.createContext(request);
        // All calls of a batch have one type. The answer of a mutation is sent however long it is, because the change is
        // made.
        const textBytesMax = info.type === "query" && info.calls.length > 1 ? batchBytesMax : undefined;
        answers = answersOf(request, deps.loopTurns, { textBytesMax, longAnswers });
        ctx.answerBudget = answers;
        return ctx;
      },
      responseMeta: deps.responseMeta,
      onError: (told) => {
        refusal ??= told.error;
        deps.onError({ ...told, req: request });
      },
    });
    if (isStream(response)) {
      // Checked here, because tRPC would report it within a stream that begins as a success.
      const problem = refusal ? toProblem(refusal) : deps.stopping.aborted ? unavailable() : undefined;
      if (!problem) return sendStream(request, reply, { response, leaving, deps });
      leaving.abort();
      return sendTrpcProblem(reply, problem);
    }
    for (const [name, value] of response.headers) reply.header(name, value);
    // tRPC sets no content type if it cannot parse the request.
    reply.header("content-type", "application/json; charset=utf-8");
    const body = Buffer.from(await response.arrayBuffer());
    return reply.code(response.status).send(answers ? await longAnswers.writeInto(body, answers.endPiece) : body);
  });
}

/** The names of the procedures that a request calls, as tRPC reads them from its path. */
export function calledNames(request: FastifyRequest): string[] {
  return decodeURIComponent(encodedNames(request)).split(",");
}

/** The last segment of the path as the client sent it. */
function encodedNames(request: FastifyRequest): string {
  const path = pathOf(request.url);
  return path.slice(path.lastIndexOf("/") + 1);
}

function isStream(response: Response): response is Response & { body: ReadableStream } {
  return response.headers.get("content-type") === "text/event-stream";
}

/**
 * Sends the values of a subscription as they arrive. The stream ends when the client leaves, when the caller loses the
 * right to call, and when the server stops. The server reads no further values while the client does not read.
 */
function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: { response: Response & { body: ReadableStream }; leaving: AbortController; deps: TrpcDeps },
): FastifyReply {
  const { response, leaving, deps } = stream;
  const end = () => {
    leaving.abort();
    setTimeout(() => reply.raw.destroy(), closingMilliseconds).unref();
  };
  const stopWatching = deps.watchCaller(request, end);
  deps.stopping.addEventListener("abort", end);
  onEnd(reply, () => {
    stopWatching();
    deps.stopping.removeEventListener("abort", end);
    leaving.abort();
  });
  return (
    reply
      .code(response.status)
      .header("content-type", "text/event-stream; charset=utf-8")
      .header("cache-control", "no-store, no-transform")
      // nginx, and other proxies that follow it, would buffer the stream.
      .header("x-accel-buffering", "no")
      .send(Readable.fromWeb(response.body as NodeReadableStream))
  );
}

/** With these headers a client asks tRPC to stream a batch in several frames, which this server does not support. */
const streamingHeaders: ReadonlySet<string> = new Set(["accept", "trpc-accept"]);

/** The members of a Request that tRPC reads, from what Fastify has already read. */
function readAsFetch(request: FastifyRequest, signal: AbortSignal): Request {
  const { headers, method, url } = request;
  const get = (name: string) => (streamingHeaders.has(name) ? null : (headers[name]?.toString() ?? null));
  const read: Pick<Request, "method" | "url" | "signal" | "json"> & { headers: Pick<Headers, "get" | "has"> } = {
    method,
    url: `http://localhost${url}`,
    headers: { get, has: (name) => get(name) !== null },
    signal,
    json: async () => request.body,
  };
  return read as Request;
}
