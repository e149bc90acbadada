import type { ErrorCode } from "@daymark/domain/base/errors";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { TRPCClientError } from "@trpc/client";
import { NoAnswer } from "./connection.ts";

/** An error of the API as it reached the browser: codes, no words. */
export interface Problem {
  code: ErrorCode;
  status: number;
  errors?: FieldErrors;
  /** What the sentence names, such as the plan whose limit is reached. */
  values?: Record<string, string | number>;
  /** Seconds until it makes sense to try again. */
  retryAfter?: number;
  /** What a log-in with two factors goes on with. */
  challenge?: string;
}

/** Where a 429 does not say when to come back. */
export const retryAfterDefaultSeconds = 60;

/** An answer that is none of the API's: a page of something that stands before the server. */
export class UnexpectedResponse extends Error {
  override readonly name = "UnexpectedResponse";
  readonly status: number;
  readonly retryAfter: number | null;

  constructor({ status, headers }: Pick<Response, "status" | "headers">) {
    super(`The server answered ${status} with something else than JSON`);
    this.status = status;
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    this.retryAfter = Number.isInteger(seconds) && seconds >= 0 ? seconds : null;
  }
}

/** True where the server was not reached, or said that it could not be: what was asked may be asked again later. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  return error.cause instanceof NoAnswer || problemOf(error)?.code === "unavailable";
}

/** What the API said, or null where it said nothing that can be read: no network, a page instead of an answer. */
export function problemOf(error: unknown): Problem | null {
  if (!(error instanceof TRPCClientError)) return null;
  if (error.cause instanceof UnexpectedResponse) return problemBefore(error.cause);
  const data: unknown = error.data;
  if (!isRecord(data)) return null;
  const { code, status, errors, values, retry_after, challenge } = data;
  if (typeof status !== "number" || !isErrorCode(code)) return null;
  return {
    code,
    status,
    ...(isFieldErrors(errors) && { errors }),
    ...(isValues(values) && { values }),
    ...(typeof retry_after === "number" && { retryAfter: retry_after }),
    ...(typeof challenge === "string" && { challenge }),
  };
}

/** True where a refusal is about who calls how often from where, and not about what was asked. */
export function isForEveryCall(problem: Problem | null): boolean {
  return problem?.status === 429 || problem?.code === "vpn_or_proxy_detected" || problem?.code === "bot_detected";
}

/** Two things are plain even where they are told by what stands before the server: too much, and nobody there. */
function problemBefore({ status, retryAfter }: UnexpectedResponse): Problem | null {
  const code = status === 429 ? "too_many_requests" : status >= 502 && status <= 504 ? "unavailable" : null;
  return code && { code, status, ...(retryAfter !== null && { retryAfter }) };
}

/**
 * By its spelling: every page reads this file, and the table of all codes is left to those that word them. A code of a
 * newer server, which this page does not know, is worded as an internal error.
 */
function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && /^[a-z]+(?:_[a-z]+)*$/.test(code);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isFieldErrors(errors: unknown): errors is FieldErrors {
  return isRecord(errors) && Object.values(errors).every(Array.isArray);
}

function isValues(values: unknown): values is Record<string, string | number> {
  return isRecord(values) && Object.values(values).every((value) => /^(string|number)$/.test(typeof value));
}
