import type { ErrorCode } from "@daymark/domain/base/errors";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { TRPCClientError } from "@trpc/client";
import { NoAnswer } from "./connection.ts";

/** An API error as the browser receives it: codes, no text. */
export interface Problem {
  code: ErrorCode;
  status: number;
  errors?: FieldErrors;
  /** Values in the message, such as the plan whose limit is reached. */
  values?: Record<string, string | number>;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  /** The challenge with which a two-factor log-in continues. */
  challenge?: string;
}

/** Used if a 429 has no Retry-After. */
export const retryAfterDefaultSeconds = 60;

/** A response that does not come from the API but, for example, from a proxy. */
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

/** True if the server was not reached or reported itself unavailable: the call may be retried later. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  return error.cause instanceof NoAnswer || problemOf(error)?.code === "unavailable";
}

/** The error that the API returned, or null if it cannot be read: no network, or a page instead of an API response. */
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

/** True if the refusal depends on the caller's rate or network, and not on the call. */
export function isForEveryCall(problem: Problem | null): boolean {
  return problem?.status === 429 || problem?.code === "vpn_or_proxy_detected" || problem?.code === "bot_detected";
}

/** Two errors are clear even if a proxy reports them: too many requests, and server unavailable. */
function problemBefore({ status, retryAfter }: UnexpectedResponse): Problem | null {
  const code = status === 429 ? "too_many_requests" : status >= 502 && status <= 504 ? "unavailable" : null;
  return code && { code, status, ...(retryAfter !== null && { retryAfter }) };
}

/**
 * Checks only the spelling: every page loads this file, and the table of all codes is in the modules with their
 * messages. A code of a newer server, which this page does not know, is shown as an internal error.
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
