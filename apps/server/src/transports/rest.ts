import type { Readable } from "node:stream";
import { ApiError, toProblem } from "@daymark/api/base/error";
import { type Context, callersToday } from "@daymark/api/procedure/context";
import { isDryRun } from "@daymark/api/procedure/trpc";
import type { RefusedRow, RemarkRow } from "@daymark/domain/account/import";
import type { FileAnswer } from "@daymark/domain/base/file";
import type { SuccessCode } from "@daymark/domain/base/successes";
import { wholeBody } from "@daymark/domain/base/validation";
import { importMessage } from "@daymark/i18n/import-words";
import { i18nFor } from "@daymark/i18n/server";
import { successMessage } from "@daymark/i18n/success-messages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { writeInPieces } from "../event-loop/answer-text.ts";
import type { LoopTurns } from "../event-loop/loop-turns.ts";
import { isAmong } from "../http/document.ts";
import { sendProblem } from "../http/problem.ts";
import { measureBody, readBody as readBytes } from "../http/request-body.ts";
import { type FormReceiver, takeForms } from "../http/upload.ts";
import { answersOf } from "../limits/answer-budget.ts";
import { createDayWords } from "../openapi/day-words.ts";
import {
  coercionOf,
  hasSuccessCode,
  inputMembers,
  isInQuery,
  type Operation,
  reasonMembers,
} from "../openapi/operation.ts";
import { findNamedHabit, type NamedHabit } from "./habit-names.ts";
import { type Answer, answerOnce, hashForm, hashText, idempotencyKeyOf } from "./idempotency.ts";

export interface RestDeps {
  operations: readonly Operation[];
  forms: FormReceiver;
  /** The turns in which long answers are turned into text. */
  loopTurns: LoopTurns;
  createContext: (request: FastifyRequest) => Promise<Context>;
  /** Logs unexpected errors. */
  onInternalError: (error: unknown, operation: Operation, request: FastifyRequest) => void;
}

type Members = Record<string, unknown>;

const jsonType = "application/json; charset=utf-8";

/** Mounts the REST API: one route for each procedure, with and without a trailing slash. It only translates. */
export function mountRest(app: FastifyInstance, deps: RestDeps): void {
  for (const operation of deps.operations) {
    if (operation.takesForm) app.register(async (scope) => mountWithForms(scope, operation, deps));
    else if (operation.upload) app.register(async (scope) => mountUpload(scope, operation, deps));
    else mountOperation(app, operation, deps);
  }
}

/**
 * In a separate scope, because no other route accepts forms. So no page of another site can send a form in a user's
 * name.
 */
function mountWithForms(scope: FastifyInstance, operation: Operation, deps: RestDeps): void {
  const types = ["application/x-www-form-urlencoded", "multipart/form-data"];
  const { takesForm } = operation;
  if (Array.isArray(takesForm)) {
    scope.addContentTypeParser(types[0] ?? "", async (request: FastifyRequest, payload: Readable) => {
      const body = await readBytes({ request, payload, bytesMax: request.routeOptions.bodyLimit });
      const form = new URLSearchParams(body.toString());
      return Object.fromEntries([...form].filter(([name]) => takesForm.includes(name)));
    });
  } else {
    scope.addContentTypeParser(types, async (request: FastifyRequest, payload: Readable) => {
      await measureBody({ request, payload, bytesMax: request.routeOptions.bodyLimit });
    });
  }
  mountOperation(scope, operation, deps);
}

/** Also in a separate scope. The form is read only after the guard has accepted the sender. */
function mountUpload(scope: FastifyInstance, operation: Operation, deps: RestDeps): void {
  takeForms(scope);
  mountOperation(scope, operation, deps);
}

function mountOperation(app: FastifyInstance, operation: Operation, deps: RestDeps): void {
  const answer = createAnswerer(operation, deps.loopTurns);
  const inputOf = createInputReader(operation, deps.forms);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
  for (const url of [path, path.replace(/\/$/, "")]) {
    app.route({
      method: operation.method,
      url,
      config: { takesUpload: operation.upload !== null },
      handler: async (request, reply) => {
        let input: unknown;
        try {
          const ctx = await deps.createContext(request);
          const namedHabit = await findNamedHabit(operation, request.params as Members, ctx);
          if (operation.hasOwnQueue) {
            delete ctx.inTurn;
            ctx.db = ctx.services.longWorkDb;
          }
          // Read when the procedure asks for it, which is after its guard. Read only once, because a form can be read
          // only once.
          let reading: Promise<unknown> | undefined;
          const read = async () => {
            input = await inputOf(request, ctx, namedHabit);
            // A file may take a minute to arrive, and the caller's session may have ended meanwhile.
            if (operation.upload) await ctx.confirmCaller?.();
            return input;
          };
          const readInput = () => (reading ??= read());
          if (operation.files)
            return await sendFile(request, reply, (await operation.call(ctx, readInput)) as FileAnswer);
          const { status, body } = await answer(request, ctx, readInput);
          return reply.code(status).header("content-type", jsonType).send(body);
        } catch (error) {
          const problem = toProblem(error, input);
          if (problem.key === "internal_error") deps.onInternalError(error, operation, request);
          return sendProblem(request, reply, problem);
        } finally {
          deps.forms.release(request);
        }
      },
    });
  }
}

/**
 * Sends a file as a download. A file of unknown length is sent in chunks. If its stream fails, Fastify destroys the
 * connection, so that no client mistakes a part for the whole file.
 */
