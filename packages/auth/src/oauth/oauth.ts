import { emailSchema, type Provider } from "@daymark/domain/account/auth";
import { CodeChallengeMethod, OAuth2Client } from "arctic";
import { createFacebook, type FacebookConfig } from "./facebook.ts";
import { createGoogle, type GoogleConfig } from "./google.ts";
import { ProviderFailed, parseObject, requestProvider } from "./provider-request.ts";

/** The operator's registrations with providers. A provider without one is not offered. */
export interface OauthConfig {
  google?: GoogleConfig | undefined;
  facebook?: FacebookConfig | undefined;
}

/** Secrets that are created for each log-in and must come back with it. */
export interface OauthSecrets {
  state: string;
  /** RFC 7636 4.1. */
  codeVerifier: string;
  /** OpenID Connect Core 3.1.2.1. */
  nonce: string;
}

/** A user's account at a provider, as the provider describes it. */
export interface ProviderAccount {
  provider: Provider;
  /** The provider's permanent id of the user. With the provider it alone identifies an account. */
  subject: string;
  /** Normalised; null if the provider gave no valid address. */
  email: string | null;
  /** Whether the provider confirms that the address is the user's. */
  isEmailVerified: boolean;
  /** Empty if the provider gave none. */
  name: string;
}

/** The claims in a provider's answer, not validated. */
export interface Claims {
  subject: unknown;
  email: unknown;
  isEmailVerified: unknown;
  name: unknown;
}

/** How one provider differs from another. */
export interface ProviderClient {
  scopes: string[];
  clientId: string;
  clientSecret: string;
  endpoints(): Promise<{ authorization: string; token: string }>;
  /** @param tokens the answer of the token endpoint */
  readClaims(tokens: Record<string, unknown>, nonce: string): Promise<Claims>;
}

export interface Oauth {
  /** The configured providers. */
  providers: readonly Provider[];
  has(provider: string): provider is Provider;
  /**
   * The URL that the browser opens to log in.
   *
   * @throws ProviderFailed
   */
  authorizationUrl(provider: Provider, secrets: OauthSecrets): Promise<string>;
  /**
   * Exchanges the code that the browser brought back for the account that logged in.
   *
   * @throws ProviderFailed
   */
  identify(provider: Provider, login: { code: string; codeVerifier: string; nonce: string }): Promise<ProviderAccount>;
}

const timeoutMilliseconds = 5_000;

/**
 * Log-in at Google and Facebook: authorization code with PKCE (RFC 9700 2.1.1).
 *
 * @param options.publicUrl base of the address a provider sends the browser back to, `PUBLIC_URL/oauth/{provider}`
 * @param options.now milliseconds since the epoch
 * @param options.timeoutMilliseconds for each request
 */
export function createOauth(options: {
  config: OauthConfig;
  publicUrl: string;
  now?: () => number;
  timeoutMilliseconds?: number;
}): Oauth {
  const asked = {
    now: options.now ?? Date.now,
    timeoutMilliseconds: options.timeoutMilliseconds ?? timeoutMilliseconds,
  };
  const { google, facebook } = options.config;
  const clients: Partial<Record<Provider, ProviderClient>> = {
    ...(google && { google: createGoogle(google, asked) }),
    ...(facebook && { facebook: createFacebook(facebook, asked) }),
  };
  const redirectUri = (provider: Provider) => `${options.publicUrl}/oauth/${provider}`;

  function clientOf(provider: Provider): ProviderClient {
    const client = clients[provider];
    if (!client) throw new Error(`${provider} is not configured`);
    return client;
  }

  return {
    providers: Object.keys(clients) as Provider[],
    has: (provider): provider is Provider => Object.hasOwn(clients, provider),

    async authorizationUrl(provider, { state, codeVerifier, nonce }) {
      const { clientId, clientSecret, scopes, endpoints } = clientOf(provider);
      const { authorization } = await endpoints();
      const url = new OAuth2Client(clientId, clientSecret, redirectUri(provider)).createAuthorizationURLWithPKCE(
        authorization,
        state,
        CodeChallengeMethod.S256,
        codeVerifier,
        scopes,
      );
      url.searchParams.set("nonce", nonce);
      return url.href;
    },

    async identify(provider, { code, codeVerifier, nonce }) {
      const client = clientOf(provider);
      const { token } = await client.endpoints();
      // Not with OAuth2Client: its request has no timeout and no size limit, and follows redirects. The secret is in
      // the body, the only form that both providers accept.
      const { status, text } = await requestProvider(
        token,
        {
          method: "POST",
          body: new URLSearchParams({
            grant_type: "authorization_code",
            code,
            redirect_uri: redirectUri(provider),
            code_verifier: codeVerifier,
            client_id: client.clientId,
            client_secret: client.clientSecret,
          }),
        },
        asked.timeoutMilliseconds,
      );
      if (status !== 200) throw new ProviderFailed("refused", `the code was not taken (${status})`);
      return toAccount(provider, await client.readClaims(parseObject(text), nonce));
    },
  };
}

/** No provider has a longer subject (OpenID Connect Core 2: 255 ASCII characters). */
const subjectLengthMax = 255;
const nameLengthMax = 200;

function toAccount(provider: Provider, { subject, email, isEmailVerified, name }: Claims): ProviderAccount {
  if (typeof subject !== "string" || !/^[\x21-\x7e]+$/.test(subject) || subject.length > subjectLengthMax) {
    throw new ProviderFailed("refused", "the person has no subject");
  }
  const address = emailSchema.safeParse(email);
  return {
    provider,
    subject,
    email: address.success ? address.data : null,
    // Only `true` counts: other values than OpenID Connect defines ("true", 1) do not.
    isEmailVerified: address.success && isEmailVerified === true,
    name: typeof name === "string" ? name.slice(0, nameLengthMax) : "",
  };
}
