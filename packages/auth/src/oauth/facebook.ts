import type { Oauth2Provider } from "./authorization-code.ts";
import { ProviderFailed, parseObject, requestProvider } from "./provider-request.ts";

export interface FacebookConfig {
  clientId: string;
  clientSecret: string;
  authUrl: string;
  tokenUrl: string;
  /** Tells the user of a token: Graph's `/me`, with the wanted fields. */
  userinfoUrl: string;
}

/** Facebook, or a provider that replaces it in tests. It gives an address but never vouches for it. */
export function createFacebook(
  { clientId, clientSecret, authUrl, tokenUrl, userinfoUrl }: FacebookConfig,
  { timeoutMilliseconds }: { timeoutMilliseconds: number },
): Oauth2Provider {
  return {
    // Facebook documents PKCE only for requests with `openid`.
    scopes: ["openid", "email"],
    clientId,
    clientSecret,
    endpoints: async () => ({ authorization_endpoint: authUrl, token_endpoint: tokenUrl }),

    async readClaims({ access_token: accessToken }) {
      if (typeof accessToken !== "string" || !/^[\x21-\x7e]+$/.test(accessToken)) {
        throw new ProviderFailed("refused", "there is no access token");
      }
      const headers = { authorization: `Bearer ${accessToken}` };
      const { status, text } = await requestProvider(userinfoUrl, { headers }, timeoutMilliseconds);
      if (status !== 200) throw new ProviderFailed("refused", `the access token was not taken (${status})`);
      const { id, sub, email, name } = parseObject(text);
      // Graph sends `id`, an OpenID provider `sub` (OpenID Connect Core 5.3.2).
      return { subject: id ?? sub, email, isEmailVerified: false, name };
    },
  };
}
