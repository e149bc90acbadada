import { createAppSecret } from "@daymark/auth/session/app-token";
import { appClients, appCodes } from "@daymark/db/schema/connection/connected-app";
import type { ApiKeyScope } from "@daymark/domain/account/api-key";
import {
  type AppAccess,
  type AppRequest,
  type AppRequestFault,
  type AppRequestOutput,
  type AppResource,
  appRequestFaults,
} from "@daymark/domain/account/connected-app";
import { wholeBody } from "@daymark/domain/base/validation";
import { eq } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { recordAndNotify } from "../account-change/record-event.ts";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";
import { type AppClient, findClient } from "./client.ts";
import {
  type DocumentClient,
  fetchDocumentClient,
  isDocumentUrl,
  noticeOf,
  siteOf,
  storeDocumentClient,
} from "./client-document.ts";
import { assertConnectionAllowed } from "./connection-limit.ts";
import { OauthError } from "./oauth-error.ts";
import { addParameters, matchesRedirectUri, returnsTo } from "./redirect-uri.ts";
import { lowerScopes, parseResource, parseScope } from "./scope.ts";

const codeSeconds = 60;
/** Base64url of a SHA-256 (RFC 7636 4.2). */
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/** An authorization request that a user may decide on. */
interface ValidRequest {
  client: AppClient | DocumentClient;
  redirectUri: string;
  challenge: string;
  scopes: ApiKeyScope[];
  resource: AppResource;
}

/**
 * Judges an authorization request. The application receives a fault only if it owns the return address: otherwise the
 * address could be anyone's (RFC 9700 4.11).
 *
 * @throws ApiError too_many_requests, unavailable; QueueFull: if the application has a document that cannot be fetched now
 */
export async function readRequest(
  ctx: Pick<AccountContext, "db" | "services" | "user">,
  given: AppRequest,
): Promise<{ output: AppRequestOutput; valid?: ValidRequest }> {
  const { client_id } = given;
  const isDocument = client_id !== undefined && isDocumentUrl(client_id);
  const client = isDocument ? await fetchDocumentClient(ctx, client_id) : await findClient(ctx.db, client_id);
  if (!client) return { output: unknown("client_unknown") };
  const redirectUri = redirectUriOf(client, given.redirect_uri);
  if (redirectUri === undefined) return { output: unknown("redirect_unknown") };
  const { publicUrl } = ctx.services.outbox;
  const app = { name: client.name, site: siteOf(client.client_id), returns_to: returnsTo(redirectUri) };
  const answer = { state: given.state, iss: publicUrl };
  try {
    const valid = { client, redirectUri, ...readParameters(publicUrl, given) };
    const return_url = addParameters(redirectUri, { error: "access_denied", ...answer });
    const { scopes, resource } = valid;
    return { output: { fault: null, app, scopes, resource, return_url }, valid };
  } catch (error) {
    if (!(error instanceof OauthError) || !isFault(error.code)) throw error;
    const parameters = { error: error.code, error_description: error.message, ...answer };
    const return_url = addParameters(redirectUri, parameters);
    return { output: { fault: error.code, app, scopes: null, resource: null, return_url } };
  }
}

/**
 * Lets an application act for the caller: makes a code, which it redeems within a minute.
 *
 * @returns where the browser brings the code
 * @throws ApiError validation_failed (the request is faulty), conflict (too many connections), session_terminated, and
 *   what `readRequest` throws
 */
export async function allowRequest(ctx: AccountContext, given: AppRequest, access: AppAccess): Promise<string> {
  const { valid } = await readRequest(ctx, given);
  if (!valid) throw invalidRequest();
  const { client, redirectUri, challenge, scopes, resource } = valid;
  const { secret, secret_hash } = createAppSecret("code");
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    const app_client_id = client.id ?? (await storeDocumentClient(tx, client, now));
    await assertConnectionAllowed(tx, { user_id: ctx.user.id, app_client_id, resource });
    const used = await tx
      .update(appClients)
      .set({ last_used_at: new Date(now) })
      .where(eq(appClients.id, app_client_id))
      .returning({ id: appClients.id });
    // Other registrations have pushed it out since it was read.
    if (used.length === 0) throw invalidRequest();
    await tx.insert(appCodes).values({
      code_hash: secret_hash,
      user_id: ctx.user.id,
      app_client_id,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      resource,
      scopes: lowerScopes(scopes, access),
      expires_at: new Date(now + codeSeconds * 1000),
    });
    await recordAndNotify(ctx, tx, "app_connected", noticeOf(client));
  });
  // RFC 9207: the issuer keeps a client of several servers from sending the code to the wrong one.
  return addParameters(redirectUri, { code: secret, state: given.state, iss: ctx.services.outbox.publicUrl });
}

function invalidRequest(): ApiError {
  return new ApiError("validation_failed", { fields: { [wholeBody]: [{ code: "invalid" }] } });
}

function unknown(fault: "client_unknown" | "redirect_unknown"): AppRequestOutput {
  return { fault, app: null, scopes: null, resource: null, return_url: null };
}

/** The given address if it is registered; without one, the only registered one. */
function redirectUriOf(
  { redirect_uris }: Pick<AppClient, "redirect_uris">,
  given: string | undefined,
): string | undefined {
  if (given === undefined || given === "") return redirect_uris.length === 1 ? redirect_uris[0] : undefined;
  return redirect_uris.some((registered) => matchesRedirectUri(registered, given)) ? given : undefined;
}

/** @throws OauthError one of {@link appRequestFaults} */
function readParameters(publicUrl: string, given: AppRequest): Omit<ValidRequest, "client" | "redirectUri"> {
  if (given.response_type !== "code") {
    throw new OauthError("unsupported_response_type", "The only response_type is code.");
  }
  const challenge = given.code_challenge ?? "";
  if (given.code_challenge_method !== "S256" || !challengePattern.test(challenge)) {
    throw new OauthError("invalid_request", "PKCE is required: code_challenge with code_challenge_method=S256.");
  }
  return { challenge, scopes: parseScope(given.scope), resource: parseResource(publicUrl, given.resource) };
}

function isFault(code: string): code is AppRequestFault {
  return (appRequestFaults as readonly string[]).includes(code);
}
