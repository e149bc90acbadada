import { clientAuthMethods, grantTypes } from "@daymark/api/connected-app/client";
import { resourceUrl } from "@daymark/api/connected-app/scope";
import { apiKeyScopes } from "@daymark/domain/account/api-key";
import { type AppResource, appResources } from "@daymark/domain/account/connected-app";
import { brand } from "@daymark/domain/base/brand";
import type { FastifyInstance } from "fastify";

const metadataMaxAgeSeconds = 3600;

/**
 * Mounts the metadata of the authorization server (RFC 8414) and of its resources (RFC 9728) under `/.well-known`. They
 * are public, so scripts of any origin may read them.
 */
export function mountMetadata(scope: FastifyInstance, publicUrl: string, clientDocuments: "on" | "off"): void {
  const serve = (path: string, document: object) => {
    const text = JSON.stringify(document);
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "cache-control": `public, max-age=${metadataMaxAgeSeconds}`,
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    };
    for (const url of [path, `${path}/`]) {
      scope.get(url, (_, reply) => reply.headers(headers).send(text));
      // A browser asks first, because clients of MCP add a header of their own.
      scope.options(url, (_, reply) =>
        reply
          .headers({ ...headers, "access-control-allow-headers": "*", "access-control-allow-methods": "GET" })
          .code(204)
          .send(),
      );
    }
  };
  serve("/.well-known/oauth-authorization-server", serverMetadata(publicUrl, clientDocuments));
  // Clients that find no metadata at the path of the resource look here; those are clients of MCP.
  serve("/.well-known/oauth-protected-resource", resourceMetadata(publicUrl, "mcp"));
  for (const resource of appResources) {
    serve(`/.well-known/oauth-protected-resource/${resource}`, resourceMetadata(publicUrl, resource));
  }
}

function serverMetadata(publicUrl: string, clientDocuments: "on" | "off") {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    device_authorization_endpoint: `${publicUrl}/oauth/device_authorization`,
    scopes_supported: apiKeyScopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    code_challenge_methods_supported: ["S256"],
    // draft-ietf-oauth-client-id-metadata-document-00, 5.
    client_id_metadata_document_supported: clientDocuments === "on",
    authorization_response_iss_parameter_supported: true,
    protected_resources: appResources.map((resource) => resourceUrl(publicUrl, resource)),
    service_documentation: `${publicUrl}/api/docs`,
  };
}

function resourceMetadata(publicUrl: string, resource: AppResource) {
  return {
    resource: resourceUrl(publicUrl, resource),
    authorization_servers: [publicUrl],
    scopes_supported: apiKeyScopes,
    bearer_methods_supported: ["header"],
    resource_name: brand,
    resource_documentation: `${publicUrl}/api/docs`,
  };
}
