import { hash, timingSafeEqual } from "node:crypto";
import { createAppSecret } from "@daymark/auth/session/app-token";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { appClients } from "@daymark/db/schema/connection/connected-app";
import { appPrefixes } from "@daymark/domain/account/connected-app";
import { isReadable, typedText } from "@daymark/domain/text/text";
import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Context, Using } from "../procedure/context.ts";
import { limitAddress } from "../procedure/rate-limit.ts";
import { OauthError } from "./oauth-error.ts";
import { isRedirectUri } from "./redirect-uri.ts";

export type AppClient = typeof appClients.$inferSelect;

/** What the endpoints for applications need of a request's context. */
export type AppContext = Using<"limits" | "sessions" | "outbox"> & Pick<Context, "db" | "client" | "now">;

/** The parameters of a request to an endpoint for applications. Each is there at most once. */
export type Form = ReadonlyMap<string, string>;

export const clientAuthMethods = ["none", "client_secret_basic", "client_secret_post"] as const;
export const grantTypes = [
  "authorization_code",
  "refresh_token",
  "urn:ietf:params:oauth:grant-type:device_code",
] as const;

/** A registered application has a short random one, and one with a document has its address. */
export const clientIdLengthMax = 500;
const redirectUrisMax = 10;
const nameLengthMax = 80;

/** RFC 7591 2: members that the server does not know are ignored. */
const metadataSchema = z.object({
  client_name: z.optional(z.string()),
  redirect_uris: z.optional(z.array(z.string()).check(z.maxLength(redirectUrisMax))),
  token_endpoint_auth_method: z.optional(z.enum(clientAuthMethods)),
  grant_types: z.optional(z.array(z.string()).check(z.maxLength(10))),
  response_types: z.optional(z.array(z.string()).check(z.maxLength(10))),
});

/**
 * Registers an application (RFC 7591). Anyone may register, so a registration opens nothing: each user decides.
 *
 * @returns the members of the answer; a secret is in it only this time
 * @throws OauthError invalid_redirect_uri, invalid_client_metadata; ApiError too_many_requests
 */
export async function registerClient(ctx: AppContext, given: unknown) {
  const { name, redirect_uris, token_endpoint_auth_method } = readClientMetadata(given);
  await limitAddress(ctx, "app_registration");
  const client_id = createAppSecret("client").secret.slice(0, appPrefixes.client.length + 22);
  const secret = token_endpoint_auth_method === "none" ? null : createAppSecret("clientSecret");
  const created_at = new Date(ctx.now());
  await ctx.db
    .insert(appClients)
    .values({ client_id, name, redirect_uris, secret_hash: secret?.secret_hash ?? null, created_at });
  await forgetOldest(ctx.db);
  return {
    client_id,
    client_id_issued_at: Math.floor(created_at.getTime() / 1000),
    ...(secret && { client_secret: secret.secret, client_secret_expires_at: 0 }),
    client_name: name,
    redirect_uris,
    token_endpoint_auth_method,
    grant_types: redirect_uris.length > 0 ? grantTypes : grantTypes.slice(1),
    response_types: redirect_uris.length > 0 ? ["code"] : [],
    scope: "read write",
  };
}

/** @throws OauthError invalid_redirect_uri, invalid_client_metadata */
function readClientMetadata(given: unknown) {
  const parsed = metadataSchema.safeParse(given);
  if (!parsed.success) {
    const member = String(parsed.error.issues[0]?.path[0] ?? "the body");
    const code = member === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata";
    throw new OauthError(code, `${member} has a value that this server does not take.`);
  }
  const { redirect_uris = [], token_endpoint_auth_method = "client_secret_basic", ...metadata } = parsed.data;
  const known: readonly string[] = grantTypes;
  if (metadata.grant_types?.some((type) => !known.includes(type))) {
    throw new OauthError("invalid_client_metadata", `grant_types are ${grantTypes.join(", ")}.`);
  }
  if (metadata.response_types?.some((type) => type !== "code")) {
    throw new OauthError("invalid_client_metadata", "The only response_type is code.");
  }
  if (!redirect_uris.every(isRedirectUri)) {
    throw new OauthError(
      "invalid_redirect_uri",
      "A redirect URI is https, http to a loopback address, or a private-use scheme with a dot, and has no fragment.",
    );
  }
  const wantsCode = metadata.grant_types?.includes("authorization_code") ?? true;
  if (wantsCode && redirect_uris.length === 0) {
    throw new OauthError("invalid_redirect_uri", "The grant authorization_code needs a redirect URI.");
  }
  return { name: nameOf(metadata.client_name, redirect_uris), redirect_uris, token_endpoint_auth_method };
}

