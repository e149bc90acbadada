import { toProblem } from "@daymark/api/base/error";
import type { Context } from "@daymark/api/procedure/context";
import { appRouter } from "@daymark/api/router";
import { languages } from "@daymark/domain/text/language";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { createDocument, sendDocument } from "../../http/document.ts";
import type { DatabaseWatch } from "../../http/health.ts";
import { sendProblem } from "../../http/problem.ts";
import { boundWaitingCalls } from "../../limits/waiting-calls.ts";
import { drawPicture, pictureHeaders, pictureThemes } from "./draw.ts";

interface BadgeDeps {
  createContext: (request: FastifyRequest) => Promise<Context>;
  watch: Pick<DatabaseWatch, "isReachable" | "onLost">;
  log: Logger;
}

/**
 * Mounts the pictures at `/badge/{token}.svg`. The address decides theme and language, not the reader, because caches
 * and proxies of pictures share one answer.
 */
export async function mountBadges(scope: FastifyInstance, { createContext, watch, log }: BadgeDeps): Promise<void> {
  boundWaitingCalls(scope, watch, sendProblem);
  scope.get<{ Params: { token: string }; Querystring: Record<string, string | undefined> }>(
    "/badge/:token.svg",
    async (request, reply) => {
      try {
        const ctx = await createContext(request);
        const picture = await appRouter.createCaller(ctx).habitLink.picture({ token: request.params.token });
        const language = languages.find((each) => each === request.query.lang) ?? "en";
        const theme = pictureThemes.find((each) => each === request.query.theme) ?? "auto";
        return sendDocument(
          request,
          reply,
          await createDocument(drawPicture(picture, language, theme), 200, pictureHeaders),
        );
      } catch (error) {
        const problem = toProblem(error);
        if (problem.key === "internal_error") log.error({ request_id: request.id, error }, "a picture failed");
        return sendProblem(request, reply, problem);
      }
    },
  );
}
