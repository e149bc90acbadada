import { type ErrorKey, errorCode, errorStatus } from "@daymark/domain/base/errors";
import { errorMessage } from "@daymark/i18n/messages";
import { i18nFor } from "@daymark/i18n/server";
import type { Operation } from "./operation.ts";

/** Any part of the document. */
interface Node {
  [member: string]: unknown;
}

/** The errors that the host can answer on any path. */
const hostErrors: ErrorKey[] = ["invalid_timezone", "internal_error", "unavailable"];
const bodyErrors: ErrorKey[] = ["invalid_json", "payload_too_large", "unsupported_media_type"];
const callerErrors: ErrorKey[] = ["not_authenticated", "token_invalid", "token_expired", "session_terminated"];
const guardErrors: Record<Operation["guard"], ErrorKey[]> = {
  public: [],
  optional: [...callerErrors, "api_key_invalid"],
  user: [...callerErrors, "api_key_invalid", "permission_denied"],
  verified: [...callerErrors, "api_key_invalid", "permission_denied", "email_not_verified"],
  staff: [...callerErrors, "api_key_invalid", "permission_denied"],
  account: [...callerErrors, "api_key_invalid", "permission_denied"],
  admin: [...callerErrors, "api_key_invalid", "permission_denied"],
};

/** Every row of the error table that an operation can answer with. */
export function operationErrors(operation: Operation): ErrorKey[] {
  const keys = new Set([
    ...hostErrors,
    ...guardErrors[operation.guard],
    ...(operation.method === "GET" ? [] : bodyErrors),
    // Also for operations without input, because unknown members are refused.
    "validation_failed" as const,
    ...(operation.isRepeatable ? (["conflict", "too_many_requests"] as const) : []),
    ...operation.errors,
  ]);
  return [...keys];
}

/**
 * The answers that many operations share, so that a generated client has one type for each of them. A name is part of
 * the API.
 */
const sharedResponses: Readonly<Record<string, readonly [ErrorKey, ...ErrorKey[]]>> = {
  BadQuery: ["invalid_timezone", "validation_failed"],
  BadPage: ["invalid_timezone", "validation_failed", "invalid_cursor"],
  BadRequest: ["invalid_timezone", "validation_failed", "invalid_json"],
  Unauthorized: ["not_authenticated", "token_invalid", "token_expired", "session_terminated", "api_key_invalid"],
  Forbidden: ["permission_denied"],
  ForbiddenUnverified: ["permission_denied", "email_not_verified"],
  HabitNotFound: ["habit_not_found"],
  Conflict: ["conflict"],
  PayloadTooLarge: ["payload_too_large"],
  UnsupportedMediaType: ["unsupported_media_type"],
  TooManyRequests: ["too_many_requests"],
  InternalError: ["internal_error"],
  Unavailable: ["unavailable"],
};
const nameOfShared = new Map(Object.entries(sharedResponses).map(([name, keys]) => [setName(keys), name]));

function setName(keys: readonly ErrorKey[]): string {
  return keys.toSorted().join(" ");
}

/** The components to which the answers of {@link describeErrors} refer. */
export function describeSharedErrors(): Node {
  return Object.fromEntries(
    Object.entries(sharedResponses).map(([name, keys]) => [name, describeProblem(errorStatus(keys[0]), keys)]),
  );
}

/** The answers of an operation that are errors, by their status. */
export function describeErrors(operation: Operation): Node {
  const byStatus = Map.groupBy(operationErrors(operation), errorStatus);
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    statuses.map(([status, keys]) => {
      const shared = nameOfShared.get(setName(keys));
      return [status, shared ? { $ref: `#/components/responses/${shared}` } : describeProblem(status, keys)];
    }),
  );
}

function describeProblem(status: number, keys: readonly ErrorKey[]): Node {
  const codes = [...new Set(keys.map(errorCode))].sort();
  const sentences = keys.map((key) => `\`${errorCode(key)}\`: ${errorMessage(i18nFor("en"), key)}`);
  return {
    description: [...new Set(sentences)].sort().join("\n\n"),
    ...((status === 429 || status === 503 || keys.includes("plan_limit_reached")) && {
      headers: { "Retry-After": { schema: { type: "integer" } } },
    }),
    content: {
      "application/problem+json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Problem" },
            {
              properties: {
                code: { enum: codes },
                ...(keys.includes("two_factor_code_missing") && { challenge: challengeSchema }),
              },
            },
          ],
        },
      },
    },
  };
}

const challengeSchema: Node = {
  type: "string",
  description: "With `two_factor_code_missing`: send it to `POST /api/auth/token/` with a code or a backup code.",
};

/** RFC 9457. */
export const problemSchema: Node = {
  type: "object",
  required: ["type", "title", "status", "detail", "code"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "A sentence in the request's language." },
    code: { type: "string", description: "Stable." },
    values: {
      type: "object",
      description: "What `detail` names, such as the plan whose limit is reached.",
      additionalProperties: { type: ["string", "number"] },
    },
    errors: {
      type: "object",
      description: "Field to sentences, only with `validation_failed`.",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
    error_codes: {
      type: "object",
      description: "Field to the codes of these sentences, which are stable, and the values that they name.",
      additionalProperties: {
        type: "array",
        items: {
          type: "object",
          required: ["code"],
          properties: { code: { type: "string" }, values: { type: "object" } },
        },
      },
    },
  },
};
