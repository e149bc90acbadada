import { createRemoteJWKSet, customFetch } from "jose";
import { ProviderFailed, parseObject, requestProvider } from "./provider-request.ts";

interface Discovery {
  authorization: string;
  token: string;
  issuer: string;
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/** How long a discovery document is cached. */
const discoveryTtlMilliseconds = 3_600_000;

/**
 * Returns the function that reads and caches the discovery document of an OpenID provider (OpenID Connect Discovery 4).
 *
 * @param options.now milliseconds since the epoch
 */
export function createDiscovery(
  issuer: string,
  { now, timeoutMilliseconds }: { now: () => number; timeoutMilliseconds: number },
): () => Promise<Discovery> {
  let known: { discovery: Promise<Discovery>; at: number } | null = null;

  return () => {
    if (known && now() < known.at + discoveryTtlMilliseconds) return known.discovery;
    const asked = { discovery: readDiscovery(), at: now() };
    known = asked;
    // After a failure the next log-in requests the document again.
    asked.discovery.catch(() => {
      if (known === asked) known = null;
    });
    return asked.discovery;
  };

  async function readDiscovery(): Promise<Discovery> {
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
    return {
      issuer: document.issuer,
      authorization: endpoint(document.authorization_endpoint),
      token: endpoint(document.token_endpoint),
      keys: createRemoteJWKSet(new URL(endpoint(document.jwks_uri)), {
        // The request below has its own timeout; this one only has to be longer.
        timeoutDuration: timeoutMilliseconds * 2,
        [customFetch]: async (url) => {
          const answer = await requestProvider(url, {}, timeoutMilliseconds);
          return new Response(answer.text, { status: answer.status });
        },
      }),
    };
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
