import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import Provider, { type Configuration, type KoaContextWithOIDC } from "oidc-provider";
import type { OauthConfig } from "./oauth/oauth.ts";

/** A user with an account at the provider. */
export interface TestAccount {
  /** The provider's permanent id of the user. */
  id: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
}

type Answer = Record<string, unknown>;
export type Claims = Record<string, unknown>;
/**
 * Who signs an ID token; `unexpected` is a key of the provider's with an algorithm that the product does not accept.
 */
export type Signature = "own" | "unexpected" | "stranger" | "client secret" | "none";

/**
 * A real OpenID provider on loopback, with a page on which a user chooses an account. It stands in for Google by
 * `GOOGLE_ISSUER`, and for Facebook by its three addresses. It accepts any redirect to `/oauth/…` on this machine.
 */
export async function startProvider(accounts: readonly TestAccount[]) {
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { clientId: "daymark", clientSecret: randomBytes(16).toString("hex") };
  const keys = await generateKeyPair("RS256", { extractable: true });
  const strangerKeys = await generateKeyPair("RS256");
  const unexpectedKeys = await generateKeyPair("ES256", { extractable: true });
  /** Answers for a path that replace the provider's. */
  const instead = new Map<string, (response: ServerResponse) => void>();
  /** Changes to an answer of the provider before it is sent. */
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
    ],
    jwks: {
      keys: [
        { ...(await exportJWK(keys.privateKey)), kid: "RS256", alg: "RS256", use: "sig" },
        { ...(await exportJWK(unexpectedKeys.privateKey)), kid: "ES256", alg: "ES256", use: "sig" },
      ],
    },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    claims: { openid: ["sub", "id", "name"], email: ["email", "email_verified"], profile: ["name"] },
    // As Google does: the ID token contains the claims of the scopes.
    conformIdTokenClaims: false,
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => {
      const account = accounts.find((candidate) => candidate.id === id);
      return account && { accountId: id, claims: () => ({ sub: id, ...account }) };
    },
    loadExistingGrant: grantAll,
  } satisfies Configuration);
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: (uri: string) => /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\/oauth\/\w+$/.test(uri),
  });
  provider.use(async (ctx, next) => {
    await next();
    const change = tamper.get(ctx.path);
    if (change && ctx.status === 200) ctx.body = await change(ctx.body as Answer);
  });
  const callback = provider.callback();

  function sign(claims: Claims, signature: Signature): string | Promise<string> {
    if (signature === "none") return `${part({ alg: "none" })}.${part(claims)}.`;
    const alg = { own: "RS256", unexpected: "ES256", stranger: "RS256", "client secret": "HS256" }[signature];
    const key = {
      own: keys.privateKey,
      unexpected: unexpectedKeys.privateKey,
      stranger: strangerKeys.privateKey,
      "client secret": Buffer.from(client.clientSecret),
    }[signature];
    return new SignJWT(claims)
      .setProtectedHeader({ alg, kid: signature === "unexpected" ? "ES256" : "RS256" })
      .sign(key);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", url);
    const answer = instead.get(pathname);
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
    /** The issuer. */
    url,
    instead,
    tamper,

    /** The configuration for both providers. */
    config: {
      google: { ...client, issuer: url },
      facebook: { ...client, authUrl: `${url}/auth`, tokenUrl: `${url}/token`, userinfoUrl: `${url}/me` },
    } satisfies OauthConfig,

    /** Makes the ID tokens of the next log-ins false, or signed by another key. */
    lie(change: (claims: Claims) => Claims, signature: Signature = "own"): void {
      tamper.set("/token", async (answer) => {
        const claims = change(decodeJwt(String(answer.id_token)));
        return { ...answer, id_token: await sign(claims, signature) };
      });
    },

    /** Restores the true answers. */
    repent(): void {
      instead.clear();
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
    ): Promise<{ code: string; state: string; error: string }> {
      const cookies = new Map<string, string>();
      let next: { url: string; body?: URLSearchParams } = { url: authorizationUrl };
      for (let step = 0; step < 10; step++) {
        const { pathname, searchParams } = new URL(next.url);
        if (pathname.startsWith("/oauth/")) {
          const member = (name: string) => searchParams.get(name) ?? "";
          return { code: member("code"), state: member("state"), error: member("error") };
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
      throw new Error("the provider sends the browser in circles");
    },

    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Gives consent without a question: choosing an account is a yes. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function choicePage(accounts: readonly TestAccount[]): string {
  const button = ({ id, name }: TestAccount) => `<button name="account" value="${id}">${name ?? id}</button>`;
  return `<!doctype html><html lang="en"><title>Choose an account</title>
    <form method="post">${accounts.map(button).join("")}<button name="account" value="">Cancel</button></form></html>`;
}
