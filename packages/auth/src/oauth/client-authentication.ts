import type { KeyObject } from "node:crypto";
import {
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  customFetch,
  enableNonRepudiationChecks,
  modifyAssertion,
  None,
  PrivateKeyJwt,
  type ServerMetadata,
} from "openid-client";
import { requestProvider } from "./provider-request.ts";

export const clientAuthentications = ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"] as const;

/** The key of our assertions, with what a JWK says about it (RFC 7517 4). */
export interface ClientKey {
  key: KeyObject;
  keyId: string | undefined;
  algorithm: string | undefined;
}

/** How we authenticate at the token endpoint (OpenID Connect Core 9). */
export type ClientAuthentication =
  /** Without a method: the one of the two that the provider offers, `client_secret_basic` first. */
  | { method: "client_secret_basic" | "client_secret_post" | undefined; secret: string }
  | ({ method: "private_key_jwt" } & ClientKey)
  | { method: "none" };

/** The algorithms of ID tokens. The algorithm that a token names is not trusted; `Ed25519` is the new name of EdDSA. */
export const algorithms = ["RS256", "ES256", "PS256", "EdDSA", "Ed25519"];
/** Tolerated difference between the provider's clock and ours. */
export const clockToleranceSeconds = 30;

/** What openid-client needs to know of a provider and of us. Its requests are bounded in time and size. */
export async function createConfiguration(
  { clientId, authentication }: { clientId: string; authentication: ClientAuthentication },
  metadata: ServerMetadata,
  timeoutMilliseconds: number,
): Promise<Configuration> {
  const offered = metadata.id_token_signing_alg_values_supported;
  const configuration = new Configuration(
    {
      ...metadata,
      id_token_signing_alg_values_supported: offered
        ? algorithms.filter((algorithm) => offered.includes(algorithm))
        : algorithms,
    },
    clientId,
    { [clockTolerance]: clockToleranceSeconds },
    await authenticate(authentication, metadata),
  );
  configuration[customFetch] = async (url, { method, headers, body }) => {
    const request = { method, headers, ...(body instanceof URLSearchParams && { body }) };
    const { status, headers: answered, text } = await requestProvider(url, request, timeoutMilliseconds);
    return new Response(text || null, { status, headers: answered });
  };
  // By default the library trusts the connection to the token endpoint instead of the signature.
  enableNonRepudiationChecks(configuration);
  return configuration;
}

async function authenticate(given: ClientAuthentication, metadata: ServerMetadata): Promise<ClientAuth> {
  const {
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: algorithms,
  } = metadata;
  if (given.method === "none") return None();
  if (given.method !== "private_key_jwt") {
    const isPost = methods?.includes("client_secret_post") && !methods.includes("client_secret_basic");
    const method = given.method ?? (isPost ? "client_secret_post" : "client_secret_basic");
    return method === "client_secret_post" ? ClientSecretPost(given.secret) : ClientSecretBasic(given.secret);
  }
  const { key, keyId, algorithm } = given;
  const der = key.export({ type: "pkcs8", format: "der" });
  const cryptoKey = await crypto.subtle.importKey(
    "pkcs8",
    new Uint8Array(der),
    algorithmOf(key, algorithm ? [algorithm] : algorithms),
    false,
    ["sign"],
  );
  return PrivateKeyJwt(
    { key: cryptoKey, ...(keyId && { kid: keyId }) },
    {
      [modifyAssertion]: (header) => {
        // Most providers know only the older name of this algorithm (RFC 8037 3.1, RFC 9864 2.2).
        if (header.alg === "Ed25519" && !algorithms?.includes("Ed25519")) header.alg = "EdDSA";
      },
    },
  );
}

/** RSA keys sign by RS256, unless the provider offers PS256 alone. */
function algorithmOf(key: KeyObject, offered: string[] | undefined) {
  if (key.asymmetricKeyType === "ed25519") return { name: "Ed25519" };
  if (key.asymmetricKeyType === "ec") return { name: "ECDSA", namedCurve: "P-256" };
  const isPss = offered?.includes("PS256") && !offered.includes("RS256");
  return { name: isPss ? "RSA-PSS" : "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
}
