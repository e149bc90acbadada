import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from "openid-client";
import { type AdminClaim, findClaim, isAdmin } from "./admin-claim.ts";
import { type ClientAuthentication, createConfiguration } from "./client-authentication.ts";
import { createDiscovery } from "./discovery.ts";
import { readLogoutToken } from "./logout-token.ts";
import type { Claims, ProviderClient } from "./oauth.ts";
import { failureOf } from "./openid-failure.ts";
import { createProviderKeys, type ProviderKeys } from "./provider-keys.ts";

/** A provider of OpenID Connect that the operator has configured. */
export interface OpenidConfig {
  /** In lower case; it is the `{provider}` of addresses and of stored identities. */
  name: string;
  label: string;
  /** The issuer's URL; its discovery document is below it. */
  issuer: string;
  clientId: string;
  authentication: ClientAuthentication;
  /** Separated by spaces, with `openid`. */
  scopes: string;
  /** Whether an address counts as verified without regard to `email_verified`. */
  isEmailTrusted: boolean;
  /** Who is an admin; null if the provider does not decide that. */
  adminClaim: AdminClaim | null;
  /** Whether a first log-in may create an account. */
  maySignUp: boolean;
}

/**
 * Log-in at an OpenID provider: state, nonce and PKCE; the signature of the ID token is always checked.
 *
 * @param options.now milliseconds since the epoch, for the cache of the discovery document; the library checks times of
 *   tokens by the system clock
 */
export function createOpenid(
  config: OpenidConfig,
  options: { now: () => number; timeoutMilliseconds: number; redirectUri: string },
): ProviderClient {
  const { issuer, scopes } = config;
  const discover = createDiscovery(issuer, options);

  /** A new configuration for each log-in, because the library caches keys in it: a new key of the provider counts at once. */
  async function configure(): Promise<Configuration> {
    const configuration = await createConfiguration(config, await discover(), options.timeoutMilliseconds);
    if (issuer.startsWith("http:")) allowInsecureRequests(configuration);
    return configuration;
  }

  let cached: { url: string; keys: ProviderKeys } | null = null;
  const keysAt = (url = "") => {
    if (cached?.url !== url) cached = { url, keys: createProviderKeys(url, options.timeoutMilliseconds) };
    return cached.keys;
  };

  return {
    async logOutUrl(idToken) {
      const configuration = await configure();
      if (!configuration.serverMetadata().end_session_endpoint) return null;
      return buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${new URL(options.redirectUri).origin}/`,
        ...(idToken && { id_token_hint: idToken }),
      }).href;
    },

    async readLogoutToken(token) {
      const { jwks_uri, issuer } = await discover();
      return readLogoutToken(token, { keys: keysAt(jwks_uri), issuer, clientId: config.clientId });
    },

    async authorizationUrl({ state, codeVerifier, nonce }) {
      return buildAuthorizationUrl(await configure(), {
        redirect_uri: options.redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      }).href;
    },

    async identify({ code, codeVerifier, nonce, iss }) {
      const configuration = await configure();
      const answer = new URL(options.redirectUri);
      answer.searchParams.set("code", code);
      // Clients of the API may leave the issuer out. Mix-up is prevented all the same: each provider has its own
      // redirect address and its own states (RFC 9700 4.4.2.2).
      answer.searchParams.set("iss", iss ?? configuration.serverMetadata().issuer);
      try {
        const tokens = await authorizationCodeGrant(configuration, answer, {
          pkceCodeVerifier: codeVerifier,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const idToken: { sub: string } & Json = tokens.claims() ?? { sub: "" };
        const needed = ["email", "email_verified", "name"];
        const isComplete =
          needed.every((claim) => claim in idToken) &&
          (!config.adminClaim || findClaim(idToken, config.adminClaim.claim) !== undefined);
        const userInfo =
          isComplete || !configuration.serverMetadata().userinfo_endpoint
            ? {}
            : await fetchUserInfo(configuration, tokens.access_token, idToken.sub);
        const session = { idToken: tokens.id_token ?? "", sid: typeof idToken.sid === "string" ? idToken.sid : null };
        return { ...readClaims(config, idToken, userInfo), session };
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

type Json = Record<string, unknown>;

function readClaims({ isEmailTrusted, adminClaim }: OpenidConfig, idToken: Json, userInfo: Json): Claims {
  // An address and its verification must have one source: together they are a statement.
  const isInToken = "email" in idToken && "email_verified" in idToken;
  const source = isInToken || !("email" in userInfo) ? idToken : userInfo;
  const all = { ...userInfo, ...idToken };
  const { preferred_username: username, name } = all;
  return {
    subject: idToken.sub,
    email: source.email,
    isEmailVerified: isEmailTrusted || source.email_verified === true,
    // Some providers write the address there, which is no good name.
    name: typeof username === "string" && username !== "" && !username.includes("@") ? username : name,
    ...(adminClaim && { isAdmin: isAdmin(all, adminClaim) }),
  };
}
