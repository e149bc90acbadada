import type { CompiledOutput } from "@daymark/api/procedure/compiled-output";
import type { Context } from "@daymark/api/procedure/context";
import type { Meta } from "@daymark/api/procedure/trpc";
import { successCodes } from "@daymark/domain/base/successes";
import type { AnyProcedure, AnyRouter } from "@trpc/server";
import * as z from "zod/mini";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A call of a procedure. Its schemas check the types. */
type Call = (options: {
  ctx: Context;
  getRawInput: () => Promise<unknown>;
  path: string;
  type: "query" | "mutation";
  signal: undefined;
  batchIndex: 0;
}) => Promise<unknown>;

/** A procedure as the REST API sees it. */
export interface Operation {
  /** The name of the procedure, such as habit.create. */
  name: string;
  guard: NonNullable<Meta["guard"]>;
  method: NonNullable<Meta["openapi"]>["method"];
  /** The path below /api, with {member} for parameters. */
  path: string;
  summary: string;
  status: 200 | 201;
  /** The status of one answer. */
  statusOf: (output: unknown) => 200 | 201;
  /** All possible statuses of a success. */
  statuses: readonly (200 | 201)[];
  errors: NonNullable<Meta["errors"]>;
  /**
   * Whether a repeat with the same Idempotency-Key gets the first answer again: true for creations whose answer may be
   * stored. A key belongs to a user, and a public procedure has no user.
   */
  isRepeatable: boolean;
  /** Whether its calls wait in a queue of the procedure's own. */
  hasOwnQueue: boolean;
  /** If the procedure takes a file: the part of the form that is the file. Otherwise null. */
  upload: NonNullable<Meta["openapi"]>["upload"] | null;
  /** If the body is in the format of another product: the input member that holds the whole of it. Otherwise null. */
  bodyMember: string | null;
  /** Whether its body may also be a form: the members that are read from it. */
  takesForm: false | true | readonly string[];
  /** Members of the input that are path parameters. */
  pathMembers: string[];
  /** Null if there is no input. */
  input: JsonSchema | null;
  output: JsonSchema;
  /** The schemas that `input`, `output` and the JSON of `files` were converted from. */
  schemas: { input: z.ZodMiniType | null; output: z.ZodMiniType; jsonFile: z.ZodMiniType | null };
  /**
   * If the procedure answers with a file: its content types, each with the schema of its content, or null. Otherwise
   * null.
   */
  files: Readonly<Record<string, JsonSchema | null>> | null;
  call: (ctx: Context, readInput: () => unknown) => Promise<unknown>;
}

/** The parameter of the path that names a habit, by its id or as `@` and its short name; null if there is none. */
export function habitParameter({ path, pathMembers }: Pick<Operation, "path" | "pathMembers">): string | null {
  if (path.startsWith("/habits/{id}/")) return "id";
  return pathMembers.includes("habit_id") ? "habit_id" : null;
}

/** The members of the input that are in the query. */
export function isInQuery({ method, pathMembers, bodyMember }: Operation, member: string): boolean {
  return !pathMembers.includes(member) && (method === "GET" || (bodyMember !== null && member !== bodyMember));
}

type Procedures = Readonly<Record<string, AnyProcedure>>;

/** Returns the procedures by name, including those of nested routers. */
export function proceduresOf(router: AnyRouter): Procedures {
  // At run time the list is flat, although the types are nested.
  return router._def.procedures as unknown as Procedures;
}

