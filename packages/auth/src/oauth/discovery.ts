import type { ServerMetadata } from "openid-client";
import { ProviderFailed, parseObject, requestProvider } from "./provider-request.ts";

/** How long a discovery document is cached. */
const discoveryTtlMilliseconds = 3_600_000;

/** The members that we read as lists (OpenID Connect Discovery 3). */
const listNames = [
  "id_token_signing_alg_values_supported",
  "token_endpoint_auth_methods_supported",
  "token_endpoint_auth_signing_alg_values_supported",
];

/**
 * Returns the function that reads and caches the discovery document of an OpenID provider (OpenID Connect Discovery 4).
 * If a cached document cannot be read again, it stays in use.
 *
 * @param options.now milliseconds since the epoch
 */
export function createDiscovery(
  issuer: string,
  { now, timeoutMilliseconds }: { now: () => number; timeoutMilliseconds: number },
): () => Promise<ServerMetadata> {
  let known: { discovery: Promise<ServerMetadata>; at: number } | null = null;

  return () => {
    if (known && now() < known.at + discoveryTtlMilliseconds) return known.discovery;
    const before = known;
    const asked = {
      discovery: readDiscovery().catch((error) => before?.discovery ?? Promise.reject(error)),
      at: now(),
    };
    known = asked;
    // After a failure the next log-in requests the document again.
    asked.discovery.catch(() => {
      if (known === asked) known = null;
    });
    return asked.discovery;
  };

  async function readDiscovery(): Promise<ServerMetadata> {
    const { status, text } = await requestProvider(
      `${withoutSlash(issuer)}/.well-known/openid-configuration`,
      {},
      timeoutMilliseconds,
    );
    if (status !== 200) throw new ProviderFailed("unavailable", `the discovery document is missing (${status})`);
    const document = parseObject(text);
    // OpenID Connect Discovery 4.3: otherwise one provider could impersonate another.
    if (typeof document.issuer !== "string" || withoutSlash(document.issuer) !== withoutSlash(issuer)) {
      throw new ProviderFailed("refused", "the discovery document is another issuer's");
    }
    const lists = Object.fromEntries(listNames.map((name) => [name, textsOf(document[name])]));
    const optional = (name: string) => document[name] !== undefined && { [name]: endpoint(document[name]) };
    return {
      ...document,
      ...lists,
      issuer: document.issuer,
      authorization_endpoint: endpoint(document.authorization_endpoint),
      token_endpoint: endpoint(document.token_endpoint),
      jwks_uri: endpoint(document.jwks_uri),
      ...optional("userinfo_endpoint"),
      ...optional("end_session_endpoint"),
    };
  }

  function textsOf(value: unknown): string[] | undefined {
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((member) => typeof member === "string")) return value;
    throw new ProviderFailed("unavailable", "the discovery document has a list that is none");
  }

  /** An https issuer must not name an http endpoint. */
  function endpoint(value: unknown): string {
    const url = typeof value === "string" ? URL.parse(value) : null;
    if (url?.protocol !== "https:" && url?.protocol !== new URL(issuer).protocol) {
      throw new ProviderFailed("unavailable", "the discovery document lacks an endpoint");
    }
    return url.href;
  }
}

/** Removes a trailing slash: the configured issuer may have one that the provider does not write, or the reverse. */
export function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, "");
}
