import { createHash, randomBytes } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Claims, type Signature, startProvider, testAlgorithms, testMethods } from "../testing-provider.ts";
import { createOauth, type Oauth } from "./oauth.ts";
import type { OpenidConfig } from "./openid.ts";

const accounts = [
  { id: "verified", email: "verified@example.com", email_verified: true, name: "Ada Lovelace" },
  { id: "unverified", email: "unverified@example.com", email_verified: false, name: "Ada Lovelace" },
  { id: "unsaid", email: "unsaid@example.com", name: "Ada Lovelace" },
  { id: "text", email: "text@example.com", email_verified: "true" },
];
const [inToken, atUserInfo] = [
  await startProvider(accounts),
  await startProvider(accounts, { areClaimsInIdToken: false }),
];
afterAll(() => Promise.all([inToken.close(), atUserInfo.close()]));
afterEach(() => {
  inToken.restoreAnswers();
  atUserInfo.restoreAnswers();
});

const publicUrl = "http://localhost:3000";
const discovery = "/.well-known/openid-configuration";
const refused = { name: "ProviderFailed", reason: "refused" };
const unavailable = { name: "ProviderFailed", reason: "unavailable" };

const oauthOf = (...openid: OpenidConfig[]) =>
  createOauth({ config: { openid }, publicUrl, timeoutMilliseconds: 2000 });

function makeSecrets() {
  const secret = () => randomBytes(32).toString("base64url");
  return { state: secret(), codeVerifier: secret(), nonce: secret() };
}

/** Logs in at a provider, and returns what the product needs to identify the user. */
async function comeBack(oauth: Oauth, account = "verified", { provider = inToken, name = "openid" } = {}) {
  const { state, ...secrets } = makeSecrets();
  const back = await provider.logIn(await oauth.authorizationUrl(name, { state, ...secrets }), account);
  expect(back.state).toBe(state);
  return { code: back.code, iss: back.iss, ...secrets };
}

async function logIn(oauth: Oauth, account?: string, at?: { provider?: typeof inToken; name?: string }) {
  return oauth.identify(at?.name ?? "openid", await comeBack(oauth, account, at));
}

const places = { "the ID token": inToken, "UserInfo alone": atUserInfo };
const matrix = Object.keys(places).flatMap((place) =>
  testAlgorithms.flatMap((algorithm) => testMethods.map((method) => [algorithm, method, place] as const)),
);
test.each(matrix)(
  "an ID token by %s, a client by %s and claims in %s give the account",
  async (algorithm, method, place) => {
    const provider = places[place as keyof typeof places];
    const oauth = oauthOf(provider.openid({ algorithm, method }));
    const account = { provider: "openid", name: "Ada Lovelace" };
    expect(await logIn(oauth, "verified", { provider })).toMatchObject({
      ...{ ...account, subject: "verified", email: "verified@example.com", isEmailVerified: true },
    });
    for (const id of ["unverified", "unsaid"]) {
      expect(await logIn(oauth, id, { provider })).toMatchObject({
        ...{ ...account, subject: id, email: `${id}@example.com`, isEmailVerified: false },
      });
    }
  },
);

test.each(["unverified", "unsaid", "text"])("the address of a trusted provider counts as verified: %s", async (id) => {
  expect(await logIn(oauthOf(inToken.openid({ isEmailTrusted: true })), id)).toMatchObject({ isEmailVerified: true });
  expect(await logIn(oauthOf(inToken.openid()), id)).toMatchObject({ isEmailVerified: false });
});

test("the authorization URL has PKCE S256, state, nonce, the scopes and a redirect to PUBLIC_URL", async () => {
  const secrets = makeSecrets();
  const oauth = oauthOf(inToken.openid({ scopes: "openid email groups" }));
  const { searchParams } = new URL(await oauth.authorizationUrl("openid", secrets));
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: "code",
    client_id: "RS256-client_secret_basic",
    code_challenge_method: "S256",
    code_challenge: createHash("sha256").update(secrets.codeVerifier).digest("base64url"),
    state: secrets.state,
    nonce: secrets.nonce,
    scope: "openid email groups",
    redirect_uri: `${publicUrl}/oauth/openid`,
  });
});

test.each([
  [["client_secret_post", "client_secret_basic"], /^Basic /],
  [["client_secret_post"], undefined],
  [undefined, /^Basic /],
])("without a method, the secret is sent in a way that the provider offers: %j", async (offered, header) => {
  const { authentication, ...config } = inToken.openid();
  const secret = "secret" in authentication ? authentication.secret : "";
  const oauth = oauthOf({ ...config, authentication: { method: undefined, secret } });
  inToken.tamper.set(discovery, (answer) => ({ ...answer, token_endpoint_auth_methods_supported: offered }));
  const login = await comeBack(oauth);
  let sent: string | undefined = "nothing";
  inToken.replacedAnswers.set("/token", (response) => {
    sent = response.req.headers.authorization;
    response.destroy();
  });
  await expect(oauth.identify("openid", login)).rejects.toMatchObject(unavailable);
  if (header) expect(sent).toMatch(header);
  else expect(sent).toBe(undefined);
});

