import { createPrivateKey, type KeyObject, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { decodeJwt, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import Provider, { type Configuration, type KoaContextWithOIDC } from "oidc-provider";
import type { ClientAuthentication } from "./oauth/client-authentication.ts";
import type { OauthConfig } from "./oauth/oauth.ts";
import type { OpenidConfig } from "./oauth/openid.ts";

/** A user with an account at the provider. */
export interface TestAccount {
  /** The provider's permanent id of the user. */
  id: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
  groups?: unknown;
}

type Answer = Record<string, unknown>;
export type Claims = Record<string, unknown>;
/**
 * The signer of an ID token. `unexpected` is a key of the provider with an algorithm that the product does not accept.
 */
export type Signature = "own" | "unexpected" | "stranger" | "client secret" | "none";

/** The algorithms with which the provider signs ID tokens, and the product its client assertions. */
export const testAlgorithms = ["RS256", "ES256", "PS256", "EdDSA"] as const;
export type TestAlgorithm = (typeof testAlgorithms)[number];

/** How the product authenticates as a client. The provider has a registration for each algorithm and method. */
export const testMethods = ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"] as const;
type TestMethod = (typeof testMethods)[number];

interface ProviderOptions {
  /** Whether the ID token contains the claims of the scopes, as Google's does. Otherwise only UserInfo does. */
  areClaimsInIdToken?: boolean;
}

/**
 * Starts a real OpenID provider on loopback, with a page on which a user chooses an account. It acts as Google by
 * `GOOGLE_ISSUER`, as Facebook by its three addresses, and as an OpenID provider by `openid`. It accepts any redirect
 * to `/oauth/…` on this machine.
 */
export async function startProvider(accounts: readonly TestAccount[], options: ProviderOptions = {}) {
  const { areClaimsInIdToken = true } = options;
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { clientId: "daymark", clientSecret: randomBytes(16).toString("hex") };
  const keys = await generateKeyPair("RS256", { extractable: true });
  const strangerKeys = await generateKeyPair("RS256");
  const unexpectedKeys = await generateKeyPair("ES256", { extractable: true });
  const others = await Promise.all((["PS256", "EdDSA"] as const).map(createKey));
  const clientKeys = new Map<TestAlgorithm, KeyObject>();
  const clientJwks: JWK[] = [];
  for (const algorithm of testAlgorithms) {
    const { jwk, privateKey } = await createKey(algorithm);
    clientKeys.set(algorithm, privateKey);
    const { d: _, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...shared } = jwk;
    clientJwks.push(shared);
  }
  /** Answers that replace the provider's, by path. */
  const replacedAnswers = new Map<string, (response: ServerResponse) => void>();
  /** Functions that change an answer of the provider before it is sent, by path. */
  const tamper = new Map<string, (answer: Answer) => Answer | Promise<Answer>>();

  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: ["http://localhost/oauth/google"],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
      ...testAlgorithms.flatMap((algorithm) =>
        testMethods.map((method) => ({
          client_id: `${algorithm}-${method}`,
          ...(method.startsWith("client_secret") && { client_secret: client.clientSecret }),
          ...(method === "private_key_jwt" && { jwks: { keys: clientJwks } }),
          redirect_uris: ["http://localhost/oauth/openid"],
          grant_types: ["authorization_code"],
          response_types: ["code" as const],
          token_endpoint_auth_method: method,
          id_token_signed_response_alg: algorithm,
        })),
      ),
    ],
    enabledJWA: {
      idTokenSigningAlgValues: [...testAlgorithms],
      clientAuthSigningAlgValues: [...testAlgorithms],
    },
    clientAuthMethods: [...testMethods],
    jwks: {
      keys: [
        { ...(await exportJWK(keys.privateKey)), kid: "RS256", alg: "RS256", use: "sig" },
        { ...(await exportJWK(unexpectedKeys.privateKey)), kid: "ES256", alg: "ES256", use: "sig" },
        ...others.map(({ jwk }) => jwk),
      ],
    },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    claims: {
      openid: ["sub", "id", "name"],
      email: ["email", "email_verified"],
      profile: ["name"],
      groups: ["groups"],
    },
    scopes: ["openid", "email", "profile", "groups"],
    conformIdTokenClaims: !areClaimsInIdToken,
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = `<!doctype html><html lang="en"><title>Log out?</title>${form}
            <button form="op.logoutForm" name="logout" value="yes">Log out there too</button></html>`;
        },
      },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => {
      const account = accounts.find((candidate) => candidate.id === id);
      return account && { accountId: id, claims: () => ({ sub: id, ...account }) };
    },
    loadExistingGrant: grantAll,
  } satisfies Configuration);
  Object.assign(provider.Client.prototype, {
    postLogoutRedirectUriAllowed: (uri: string) => /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\/$/.test(uri),
    redirectUriAllowed: (uri: string) => /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\/oauth\/\w+$/.test(uri),
  });
  provider.use(async (ctx, next) => {
    await next();
    const change = tamper.get(ctx.path);
    if (change && ctx.status === 200) ctx.body = await change(ctx.body as Answer);
  });
  const callback = provider.callback();

  function sign(claims: Claims, signature: Signature, typ?: string): string | Promise<string> {
    if (signature === "none") return `${part({ alg: "none" })}.${part(claims)}.`;
    const alg = { own: "RS256", unexpected: "ES256", stranger: "RS256", "client secret": "HS256" }[signature];
    const key = {
      own: keys.privateKey,
      unexpected: unexpectedKeys.privateKey,
      stranger: strangerKeys.privateKey,
      "client secret": Buffer.from(client.clientSecret),
    }[signature];
    return new SignJWT(claims)
      .setProtectedHeader({ alg, kid: signature === "unexpected" ? "ES256" : "RS256", ...(typ && { typ }) })
      .sign(key);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", url);
    const answer = replacedAnswers.get(pathname);
    if (answer) answer(response);
    else if (!pathname.startsWith("/interaction/")) await callback(request, response);
    else if (request.method === "GET") response.setHeader("content-type", "text/html").end(choicePage(accounts));
    else {
      const account = new URLSearchParams(await text(request)).get("account");
      const result = account ? { login: { accountId: account } } : { error: "access_denied" };
      await provider.interactionFinished(request, response, result);
    }
  }

  return {
    /** The issuer URL. */
    url,
    replacedAnswers,
    tamper,

    /** The configuration as both Google and Facebook. */
    config: {
      google: { ...client, issuer: url },
      facebook: { ...client, authUrl: `${url}/auth`, tokenUrl: `${url}/token`, userinfoUrl: `${url}/me` },
    } satisfies OauthConfig,

    /**
     * The configuration as an OpenID provider.
     *
     * @param values the algorithm of ID tokens and client assertions, and the client authentication; the rest as
     *   configured
     */
    openid(values: Partial<OpenidConfig> & { algorithm?: TestAlgorithm; method?: TestMethod } = {}): OpenidConfig {
      const { algorithm = "RS256", method = "client_secret_basic", ...config } = values;
      const key = clientKeys.get(algorithm);
      if (!key) throw new Error("there is no key for this algorithm");
      const authentication: ClientAuthentication =
        method === "none"
          ? { method }
          : method === "private_key_jwt"
            ? { method, key, keyId: algorithm, algorithm }
            : { method, secret: client.clientSecret };
      return {
        name: "openid",
        label: "Our house",
        issuer: url,
        clientId: `${algorithm}-${method}`,
        authentication,
        scopes: "openid email profile",
        isEmailTrusted: false,
        adminClaim: null,
        maySignUp: true,
        ...config,
      };
    },

    /** Changes the claims of the next ID tokens, or signs them with another key. */
    forgeIdTokens(change: (claims: Claims) => Claims, signature: Signature = "own"): void {
      tamper.set("/token", async (answer) => {
        const claims = change(decodeJwt(String(answer.id_token)));
        return { ...answer, id_token: await sign(claims, signature) };
      });
    },

    /** Replaces the published keys by a new one, which signs ID tokens once the test calls `forge`. `restoreAnswers` undoes both. */
    async rotateKey() {
      const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
      const jwk = { ...(await exportJWK(publicKey)), kid: "rotated", alg: "RS256", use: "sig" };
      tamper.set("/jwks", () => ({ keys: [jwk] }));
      const sign = (claims: Claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: jwk.kid }).sign(privateKey);
      const forge = () =>
        tamper.set("/token", async (answer) => ({
          ...answer,
          id_token: await sign(decodeJwt(String(answer.id_token))),
        }));
      return { jwk, forge };
    },

    /** Creates a logout token as the provider sends it (OpenID Connect Back-Channel Logout 2.4). */
    async logoutToken(claims: Claims, { signature = "own" as Signature, typ = "logout+jwt" } = {}): Promise<string> {
      const now = Math.floor(Date.now() / 1000);
      const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
      const all = { iss: url, iat: now, exp: now + 120, jti: randomBytes(8).toString("hex"), events, ...claims };
      return sign(JSON.parse(JSON.stringify(all)), signature, typ);
    },

    /** Restores the provider's own answers. */
    restoreAnswers(): void {
      replacedAnswers.clear();
      tamper.clear();
    },

    /**
     * Follows the log-in as a browser: opens the URL, chooses an account, and returns.
     *
     * @param account an account's id; null refuses consent
     * @returns the parameters of the redirect to the product
     */
    async logIn(
      authorizationUrl: string,
      account: string | null,
    ): Promise<{ code: string; state: string; error: string; iss: string }> {
      const cookies = new Map<string, string>();
      let next: { url: string; body?: URLSearchParams } = { url: authorizationUrl };
      for (let step = 0; step < 10; step++) {
        const { pathname, searchParams } = new URL(next.url);
        if (pathname.startsWith("/oauth/")) {
          const member = (name: string) => searchParams.get(name) ?? "";
          return { code: member("code"), state: member("state"), error: member("error"), iss: member("iss") };
        }
        const answer = await fetch(next.url, {
          method: next.body ? "POST" : "GET",
          redirect: "manual",
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
          ...(next.body && { body: next.body }),
        });
        for (const cookie of answer.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(name, value);
        }
        const location = answer.headers.get("location");
        if (location) next = { url: new URL(location, next.url).href };
        else if (pathname.startsWith("/interaction/")) {
          next = { url: next.url, body: new URLSearchParams({ account: account ?? "" }) };
        } else throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
      }
      throw new Error("the provider redirects in a circle");
    },

    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Grants consent without a page, because choosing an account is consent enough. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
  grant.addOIDCScope("openid email profile groups");
  await grant.save();
  return grant;
}

async function createKey(alg: TestAlgorithm) {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: alg, alg, use: "sig" };
  return { jwk, privateKey: createPrivateKey({ key: jwk, format: "jwk" }) };
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function choicePage(accounts: readonly TestAccount[]): string {
  const button = ({ id, name }: TestAccount) => `<button name="account" value="${id}">${name ?? id}</button>`;
  return `<!doctype html><html lang="en"><title>Choose an account</title>
    <form method="post">${accounts.map(button).join("")}<button name="account" value="">Cancel</button></form></html>`;
}
