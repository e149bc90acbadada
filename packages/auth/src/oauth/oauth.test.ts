import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Provider } from "@daymark/domain/account/auth";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { startProvider } from "../testing-provider.ts";
import { googleIssuer } from "./google-issuer.ts";
import { createOauth, type Oauth } from "./oauth.ts";

const provider = await startProvider([
  { id: "ada", email: "Ada@Example.com", email_verified: true, name: "Ada Lovelace" },
  { id: "text", email: "text@example.com", email_verified: "true" },
  { id: "anonymous" },
]);
afterAll(provider.close);
afterEach(() => {
  provider.restoreAnswers();
  vi.unstubAllGlobals();
});

const publicUrl = "http://localhost:3000";
const discovery = "/.well-known/openid-configuration";
const oauth = createOauth({ config: provider.config, publicUrl });
/** Long enough for an answer on a busy machine; tests of a provider that never answers wait as long. */
const shortTimeout = { timeoutMilliseconds: 1000 };

function makeSecrets() {
  const secret = () => randomBytes(32).toString("base64url");
  return { state: secret(), codeVerifier: secret(), nonce: secret() };
}

/** Logs in at the provider, and returns what the product needs to identify the user. */
async function comeBack(name: Provider, account = "ada", from: Oauth = oauth) {
  const secrets = makeSecrets();
  const { code, state } = await provider.logIn(await from.authorizationUrl(name, secrets), account);
  expect(state).toBe(secrets.state);
  return { code, codeVerifier: secrets.codeVerifier, nonce: secrets.nonce };
}

test("the authorization URL has PKCE S256, state, nonce and a redirect to PUBLIC_URL", async () => {
  const secrets = makeSecrets();
  for (const name of ["google", "facebook"] as const) {
    const { searchParams } = new URL(await oauth.authorizationUrl(name, secrets));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      code_challenge: createHash("sha256").update(secrets.codeVerifier).digest("base64url"),
      state: secrets.state,
      nonce: secrets.nonce,
      redirect_uri: `${publicUrl}/oauth/${name}`,
    });
    expect(searchParams.has("client_secret")).toBe(false);
  }
});

test("Google's answer gives a subject, a verified address and a name", async () => {
  expect(await oauth.identify("google", await comeBack("google"))).toEqual({
    provider: "google",
    subject: "ada",
    email: "ada@example.com",
    isEmailVerified: true,
    name: "Ada Lovelace",
  });
});

test("Facebook's address always counts as unverified", async () => {
  expect(await oauth.identify("facebook", await comeBack("facebook"))).toMatchObject({
    provider: "facebook",
    subject: "ada",
    email: "ada@example.com",
    isEmailVerified: false,
  });
});

test("an address is verified if the provider sends the boolean true, but not the text", async () => {
  expect(await oauth.identify("google", await comeBack("google", "text"))).toMatchObject({ isEmailVerified: false });
});

const gmail = { email: "ada@gmail.com", email_verified: true };
const foreign = { email: "ada@example.com", email_verified: true };
test.each([
  [{ ...gmail, email: "Ada@GoogleMail.com" }, true],
  [gmail, true],
  [{ ...gmail, email_verified: false }, false],
  [{ ...foreign, hd: "example.com" }, true],
  [{ ...foreign, hd: "example.com", email_verified: false }, false],
  [{ ...foreign, hd: "" }, false],
  [foreign, false],
  [{ ...foreign, email: "ada@notgmail.com" }, false],
  [{ ...foreign, email: "ada@gmail.com.example.com" }, false],
])("Google verifies only addresses whose mail it hosts: %j, %s", async (claims, isEmailVerified) => {
  const { fetch } = globalThis;
  // The provider on loopback answers in Google's name.
  vi.stubGlobal("fetch", (url: string | URL, init?: RequestInit) =>
    fetch(String(url).replace(googleIssuer, provider.url), init),
  );
  provider.tamper.set(discovery, (answer) => JSON.parse(JSON.stringify(answer).replaceAll(provider.url, googleIssuer)));
  provider.forgeIdTokens((truth) => ({ ...truth, iss: googleIssuer, ...claims }));
  const config = { google: { ...provider.config.google, issuer: googleIssuer } };
  const google = createOauth({ config, publicUrl });
  const login = await comeBack("google", "ada", google);
  expect(await google.identify("google", login)).toMatchObject({ email: claims.email.toLowerCase(), isEmailVerified });
});

test("an account without an address has none", async () => {
  const account = await oauth.identify("google", await comeBack("google", "anonymous"));
  expect(account).toMatchObject({ email: null, isEmailVerified: false, name: "" });
});

