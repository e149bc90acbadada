import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ApiError, type Problem, toProblem } from "@daymark/api/base/error";
import type { ErrorKey } from "@daymark/domain/base/errors";
import type { FieldErrors } from "@daymark/domain/base/validation";
import type { Language } from "@daymark/domain/text/language";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { restDetail } from "@daymark/i18n/rest-details";
import { i18nFor } from "@daymark/i18n/server";
import type { TRPCError } from "@trpc/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { isAnswering } from "./open-answers.ts";
import { requestLanguage } from "./request-language.ts";

/**
 * RFC 9457. `code`, `values` and `error_codes` are stable, `detail` and `errors` say the same as sentences in the
 * request's language.
 */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  values?: Record<string, string | number>;
  errors?: Record<string, string[]>;
  error_codes?: FieldErrors;
  /** With `two_factor_code_missing`: the token with which the client continues the log-in. */
  challenge?: string;
}

const problemType = "application/problem+json; charset=utf-8";

/** The only place where codes become messages. */
export function wordProblem(problem: Problem, language: Language): ProblemBody {
  const i18n = i18nFor(language);
  return {
    type: "about:blank",
    title: STATUS_CODES[problem.status] ?? "Error",
    status: problem.status,
    detail: restDetail(i18n, problem.key, problem.values),
    code: problem.code,
    ...(problem.challenge !== undefined && { challenge: problem.challenge }),
    ...(problem.values && { values: problem.values }),
    ...(problem.errors && {
      error_codes: problem.errors,
      errors: Object.fromEntries(
        Object.entries(problem.errors).map(([field, list]) => [
          field,
          list.map((error) => fieldErrorMessage(i18n, error)),
        ]),
      ),
    }),
  };
}

/** Answers a request with an error, in the form of its API. */
export type Sender = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => unknown;

/** Answers a request of the REST API with an error. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.retry_after !== undefined) reply.header("retry-after", problem.retry_after);
  return reply
    .code(problem.status)
    .header("content-type", problemType)
    .serializer(JSON.stringify)
    .send(wordProblem(problem, requestLanguage(request)));
}

/**
 * Answers a tRPC call that never reached a procedure. A client accepts one error for all calls of a batch. It sends
 * the shape of a router whose transformer is superjson (trpc.ts formats the others).
 */
export function sendTrpcProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { key: _, ...data } = problem;
  if (problem.retry_after !== undefined) reply.header("retry-after", problem.retry_after);
  // JSON-RPC 2.0: -32600 is an invalid request, -32603 an internal error.
  const code = problem.status < 500 ? -32600 : -32603;
  return reply
    .code(problem.status)
    .header("content-type", "application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({ error: { json: { message: problem.code, code, data } } });
}

/**
 * Status and headers for errors of procedures over tRPC, which has one number for all errors of a procedure. If the
 * calls of a batch have different statuses, tRPC itself answers 207.
 */
export function trpcAnswerMeta({ data, errors }: { data: readonly unknown[]; errors: readonly TRPCError[] }) {
  const problems = errors.map((error) => toProblem(error));
  const statuses = new Set(problems.map(({ status }) => status));
  const [status] = statuses;
  const retryAfter = Math.max(0, ...problems.map(({ retry_after = 0 }) => retry_after));
  return {
    ...(status !== undefined && statuses.size === 1 && errors.length === data.length && { status }),
    ...(retryAfter > 0 && { headers: { "retry-after": String(retryAfter) } }),
  };
}

/**
 * The errors of Node's HTTP parser that have a status of their own. All other errors mean that the bytes are not HTTP.
 */
const connectionStatus: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * For a connection without a request to answer: sends the status alone, without the parser's message. Writes nothing in
 * the middle of another answer.
 */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  const status = connectionStatus[error.code ?? ""] ?? 400;
  if (socket.writable && error.code !== "ECONNRESET" && !isAnswering(socket)) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  }
  socket.destroy(error);
}

/** Answers errors of a scope. Logs an unexpected one and answers it as `internal_error`. */
export function createErrorHandler(log: Logger, send: Sender) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = hostProblem(error);
    if (problem.key === "internal_error") {
      const message = `${request.method} ${request.routeOptions.url ?? "unknown"} failed`;
      log.error({ request_id: request.id, error }, message);
    }
    send(request, reply, problem);
  };
}

export function notFound(): Problem {
  return toProblem(new ApiError("not_found"));
}

export function unavailable(): Problem {
  return toProblem(new ApiError("unavailable", { retryAfterSeconds: 2 }));
}

/**
 * Maps an error of Fastify or of a plugin to a row of the error table. A 4xx stays a 4xx: the client sent something
 * invalid, so it is no failure of ours.
 */
export function hostProblem(error: unknown): Problem {
  if (error instanceof ApiError || !(error instanceof Error) || !("statusCode" in error)) return toProblem(error);
  const status = Number(error.statusCode);
  if (status < 400 || status > 499) return toProblem(error);
  return toProblem(new ApiError(refusals[status] ?? "bad_request"));
}

const refusals: Readonly<Record<number, ErrorKey>> = {
  400: "invalid_json",
  404: "not_found",
  412: "precondition_failed",
  413: "payload_too_large",
  415: "unsupported_media_type",
  416: "range_not_satisfiable",
};
