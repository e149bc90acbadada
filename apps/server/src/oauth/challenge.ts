import type { AppResource } from "@daymark/domain/account/connected-app";

/** What is wrong with a token (RFC 6750 3.1); nothing if the request had none. */
type TokenFault = "invalid_token" | "insufficient_scope";

/**
 * The value of `WWW-Authenticate`, by which an application finds the metadata of the resource and its authorization server
 * (RFC 9728 5.1), and the scope that it needs.
 */
export function challenge(
  publicUrl: string,
  resource: AppResource,
  { scope, error }: { scope: string; error?: TokenFault | undefined },
): string {
  const parameters = {
    ...(error && { error }),
    resource_metadata: `${publicUrl}/.well-known/oauth-protected-resource/${resource}`,
    scope,
  };
  return `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`;
}
