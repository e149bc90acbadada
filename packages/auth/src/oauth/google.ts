import { errors, type JWTPayload, jwtVerify } from "jose";
import type { Oauth2Provider } from "./authorization-code.ts";
import { createDiscovery, withoutSlash } from "./discovery.ts";
import { googleIssuer } from "./google-issuer.ts";
import { createProviderKeys, type ProviderKeys } from "./provider-keys.ts";
import { ProviderFailed } from "./provider-request.ts";

export interface GoogleConfig {
  clientId: string;
  clientSecret: string;
  /** The issuer's URL; its discovery document is below it (OpenID Connect Discovery 4). */
  issuer: string;
}

/** The algorithms of Google's ID tokens. The algorithm that a token names is not trusted. */
const algorithms = ["RS256"];
/** Tolerated difference between Google's clock and ours. */
const clockToleranceSeconds = 30;

/**
 * Google, or another OpenID provider in its place.
 *
 * @param options.now milliseconds since the epoch
 */
export function createGoogle(
  { clientId, clientSecret, issuer }: GoogleConfig,
  options: { now: () => number; timeoutMilliseconds: number },
): Oauth2Provider {
  const discover = createDiscovery(issuer, options);
  let cached: { url: string; keys: ProviderKeys } | null = null;
  const keysAt = (url = "") => {
    if (cached?.url !== url) cached = { url, keys: createProviderKeys(url, options.timeoutMilliseconds) };
    return cached.keys;
  };
  return {
    scopes: ["openid", "email", "profile"],
    clientId,
    clientSecret,
    endpoints: discover,

    async readClaims({ id_token: idToken }, nonce) {
      if (typeof idToken !== "string") throw new ProviderFailed("refused", "there is no ID token");
      const { jwks_uri, issuer } = await discover();
      // OpenID Connect Core 3.1.3.7.
      const { payload } = await jwtVerify(idToken, keysAt(jwks_uri), {
        algorithms,
        issuer,
        audience: clientId,
        requiredClaims: ["sub", "exp", "iat"],
        currentDate: new Date(options.now()),
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
          payload.email_verified === true && (withoutSlash(issuer) !== googleIssuer || isHostedByGoogle(payload)),
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
