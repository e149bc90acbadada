import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { recordEvent } from "@daymark/auth/client/security-event";
import { createAppSecret, hashAppSecret, nextRefreshToken } from "@daymark/auth/session/app-token";
import { lockUser } from "@daymark/auth/user/lock-user";
import type { Transaction } from "@daymark/db/connection/client";
import {
  appAccessTokens,
  appCodes,
  appRefreshTokens,
  connectedApps,
} from "@daymark/db/schema/connection/connected-app";
import type { ApiKeyScope } from "@daymark/domain/account/api-key";
import type { AppResource } from "@daymark/domain/account/connected-app";
import { and, eq } from "drizzle-orm";
import { limit, limitAddress } from "../procedure/rate-limit.ts";
import type { AppClient, AppContext, Form } from "./client.ts";
import { replacedConnection } from "./connection-limit.ts";
import { redeemDeviceCode } from "./device.ts";
import { OauthError } from "./oauth-error.ts";
import { type Granted, parseResource, parseScope } from "./scope.ts";

const accessSeconds = 3600;
/** A connection ends if it is unused for this long. */
const idleSeconds = 90 * 24 * 3600;
/** A client that lost the answer to its refresh, or whose processes refresh at once, repeats it within this time. */
const repeatMilliseconds = 60_000;

/** RFC 6749 5.1. */
export interface TokenAnswer {
  access_token: string;
  token_type: "Bearer";
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/**
 * Answers the token endpoint.
 *
 * @throws OauthError; ApiError too_many_requests
 */
export async function answerToken(ctx: AppContext, client: AppClient, form: Form): Promise<TokenAnswer> {
  await limitAddress(ctx, "app_token");
  const grants: Record<string, () => Promise<TokenAnswer>> = {
    authorization_code: () => redeemCode(ctx, client, form),
    refresh_token: () => refresh(ctx, client, form),
    "urn:ietf:params:oauth:grant-type:device_code": () => redeemDevice(ctx, client, form),
  };
  const type = form.get("grant_type");
  if (type === undefined) throw new OauthError("invalid_request", "grant_type is missing.");
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
  if (!grant) throw new OauthError("unsupported_grant_type", `grant_type is ${Object.keys(grants).join(", ")}.`);
  return grant();
}

async function redeemCode(ctx: AppContext, client: AppClient, form: Form): Promise<TokenAnswer> {
  const invalid = new OauthError("invalid_grant", "The code is unknown, expired, used, or of another client.");
  const codeHash = hashAppSecret("code", required(form, "code"));
  const own = and(eq(appCodes.code_hash, codeHash ?? ""), eq(appCodes.app_client_id, client.id));
  const [found] = await ctx.db.select().from(appCodes).where(own);
  if (!found) throw invalid;
  // A refusal must not roll back what a second use of the code ends.
  const redeemed = await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, found.user_id);
    const [code] = await tx.select().from(appCodes).where(own);
    if (!code || !user?.is_active) return undefined;
    if (code.redeemed_at !== null) {
      // RFC 6749 4.1.2: one of the two has stolen it.
      if (code.connected_app_id !== null) await disconnectStolen(ctx, tx, code.user_id, code.connected_app_id);
      return undefined;
    }
    if (code.expires_at.getTime() <= ctx.now()) return undefined;
    const redirectUri = form.get("redirect_uri");
    if (redirectUri !== undefined && redirectUri !== code.redirect_uri) return undefined;
    assertVerifier(code.code_challenge, required(form, "code_verifier"));
    assertSameResource(ctx, form, code.resource);
    const { id, answer } = await connect(ctx, tx, client, code);
    await tx
      .update(appCodes)
      .set({ redeemed_at: new Date(ctx.now()), connected_app_id: id })
      .where(own);
    return answer;
  });
  // The new connection replaces an older one of the application, and a stolen one has ended.
  ctx.services.sessions.forget(found.user_id);
  if (!redeemed) throw invalid;
  return redeemed;
}

async function redeemDevice(ctx: AppContext, client: AppClient, form: Form): Promise<TokenAnswer> {
  const { userId, answer } = await redeemDeviceCode(ctx, client, required(form, "device_code"), async (tx, granted) => {
    assertSameResource(ctx, form, granted.resource);
    return (await connect(ctx, tx, client, granted)).answer;
  });
  ctx.services.sessions.forget(userId);
  return answer;
}

/**
 * Rotates a refresh token (RFC 9700 4.14.2). A used one that comes again within a minute gets the same successor, as
 * long as that one is unused, so that a lost answer does not end the connection. Otherwise one of two holders has
 * stolen it, and the connection ends.
 */
