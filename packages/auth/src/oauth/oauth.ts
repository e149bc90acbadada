import { emailSchema, type Provider } from "@daymark/domain/account/auth";
import { proxyProvider } from "@daymark/domain/account/oauth";
import { createAuthorizationCode } from "./authorization-code.ts";
import { createFacebook, type FacebookConfig } from "./facebook.ts";
import { createGoogle, type GoogleConfig } from "./google.ts";
import { createOpenid, type OpenidConfig } from "./openid.ts";
import { ProviderFailed } from "./provider-request.ts";
import type { EndedAtProvider } from "./provider-session.ts";

/** The operator's registrations with providers. A provider without one is not offered. */
export interface OauthConfig {
  google?: GoogleConfig | undefined;
  facebook?: FacebookConfig | undefined;
  /** In the order in which pages show them. */
  openid?: readonly OpenidConfig[];
}

/** Secrets that are created for each log-in and must come back with it. */
export interface OauthSecrets {
  state: string;
  /** RFC 7636 4.1. */
  codeVerifier: string;
  /** OpenID Connect Core 3.1.2.1. */
  nonce: string;
}

/** What the browser brought back from a provider, with the secrets of its log-in. */
export interface OauthAnswer {
  code: string;
  codeVerifier: string;
  nonce: string;
  /** The issuer that the redirect named (RFC 9207). */
  iss?: string | undefined;
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
  /** Whether the provider makes the user an admin; undefined if it does not decide that. */
  isAdmin?: boolean;
  /** The session there; only OpenID providers have one. */
  session?: { idToken: string; sid: string | null };
}

/** The claims in a provider's answer, not validated. */
export interface Claims {
  subject: unknown;
  email: unknown;
  isEmailVerified: unknown;
  name: unknown;
  isAdmin?: boolean;
  session?: { idToken: string; sid: string | null };
}

/** The log-in at one provider. All functions throw ProviderFailed. */
export interface ProviderClient {
  authorizationUrl(secrets: OauthSecrets): Promise<string>;
  identify(answer: OauthAnswer): Promise<Claims>;
  logOutUrl?(idToken: string | null): Promise<string | null>;
  readLogoutToken?(token: string): Promise<EndedAtProvider>;
}

/** A provider on the pages. */
export interface OfferedProvider {
  name: Provider;
  /** The name that users read. */
  label: string;
}

export interface Oauth {
  /** The configured providers, in the order in which pages show them. */
  providers: readonly OfferedProvider[];
  has(provider: string): boolean;
  /** The name that users read; the provider's own name if it is not configured any more. */
  labelOf(provider: Provider): string;
  /** Whether a first log-in may create an account. */
  maySignUp(provider: Provider): boolean;
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
  identify(provider: Provider, answer: OauthAnswer): Promise<ProviderAccount>;
  /**
   * The address at which a user logs out of the provider too; null if it offers none, or is not configured any more.
   *
   * @throws ProviderFailed
   */
  logOutUrl(provider: Provider, idToken: string | null): Promise<string | null>;
  /**
   * Which sessions a logout token of the provider ends.
   *
   * @throws ProviderFailed
   */
  readLogoutToken(provider: Provider, token: string): Promise<EndedAtProvider>;
}

const timeoutMilliseconds = 5_000;
/** These have labels even where they are not configured, because accounts may still be linked to them. */
const ownLabels: ReadonlyMap<Provider, string> = new Map([
  ["google", "Google"],
  ["facebook", "Facebook"],
  [proxyProvider, "Proxy"],
]);

/**
 * Log-in at providers: authorization code with PKCE (RFC 9700 2.1.1).
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
  const { google, facebook, openid = [] } = options.config;
  const around = (name: Provider) => ({ ...asked, redirectUri: `${options.publicUrl}/oauth/${name}` });
  const clients = new Map<Provider, ProviderClient>();
  for (const config of openid) clients.set(config.name, createOpenid(config, around(config.name)));
  if (google) clients.set("google", createAuthorizationCode(createGoogle(google, asked), around("google")));
  if (facebook) clients.set("facebook", createAuthorizationCode(createFacebook(facebook, asked), around("facebook")));
  const configs = new Map(openid.map((config) => [config.name, config]));
  const labelOf = (name: Provider) => configs.get(name)?.label ?? ownLabels.get(name) ?? name;

  function clientOf(provider: Provider): ProviderClient {
    const client = clients.get(provider);
    if (!client) throw new Error(`${provider} is not configured`);
    return client;
  }

  return {
    providers: [...clients.keys()].map((name) => ({ name, label: labelOf(name) })),
    has: (provider) => clients.has(provider),
    labelOf,
    maySignUp: (provider) => configs.get(provider)?.maySignUp ?? true,
    authorizationUrl: (provider, secrets) => clientOf(provider).authorizationUrl(secrets),
    logOutUrl: async (provider, idToken) => (await clients.get(provider)?.logOutUrl?.(idToken)) ?? null,
    async readLogoutToken(provider, token) {
      const read = clientOf(provider).readLogoutToken;
      if (!read) throw new ProviderFailed("refused", "the provider sends no logout tokens");
      return read(token);
    },
    identify: async (provider, answer) => toAccount(provider, await clientOf(provider).identify(answer)),
  };
}

/** No provider has a longer subject (OpenID Connect Core 2: 255 ASCII characters). */
const subjectLengthMax = 255;
const nameLengthMax = 200;

function toAccount(provider: Provider, { subject, email, isEmailVerified, name, ...rest }: Claims): ProviderAccount {
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
    ...rest,
  };
}
