import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from "jose";
import { googleIssuer } from "./google-issuer.ts";
import type { ProviderClient } from "./oauth.ts";
import { ProviderFailed, parseObject, requestProvider } from "./provider-request.ts";

export interface GoogleConfig {
  clientId: string;
  clientSecret: string;
  /** The issuer's URL; its discovery document is below it (OpenID Connect Discovery 4). */
  issuer: string;
}

interface Discovery {
  authorization: string;
  token: string;
  issuer: string;
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/** How long a discovery document is cached. */
const discoveryTtlMilliseconds = 3_600_000;
/** The algorithms of Google's ID tokens. The algorithm that a token names is not trusted. */
const algorithms = ["RS256"];
/** Tolerated difference between Google's clock and ours. */
const clockToleranceSeconds = 30;

/**
 * Google, or any other OpenID provider that stands in for it.
 *
 * @param options.now milliseconds since the epoch
 */
export function createGoogle(
  { clientId, clientSecret, issuer }: GoogleConfig,
  { now, timeoutMilliseconds }: { now: () => number; timeoutMilliseconds: number },
): ProviderClient {
  let known: { discovery: Promise<Discovery>; at: number } | null = null;

  function discover(): Promise<Discovery> {
    if (known && now() < known.at + discoveryTtlMilliseconds) return known.discovery;
    const asked = { discovery: readDiscovery(), at: now() };
    known = asked;
    // After a failure the next log-in requests the document again.
    asked.discovery.catch(() => {
      if (known === asked) known = null;
    });
    return asked.discovery;
  }

  async function readDiscovery(): Promise<Discovery> {
    const { status, text } = await requestProvider(
      `${bare(issuer)}/.well-known/openid-configuration`,
      {},
      timeoutMilliseconds,
    );
    if (status !== 200) throw new ProviderFailed("unavailable", `the discovery document is missing (${status})`);
    const document = parseObject(text);
    // OpenID Connect Discovery 4.3: otherwise one provider could impersonate another.
    if (typeof document.issuer !== "string" || bare(document.issuer) !== bare(issuer)) {
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

  return {
    scopes: ["openid", "email", "profile"],
    clientId,
    clientSecret,
    endpoints: discover,

    async readClaims({ id_token: idToken }, nonce) {
      if (typeof idToken !== "string") throw new ProviderFailed("refused", "there is no ID token");
      const { keys, issuer } = await discover();
      // OpenID Connect Core 3.1.3.7.
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms,
        issuer,
        audience: clientId,
        requiredClaims: ["sub", "exp", "iat"],
        currentDate: new Date(now()),
        clockTolerance: clockToleranceSeconds,
      }).catch((error: unknown) => {
        if (error instanceof ProviderFailed) throw error;
        const reason = error instanceof errors.JWKSTimeout ? "unavailable" : "refused";
        throw new ProviderFailed(reason, "the ID token is not to be believed", error);
      });
      if (payload.nonce !== nonce) throw new ProviderFailed("refused", "the ID token is of another log-in");
      // Only one audience is accepted: with several, any of them could pass the token on.
      if ([payload.aud].flat().length !== 1 || (payload.azp ?? clientId) !== clientId) {
        throw new ProviderFailed("refused", "the ID token is also meant for others");
      }
      return {
        subject: payload.sub,
        email: payload.email,
        isEmailVerified:
          payload.email_verified === true && (bare(issuer) !== googleIssuer || isHostedByGoogle(payload)),
        name: payload.name,
      };
    },
  };
}

/**
 * Google verifies an address once. If Google does not host its mail, the address may have another owner since.
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token: Google is authoritative for Gmail
 * addresses, and for those of Workspace domains, which `hd` names.
 */
function isHostedByGoogle({ email, hd }: JWTPayload): boolean {
  if (typeof hd === "string" && hd !== "") return true;
  return typeof email === "string" && /@(gmail|googlemail)\.com$/i.test(email);
}

/** Removes a trailing slash: the configured issuer may have one that the provider does not write, or the reverse. */
function bare(issuer: string): string {
  return issuer.replace(/\/$/, "");
}
