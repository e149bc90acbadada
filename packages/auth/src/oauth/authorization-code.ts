import { CodeChallengeMethod, OAuth2Client } from "arctic";
import type { Claims, ProviderClient } from "./oauth.ts";
import { ProviderFailed, parseObject, requestProvider } from "./provider-request.ts";

/** How Google and Facebook differ from each other. */
export interface Oauth2Provider {
  scopes: string[];
  clientId: string;
  clientSecret: string;
  endpoints(): Promise<{ authorization_endpoint?: string; token_endpoint?: string }>;
  /** @param tokens the answer of the token endpoint */
  readClaims(tokens: Record<string, unknown>, nonce: string): Promise<Claims>;
}

/** The authorization code flow with PKCE (RFC 9700 2.1.1) of Google and Facebook. */
export function createAuthorizationCode(
  provider: Oauth2Provider,
  { redirectUri, timeoutMilliseconds }: { redirectUri: string; timeoutMilliseconds: number },
): ProviderClient {
  const { clientId, clientSecret, scopes } = provider;
  return {
    async authorizationUrl({ state, codeVerifier, nonce }) {
      const { authorization_endpoint = "" } = await provider.endpoints();
      const url = new OAuth2Client(clientId, clientSecret, redirectUri).createAuthorizationURLWithPKCE(
        authorization_endpoint,
        state,
        CodeChallengeMethod.S256,
        codeVerifier,
        scopes,
      );
      url.searchParams.set("nonce", nonce);
      return url.href;
    },

    async identify({ code, codeVerifier, nonce }) {
      const { token_endpoint = "" } = await provider.endpoints();
      // Not with OAuth2Client: its request has no timeout and no size limit, and follows redirects. The secret is in
      // the body, the only form that both providers accept.
      const { status, text } = await requestProvider(
        token_endpoint,
        {
          method: "POST",
          body: new URLSearchParams({
            grant_type: "authorization_code",
            code,
            redirect_uri: redirectUri,
            code_verifier: codeVerifier,
            client_id: clientId,
            client_secret: clientSecret,
          }),
        },
        timeoutMilliseconds,
      );
      if (status !== 200) throw new ProviderFailed("refused", `the code was not taken (${status})`);
      return provider.readClaims(parseObject(text), nonce);
    },
  };
}
