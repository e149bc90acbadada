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
import { sendTrpcProblem } from "../http/problem.ts";
import { pathOf } from "../http/request-path.ts";
import { answersOf, batchBytesMax, type RequestAnswers } from "../limits/answer-budget.ts";
import { watchClientOf } from "../limits/counted-request.ts";
import { unavailable } from "../limits/waiting-calls.ts";

type Options = HTTPBaseHandlerOptions<typeof appRouter, FastifyRequest>;

type TrpcDeps = {
  createContext: (request: FastifyRequest) => Promise<Context>;
  /** Calls back once when the caller loses the right to call, such as at the end of the session; returns the unsubscription. */
  watchCaller: (request: FastifyRequest, onEnd: () => void) => () => void;
  /** Aborts when the server stops: it ends all streams and begins none. */
  stopping: AbortSignal;
  /** In which long answers are turned into text. */
  loopTurns: LoopTurns;
} & Required<Pick<Options, "onError" | "responseMeta">>;

/** How long the server waits for a client to close an ended stream. */
const closingMilliseconds = 2_000;

/**
 * The procedures over tRPC's own protocol, in a scope whose JSON parser is the host's. tRPC's adapter for Fastify builds
 * a Request to read what was read, and sends each answer as a stream, which took a sixth of a call (decision 14).
 */
export function mountTrpc(scope: FastifyInstance, deps: TrpcDeps): void {
  scope.all("/:path", async (request, reply) => {
    const leaving = new AbortController();
    const longAnswers = createLongAnswers(watchClientOf(request));
    let answers: RequestAnswers | undefined;
    let refusal: TRPCError | undefined;
    const response = await resolveResponse<typeof appRouter>({
      router: appRouter,
      // tRPC decodes the path itself; Fastify's parameter is decoded already, and decoding it again would hide names.
      path: encodedNames(request),
      req: readAsFetch(request, leaving.signal),
      error: null,
      createContext: async ({ info }) => {
        const ctx = await deps.createContext(request);
        // All calls of a batch have one type. The answer of a mutation is short, and sent in any case, because the change is made.
        const isQuery = info.type === "query";
        const textBytesMax = isQuery && info.calls.length > 1 ? batchBytesMax : undefined;
        answers = answersOf(request, deps.loopTurns, { textBytesMax, longAnswers: isQuery ? longAnswers : undefined });
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
      // tRPC would tell of it within a stream that begins as a success.
      const problem = refusal ? toProblem(refusal) : deps.stopping.aborted ? unavailable() : undefined;
      if (!problem) return sendStream(request, reply, { response, leaving, deps });
      leaving.abort();
      return sendTrpcProblem(reply, problem);
    }
    for (const [name, value] of response.headers) reply.header(name, value);
    // It names none where it cannot read what it is asked for.
    reply.header("content-type", "application/json; charset=utf-8");
    const text = await response.text();
    return reply.code(response.status).send(answers ? await longAnswers.writeInto(text, answers.endPiece) : text);
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
 * Sends what a subscription yields as it comes. It ends with its reader, its caller's right to call, and the process.
 * What the reader does not take is not asked of the subscription.
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
      // nginx and those who took it over from there would collect it first.
      .header("x-accel-buffering", "no")
      .send(Readable.fromWeb(response.body as NodeReadableStream))
  );
}

/** By these a client asks tRPC for a batch in several frames, which the host does not offer. */
const streamingHeaders: ReadonlySet<string> = new Set(["accept", "trpc-accept"]);

/** What tRPC reads of a Request, over what Fastify has read already. */
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
