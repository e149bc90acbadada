import { type ErrorCode, errorCode, errorTable } from "@daymark/domain/errors";
import type { FieldErrors } from "@daymark/domain/validation";
import { TRPCClientError } from "@trpc/client";

/** An error of the API as it reached the browser: codes, no words. */
export interface Problem {
  code: ErrorCode;
  status: number;
  errors?: FieldErrors;
  /** Seconds until it makes sense to try again. */
  retryAfter?: number;
}

/** What the API said, or null where it said nothing that can be read: no network, a proxy's page. */
export function problemOf(error: unknown): Problem | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("code" in data) || !("status" in data)) return null;
  const { code, status } = data;
  if (typeof status !== "number" || !isErrorCode(code)) return null;
  const retryAfter = "retry_after" in data && typeof data.retry_after === "number" ? data.retry_after : null;
  return {
    code,
    status,
    ...("errors" in data && isFieldErrors(data.errors) && { errors: data.errors }),
    ...(retryAfter !== null && { retryAfter }),
  };
}

const codes: ReadonlySet<unknown> = new Set(
  (Object.keys(errorTable) as (keyof typeof errorTable)[]).map((key) => errorCode(key)),
);

function isErrorCode(code: unknown): code is ErrorCode {
  return codes.has(code);
}

function isFieldErrors(errors: unknown): errors is FieldErrors {
  return typeof errors === "object" && errors !== null && Object.values(errors).every(Array.isArray);
}