/** A row has 6 kB at most. The clean-up (apps/server/src/jobs) bounds the registrations that users allowed and then left. */
const unusedMax = 10_000;

/**
 * Deletes the oldest registrations that no user has allowed anything. A limit for all networks together would refuse
 * everyone once a few of them had used it up. A user allows an application minutes after it registered, when a flood has
 * not yet pushed it out. The outer levels repeat the condition, because PostgreSQL checks only theirs again on a row that a
 * user allowed after the statement began.
 */
async function forgetOldest(db: Database): Promise<void> {
  // Parallel calls would wait for each other's rows in any order, so they skip these.
  await db.execute(sql`
    delete from app_clients where last_used_at is null and id in (
      select id from app_clients where last_used_at is null and id in (
        select id from app_clients where last_used_at is null order by created_at desc, id desc offset ${unusedMax}
      )
      for update skip locked
    )`);
}

/** With these, a name could continue in the sentences around it, or turn their direction. */
const controls = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * The name that an application gives itself, without {@link controls}; empty if it has no visible character.
 *
 * @throws OauthError invalid_client_metadata
 */
export function readName(given: string): string {
  const name = typedText({ min: 0, max: nameLengthMax }).safeParse(given.replace(controls, ""));
  if (name.success) return name.data;
  throw new OauthError("invalid_client_metadata", `client_name has at most ${nameLengthMax} readable characters.`);
}

/**
 * The name of an application that registers. Without one of its own it is the host of its first redirect URI.
 *
 * @throws OauthError invalid_client_metadata
 */
function nameOf(given: string | undefined, [first]: readonly string[]): string {
  const name = readName(given ?? "");
  if (name !== "") return name;
  if (first === undefined) throw new OauthError("invalid_client_metadata", "client_name is missing.");
  return (new URL(first).host || first).slice(0, nameLengthMax);
}

/** The application of a `client_id`, which is public; undefined if there is none. */
export async function findClient(
  db: Database | Transaction,
  clientId: string | undefined,
): Promise<AppClient | undefined> {
  if (clientId === undefined || !isReadable(clientId) || clientId.length > clientIdLengthMax) return undefined;
  const [client] = await db.select().from(appClients).where(eq(appClients.client_id, clientId));
  return client;
}

/** What a request says about its application: in the body, or by HTTP Basic (RFC 6749 2.3.1). */
export interface ClientCredentials {
  clientId: string | undefined;
  secret: string | undefined;
}

/**
 * Identifies the application of a request. One with a secret must send it; one without must not send any.
 *
 * @throws OauthError invalid_client
 */
export async function authenticateClient(
  db: Database | Transaction,
  { clientId, secret }: ClientCredentials,
): Promise<AppClient> {
  const client = await findClient(db, clientId);
  if (!client) throw unknownClient();
  if (client.secret_hash === null) {
    if (secret !== undefined && secret !== "") throw unknownClient();
    return client;
  }
  const given = Buffer.from(hash("sha256", secret ?? ""));
  if (!timingSafeEqual(given, Buffer.from(client.secret_hash))) throw unknownClient();
  return client;
}

/** One answer for both, so that nobody learns which applications are registered. */
export function unknownClient(): OauthError {
  return new OauthError("invalid_client", "The client is unknown, or its secret is wrong.");
}
