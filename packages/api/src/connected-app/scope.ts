import type { ApiKeyScope } from "@daymark/domain/account/api-key";
import type { AppAccess, AppResource } from "@daymark/domain/account/connected-app";
import { OauthError } from "./oauth-error.ts";

/** What a user has granted. */
export interface Granted {
  user_id: number;
  resource: AppResource;
  scopes: ApiKeyScope[];
}

/**
 * The scopes that a request names: `read`, or `read` and `write`, because `write` includes `read`. Without a name it is
 * `read`.
 *
 * @throws OauthError invalid_scope for any other name
 */
export function parseScope(scope: string | undefined): ApiKeyScope[] {
  const names = new Set((scope ?? "").split(" ").filter((name) => name !== ""));
  const hasWrite = names.delete("write");
  names.delete("read");
  if (names.size > 0) throw new OauthError("invalid_scope", "The scopes are read and write.");
  return hasWrite ? ["read", "write"] : ["read"];
}

/** The scopes that a user grants: at most those that the application asked for. */
export function lowerScopes(asked: readonly ApiKeyScope[], access: AppAccess): ApiKeyScope[] {
  return access === "write" && asked.includes("write") ? ["read", "write"] : ["read"];
}

/** The address of a part of the server, which names it in tokens and metadata. */
export function resourceUrl(publicUrl: string, resource: AppResource): string {
  return `${publicUrl}/${resource}`;
}

/**
 * The part of the server that a request names (RFC 8707). Without a name it is the REST API.
 *
 * @throws OauthError invalid_target
 */
export function parseResource(publicUrl: string, resource: string | undefined): AppResource {
  if (resource === undefined || resource === "") return "api";
  const given = resource.replace(/\/$/, "");
  for (const name of ["mcp", "api"] as const) if (given === resourceUrl(publicUrl, name)) return name;
  throw new OauthError("invalid_target", `The resources are ${publicUrl}/mcp and ${publicUrl}/api.`);
}
