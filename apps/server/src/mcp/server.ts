import { toProblem } from "@daymark/api/base/error";
import { type Context, callersToday } from "@daymark/api/procedure/context";
import { appRouter } from "@daymark/api/router";
import { brand, version } from "@daymark/domain/base/brand";
import { dayOfWord } from "@daymark/domain/base/day-word";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { wordProblem } from "../http/problem.ts";
import { withoutHistories } from "./habit-of.ts";
import { readTools } from "./read-tools.ts";
import { toStandardSchema } from "./standard-schema.ts";
import { type AnyTool, assertShort, registerTool } from "./tool.ts";
import { writeTools } from "./write-tools.ts";

const instructions =
  "Daymark tracks habits: good ones with a goal, bad ones with a limit, for each day or for a longer period. A day is recorded as a value, a skip or a note. Refer to a habit by its title, its short name or its id. Days are `today`, `yesterday` or YYYY-MM-DD in the user's time zone. Say what you changed, and offer to undo it: undo_change takes the `undo` of a result.";

const reviewArguments = toStandardSchema(z.object({ focus: z.optional(z.string().check(z.maxLength(200))) }));

/**
 * An MCP server for one request of one user. Its tools call the procedures, so the rules and limits of the API hold.
 *
 * @param ctx of a request with a key or token; one without the scope `write` has no tools that change something
 */
export function createMcpServer(ctx: Context): McpServer {
  const { caller } = ctx;
  if (!caller?.key) throw new Error("a request without a key or token gets no server");
  const reader = { ...ctx, user: caller.user };
  const calls = { api: appRouter.createCaller(ctx), reader, today: callersToday(reader) };
  const server = new McpServer({ name: brand, version }, { instructions });
  const tools: readonly AnyTool[] = caller.key.scopes.includes("write") ? [...readTools, ...writeTools] : readTools;
  for (const tool of tools) registerTool(server, tool, ctx, calls);
  const dayOf = (given: string | string[] | undefined) => dayOfWord(String(given), () => calls.today);
  /** An error has a sentence in the request's language, because a client shows it as it is. */
  const json = async (uri: URL, read: () => Promise<object>) => {
    try {
      const value = await read();
      await assertShort(value);
      return { contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify(value) }] };
    } catch (error) {
      const problem = toProblem(error);
      if (problem.key === "internal_error") ctx.log.error({ error, uri: uri.pathname }, "an MCP resource failed");
      throw new Error(wordProblem(problem, ctx.language).detail, { cause: error });
    }
  };
  server.registerResource(
    "habits",
    "daymark://habits",
    { title: "Habits", description: "The active habits.", mimeType: "application/json" },
    (uri) =>
      json(uri, async () => {
        const list = await calls.api.habit.list({});
        return { ...list, results: list.results.map(withoutHistories) };
      }),
  );
  server.registerResource(
    "days",
    new ResourceTemplate("daymark://days/{from}/{to}", { list: undefined }),
    {
      title: "Days of all habits",
      description:
        "What was recorded from one day to another, at most 366 days. A day is YYYY-MM-DD, `today` or `yesterday`.",
      mimeType: "application/json",
    },
    (uri, { from, to }) => json(uri, () => calls.api.progress.list({ from: dayOf(from), to: dayOf(to) })),
  );
  server.registerPrompt(
    "weekly_review",
    {
      title: "Weekly review",
      description: "Looks back on the last seven days and plans the next.",
      argsSchema: reviewArguments,
    },
    ({ focus }) => ({
      messages: [{ role: "user", content: { type: "text", text: reviewText(calls.today, focus) } }],
    }),
  );
  return server;
}

function reviewText(today: string, focus: string | undefined): string {
  return [
    `Today is ${today}. Review the last seven days of my habits.`,
    "Use list_habits and list_day for each of these days. Tell me in a few sentences what went well, which streaks are at risk, and what broke and why (explain_streak). Do not change anything.",
    "Then ask me what I want to adjust.",
    ...(focus ? [`Pay special attention to: ${focus}`] : []),
  ].join("\n");
}