async function refresh(ctx: AppContext, client: AppClient, form: Form): Promise<TokenAnswer> {
  const invalid = new OauthError("invalid_grant", "The refresh token is unknown, expired, used, or of another client.");
  const token = required(form, "refresh_token");
  const own = and(
    eq(appRefreshTokens.token_hash, hashAppSecret("refreshToken", token) ?? ""),
    eq(connectedApps.app_client_id, client.id),
  );
  const find = (db: AppContext["db"] | Transaction) =>
    db
      .select({ token: appRefreshTokens, connection: connectedApps })
      .from(appRefreshTokens)
      .innerJoin(connectedApps, eq(connectedApps.id, appRefreshTokens.connected_app_id))
      .where(own);
  const [found] = await find(ctx.db);
  if (!found) throw invalid;
  await limit(ctx, "app_refresh", found.connection.id);
  const refreshed = await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, found.connection.user_id);
    const [row] = await find(tx);
    if (!row || !user?.is_active || row.connection.expires_at.getTime() <= ctx.now()) return undefined;
    const { connection } = row;
    assertSameResource(ctx, form, connection.resource);
    const scopes = narrowScopes(connection.scopes, form.get("scope"));
    const { rotated_at, next_nonce } = row.token;
    if (rotated_at === null || next_nonce === null) {
      return {
        ...(await issueAccess(ctx, tx, connection, scopes)),
        refresh_token: await rotate(ctx, tx, token, connection),
      };
    }
    const next = nextRefreshToken(token, next_nonce);
    const [successor] = await tx
      .select({ rotated_at: appRefreshTokens.rotated_at })
      .from(appRefreshTokens)
      .where(eq(appRefreshTokens.token_hash, next.secret_hash));
    const isRepeat = rotated_at.getTime() > ctx.now() - repeatMilliseconds && successor?.rotated_at === null;
    if (isRepeat) return { ...(await issueAccess(ctx, tx, connection, scopes)), refresh_token: next.secret };
    await disconnectStolen(ctx, tx, connection.user_id, connection.id);
    return undefined;
  });
  if (refreshed) return refreshed;
  ctx.services.sessions.forget(found.connection.user_id);
  throw invalid;
}

/** Begins a connection, which replaces an earlier one of the same application. The caller has locked the user. */
async function connect(ctx: AppContext, tx: Transaction, client: AppClient, { user_id, resource, scopes }: Granted) {
  const same = { user_id, app_client_id: client.id, resource };
  await tx.delete(connectedApps).where(replacedConnection(same));
  const [connection] = await tx
    .insert(connectedApps)
    .values({ ...same, scopes, expires_at: idleEnd(ctx), created_at: new Date(ctx.now()) })
    .returning();
  if (!connection) throw new Error("no connection was made");
  const { secret, secret_hash } = createAppSecret("refreshToken");
  await tx.insert(appRefreshTokens).values({ token_hash: secret_hash, user_id, connected_app_id: connection.id });
  const answer = { ...(await issueAccess(ctx, tx, connection, scopes)), refresh_token: secret };
  return { id: connection.id, answer };
}

async function rotate(
  ctx: AppContext,
  tx: Transaction,
  token: string,
  { id, user_id }: { id: number; user_id: number },
): Promise<string> {
  const nonce = randomBytes(16).toString("base64url");
  const { secret, secret_hash } = nextRefreshToken(token, nonce);
  await tx
    .update(appRefreshTokens)
    .set({ rotated_at: new Date(ctx.now()), next_nonce: nonce })
    .where(eq(appRefreshTokens.token_hash, hash("sha256", token)));
  await tx.insert(appRefreshTokens).values({ token_hash: secret_hash, user_id, connected_app_id: id });
  await tx
    .update(connectedApps)
    .set({ expires_at: idleEnd(ctx) })
    .where(eq(connectedApps.id, id));
  return secret;
}

async function issueAccess(
  ctx: AppContext,
  tx: Transaction,
  { id, user_id }: { id: number; user_id: number },
  scopes: ApiKeyScope[],
): Promise<Omit<TokenAnswer, "refresh_token">> {
  const { secret, secret_hash } = createAppSecret("accessToken");
  const expires_at = new Date(ctx.now() + accessSeconds * 1000);
  await tx
    .insert(appAccessTokens)
    .values({ token_hash: secret_hash, user_id, connected_app_id: id, scopes, expires_at });
  return { access_token: secret, token_type: "Bearer", expires_in: accessSeconds, scope: scopes.join(" ") };
}

/** Ends a connection whose secret was probably stolen, and records that in its owner's account history. */
async function disconnectStolen(ctx: AppContext, tx: Transaction, userId: number, id: number): Promise<void> {
  await tx.delete(connectedApps).where(eq(connectedApps.id, id));
  const { client, now } = ctx;
  await recordEvent(tx, { userId, sessionId: null, kind: "app_disconnected", client, now: now() });
}

function idleEnd(ctx: AppContext): Date {
  return new Date(ctx.now() + idleSeconds * 1000);
}

/** @throws OauthError invalid_grant */
function assertVerifier(challenge: string, verifier: string): void {
  const isVerifier = /^[A-Za-z0-9._~-]{43,128}$/.test(verifier);
  const given = Buffer.from(hash("sha256", verifier, "base64url"));
  if (isVerifier && timingSafeEqual(given, Buffer.from(challenge))) return;
  throw new OauthError("invalid_grant", "The code_verifier does not belong to the code_challenge.");
}

/** @throws OauthError invalid_target */
function assertSameResource(ctx: AppContext, form: Form, granted: AppResource): void {
  const given = form.get("resource");
  if (given === undefined || parseResource(ctx.services.outbox.publicUrl, given) === granted) return;
  throw new OauthError("invalid_target", "The user has allowed another resource.");
}

/** @throws OauthError invalid_scope */
function narrowScopes(granted: ApiKeyScope[], scope: string | undefined): ApiKeyScope[] {
  if (scope === undefined) return granted;
  const asked = parseScope(scope);
  if (asked.every((name) => granted.includes(name))) return asked;
  throw new OauthError("invalid_scope", "The user has allowed less.");
}

/** @throws OauthError invalid_request */
function required(form: Form, name: string): string {
  const value = form.get(name);
  if (value === undefined || value === "") throw new OauthError("invalid_request", `${name} is missing.`);
  return value;
}