test("a code is refused with another log-in's verifier, and when used again", async () => {
  const stolen = { ...(await comeBack("google")), codeVerifier: makeSecrets().codeVerifier };
  await expect(oauth.identify("google", stolen)).rejects.toMatchObject({ reason: "refused" });
  const login = await comeBack("google");
  await oauth.identify("google", login);
  await expect(oauth.identify("google", login)).rejects.toMatchObject({ reason: "refused" });
  await expect(oauth.identify("google", { ...login, code: "made-up" })).rejects.toMatchObject({ reason: "refused" });
});

const answers = [
  ["google", discovery],
  ["google", "/token"],
  ["google", "/jwks"],
  ["facebook", "/token"],
  ["facebook", "/me"],
] as const;

/** A log-in of a product that has just started: nothing is cached. */
async function logInWhile(name: Provider, path: string, answer: Parameters<typeof provider.replacedAnswers.set>[1]) {
  const login = await comeBack(name);
  const fresh = createOauth({ config: provider.config, publicUrl, ...shortTimeout });
  provider.replacedAnswers.set(path, answer);
  return fresh.identify(name, login);
}

test.each(answers)("if %s never answers at %s, it is unavailable after the timeout", async (name, path) => {
  await expect(logInWhile(name, path, () => {})).rejects.toMatchObject({ reason: "unavailable" });
});

test.each(answers)("if %s never finishes its answer at %s, it is unavailable", async (name, path) => {
  const hang = logInWhile(name, path, (response) => void response.writeHead(200).write("{"));
  await expect(hang).rejects.toMatchObject({ reason: "unavailable" });
});

test.each(answers)("if %s sends megabytes at %s, the answer is cut off", async (name, path) => {
  let sent = 0;
  const flood = logInWhile(name, path, (response) => {
    const chunk = Buffer.alloc(64 * 1024, " ");
    const send = () => {
      while (!response.destroyed && sent < 100_000_000) {
        sent += chunk.length;
        if (!response.write(chunk)) return response.once("drain", send);
      }
      return response.end();
    };
    response.writeHead(200);
    send();
  });
  await expect(flood).rejects.toMatchObject({ reason: "unavailable" });
  expect(sent).toBeLessThan(20_000_000);
});

test.each(answers)("if %s answers with an error at %s, it is unavailable", async (name, path) => {
  const failure = logInWhile(name, path, (response) => void response.writeHead(503).end("{}"));
  await expect(failure).rejects.toMatchObject({ reason: "unavailable" });
});

test.each(answers)("if %s does not answer with JSON at %s, the log-in fails", async (name, path) => {
  const nonsense = logInWhile(name, path, (response) => void response.end("<html>"));
  await expect(nonsense).rejects.toMatchObject({ name: "ProviderFailed" });
});

test("a redirect is not followed, so the secret goes to no other server", async () => {
  const visits: string[] = [];
  const elsewhere = createServer((request, response) => {
    visits.push(request.url ?? "");
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  for (const [name, path] of answers) {
    for (const status of [302, 307]) {
      const redirected = logInWhile(name, path, (response) => void response.writeHead(status, { location }).end());
      await expect(redirected, `${path} ${status}`).rejects.toMatchObject({ name: "ProviderFailed" });
      provider.restoreAnswers();
    }
  }
  elsewhere.close();
  expect(visits).toEqual([]);
});

test("after a failure, the next log-in requests the discovery document again", async () => {
  const fresh = createOauth({ config: provider.config, publicUrl });
  provider.replacedAnswers.set(discovery, (response) => response.destroy());
  await expect(fresh.authorizationUrl("google", makeSecrets())).rejects.toMatchObject({ reason: "unavailable" });
  provider.restoreAnswers();
  expect(await fresh.identify("google", await comeBack("google", "ada", fresh))).toMatchObject({ subject: "ada" });
});

test("the discovery document is requested only once", async () => {
  const fresh = createOauth({ config: provider.config, publicUrl });
  await Promise.all([makeSecrets(), makeSecrets()].map((secrets) => fresh.authorizationUrl("google", secrets)));
  provider.replacedAnswers.set(discovery, (response) => response.destroy());
  expect(await fresh.authorizationUrl("google", makeSecrets())).toContain(provider.url);
});

test.each([
  { issuer: "https://accounts.example.org" },
  { token_endpoint: undefined },
  { jwks_uri: "file:///etc/passwd" },
])("a discovery document with %j is refused", async (change) => {
  const fresh = createOauth({ config: provider.config, publicUrl });
  provider.tamper.set(discovery, (answer) => ({ ...answer, ...change }));
  await expect(fresh.authorizationUrl("google", makeSecrets())).rejects.toMatchObject({ name: "ProviderFailed" });
});

test("only configured providers exist", () => {
  expect(oauth.providers).toEqual([
    { name: "google", label: "Google" },
    { name: "facebook", label: "Facebook" },
  ]);
  const none = createOauth({ config: { google: provider.config.google }, publicUrl });
  expect(none.providers).toEqual([{ name: "google", label: "Google" }]);
  for (const name of ["facebook", "toString", "__proto__", ""]) expect(none.has(name)).toBe(false);
});