/** The procedures that the REST API exposes, in the order of the router. */
export function listOperations(procedures: Procedures): Operation[] {
  return Object.entries(procedures).flatMap(([name, procedure]) => {
    const meta = metaOf(procedure);
    if (!meta.openapi) return [];
    const { input, output } = schemasOf(procedure);
    if (!output) throw new Error(`${name} has no output schema`);
    const { method, path, summary, status = 200, files, upload } = meta.openapi;
    const statusOf = meta.openapi.statusOf as Operation["statusOf"] | undefined;
    const guard = meta.guard ?? "public";
    const operation: Operation = {
      name,
      guard,
      method,
      path,
      summary,
      status,
      statusOf: statusOf ?? (() => status),
      statuses: statusOf ? [200, 201] : [status],
      errors: [...(meta.errors ?? []), ...(meta.featureSwitch ? (["switched_off"] as const) : [])],
      isRepeatable:
        method === "POST" && status === 201 && guard !== "public" && !meta.hasSecretAnswer && !meta.checksCredential,
      takesForm: meta.takesForm ?? false,
      pathMembers: [...path.matchAll(/\{(\w+)\}/g)].map(([, member]) => member as string),
      input: input ? toJsonSchema(input, "input") : null,
      output: toJsonSchema(output, "output"),
      schemas: { input, output, jsonFile: files?.["application/json"] ?? null },
      hasOwnQueue: meta.openapi.hasOwnQueue ?? false,
      bodyMember: meta.openapi.bodyMember ?? null,
      upload: upload ?? null,
      files: files ? describeFiles(files) : null,
      call: (ctx, readInput) =>
        (procedure as unknown as Call)({
          ctx,
          getRawInput: async () => readInput(),
          path: name,
          type: procedure._def.type as "query" | "mutation",
          signal: undefined,
          batchIndex: 0,
        }),
    };
    return [operation];
  });
}

function describeFiles(files: NonNullable<NonNullable<Meta["openapi"]>["files"]>): NonNullable<Operation["files"]> {
  const described = Object.entries(files).map(([type, schema]) => [type, schema && toJsonSchema(schema, "output")]);
  return Object.fromEntries(described);
}

/** The metadata of a procedure. */
export function metaOf(procedure: AnyProcedure): Meta {
  return (procedure._def.meta ?? {}) as Meta;
}

/** The zod schemas of a procedure. tRPC's types describe them only as parsers. */
export function schemasOf(procedure: AnyProcedure): { input: z.ZodMiniType | null; output: z.ZodMiniType | null } {
  const { inputs, output } = procedure._def as unknown as {
    inputs: z.ZodMiniType[];
    output?: z.ZodMiniType | CompiledOutput<z.ZodMiniType>;
  };
  if (inputs.length > 1) throw new Error("a procedure has one input schema");
  return { input: inputs[0] ?? null, output: output && "schema" in output ? output.schema : (output ?? null) };
}

/** Converts a text of a path or query string. A text that it cannot convert stays text, and the schema refuses it. */
export type Coercion = (text: string | string[]) => unknown;

/**
 * The length is bounded, and the schema sets the range of values. Only one notation, so that each resource has one
 * address.
 */
const wholeNumber = /^(?:0|-?[1-9]\d{0,29})$/;

/** Derived from the JSON Schema of a member, and only in this adapter: the shared schemas never coerce. */
export function coercionOf(schema: JsonSchema | undefined): Coercion {
  const types = [schema, ...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])].map((part) => part?.type);
  if (types.includes("array")) {
    const items = coercionOf(schema?.items as JsonSchema | undefined);
    return (text) => (Array.isArray(text) ? text : [text]).map(items);
  }
  if (types.includes("integer")) {
    return (text) => (typeof text === "string" && wholeNumber.test(text) ? Number(text) : text);
  }
  if (types.includes("object")) return parseJson;
  if (types.includes("boolean")) return (text) => ({ true: true, false: false })[String(text)] ?? text;
  return (text) => text;
}

/** A part of a form may be JSON. The schema refuses any other text. */
function parseJson(text: string | string[]): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

/** The members of an operation's input, by name. */
export function inputMembers(input: JsonSchema | null): Map<string, JsonSchema> {
  return new Map(Object.entries((input?.properties ?? {}) as Record<string, JsonSchema>));
}

/** Whether the output's `detail` is a code, which becomes a sentence in the answer. */
export function hasSuccessCode(output: JsonSchema): boolean {
  const codes = inputMembers(output).get("detail")?.enum ?? [];
  return codes.length > 0 && codes.every((code) => (successCodes as readonly unknown[]).includes(code));
}

/** The members of an output that are lists of rows. Each row has the reason why it was refused or changed. */
export function reasonMembers(output: JsonSchema): string[] {
  return [...inputMembers(output)].flatMap(([name, { items }]) => {
    const row = Array.isArray(items) || typeof items !== "object" ? null : (items as JsonSchema);
    const members = inputMembers(row);
    return members.has("reason") && members.has("code") ? [name] : [];
  });
}

/** Converts a schema to JSON Schema. Days have the format `date`. */
export function toJsonSchema(schema: z.ZodMiniType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" });
  return json;
}
