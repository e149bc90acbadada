import type { Context } from "@daymark/api/context";
import { ApiError, toProblem } from "@daymark/api/error";
import type { FileAnswer } from "@daymark/domain/file";
import type { SuccessCode } from "@daymark/domain/successes";
import { wholeBody } from "@daymark/domain/validation";
import { successMessage } from "@daymark/i18n/messages";
import { i18nFor } from "@daymark/i18n/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Answer, answerOnce, idempotencyKeyOf } from "./idempotency.ts";
import { coercionOf, hasSuccessCode, inputMembers, type Operation } from "./operation.ts";
import { sendProblem } from "./problem.ts";

export interface RestDeps {
  operations: readonly Operation[];
  createContext: (request: FastifyRequest) => Promise<Context>;
  /** Told of what is no error of ours. */
  onInternalError: (error: unknown, operation: Operation) => void;
}

type Members = Record<string, unknown>;

const jsonType = "application/json; charset=utf-8";

/** The REST API: one route a procedure, with and without its trailing slash. It translates and decides nothing. */
export function mountRest(app: FastifyInstance, deps: RestDeps): void {
  for (const operation of deps.operations) {
    const answer = createAnswerer(operation);
    const inputOf = createInputReader(operation);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
    for (const url of [path, path.replace(/\/$/, "")]) {
      app.route({
        method: operation.method,
        url,
        handler: async (request, reply) => {
          let input: unknown;
          try {
            const ctx = await deps.createContext(request);
            // Read when the procedure asks for it, which is after its guard.
            const readInput = () => (input = inputOf(request));
            if (operation.files) return sendFile(reply, (await operation.call(ctx, readInput)) as FileAnswer);
            const { status, body } = await answer(request, ctx, readInput);
            return reply.code(status).header("content-type", jsonType).send(body);
          } catch (error) {
            const problem = toProblem(error, input);
            if (problem.key === "internal_error") deps.onInternalError(error, operation);
            return sendProblem(request, reply, problem);
          }
        },
      });
    }
  }
}

/** As something to be saved, whatever opens the address; how data may be kept and shown is said of all answers. */
function sendFile(reply: FastifyReply, { file_name, content_type, content }: FileAnswer) {
  const headers = { "content-type": content_type, "content-disposition": `attachment; filename="${file_name}"` };
  return reply.headers(headers).send(content);
}

type Answerer = (request: FastifyRequest, ctx: Context, readInput: () => unknown) => Promise<Answer>;

function createAnswerer(operation: Operation): Answerer {
  const hasDetail = hasSuccessCode(operation.output);
  const { status } = operation;
  const answer: Answerer = async (_, ctx, readInput) => {
    const output = await operation.call(ctx, readInput);
    return { status, body: JSON.stringify(hasDetail ? wordSuccess(output as Members, ctx) : output) };
  };
  if (!operation.isRepeatable) return answer;
  return async (request, ctx, readInput) => {
    const key = idempotencyKeyOf(request);
    if (key === null || !ctx.caller) return answer(request, ctx, readInput);
    const path = request.url.replace(/\?.*$/s, "").replace(/\/$/, "");
    const given = { userId: ctx.caller.user.id, operation: `POST ${path}`, key, body: request.bodyText };
    return answerOnce(ctx.db, given, (db) => answer(request, { ...ctx, db }, readInput));
  };
}

function wordSuccess(output: Members, ctx: Context): Members {
  return { ...output, detail: successMessage(i18nFor(ctx.language), output.detail as SuccessCode) };
}

/** Path, query and body as the one input of the procedure. */
function createInputReader({ input, method, pathMembers }: Operation): (request: FastifyRequest) => unknown {
  const members = inputMembers(input);
  const coercions = new Map([...members].map(([name, schema]) => [name, coercionOf(schema)]));
  const coerce = (name: string, text: unknown) => coercions.get(name)?.(text as string | string[]) ?? text;
  const hasBody = method !== "GET";

  return (request) => {
    const query = request.query as Record<string, string | string[]>;
    const body = hasBody ? readBody(request.body) : {};
    // A member that travels in the path cannot be given a second time, nor a body's member in the query.
    for (const name of pathMembers) if (Object.hasOwn(body, name) || name in query) throw unknownField(name);
    const merged: Members = { ...body };
    for (const name in query) {
      if (hasBody || !members.has(name)) throw unknownField(name);
      merged[name] = coerce(name, query[name]);
    }
    for (const name of pathMembers) merged[name] = coerce(name, (request.params as Members)[name]);
    if (input) return merged;
    for (const name in merged) throw unknownField(name);
    return undefined;
  };
}

function readBody(body: unknown): Members {
  if (body === undefined) return {};
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Members;
  throw new ApiError("validation_failed", { fields: { [wholeBody]: [{ code: "invalid" }] } });
}

function unknownField(name: string): ApiError {
  return new ApiError("validation_failed", { fields: { [name]: [{ code: "unknown_field" }] } });
}
