import { createConcurrencyLimitPerKey } from "@daymark/auth/concurrency/concurrency-limit";
import type { Transaction } from "@daymark/db/connection/client";
import { appClients } from "@daymark/db/schema/connection/connected-app";
import type { NoticeTemplates } from "@daymark/domain/operator/mail";
import * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { type AppClient, clientIdLengthMax, readName } from "./client.ts";
import { OauthError } from "./oauth-error.ts";
import { isRedirectUri } from "./redirect-uri.ts";

/** An application that is described by a document at the address that is its `client_id`. It has no secret. */
export type DocumentClient = Pick<AppClient, "client_id" | "name" | "redirect_uris"> & { id: null };

/**
 * Whether a `client_id` is the address of a document with the metadata of an application
 * (draft-ietf-oauth-client-id-metadata-document-00, 3): https, with a path, in its normal form, without a fragment or a
 * user name.
 */
export function isDocumentUrl(clientId: string): boolean {
  if (!clientId.startsWith("https://") || clientId.length > clientIdLengthMax || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  // The normal form of an address has no segments "." and ".." and no user name that was left empty.
  return url.href === clientId && url.pathname !== "/" && !clientId.includes("#") && !url.username && !url.password;
}

/** The host of the document that describes an application; null for an application that registered itself. */
export function siteOf(clientId: string): string | null {
  return isDocumentUrl(clientId) ? new URL(clientId).host : null;
}

/** A user decides about one application at a time, and a fetch keeps one of the user's turns for up to ten seconds. */
const inTurnOfUser = createConcurrencyLimitPerKey<number>({ atOnceMax: 1, waitingMax: 0 });

/** What the mail about a connected application says of it. */
export function noticeOf({ client_id, name }: { client_id: string; name: string }): NoticeTemplates["app_connected"] {
  const site = siteOf(client_id);
  return { name, ...(site !== null && { has_site: "yes", site }) };
}

/**
 * Fetches the document of an application for the user who decides about it. The address is named by a stranger, so
 * `Outgoing` checks it as it checks the addresses of webhooks, and only a logged-in user can cause the request.
 *
 * @returns undefined if there is no valid document, or the operator has turned documents off
 * @throws ApiError too_many_requests; unavailable if its site does not answer or fails; QueueFull if another fetch of the
 *   user runs
 */
export async function fetchDocumentClient(
  ctx: Pick<AccountContext, "services" | "user">,
  clientId: string,
): Promise<DocumentClient | undefined> {
  if (ctx.services.installation.clientDocuments === "off" || !isDocumentUrl(clientId)) return undefined;
  const answer = await inTurnOfUser(ctx.user.id, async () => {
    await limit(ctx, "app_document", ctx.user.id);
    return ctx.services.outgoing.get(clientId, { accept: "application/json" });
  });
  const hasFailed = "fault" in answer ? answer.fault !== "address_refused" : answer.status >= 500;
  if (hasFailed) throw new ApiError("unavailable", { retryAfterSeconds: 5 });
  if (!("status" in answer) || answer.status !== 200) return undefined;
  return readDocument(clientId, answer.body);
}

/**
 * The row that tokens and connections refer to. The document decides, so a new version of it replaces the old one. The
 * caller sets when the row was last used.
 */
export async function storeDocumentClient(tx: Transaction, client: DocumentClient, now: number): Promise<number> {
  const { client_id, name, redirect_uris } = client;
  const [row] = await tx
    .insert(appClients)
    .values({ client_id, name, redirect_uris, secret_hash: null, created_at: new Date(now) })
    .onConflictDoUpdate({ target: appClients.client_id, set: { name, redirect_uris } })
    .returning({ id: appClients.id });
  if (!row) throw new Error("An upsert returns its row.");
  return row.id;
}

/**
 * A document is written for the servers of many products, so members, grants and redirect URIs that this server does not
 * take are ignored. By section 4.1 it names its own address, so that no other site can present it, and an application that
 * it describes has no secret, because it is public. A name is required by MCP.
 */
const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.optional(z.literal("none")),
  client_secret: z.optional(z.undefined()),
});

function readDocument(clientId: string, text: string): DocumentClient | undefined {
  try {
    const { data: document } = documentSchema.safeParse(JSON.parse(text));
    if (document?.client_id !== clientId) return undefined;
    const name = readName(document.client_name);
    const redirect_uris = document.redirect_uris.filter(isRedirectUri);
    return name !== "" && redirect_uris.length > 0 ? { id: null, client_id: clientId, name, redirect_uris } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof OauthError) return undefined;
    throw error;
  }
}