test("the user name of the provider is preferred to the full name, unless it is an address", async () => {
  const oauth = oauthOf(inToken.openid());
  const named = async (preferred_username: unknown) => {
    inToken.forgeIdTokens((claims) => ({ ...claims, preferred_username }));
    return (await logIn(oauth)).name;
  };
  expect(await named("ada")).toBe("ada");
  expect(await named("ada@example.com")).toBe("Ada Lovelace");
  expect(await named(7)).toBe("Ada Lovelace");
});

test("an address in the ID token is not verified by what UserInfo says about another one", async () => {
  const oauth = oauthOf(inToken.openid());
  inToken.forgeIdTokens(({ email_verified: _, ...claims }) => ({ ...claims, email: "victim@example.com" }));
  expect(await logIn(oauth)).toMatchObject({ email: "verified@example.com", isEmailVerified: true });
});

test("UserInfo of another subject is refused", async () => {
  const oauth = oauthOf(atUserInfo.openid());
  atUserInfo.tamper.set("/me", (answer) => ({ ...answer, sub: "another" }));
  await expect(logIn(oauth, "verified", { provider: atUserInfo })).rejects.toMatchObject(refused);
});

test("two providers at once know their users apart, and a code of one is refused at the other", async () => {
  const [one, two] = [inToken.openid({ name: "one", label: "One" }), atUserInfo.openid({ name: "two", label: "Two" })];
  const oauth = oauthOf(two, one);
  expect(oauth.providers).toEqual([
    { name: "two", label: "Two" },
    { name: "one", label: "One" },
  ]);
  expect(await logIn(oauth, "verified", { name: "one" })).toMatchObject({ provider: "one", subject: "verified" });
  const back = await comeBack(oauth, "verified", { name: "two", provider: atUserInfo });
  // RFC 9207: the redirect names the issuer.
  await expect(oauth.identify("one", back)).rejects.toMatchObject(refused);
  await expect(oauth.identify("one", { ...back, iss: undefined })).rejects.toMatchObject(refused);
  expect(await oauth.identify("two", back)).toMatchObject({ provider: "two", subject: "verified" });
});

test("a redirect that names another issuer is refused before the code is sent anywhere", async () => {
  const oauth = oauthOf(inToken.openid());
  const login = await comeBack(oauth);
  await expect(oauth.identify("openid", { ...login, iss: "https://evil.example" })).rejects.toMatchObject(refused);
  // The code is still good; clients of the API may leave the issuer out.
  expect(await oauth.identify("openid", { ...login, iss: undefined })).toMatchObject({ subject: "verified" });
});

test("a code is refused with another log-in's verifier, and when used again", async () => {
  const oauth = oauthOf(inToken.openid());
  const stolen = { ...(await comeBack(oauth)), codeVerifier: makeSecrets().codeVerifier };
  await expect(oauth.identify("openid", stolen)).rejects.toMatchObject(refused);
  const login = await comeBack(oauth);
  await oauth.identify("openid", login);
  await expect(oauth.identify("openid", login)).rejects.toMatchObject(refused);
});

const forgeries: [string, (claims: Claims) => Claims][] = [
  ["the nonce of another log-in", (claims) => ({ ...claims, nonce: "another" })],
  ["no nonce", ({ nonce: _, ...claims }) => claims],
  ["another audience", (claims) => ({ ...claims, aud: "another-client" })],
  [
    "a further audience that it does not name as ours",
    (claims) => ({ ...claims, aud: [String(claims.aud), "another"] }),
  ],
  ["another issuer", (claims) => ({ ...claims, iss: "https://accounts.example.org" })],
  ["a past expiry", (claims) => ({ ...claims, exp: Number(claims.iat) - 60 })],
  ["a beginning in the future", (claims) => ({ ...claims, nbf: Number(claims.iat) + 300 })],
  ["no expiry", ({ exp: _, ...claims }) => claims],
  ["no subject", ({ sub: _, ...claims }) => claims],
  ["an empty subject", (claims) => ({ ...claims, sub: "" })],
  ["a subject that is not a text", (claims) => ({ ...claims, sub: 7 })],
];

