import type { Transaction } from "@daymark/db/connection/client";
import { appClients } from "@daymark/db/schema/connection/connected-app";
import type { AccountContext } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { type AppClient, clientIdLengthMax, readClientMetadata } from "./client.ts";
import { OauthError } from "./oauth-error.ts";

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

/**
 * Fetches the document of an application for the user who decides about it. The address is named by a stranger, so
 * `Outgoing` checks it as it checks the addresses of webhooks, and only a logged-in user can cause the request.
 *
 * @returns undefined if there is no valid document, or the operator has turned documents off
 * @throws ApiError too_many_requests
 */
export async function fetchDocumentClient(
  ctx: Pick<AccountContext, "services" | "user">,
  clientId: string,
): Promise<DocumentClient | undefined> {
  if (ctx.services.installation.clientDocuments === "off" || !isDocumentUrl(clientId)) return undefined;
  await limit(ctx, "app_document", ctx.user.id);
  const answer = await ctx.services.outgoing.get(clientId, { accept: "application/json" });
  if (!("status" in answer) || answer.status !== 200) return undefined;
  return readDocument(clientId, answer.body);
}

/** The row that tokens and connections refer to. The document decides, so a new version of it replaces the old one. */
export async function storeDocumentClient(tx: Transaction, client: DocumentClient, now: number): Promise<number> {
  const { client_id, name, redirect_uris } = client;
  const used = new Date(now);
  const [row] = await tx
    .insert(appClients)
    .values({ client_id, name, redirect_uris, secret_hash: null, last_used_at: used, created_at: used })
    .onConflictDoUpdate({ target: appClients.client_id, set: { name, redirect_uris, last_used_at: used } })
    .returning({ id: appClients.id });
  if (!row) throw new Error("An upsert returns its row.");
  return row.id;
}

function readDocument(clientId: string, text: string): DocumentClient | undefined {
  try {
    const document: unknown = JSON.parse(text);
    if (!isOf(clientId, document)) return undefined;
    // Section 4.1: a document is public, so an application that it describes has no secret.
    const { name, redirect_uris, token_endpoint_auth_method } = readClientMetadata({
      token_endpoint_auth_method: "none",
      ...document,
    });
    const isPublic = token_endpoint_auth_method === "none" && redirect_uris.length > 0;
    return isPublic ? { id: null, client_id: clientId, name, redirect_uris } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof OauthError) return undefined;
    throw error;
  }
}

/** Section 4.1: the document names its own address, so that no other site can present it. A name is required by MCP. */
function isOf(clientId: string, document: unknown): document is object {
  return (
    typeof document === "object" &&
    document !== null &&
    "client_id" in document &&
    document.client_id === clientId &&
    "client_name" in document &&
    !("client_secret" in document)
  );
}
