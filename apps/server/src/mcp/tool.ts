import { ApiError, toProblem } from "@daymark/api/base/error";
import type { Context } from "@daymark/api/procedure/context";
import type { Reader } from "@daymark/api/procedure/long-reads";
import type { appRouter } from "@daymark/api/router";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import type * as z from "zod/mini";
import { wordProblem } from "../http/problem.ts";
import { hasLongList, measureAnswer, measureInTurns } from "../limits/answer-size.ts";
import { toStandardSchema } from "./standard-schema.ts";

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

const standards = new WeakMap<z.ZodMiniType, ReturnType<typeof toStandardSchema>>();

/** The schemas of the tools, each converted once. */
function standardOf(schema: z.ZodMiniType) {
  const known = standards.get(schema) ?? toStandardSchema(schema);
  standards.set(schema, known);
  return known;
}

/**
 * Registers a tool. An error becomes a result that the model can act on: the stable code, and sentences in the request's
 * language, with the fields that were wrong.
 */
export function registerTool(server: McpServer, tool: AnyTool, ctx: Context, calls: Calls): void {
  const { name, title, description, effect, input, output, run } = tool;
  const config = {
    title,
    description,
    inputSchema: standardOf(input),
    outputSchema: standardOf(output),
    annotations: effects[effect],
  };
  server.registerTool(name, config, async (given: unknown): Promise<CallToolResult> => {
    try {
      const result = (await run(calls, given)) as Record<string, unknown>;
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
