import { hash } from "node:crypto";
import { noLimits } from "@daymark/auth/limits/rate-limit";
import type { AppRequest } from "@daymark/domain/account/connected-app";
import type { TestApi, TestUser } from "../testing.ts";
import { type AppContext, authenticateClient, registerClient } from "./client.ts";
import { OauthError } from "./oauth-error.ts";
import { answerToken, type TokenAnswer } from "./token.ts";

export const verifier = "v".repeat(43);
export const redirectUri = "https://app.example/callback";

/** Calls the endpoints for applications without HTTP. */
export function createAppEndpoints(api: TestApi, limits: AppContext["services"]["limits"] = noLimits) {
  const ctx: AppContext = {
    db: api.db,
    client: { address: "127.0.0.1", userAgent: "" },
    now: () => api.clock.now,
    services: { limits, sessions: api.sessions, outbox: api.outbox },
  };

  const register = (given: object = {}) =>
    registerClient(ctx, {
      client_name: "Assistant",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      ...given,
    });

  const token = async (clientId: string, form: Record<string, string>, secret?: string) =>
    answerToken(ctx, await authenticateClient(api.db, { clientId, secret }), new Map(Object.entries(form)));

  const requestOf = (client_id: string, given: AppRequest = {}): AppRequest => ({
    response_type: "code",
    client_id,
    redirect_uri: redirectUri,
    scope: "write",
    state: "kept",
    code_challenge: hash("sha256", verifier, "base64url"),
    code_challenge_method: "S256",
    ...given,
  });

  /** Allows the application as the user. */
  async function allow(
    user: Pick<TestUser, "caller">,
    clientId: string,
    given: AppRequest = {},
    access: "read" | "write" = "write",
  ) {
    const { redirect_to } = await user.caller.connectedApp.create({ ...requestOf(clientId, given), access });
    return new URL(redirect_to).searchParams;
  }

  const redeem = (clientId: string, code: string | null, given: Record<string, string> = {}) =>
    token(clientId, { grant_type: "authorization_code", code: code ?? "", code_verifier: verifier, ...given });

  return {
    ctx,
    register,
    token,
    requestOf,
    allow,
    redeem,
    refresh: (clientId: string, refresh_token: string, given: Record<string, string> = {}) =>
      token(clientId, { grant_type: "refresh_token", refresh_token, ...given }),

    /** Connects an application to a user's account. */
    async connect(user: TestUser, given: AppRequest = {}): Promise<TokenAnswer & { clientId: string }> {
      const { client_id: clientId } = await register();
      const answer = await allow(user, clientId, given);
      return { ...(await redeem(clientId, answer.get("code"))), clientId };
    },
  };
}

/** The error code of an endpoint's answer. */
export function oauthErrorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "accepted",
    (error) => (error instanceof OauthError ? error.code : error),
  );
}
