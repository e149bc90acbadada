import { STATUS_CODES } from "node:http";
import { type ErrorKey, errorCode, errorStatus } from "@daymark/domain/base/errors";
import { shortNameLengthMax } from "@daymark/domain/tracking/habit-content";
import type { MessageType } from "@daymark/domain/webhook/webhook-event";
import { errorMessage } from "@daymark/i18n/messages";
import { i18nFor } from "@daymark/i18n/server";
import { inputMembers, type JsonSchema, namesHabit, type Operation } from "./operation.ts";
import { type DocumentSchemas, describeSchemas } from "./schemas.ts";
import { habitParameterDescription, messageDescriptions, parameterDescriptions, tagDescriptions } from "./words.ts";

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

const bearer = { bearer: [] };
/** An empty object in the list means that no authentication is needed. */
const securityOf: Record<Operation["guard"], Node[]> = {
  public: [],
  optional: [{}, bearer],
  user: [bearer],
  verified: [bearer],
  staff: [bearer],
  account: [bearer],
  admin: [bearer],
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

/** Builds the OpenAPI 3.1 document of the REST API from the metadata of the procedures. */
export function describeApi(operations: readonly Operation[], version: string): Node {
  const schemas = describeSchemas(operations);
  const paths: Record<string, Node> = {};
  for (const operation of operations) {
    const path = `/api${operation.path}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Daymark",
      version,
      description:
        "Habits, progress, notes and accounts; the blog and the board of feature requests, which can be read without an account. Send the access token of `POST /api/auth/token/`, or an API key, as a bearer token. Paths work with and without their trailing slash.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(operations.map(tagOf))].map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    webhooks: Object.fromEntries([...schemas.messages].map(([type, schema]) => [type, describeMessage(type, schema)])),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      parameters: headerParameters,
      responses: Object.fromEntries(
        Object.entries(sharedResponses).map(([name, keys]) => [name, describeProblem(errorStatus(keys[0]), keys)]),
      ),
      schemas: { ...schemas.components, Problem: problemSchema },
    },
  };
}

/** What a receiver gets (Standard Webhooks). */
function describeMessage(type: MessageType, schema: JsonSchema): Node {
  return {
    post: {
      operationId: type,
      summary: messageDescriptions[type],
      tags: ["webhook"],
      security: [],
      parameters: messageHeaders,
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses: {
        "2XX": { description: "The message was received. Every other answer is a failure, also a redirect." },
        "410": { description: "The receiver is gone: the server switches the webhook off." },
      },
    },
  };
}

function describeOperation(operation: Operation, schemas: DocumentSchemas): Node {
  const { name, summary, statuses, method } = operation;
  const input = schemas.inputs.get(name) ?? null;
  const body = method === "GET" ? null : describeBody(operation, input);
  return {
    operationId: name,
    summary,
    tags: [tagOf(operation)],
    security: securityOf[operation.guard],
    parameters: [
      ...describeParameters(operation, input),
      ...Object.keys(headerParameters)
        .filter((parameter) => parameter !== "IdempotencyKey" || operation.isRepeatable)
        .map((parameter) => ({ $ref: `#/components/parameters/${parameter}` })),
    ],
    ...(body && { requestBody: body }),
    responses: {
      ...Object.fromEntries(statuses.map((status) => [status, describeSuccess(operation, status, schemas)])),
      ...describeErrors(operation),
    },
  };
}

function describeParameters(operation: Operation, input: JsonSchema | null): Node[] {
  const { method, pathMembers } = operation;
  const required = new Set(input?.required ?? []);
  return [...inputMembers(input)]
    .filter(([name]) => method === "GET" || pathMembers.includes(name))
    .map(([name, schema]) => {
      const isInPath = pathMembers.includes(name);
      const isHabit = isInPath && name === "id" && namesHabit(operation);
      return {
        name,
        in: isInPath ? "path" : "query",
        description: isHabit ? habitParameterDescription : parameterDescriptions[name],
        required: isInPath || required.has(name),
        schema: isHabit ? { anyOf: [schema, shortNameParameter] } : schema,
      };
    });
}

