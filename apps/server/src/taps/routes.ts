import { ApiError, toProblem } from "@daymark/api/base/error";
import type { Context } from "@daymark/api/procedure/context";
import { appRouter } from "@daymark/api/router";
import { i18nFor } from "@daymark/i18n/server";
import { wordTap } from "@daymark/i18n/tap-words";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { DatabaseWatch } from "../http/health.ts";
import { sendProblem } from "../http/problem.ts";
import { boundWaitingCalls } from "../limits/waiting-calls.ts";
import { tokenOf } from "../transports/context.ts";
import { idempotencyKeyOf } from "../transports/idempotency.ts";
import { missingPage, tapPage, tapPageHeaders } from "./page.ts";

interface TapDeps {
  createContext: (request: FastifyRequest) => Promise<Context>;
  watch: Pick<DatabaseWatch, "isReachable" | "onLost">;
  log: Logger;
}

type Api = ReturnType<typeof appRouter.createCaller>;

/**
 * Mounts the links of habits: GET shows a page and records nothing, because phones, mail programs and chats fetch links
 * by themselves; POST records. A script may send the token as a bearer token to `/tap` instead, which keeps it out of
 * the address.
 */
export async function mountTaps(scope: FastifyInstance, { createContext, watch, log }: TapDeps): Promise<void> {
  boundWaitingCalls(scope, watch, sendProblem);
  const handle = (
    work: (request: FastifyRequest, reply: FastifyReply, call: { api: Api; token: string; ctx: Context }) => unknown,
  ) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header("x-robots-tag", "noindex, nofollow");
      try {
        const ctx = await createContext(request);
        const token = (request.params as { token?: string }).token ?? tokenOf(request.headers) ?? "";
        return await work(request, reply, { api: appRouter.createCaller(ctx), token, ctx });
      } catch (error) {
        const problem = toProblem(error);
        if (problem.key === "internal_error") log.error({ request_id: request.id, error }, "a tap failed");
        return sendProblem(request, reply, problem);
      }
    };
  };
  const show = handle(async (_, reply, { api, token, ctx }) => {
    reply.headers(tapPageHeaders).type("text/html; charset=utf-8");
    try {
      return await reply.send(tapPage(await api.habitLink.tapTarget({ token }), ctx.language));
    } catch (error) {
      const { key, status } = toProblem(error);
      if (key !== "habit_link_not_found") throw error;
      return reply.code(status).send(missingPage(ctx.language));
    }
  });
  const record = handle(async (request, reply, { api, token, ctx }) => {
    const key = idempotencyKeyOf(request) ?? undefined;
    const tap = await api.habitLink.tap({ token, key });
    return reply.send({ ...wordTap(i18nFor(ctx.language), tap, false), ...tap });
  });
  const undo = handle(async (_, reply, { api, token, ctx }) => {
    const tap = await api.habitLink.undoTap({ token });
    return reply.send({ ...wordTap(i18nFor(ctx.language), tap, true), ...tap });
  });
  const refuse = (allow: string) => (request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(request, reply.header("allow", allow), toProblem(new ApiError("method_not_allowed")));
  for (const slash of ["", "/"]) {
    scope.get(`/tap/:token${slash}`, show);
    scope.post(`/tap/:token${slash}`, record);
    scope.post(`/tap${slash}`, record);
    scope.post(`/tap/:token/undo${slash}`, undo);
    scope.route({ method: ["PUT", "PATCH", "DELETE"], url: `/tap/:token${slash}`, handler: refuse("GET, HEAD, POST") });
    scope.route({ method: ["GET", "PUT", "PATCH", "DELETE"], url: `/tap${slash}`, handler: refuse("POST") });
  }
}
