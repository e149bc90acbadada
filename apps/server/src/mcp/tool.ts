import { ApiError, toProblem } from "@daymark/api/base/error";
import type { Context } from "@daymark/api/procedure/context";
import type { Reader } from "@daymark/api/procedure/long-reads";
import type { appRouter } from "@daymark/api/router";
import { fieldErrors } from "@daymark/domain/base/validation";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { TRPCError } from "@trpc/server";
import type * as z from "zod/mini";
import { wordProblem } from "../http/problem.ts";
import { hasLongList, measureAnswer, measureInTurns } from "../limits/answer-size.ts";
import { createDayWords } from "../openapi/day-words.ts";
import { toJsonSchema } from "../openapi/operation.ts";
import { toDescription, toStandardSchema } from "./standard-schema.ts";

/** The procedures as the user of a request, and the day that the user calls today. */
export interface Calls {
  api: ReturnType<typeof appRouter.createCaller>;
  /** For histories, which no procedure returns. A tool that reads them first calls a procedure, whose guard admits the caller. */
  reader: Reader;
  /** `YYYY-MM-DD` */
  today: string;
}

/** What a tool does to the user's data, for the client that asks before it calls one. */
const effects = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** Sets a state: repeating it changes nothing. */
  set: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** Adds something: repeating it adds it again. */
  add: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  /** Overwrites or deletes data of the user. */
  replace: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const;

export interface Tool<Input extends z.ZodMiniType, Output extends z.ZodMiniType> {
  name: string;
  title: string;
  /** For the model: what it does and when to call it. */
  description: string;
  effect: keyof typeof effects;
  input: Input;
  output: Output;
  /** @throws ApiError as the procedures that it calls */
  run: (calls: Calls, input: z.output<Input>) => Promise<z.input<Output>>;
}

/**
 * A result as JSON, in bytes: more than a model reads. The SDK makes its text in one piece, several times, so that longer
 * ones would stall other requests.
 */
const resultBytesMax = 200_000;

/** @throws ApiError payload_too_large if a result is too long for an answer */
export async function assertShort(result: object): Promise<void> {
  const { textBytes } = hasLongList(result) ? await measureInTurns(result) : measureAnswer(result);
  if (textBytes > resultBytesMax) throw new ApiError("payload_too_large", { values: { reason: "answer" } });
}

/** Only checks the types of a tool. */
export function defineTool<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(tool: Tool<Input, Output>) {
  // Input and output differ from tool to tool, and each was checked by its own types.
  return tool as unknown as Tool<z.ZodMiniType, z.ZodMiniType>;
}

export type AnyTool = ReturnType<typeof defineTool>;

/** What each tool needs of its schemas, converted once. */
const converted = new WeakMap<AnyTool, ReturnType<typeof convert>>();

function convert({ input, output }: AnyTool) {
  return {
    inputSchema: toDescription(input),
    outputSchema: toStandardSchema(output),
    replaceDayWords: createDayWords(toJsonSchema(input, "input")),
  };
}

function convertOnce(tool: AnyTool) {
  const known = converted.get(tool) ?? convert(tool);
  converted.set(tool, known);
  return known;
}

/**
 * Registers a tool. An error becomes a result that the model can act on: the stable code, and sentences in the request's
 * language, with the fields that were wrong. So the arguments are checked here: the SDK would refuse wrong ones with codes
 * alone.
 */
export function registerTool(server: McpServer, tool: AnyTool, ctx: Context, calls: Calls): void {
  const { name, title, description, effect, input, run } = tool;
  const { inputSchema, outputSchema, replaceDayWords } = convertOnce(tool);
  const config = { title, description, inputSchema, outputSchema, annotations: effects[effect] };
  // A client may leave the arguments out (MCP 2025-11-25, tools/call).
  server.registerTool(name, config, async (given = {}): Promise<CallToolResult> => {
    try {
      const replaced = replaceDayWords ? replaceDayWords(given as Record<string, unknown>, () => calls.today) : given;
      const result = (await run(calls, parseInput(input, replaced))) as Record<string, unknown>;
      await assertShort(result);
      return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
    } catch (error) {
      const problem = toProblem(error, given);
      if (problem.key === "internal_error") ctx.log.error({ error, tool: name }, `the tool ${name} failed`);
      const { code, detail, errors } = wordProblem(problem, ctx.language);
      return {
        isError: true,
        content: [{ type: "text", text: JSON.stringify({ code, detail, ...(errors && { errors }) }) }],
      };
    }
  });
}

/** @throws ApiError validation_failed; each error names its place, such as `schedule.from` */
function parseInput(schema: z.ZodMiniType, given: unknown): unknown {
  const { success, data, error } = safeParse(schema, given);
  if (success) return data;
  throw new ApiError("validation_failed", { fields: fieldErrors(error.issues, given, () => true) });
}

/** @throws TRPCError as a procedure does if zod cannot read the input */
function safeParse(schema: z.ZodMiniType, given: unknown) {
  try {
    return schema.safeParse(given);
  } catch (cause) {
    throw new TRPCError({ code: "BAD_REQUEST", cause });
  }
}