const shortNameParameter: Node = { type: "string", pattern: "^@", maxLength: shortNameLengthMax + 1 };

function describeBody(operation: Operation, input: JsonSchema | null): Node | null {
  const { pathMembers, upload } = operation;
  const members = [...inputMembers(input)].filter(([name]) => !pathMembers.includes(name));
  if (members.length === 0) return null;
  const required = (input?.required ?? []).filter((name) => !pathMembers.includes(name));
  const file = {
    type: "string",
    format: "binary",
    ...(upload && { description: [`At most ${upload.bytesMax} bytes.`, upload.about].filter(Boolean).join(" ") }),
  };
  const described = members.map(([name, schema]) => [name, name === upload?.member ? file : schema]);
  return {
    required: required.length > 0 || !takesEmptyBody(operation),
    content: {
      [upload ? "multipart/form-data" : "application/json"]: {
        schema: {
          type: "object",
          properties: Object.fromEntries(described),
          ...(required.length > 0 && { required }),
          additionalProperties: false,
        },
      },
    },
  };
}

/** Parameters of a path that every schema accepts, so that only the body decides. */
const samplePath: Readonly<Record<string, unknown>> = {
  id: 1,
  feature_request_id: 1,
  delivery_id: 1,
  number: 1,
  day: "2026-03-01",
};

/** False if a rule over several members refuses an empty body, such as that of the log-in, which has two forms. */
function takesEmptyBody({ pathMembers, schemas }: Operation): boolean {
  const path = Object.fromEntries(pathMembers.map((name) => [name, samplePath[name] ?? "sample"]));
  return schemas.input?.safeParse(path).success ?? true;
}

function describeSuccess(operation: Operation, status: 200 | 201, schemas: DocumentSchemas): Node {
  return { description: STATUS_CODES[status] ?? "", ...describeAnswer(operation, schemas) };
}

function describeAnswer({ name, files }: Operation, schemas: DocumentSchemas): Node {
  if (!files) return { content: { "application/json": { schema: schemas.outputs.get(name) } } };
  const bytes = { type: "string", format: "binary" };
  return {
    headers: {
      "Content-Disposition": { description: "`attachment`, with the file's name.", schema: { type: "string" } },
    },
    content: Object.fromEntries(
      Object.entries(files).map(([type, schema]) => [type, { schema: schema ? schemas.files.get(name) : bytes }]),
    ),
  };
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

function describeErrors(operation: Operation): Node {
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

function tagOf({ name }: Operation): string {
  return name.split(".")[0] as string;
}

const headerParameters: Record<string, Node> = {
  AcceptLanguage: {
    name: "Accept-Language",
    in: "header",
    description: "Sentences are in Ukrainian where it prefers Ukrainian, else in English.",
    schema: { type: "string", examples: ["uk"] },
  },
  Timezone: {
    name: "X-Timezone",
    in: "header",
    description: "IANA name of the caller's time zone: it decides which day is today.",
    schema: { type: "string", examples: ["Europe/Kyiv"] },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "A repeat with the same key within 24 hours gives the first answer again and creates nothing.",
    schema: { type: "string", maxLength: 64 },
  },
};

const messageHeaders: Node[] = [
  ["webhook-id", "The same for each attempt at a message, and for its replay."],
  ["webhook-timestamp", "The time of the attempt, in seconds since 1970."],
  [
    "webhook-signature",
    "`v1,` and the signature in base64. During the change of a secret there are two, with a space between.",
  ],
].map(([name, description]) => ({ name, in: "header", required: true, description, schema: { type: "string" } }));

const challengeSchema: Node = {
  type: "string",
  description: "With `two_factor_code_missing`: send it to `POST /api/auth/token/` with a code or a backup code.",
};

/** RFC 9457. */
const problemSchema: Node = {
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