async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const { file_name, content_type, content, bytes, etag } = file;
  // The call was refused while it waited (waiting-calls.ts). No client will read the file, and its transaction would
  // stay open.
  if (reply.sent) {
    await content.cancel();
    return reply;
  }
  if (etag) {
    // Fetched again and compared each time, and in no index, because the address is a secret and the content is private.
    reply.headers({ etag, "cache-control": "private, no-cache", "x-robots-tag": "noindex, nofollow" });
    const known = request.headers["if-none-match"];
    if (known !== undefined && isAmong(known, etag)) {
      await content.cancel();
      return reply.code(304).send();
    }
  }
  const headers = { "content-type": content_type, "content-disposition": `attachment; filename="${file_name}"` };
  return reply.headers({ ...headers, ...(bytes !== undefined && { "content-length": bytes }) }).send(content);
}

type Answerer = (
  request: FastifyRequest,
  ctx: Context,
  readInput: () => Promise<unknown>,
) => Promise<{ status: number; body: string | Buffer }>;

function createAnswerer(operation: Operation, loopTurns: LoopTurns): Answerer {
  const hasDetail = hasSuccessCode(operation.output);
  const reasons = reasonMembers(operation.output);
  const word = (output: Members, ctx: Context): Members =>
    reasons.length > 0 ? wordReasons(output, reasons, ctx) : hasDetail ? wordSuccess(output, ctx) : output;
  const toAnswer = (output: unknown, ctx: Context): Answer => ({
    status: operation.statusOf(output),
    body: JSON.stringify(word(output as Members, ctx)),
  });
  return async (request, ctx, readInput) => {
    const answers = answersOf(request, loopTurns);
    ctx.answerBudget = answers;
    const key = operation.isRepeatable ? idempotencyKeyOf(request) : null;
    if (key === null || !ctx.caller) {
      const output = await operation.call(ctx, readInput);
      if (!answers.areLong()) return toAnswer(output, ctx);
      await answers.endPiece(0);
      const body = await writeInPieces(word(output as Members, ctx), answers.endPiece);
      return { status: operation.statusOf(output), body };
    }
    const hashInput = async () => hashForm((await readInput()) as Members);
    const repeatable = {
      ...{ userId: ctx.caller.user.id, operation: operationOf(operation, request), key },
      hashBody: operation.upload ? hashInput : () => hashText(request.bodyText),
      // An input that cannot be read fails in the call itself.
      isOneTransaction: async () => operation.upload === null && !isDryRun(await readInput().catch(() => null)),
      toAnswer: (output: unknown) => toAnswer(output, ctx),
    };
    return answerOnce(ctx, repeatable, (ctx) => operation.call(ctx, readInput));
  };
}

/**
 * Matches the name of every operation that exists. Other names may be too long for the index, or contain a NUL, which
 * PostgreSQL refuses.
 */
const plainOperation = /^[\w ./-]{1,200}$/;

/** The operation and its path, built from the route, because one route has endless addresses of any length. */
function operationOf({ path }: Operation, { params }: FastifyRequest): string {
  const members = params as Record<string, string>;
  const name = `POST /api${path.replace(/\{(\w+)\}/g, (_, member: string) => members[member] ?? "").replace(/\/$/, "")}`;
  return plainOperation.test(name) ? name : hashText(name);
}

function wordSuccess(output: Members, ctx: Context): Members {
  return { ...output, detail: successMessage(i18nFor(ctx.language), output.detail as SuccessCode) };
}

function wordReasons(output: Members, names: readonly string[], ctx: Context): Members {
  const i18n = i18nFor(ctx.language);
  const wordRow = (row: RefusedRow | RemarkRow) => ({ ...row, reason: importMessage(i18n, row) });
  return { ...output, ...Object.fromEntries(names.map((name) => [name, (output[name] as RefusedRow[]).map(wordRow)])) };
}

/** Merges path, query and body into the input of the procedure. */
function createInputReader(
  operation: Operation,
  forms: FormReceiver,
): (request: FastifyRequest, ctx: Context, namedHabit: NamedHabit | null) => unknown {
  const { input, method, pathMembers, upload, bodyMember } = operation;
  const members = inputMembers(input);
  const coercions = new Map([...members].map(([name, schema]) => [name, coercionOf(schema)]));
  const coerce = (name: string, text: unknown) => coercions.get(name)?.(text as string | string[]) ?? text;
  const hasBody = method !== "GET";
  const replaceDayWords = createDayWords(input);

  const merge = (request: FastifyRequest, body: Members, namedHabit: NamedHabit | null) => {
    const query = request.query as Record<string, string | string[]>;
    // A path parameter cannot be given a second time, and a member of the body cannot be in the query.
    for (const name of pathMembers) if (Object.hasOwn(body, name) || name in query) throw unknownField(name);
    const merged: Members = { ...body };
    for (const name in query) {
      if (!members.has(name) || !isInQuery(operation, name)) throw unknownField(name);
      merged[name] = coerce(name, query[name]);
    }
    for (const name of pathMembers) merged[name] = coerce(name, (request.params as Members)[name]);
    if (namedHabit) Object.assign(merged, namedHabit());
    if (input) return merged;
    for (const name in merged) throw unknownField(name);
    return undefined;
  };
  // Parts of a form are text, like path parameters.
  if (upload) {
    return async (request, ctx) => {
      // Only guests have no caller, and a procedure that takes files refuses guests.
      const form = Object.entries(await forms.read(request, upload, ctx.caller?.user.id ?? 0));
      return merge(request, Object.fromEntries(form.map(([name, part]) => [name, coerce(name, part)])), null);
    };
  }
  return (request, ctx, namedHabit) => {
    const body = hasBody ? readBody(request.body) : {};
    const merged = merge(request, bodyMember ? { [bodyMember]: body } : body, namedHabit);
    // No operation of guests takes a day.
    const { caller } = ctx;
    if (!replaceDayWords || !caller || !merged) return merged;
    return replaceDayWords(merged, () => callersToday({ ...ctx, user: caller.user }));
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
