import { STATUS_CODES } from "node:http";
import { shortNameLengthMax } from "@daymark/domain/tracking/habit-content";
import type { MessageType } from "@daymark/domain/webhook/webhook-event";
import { describeErrors, describeSharedErrors, problemSchema } from "./document-errors.ts";
import { habitParameter, inputMembers, isInQuery, type JsonSchema, type Operation } from "./operation.ts";
import { type DocumentSchemas, describeSchemas } from "./schemas.ts";
import { habitParameterDescription, messageDescriptions, parameterDescriptions, tagDescriptions } from "./words.ts";

/** Any part of the document. */
interface Node {
  [member: string]: unknown;
}

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
      responses: describeSharedErrors(),
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
  const { pathMembers } = operation;
  const required = new Set(input?.required ?? []);
  return [...inputMembers(input)]
    .filter(([name]) => pathMembers.includes(name) || isInQuery(operation, name))
    .map(([name, schema]) => {
      const isInPath = pathMembers.includes(name);
      const isHabit = name === habitParameter(operation);
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
  const { pathMembers, upload, bodyMember } = operation;
  if (bodyMember) {
    return { required: true, content: { "application/json": { schema: inputMembers(input).get(bodyMember) } } };
  }
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

/** False if a rule over several members refuses an empty body. The log-in has such a rule, because it has two forms. */
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
