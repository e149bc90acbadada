import { ApiError, toProblem } from "@daymark/api/base/error";
import type { Context } from "@daymark/api/procedure/context";
import { wholeBody } from "@daymark/domain/base/validation";
import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { LoopTurns } from "../event-loop/loop-turns.ts";
import type { DatabaseWatch } from "../http/health.ts";
import { sendProblem } from "../http/problem.ts";
import { answersOf } from "../limits/answer-budget.ts";
import { boundWaitingCalls } from "../limits/waiting-calls.ts";
import { challenge } from "../oauth/challenge.ts";
import { createMcpServer } from "./server.ts";
import { writeTools } from "./write-tools.ts";

interface McpDeps {
  createContext: (request: FastifyRequest) => Promise<Context>;
  /** See AppDeps. */
  corsOrigins: readonly string[];
  loopTurns: LoopTurns;
  /** The origin of the installation. */
  publicUrl: string;
  watch: Pick<DatabaseWatch, "isReachable" | "onLost">;
  log: Logger;
}

/**
 * Mounts the MCP server at `/mcp`: Streamable HTTP without sessions, so each request stands for itself, on any node. Each
 * answer is one message, as JSON or as the only event of a stream that ends with it. It accepts API keys and the access tokens of connected applications.
 */
export async function mountMcp(
  scope: FastifyInstance,
  { createContext, corsOrigins, loopTurns, publicUrl, watch, log }: McpDeps,
): Promise<void> {
  boundWaitingCalls(scope, watch, sendProblem);
  // No tool sends messages before its result, and no client can subscribe, so no answer stays open.
  const handler = createMcpHandler(({ authInfo }) => createMcpServer(authInfo?.extra?.context as Context), {
    maxSubscriptions: 0,
  });
  scope.addHook("onClose", () => handler.close());
  for (const url of ["/mcp", "/mcp/"]) {
    scope.post(url, async (request, reply) => {
      try {
        const ctx = await createContext(request);
        ctx.answerBudget = answersOf(request, loopTurns);
        refuseOrigin(request, [publicUrl, ...corsOrigins]);
        return await answer(handler, request, reply, ctx);
      } catch (error) {
        const problem = toProblem(error);
        if (problem.key === "internal_error") log.error({ request_id: request.id, error }, "an MCP request failed");
        if (problem.status === 401) {
          const error = request.headers.authorization === undefined ? undefined : "invalid_token";
          reply.header("www-authenticate", challenge(publicUrl, "mcp", { scope: "read write", error }));
        }
        if (error instanceof ScopeMissing) {
          const needed = { scope: "read write", error: "insufficient_scope" } as const;
          reply.header("www-authenticate", challenge(publicUrl, "mcp", needed));
        }
        return sendProblem(request, reply, problem);
      }
    });
    scope.route({
      method: ["GET", "DELETE", "PUT", "PATCH"],
      url,
      handler: (request, reply) =>
        sendProblem(request, reply.header("allow", "POST"), toProblem(new ApiError("method_not_allowed"))),
    });
  }
}

/**
 * The specification asks for it, because a page of another site may reach a server in a home network by a rebound name.
 * Programs send no Origin.
 */
function refuseOrigin({ headers: { origin } }: FastifyRequest, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes(origin) || allowed.includes("*")) return;
  throw new ApiError("permission_denied");
}

/**
 * The specification requires a separate status. A reading application sees no tool that changes something, but its
 * model may know one from before, and its user may allow more when the application asks again. An API key stays as it
 * is, so to its owner such a tool does not exist.
 */
class ScopeMissing extends ApiError {}

function callsWriteTool(body: unknown): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return method === "tools/call" && writeTools.some(({ name }) => name === params?.name);
}

/** The most characters of an id, a method, a name or an address. Our names have at most 40, and clients number their requests. */
const nameLengthMax = 200;

/**
 * The library repeats an id and a name that it does not know in its error. It would repeat as much as a request may have.
 *
 * @returns a JSON-RPC error without what is too long; null if nothing is
 */
function refusalOfLongNames(body: unknown): object | null {
  const { id, method, params } = (body ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  const { uri, name } = (params ?? {}) as { uri?: unknown; name?: unknown };
  const isLong = (given: unknown) => typeof given === "string" && given.length > nameLengthMax;
  const refusal = (message: string, about: unknown) => ({
    jsonrpc: "2.0",
    id: about ?? null,
    error: { code: -32600, message },
  });
  if (isLong(id)) return refusal(`The id has more than ${nameLengthMax} characters.`, null);
  if (![method, uri, name].some(isLong)) return null;
  const known = typeof id === "string" || typeof id === "number" ? id : null;
  return refusal(`The method, name or URI has more than ${nameLengthMax} characters.`, known);
}

async function answer(
  handler: Pick<McpHttpHandler, "fetch">,
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: Context,
): Promise<FastifyReply> {
  if (!ctx.caller) throw new ApiError(ctx.refusal ?? "not_authenticated");
  // A session could reach the account. The owner can revoke an API key or an application by itself.
  if (!ctx.caller.key) throw new ApiError("api_key_invalid");
  if (ctx.caller.key.resource && !ctx.caller.key.scopes.includes("write") && callsWriteTool(request.body)) {
    throw new ScopeMissing("permission_denied");
  }
  // A batch would be any number of calls in one request. The specification has had none since 2025-06-18.
  if (Array.isArray(request.body)) {
    throw new ApiError("validation_failed", { fields: { [wholeBody]: [{ code: "invalid" }] } });
  }
  const refusal = refusalOfLongNames(request.body);
  if (refusal) return reply.code(400).send(refusal);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === "string") headers.set(name, value);
  const asked = new Request(`http://localhost${request.url}`, { method: "POST", headers, body: request.bodyText });
  const { id, scopes, resource } = ctx.caller.key;
  const clientId = `${resource ? "app" : "key"} ${id}`;
  const { answered, text } = await inWholeTurn(ctx, async (context) => {
    const authInfo = { token: "", clientId, scopes: [...scopes], extra: { context } };
    const answered = await handler.fetch(asked, { parsedBody: request.body, authInfo });
    return { answered, text: await answered.text() };
  });
  const type = answered.headers.get("content-type");
  if (type) reply.header("content-type", type);
  return reply.code(answered.status).send(text);
}

/**
 * Runs a whole request in one turn of its caller, because a list of tools or a call with wrong arguments takes time, too,
 * and reaches no procedure that would wait. The procedures that it calls run in this turn: if they waited for turns of
 * their own, requests that hold all turns of a caller would wait for ever.
 *
 * @throws QueueFull if too many calls of the caller wait; what `confirmCaller` throws
 */
function inWholeTurn<Result>(ctx: Context, work: (ctx: Context) => Promise<Result>): Promise<Result> {
  const { inTurn, confirmCaller } = ctx;
  if (!inTurn) return work(ctx);
  return inTurn(async ({ hasWaited, isOverflow }) => {
    if (hasWaited) await confirmCaller?.();
    return work({ ...ctx, inTurn: (procedure) => procedure({ hasWaited: false, isOverflow }) });
  });
}
