import { createOauth } from "@daymark/auth/oauth/oauth";
import { codeAt } from "@daymark/auth/testing";
import { startProvider } from "@daymark/auth/testing-provider";
import { afterAll, afterEach, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";

const provider = await startProvider([
  { id: "ada", email: "ada@example.com", email_verified: true, name: "Ada Lovelace" },
  { id: "house", email: "house@example.com", email_verified: true, name: "House Mate" },
  { id: "grace", email: "grace@example.com", email_verified: true, name: "Grace Hopper" },
]);
const host = await createTestHost({
  services: {
    oauth: createOauth({
      config: { ...provider.config, openid: [provider.openid({ name: "house" })] },
      publicUrl: "http://localhost",
    }),
  },
});
const { send } = host;
afterAll(async () => {
  await host.drop();
  await provider.close();
});
afterEach(provider.restoreAnswers);

const tokens = { access: expect.any(String), refresh: expect.any(String) };

/** Logs in at the provider, and returns the parameters of its redirect back to the product. */
async function comeBack(account: string, body?: object) {
  const started = await send("POST", "/api/auth/oauth/google/start/", body ? { body } : {});
  expect(started.status, started.text).toBe(200);
  expect(started.json).toEqual({ url: expect.stringContaining(provider.url), state: expect.any(String) });
  const { code, state } = await provider.logIn(started.json.url, account);
  expect(state).toBe(started.json.state);
  return { body: { code, state } };
}

const complete = (given: { body: object }, headers = {}) =>
  send("POST", "/api/auth/oauth/google/", { ...given, headers });

test("a log-in by a provider works over REST, and asks for an enabled second factor", async () => {
  const first = await complete(await comeBack("ada"));
  expect(first.status, first.text).toBe(200);
  expect(first.json).toEqual(tokens);
  const { access: token } = first.json as { access: string };
  expect((await send("GET", "/api/profile/", { token })).json).toMatchObject({
    provider: "google",
    has_password: false,
  });

  const now = Date.now();
  const { secret } = (await send("POST", "/api/auth/2fa/generate/", { token, body: {} })).json as { secret: string };
  await send("PATCH", "/api/auth/2fa/verify/", { token, body: { code: codeAt(secret, now) } });

  const asked = await complete(await comeBack("ada", { remember_me: true }));
  const { challenge, ...problem } = asked.json;
  expectProblem({ ...asked, json: problem }, 401, "two_factor_code_missing");
  const answered = await send("POST", "/api/auth/token/", {
    body: { challenge, code: codeAt(secret, now + 30_000) },
  });
  expect(answered.json).toEqual(tokens);
});

test("an OpenID provider works over REST as the others do, with or without the issuer of its redirect", async () => {
  for (const hasIssuer of [true, false]) {
    const started = await send("POST", "/api/auth/oauth/house/start/");
    expect(started.json).toEqual({ url: expect.stringContaining(provider.url), state: expect.any(String) });
    const { code, state, iss } = await provider.logIn(started.json.url, "house");
    expect(iss).toBe(provider.url);
    const body = { code, state, ...(hasIssuer && { iss }) };
    const answer = await send("POST", "/api/auth/oauth/house/", { body });
    expect(answer.json, answer.text).toEqual(tokens);
    const { access: token } = answer.json as { access: string };
    expect((await send("GET", "/api/profile/", { token })).json).toMatchObject({ provider: "house" });
  }
});

test("a provider's log-out is a form, ends the sessions here, and is refused as JSON would be with 400", async () => {
  const started = await send("POST", "/api/auth/oauth/house/start/");
  const { code, state } = await provider.logIn(started.json.url, "house");
  const { access: token } = (await send("POST", "/api/auth/oauth/house/", { body: { code, state } })).json;
  const path = "/api/auth/oauth/house/backchannel-logout/";
  const post = async (form: Record<string, string>) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return host.app.inject({ method: "POST", url: path, headers, payload: new URLSearchParams(form).toString() });
  };
  expect((await post({ logout_token: "x" })).statusCode).toBe(400);
  expect((await post({})).statusCode).toBe(400);
  expectProblem(await send("POST", path, { body: { logout_token: "x" } }), 400, "token_invalid");
  expect((await send("GET", "/api/profile/", { token })).status).toBe(200);
  const logout_token = await provider.logoutToken({ aud: "RS256-client_secret_basic", sub: "house" });
  const answer = await post({ logout_token, extra: "ignored" });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers["cache-control"]).toContain("no-store");
  expectProblem(await send("GET", "/api/profile/", { token }), 401, "session_terminated");
});

test("an account without a password gets 403 for a log-in by password", async () => {
  await complete(await comeBack("grace"));
  const body = { username: "grace@example.com", password: "Correct-Horse-7" };
  expectProblem(await send("POST", "/api/auth/token/", { body }), 403, "third_party_account");
});

test("a failed log-in names the provider and says whether to try again, in both languages", async () => {
  const back = await comeBack("ada");
  provider.replacedAnswers.set("/token", (response) => response.destroy());
  expect(expectProblem(await complete(back), 401, "oauth_failed").detail).toContain("Google is not available");
  const again = await complete(back, { "accept-language": "uk" });
  const { detail } = expectProblem(again, 401, "oauth_failed");
  expect(detail).toContain("Google");
  expect(detail).toMatch(/\p{Script=Cyrillic}/u);
});

test("no code, token, verifier or secret of a log-in is logged", async () => {
  const back = await comeBack("ada");
  const seen: string[] = [back.body.code, back.body.state, provider.config.google.clientSecret];
  provider.tamper.set("/token", (answer) => {
    seen.push(String(answer.id_token), String(answer.access_token));
    return { ...answer, id_token: `${answer.id_token}x` };
  });
  expectProblem(await complete(back), 401, "oauth_failed");
  expectProblem(await complete(back), 401, "oauth_failed");
  const unreadable = await comeBack("ada");
  seen.push(unreadable.body.code, "EAABtoken");
  provider.replacedAnswers.set("/token", (response) => response.end("EAABtoken"));
  expectProblem(await complete(unreadable), 401, "oauth_failed");
  const logs = host.readLogs();
  expect(logs).toContain("the ID token is not to be believed");
  expect(logs).toContain("an answer is no JSON");
  expect(seen.length).toBe(7);
  for (const secret of seen) expect(logs).not.toContain(secret);
});

test("an unknown provider gets 404, and a malformed answer of one gets field errors", async () => {
  expectProblem(await send("POST", "/api/auth/oauth/apple/start/"), 404, "invalid_provider");
  // The other members of the body do not matter.
  for (const body of [{ code: "x", state: "x" }, {}, { access_token: "x" }, undefined]) {
    expectProblem(await send("POST", "/api/auth/oauth/apple/", body && { body }), 404, "invalid_provider");
  }
  expect(expectProblem(await complete({ body: {} }), 400, "validation_failed").errors).toEqual({
    code: [expect.any(String)],
    state: [expect.any(String)],
  });
});
