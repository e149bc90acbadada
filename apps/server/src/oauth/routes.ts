import { ApiError, toProblem } from "@daymark/api/base/error";
import {
  type AppClient,
  type AppContext,
  authenticateClient,
  type Form,
  registerClient,
} from "@daymark/api/connected-app/client";
import { startDevice } from "@daymark/api/connected-app/device";
import { OauthError } from "@daymark/api/connected-app/oauth-error";
import { revokeToken } from "@daymark/api/connected-app/revoke";
import { answerToken } from "@daymark/api/connected-app/token";
import type { Context } from "@daymark/api/procedure/context";
import { inTurn } from "@daymark/api/procedure/run-once";
import cors from "@fastify/cors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { DatabaseWatch } from "../http/health.ts";
import { sendProblem } from "../http/problem.ts";
import { boundWaitingCalls } from "../limits/waiting-calls.ts";
import { acceptForms, readCredentials, readForm } from "./form.ts";
import { mountMetadata } from "./metadata.ts";

interface OauthDeps {
  createContext: (request: FastifyRequest) => Promise<Context>;
  /** The origin of the installation, which is the issuer. */
  publicUrl: string;
  /** CLIENT_ID_DOCUMENTS. */
  clientDocuments: "on" | "off";
  /** See AppDeps. */
  corsOrigins: readonly string[];
  watch: Pick<DatabaseWatch, "isReachable" | "onLost">;
  log: Logger;
}

/**
 * Mounts the authorization server (OAuth 2.1) for connected applications. Its answers and errors have the form of RFC
 * 6749, not the form of the API.
 */
export async function mountOauth(scope: FastifyInstance, deps: OauthDeps): Promise<void> {
  mountMetadata(scope, deps.publicUrl, deps.clientDocuments);
  await scope.register(async (endpoints) => {
    boundWaitingCalls(endpoints, deps.watch, sendProblem);
    // A page that may call the API may also get a token for it. The browser sends no cookie and no session with such a
    // call, so the page can use only a code, a token or a secret that it already has.
    if (deps.corsOrigins.length > 0) {
      await endpoints.register(cors, {
        origin: [...deps.corsOrigins],
        credentials: false,
        methods: ["POST"],
        exposedHeaders: ["retry-after", "www-authenticate"],
        maxAge: 7_200,
      });
    }
    acceptForms(endpoints);
    mountEndpoint(endpoints, deps, "/oauth/register", async (ctx, { body }) => ({
      status: 201,
      body: await registerClient(ctx, body),
    }));
    const forClient =
      (answer: (ctx: AppContext, client: AppClient, form: Form) => Promise<object>) =>
      async (ctx: AppContext, request: FastifyRequest) => {
        const form = readForm(request);
        const client = await authenticateClient(ctx.db, readCredentials(request, form));
        return { status: 200, body: await answer(ctx, client, form) };
      };
    mountEndpoint(endpoints, deps, "/oauth/token", forClient(answerToken));
    mountEndpoint(endpoints, deps, "/oauth/revoke", forClient(revokeToken));
    mountEndpoint(endpoints, deps, "/oauth/device_authorization", forClient(startDevice));
  });
}

type Answer = (ctx: AppContext, request: FastifyRequest) => Promise<{ status: number; body: object }>;

function mountEndpoint(scope: FastifyInstance, { createContext, log }: OauthDeps, path: string, answer: Answer): void {
  for (const url of [path, `${path}/`]) {
    scope.post(url, async (request, reply) => {
      try {
        // The header, if there is one, names an application. So the caller is a guest, in the turn of its network.
        const ctx = await createContext(request);
        const result = await inTurn({ ...ctx, confirmCaller: async () => {} }, async (db) => ({
          ok: true,
          data: await answer({ ...ctx, db }, request),
        }));
        const { status, body } = result.data;
        return reply.code(status).send(body);
      } catch (error) {
        return refuse(request, reply, error, log);
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

function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown, log: Logger): FastifyReply {
  if (error instanceof OauthError) {
    const isClient = error.code === "invalid_client";
    // RFC 6749 5.2: only a client that used the header gets a challenge.
    if (isClient && request.headers.authorization !== undefined) {
      reply.header("www-authenticate", 'Basic realm="daymark"');
    }
    return reply.code(isClient ? 401 : 400).send({ error: error.code, error_description: error.message });
  }
  const problem = toProblem(error);
  if (problem.key === "internal_error") log.error({ request_id: request.id, error }, `${request.url} failed`);
  return sendProblem(request, reply, problem);
}