describe("a provider that forges ID tokens", () => {
  test.each(forgeries)("an ID token with %s is refused", async (_, forge) => {
    const oauth = oauthOf(inToken.openid());
    const login = await comeBack(oauth);
    inToken.forgeIdTokens(forge);
    await expect(oauth.identify("openid", login)).rejects.toMatchObject(refused);
  });

  test.each<Signature>(["none", "stranger", "client secret"])(
    "an ID token signed by %s is refused",
    async (signature) => {
      const oauth = oauthOf(inToken.openid());
      const login = await comeBack(oauth);
      inToken.forgeIdTokens((claims) => claims, signature);
      await expect(oauth.identify("openid", login)).rejects.toMatchObject(refused);
    },
  );

  test("an ID token with an empty signature is refused", async () => {
    const oauth = oauthOf(inToken.openid());
    const login = await comeBack(oauth);
    inToken.tamper.set("/token", (answer) => ({ ...answer, id_token: String(answer.id_token).replace(/[^.]*$/, "") }));
    await expect(oauth.identify("openid", login)).rejects.toMatchObject(refused);
  });

  test("a valid ID token signed again is accepted, so the refusals above have their own reasons", async () => {
    const oauth = oauthOf(inToken.openid());
    const login = await comeBack(oauth);
    inToken.forgeIdTokens((claims) => claims);
    expect(await oauth.identify("openid", login)).toMatchObject({ subject: "verified" });
  });

  test("an ID token by an algorithm that the provider does not offer is refused", async () => {
    const oauth = oauthOf(inToken.openid());
    inToken.tamper.set(discovery, (answer) => ({ ...answer, id_token_signing_alg_values_supported: ["ES256"] }));
    await expect(logIn(oauth)).rejects.toMatchObject(refused);
  });

  test.each([
    { issuer: "https://accounts.example.org" },
    { token_endpoint: undefined },
    { jwks_uri: "file:///etc/passwd" },
    { userinfo_endpoint: "ftp://example.org" },
    { end_session_endpoint: "javascript:alert(1)" },
  ])("a discovery document with %j is refused", async (change) => {
    const oauth = oauthOf(inToken.openid());
    inToken.tamper.set(discovery, (answer) => ({ ...answer, ...change }));
    await expect(oauth.authorizationUrl("openid", makeSecrets())).rejects.toMatchObject({ name: "ProviderFailed" });
  });
});

const answers = [discovery, "/token", "/jwks", "/me"];
const faults: [string, Parameters<typeof inToken.replacedAnswers.set>[1], object][] = [
  ["never answers", () => {}, unavailable],
  ["never finishes its answer", (response) => void response.writeHead(200).write("{"), unavailable],
  ["breaks the connection", (response) => void response.destroy(), unavailable],
  ["answers with an error", (response) => void response.writeHead(503).end("{}"), unavailable],
  ["redirects", (response) => void response.writeHead(302, { location: "/elsewhere" }).end(), unavailable],
  ["sends no JSON", (response) => void response.end("<html>"), { name: "ProviderFailed" }],
  ["sends megabytes", (response) => void response.writeHead(200).end(Buffer.alloc(2_000_000, " ")), unavailable],
];
describe.each(answers)("a provider that at %s", (path) => {
  test.each(faults)("%s fails this log-in and no later one", async (_, fault, error) => {
    const login = await comeBack(oauthOf(atUserInfo.openid()), "verified", { provider: atUserInfo });
    // A product that has just started: nothing is cached.
    const fresh = createOauth({ config: { openid: [atUserInfo.openid()] }, publicUrl, timeoutMilliseconds: 300 });
    atUserInfo.replacedAnswers.set(path, fault);
    await expect(fresh.identify("openid", login)).rejects.toMatchObject(error);
    atUserInfo.restoreAnswers();
    const later = oauthOf(atUserInfo.openid());
    expect(await logIn(later, "verified", { provider: atUserInfo })).toMatchObject({ subject: "verified" });
  });
});

test("a provider that is down does not keep another one from logging users in", async () => {
  const oauth = oauthOf(inToken.openid({ name: "down" }), atUserInfo.openid({ name: "up" }));
  inToken.replacedAnswers.set(discovery, (response) => response.destroy());
  await expect(oauth.authorizationUrl("down", makeSecrets())).rejects.toMatchObject(unavailable);
  expect(await logIn(oauth, "verified", { name: "up", provider: atUserInfo })).toMatchObject({ subject: "verified" });
  inToken.restoreAnswers();
  expect(await logIn(oauth, "verified", { name: "down" })).toMatchObject({ subject: "verified" });
});

test("the discovery document is requested once an hour, and a cached one outlives an outage of the provider", async () => {
  let now = Date.now();
  let requests = 0;
  const oauth = createOauth({ config: { openid: [inToken.openid()] }, publicUrl, now: () => now });
  inToken.tamper.set(discovery, (answer) => {
    requests += 1;
    return answer;
  });
  for (let logIns = 0; logIns < 3; logIns++) await logIn(oauth);
  expect(requests).toBe(1);
  inToken.replacedAnswers.set(discovery, (response) => response.destroy());
  now += 3_600_000;
  expect(await oauth.authorizationUrl("openid", makeSecrets())).toContain(inToken.url);
});

test("a new key of the provider is accepted at the next log-in", async () => {
  const oauth = oauthOf(inToken.openid());
  await logIn(oauth);
  const { jwk, forge } = await inToken.rotateKey();
  forge();
  expect(await logIn(oauth)).toMatchObject({ subject: "verified" });
  expect(jwk.kid).not.toBe("RS256");
  // The former key is no longer published.
  inToken.tamper.delete("/token");
  await expect(logIn(oauth)).rejects.toMatchObject(refused);
});

test("only configured providers exist", () => {
  const oauth = oauthOf(inToken.openid());
  expect(oauth.has("openid")).toBe(true);
  for (const name of ["google", "toString", "__proto__", ""]) expect(oauth.has(name)).toBe(false);
});
