import { errorTable } from "@daymark/domain/base/errors";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describeApi } from "../src/openapi/document.ts";
import type { JsonSchema, Operation } from "../src/openapi/operation.ts";

/** The members of the OpenAPI document that these checks read. */
interface Response {
  $ref?: string;
  content?: Record<string, { schema: JsonSchema }>;
}
interface Document {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

/** All error codes of the API. */
const errorCodes: ReadonlySet<unknown> = new Set(
  Object.entries(errorTable).map(([key, row]) => ("code" in row ? row.code : key)),
);

/** Checks answers: those of REST by the OpenAPI document, those of tRPC by the output schemas of the procedures. */
export function createAnswerSchemas(operations: readonly Operation[]) {
  const document = describeApi(operations, "0") as unknown as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv, ["date", "date-time", "uri"]);
  const validators = new Map<string, ValidateFunction>();
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const routes = operations.map((operation) => ({ operation, segments: segmentsOf(operation.path) }));

  /** @returns the first error of a value by a schema, in words; null for a valid value */
  function validate(key: string, schema: JsonSchema, value: unknown): string | null {
    let check = validators.get(key);
    if (!check) {
      check = ajv.compile({ ...schema, components: document.components });
      validators.set(key, check);
    }
    if (check(value)) return null;
    const [error] = check.errors ?? [];
    return `${error?.instancePath || "/"} ${error?.message} ${JSON.stringify(error?.params)}`;
  }

  return {
    /** @param path below /api, as the client sent it. @returns null if no operation has this path and method */
    operationAt(method: string, path: string): Operation | null {
      const sent = segmentsOf(path).map(decodeOnce);
      if (sent.includes(null)) return null;
      const fitting = routes.filter(
        ({ operation, segments }) =>
          operation.method === method &&
          segments.length === sent.length &&
          segments.every((segment, index) => (segment.startsWith("{") ? sent[index] !== "" : segment === sent[index])),
      );
      // A literal segment wins over a parameter.
      const rank = ({ segments }: { segments: string[] }) =>
        segments.filter((segment) => segment.startsWith("{")).length;
      return fitting.sort((one, other) => rank(one) - rank(other))[0]?.operation ?? null;
    },

    /** @returns what is wrong with an answer of the REST API; null if the document describes the answer */
    checkRest(operation: Operation, status: number, type: string, json: unknown): string | null {
      const described = document.paths[`/api${operation.path}`]?.[operation.method.toLowerCase()];
      const response = described?.responses[status];
      const shared = response?.$ref?.split("/").at(-1);
      const { content } = (shared ? document.components.responses[shared] : response) ?? {};
      if (!content) return `status ${status} is not described`;
      const [mediaType = ""] = type.split(";", 1);
      const schema = content[mediaType]?.schema;
      if (!schema) return `type ${type || "none"} is not described for ${status}`;
      if (!mediaType.endsWith("json")) return null;
      return validate(`${operation.name} ${status} ${mediaType}`, schema, json);
    },

    /** @returns what is wrong with the output of a procedure over tRPC; null if it is valid */
    checkOutput(name: string, json: unknown): string | null {
      const operation = byName.get(name);
      return operation ? validate(`output ${name}`, operation.output, json) : null;
    },

    procedure: (name: string) => byName.get(name) ?? null,

    checkProblem: (json: unknown) =>
      validate("problem", { $ref: "#/components/schemas/Problem" } as JsonSchema, json) ??
      (errorCodes.has((json as { code: unknown }).code) ? null : `code ${(json as { code: unknown }).code} is unknown`),
  };
}

export type AnswerSchemas = ReturnType<typeof createAnswerSchemas>;

/** The trailing slash makes no difference. */
function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, "").split("/");
}

export function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
