import { ClientLeft, QueueFull } from "@daymark/auth/concurrency/concurrency-limit";
import { GenerationFailed, violatedReference } from "@daymark/db/connection/unique";
import { type ErrorCode, type ErrorKey, errorCode, errorStatus } from "@daymark/domain/base/errors";
import { type FieldErrors, fieldErrors, wholeBody } from "@daymark/domain/base/validation";
import { TRPCError } from "@trpc/server";

type TrpcCode = ConstructorParameters<typeof TRPCError>[0]["code"];

const trpcCodes: Record<number, TrpcCode> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  412: "PRECONDITION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
};

/** The tRPC code of an HTTP status. */
export function trpcCode(status: number): TrpcCode {
  return trpcCodes[status] ?? "INTERNAL_SERVER_ERROR";
}

/**
 * The error that a procedure throws: a key of the error table. With `validation_failed` it also names the invalid
 * fields.
 */
export class ApiError extends TRPCError {
  override readonly name = "ApiError";
  readonly key: ErrorKey;
  readonly fields: FieldErrors | undefined;
  /** Values that the message names, such as the plan whose limit is reached. */
  readonly values: Record<string, string | number> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** With `two_factor_code_missing`: the challenge that the client sends with the second factor. */
  readonly challenge: string | undefined;

  constructor(
    key: ErrorKey,
    details: {
      fields?: FieldErrors;
      values?: Record<string, string | number>;
      retryAfterSeconds?: number;
      challenge?: string;
      cause?: unknown;
    } = {},
  ) {
    super({ code: trpcCode(errorStatus(key)), message: key, cause: details.cause });
    this.key = key;
    this.fields = details.fields;
    this.values = details.values;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.challenge = details.challenge;
  }
}

/** An error as both transports send it. It holds codes, no messages and no text from a library or the database. */
export interface Problem {
  key: ErrorKey;
  code: ErrorCode;
  status: number;
  errors?: FieldErrors;
  values?: Record<string, string | number>;
  /** Whole seconds; set if a retry may succeed. */
  retry_after?: number;
  /** With `two_factor_code_missing`. */
  challenge?: string;
}

/** How long a client should wait while the database is unreachable. */
const unavailableRetrySeconds = 2;
/** How long a client should wait while too many users log in at once or request other long work. */
const busyRetrySeconds = 10;

/**
 * Any error as a problem. An unknown error is `internal_error`, or `unavailable` if the database is unreachable. The
 * caller logs it.
 *
 * @param input the input of the failed call, which tells a missing member from a wrong one
 */
export function toProblem(error: unknown, input?: unknown): Problem {
  const cause = error instanceof TRPCError ? error.cause : error;
  for (const thrown of [error, cause]) {
    if (!(thrown instanceof ApiError)) continue;
    const { challenge } = thrown;
    return {
      ...problem(thrown.key, thrown.fields, thrown.retryAfterSeconds, thrown.values),
      ...(challenge !== undefined && { challenge }),
    };
  }
  if (error instanceof TRPCError && error.code === "BAD_REQUEST") {
    if (hasIssues(cause)) return problem("validation_failed", fieldErrors(cause.issues, input ?? {}));
    // zod measures any value that has a `length`, and throws if that is an object that cannot become a number.
    if (cause instanceof TypeError) return problem("validation_failed", { [wholeBody]: [{ code: "invalid" }] });
    return problem("invalid_json");
  }
  // tRPC cannot read the body or query, or the call has another method. REST answers the same.
  if (error instanceof TRPCError && error.code === "PARSE_ERROR") return problem("invalid_json");
  if (error instanceof TRPCError && /^(NOT_FOUND|METHOD_NOT_SUPPORTED)$/.test(error.code)) return problem("not_found");
  if (error instanceof TRPCError && error.code === "PAYLOAD_TOO_LARGE") return problem("payload_too_large");
  if (error instanceof TRPCError && error.code === "UNSUPPORTED_MEDIA_TYPE") return problem("unsupported_media_type");
  if (cause instanceof GenerationFailed) {
    return problem("generation_failed", undefined, undefined, { what: generated[cause.index] ?? "token" });
  }
  if (cause instanceof QueueFull) return problem("unavailable", undefined, busyRetrySeconds);
  // The client has disconnected and does not read this answer.
  if (cause instanceof ClientLeft) return problem("unavailable");
  const reference = violatedReference(error) ?? "";
  // The new row refers to a user, a session or a habit that was deleted meanwhile.
  if (/_(users|sessions)_id_fk$/.test(reference)) return problem("session_terminated");
  if (reference.endsWith("_habits_user_id_id_fk")) return problem("habit_not_found");
  if (mayTryAgain(cause)) return problem("unavailable", undefined, unavailableRetrySeconds);
  return problem("internal_error");
}

/** The kind of value that could not be made unique, by the name of the violated index. All others are tokens. */
const generated: Record<string, string> = {
  users_username_key: "username",
  backup_codes_user_id_code_hash_pk: "backup_code",
};

function problem(
  key: ErrorKey,
  errors?: FieldErrors,
  retryAfter?: number,
  values?: Record<string, string | number>,
): Problem {
  return {
    key,
    code: errorCode(key),
    status: errorStatus(key),
    ...(errors && { errors }),
    ...(values && { values }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
  };
}

function hasIssues(cause: unknown): cause is { issues: Parameters<typeof fieldErrors>[0] } {
  return typeof cause === "object" && cause !== null && "issues" in cause && Array.isArray(cause.issues);
}

/** What Citus 13 says to a client whose statement waits for a worker while the coordinator's postmaster dies. */
const citusServerDied = "postmaster was shut down, exiting";

/**
 * Connection failures of postgres.js and Node; PostgreSQL's classes 08 and 57P (shutting down, starting up); class 53
 * and Node's counterparts (disk full, out of memory, too many connections or open files); class 40 (PostgreSQL rolled
 * back the transaction because of others); 55P03 (a statement waited too long for a lock); 25P03 (the transaction was idle
 * for too long); 25006 (the server is a replica, as before a failover ends). Citus reports the death of its own server without a separate class.
 */
function mayTryAgain(cause: unknown): boolean {
  // Drizzle wraps the driver's error.
  for (let error = cause; typeof error === "object" && error !== null; error = "cause" in error ? error.cause : null) {
    const code = "code" in error ? String(error.code) : "";
    if (/^(ECONN|EPIPE|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT|CONNECT_TIMEOUT|CONNECTION_)/.test(code))
      return true;
    if (/^(ENOSPC|EDQUOT|EMFILE|ENFILE)$/.test(code)) return true;
    if (/^(08|25006|25P03|40|53|55P03|57P0)/.test(code)) return true;
    if (code === "XX000" && error instanceof Error && error.message === citusServerDied) return true;
  }
  return false;
}
