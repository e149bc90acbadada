import { randomUUID } from "node:crypto";
import { deriveKey, seal } from "@daymark/auth/crypto/derived-key";
import { createLimits } from "@daymark/auth/limits/rate-limit";
import { createOauth } from "@daymark/auth/oauth/oauth";
import { codeAt } from "@daymark/auth/testing";
import type { Claims, Signature } from "@daymark/auth/testing-provider";
import { providerSessions } from "@daymark/db/schema/identity";
import { sessions } from "@daymark/db/schema/session";
import { twoFactorChallenges } from "@daymark/db/schema/two-factor";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { createOauthApi, publicUrl } from "./testing.ts";

const api = await createOauthApi({ openid: [{ name: "house" }, { name: "other", label: "Other" }] });
const { provider, guest, clock } = api;
afterAll(api.drop);
afterEach(provider.restoreAnswers);
beforeEach(() => {
  clock.now = Date.now();
});

const aud = "RS256-client_secret_basic";
const ended = "session_terminated";

/** Logs in, and returns the tokens with the ids that the provider knows. */
async function enter(name = "house", account = api.createAccount()) {
  let idToken = "";
  const sid = randomUUID();
  provider.forgeIdTokens((claims) => ({ ...claims, sid }));
  const forge = provider.tamper.get("/token");
  provider.tamper.set("/token", async (answer) => {
    const changed = (await forge?.(answer)) ?? answer;
    idToken = String(changed.id_token);
    return changed;
  });
  const tokens = await api.logIn(name, account);
  provider.restoreAnswers();
  return { ...tokens, account, sid, idToken };
}

async function tell(claims: Claims, how: { signature?: Signature; typ?: string; name?: string } = {}) {
  const { name = "house", ...signed } = how;
  const logout_token = await provider.logoutToken({ aud, ...claims }, signed);
  return guest.oauth.backChannelLogOut({ provider: name, logout_token });
}

const stateOf = async (access: string) => {
  const caller = await api.sessions.authenticate(access);
  return typeof caller === "string" ? caller : "open";
};

test("a log-out at the provider by its subject ends all sessions from there, and no others", async () => {
  const account = api.createAccount();
  const [one, two] = [await enter("house", account), await enter("house", account)];
  const stranger = await enter();
  account.email = `other.${account.email}`;
  const elsewhere = await enter("other", account);
  expect(await tell({ sub: account.id })).toEqual({ detail: "logged_out" });
  expect(await Promise.all([one, two, stranger, elsewhere].map(({ access }) => stateOf(access)))).toEqual([
    ended,
    ended,
    "open",
    "open",
  ]);
});

test("a log-out at the provider by its session ends that one alone", async () => {
  const account = api.createAccount();
  const [one, two] = [await enter("house", account), await enter("house", account)];
  expect(one.sid).not.toBe(two.sid);
  await tell({ sid: one.sid });
  expect(await stateOf(one.access)).toBe(ended);
  expect(await stateOf(two.access)).toBe("open");
  await tell({ sid: two.sid, sub: "another" });
  expect(await stateOf(two.access)).toBe("open");
});

test("a session that a second factor completed ends too", async () => {
  const account = api.createAccount();
  const caller = await api.callerOfToken((await enter("house", account)).access);
  const { secret } = await caller.twoFactor.generate({});
  await caller.twoFactor.verify({ code: codeAt(secret, clock.now) });
  const { challenge } = await enter("house", account).catch((error) => error);
  clock.now += 30_000;
  const { access } = await guest.auth.login({ challenge, code: codeAt(secret, clock.now) });
  await tell({ sub: account.id });
  expect(await stateOf(access)).toBe(ended);
});

test("a log-in that waits for its second factor ends too", async () => {
  const account = api.createAccount();
  await enter("house", account);
  await api.db.update(users).set({ two_factor_enabled: true }).where(eq(users.email, account.email));
  await expect(api.logIn("house", account)).rejects.toMatchObject({ key: "two_factor_code_missing" });
  const { id = 0 } = (await api.userOf(account.email)) ?? {};
  const waiting = () => api.db.select().from(twoFactorChallenges).where(eq(twoFactorChallenges.user_id, id));
  expect(await waiting()).toMatchObject([{ provider_session: expect.any(String) }]);
  await tell({ sub: account.id });
  expect(await waiting()).toEqual([]);
});

test("a log-in that waits for its second factor ends by the session at the provider, and no other one does, also not one from before a change of SECRET_KEY", async () => {
  const accounts = [api.createAccount(), api.createAccount(), api.createAccount()];
  const sids: string[] = [];
  for (const account of accounts) {
    await enter("house", account);
    await api.db.update(users).set({ two_factor_enabled: true }).where(eq(users.email, account.email));
    const sid = randomUUID();
    provider.forgeIdTokens((claims) => ({ ...claims, sid }));
    await expect(api.logIn("house", account)).rejects.toMatchObject({ key: "two_factor_code_missing" });
    provider.restoreAnswers();
    sids.push(sid);
  }
  const ids = await Promise.all(accounts.map(async ({ email }) => (await api.userOf(email))?.id ?? 0));
  const [earliest = 0] = ids;
  const provider_session = seal(deriveKey("an earlier key", "oauth"), JSON.stringify({ provider: "house" }));
  await api.db.update(twoFactorChallenges).set({ provider_session }).where(eq(twoFactorChallenges.user_id, earliest));
  await tell({ sid: sids[1] });
  const waiting = (id: number) => api.db.$count(twoFactorChallenges, eq(twoFactorChallenges.user_id, id));
  expect(await Promise.all(ids.map(waiting))).toEqual([1, 0, 1]);
});

test("a provider may tell of the log-outs of a hundred users within a minute", async () => {
  const limited = await createOauthApi({ openid: [{ name: "house" }], limits: createLimits });
  for (let count = 0; count < 100; count++) {
    const logout_token = await limited.provider.logoutToken({ aud, sub: `user ${count}` });
    await limited.guest.oauth.backChannelLogOut({ provider: "house", logout_token });
  }
  await limited.drop();
});

test("a token that is repeated later ends no session that began since", async () => {
  const account = api.createAccount();
  const logout_token = await provider.logoutToken({ aud, sub: account.id });
  clock.now += 60_000;
  const later = await enter("house", account);
  await guest.oauth.backChannelLogOut({ provider: "house", logout_token });
  expect(await stateOf(later.access)).toBe("open");
});

test("a repeated token ends no session that began after the first one arrived, in the same second", async () => {
  const account = api.createAccount();
  const first = await enter("house", account);
  const logout_token = await provider.logoutToken({ aud, sub: account.id });
  const send = () => guest.oauth.backChannelLogOut({ provider: "house", logout_token });
  clock.now += 1;
  await send();
  expect(await stateOf(first.access)).toBe(ended);
  clock.now += 1;
  // The provider issues the next ID token in a later second than its log-out.
  provider.forgeIdTokens((claims) => ({ ...claims, iat: Number(claims.iat) + 2 }));
  const { access } = await api.logIn("house", account);
  provider.restoreAnswers();
  await send();
  expect(await stateOf(access)).toBe("open");
});

test.each(["sub", "sid"] as const)(
  "a log-out by %s that arrives before the log-in has its session keeps the session from beginning",
  async (by) => {
    const account = api.createAccount();
    const sid = randomUUID();
    const { id: subject } = account;
    const back = await api.comeBack("house", account);
    // The provider tells of the log-out while the server still waits for its answer to the code.
    provider.forgeIdTokens((claims) => ({ ...claims, sid }));
    const forge = provider.tamper.get("/token");
    provider.tamper.set("/token", async (answer) => {
      const changed = (await forge?.(answer)) ?? answer;
      await tell(by === "sub" ? { sub: subject } : { sid });
      return changed;
    });
    await expect(guest.oauth.complete(back)).rejects.toMatchObject({ key: "session_terminated" });
    provider.restoreAnswers();
    const { id = 0 } = (await api.userOf(account.email)) ?? {};
    expect(await api.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
    // The log-out of one session says nothing about another, nor about another user.
    expect(await stateOf((await enter()).access)).toBe("open");
    if (by === "sid") expect(await stateOf((await enter("house", account)).access)).toBe("open");
  },
);

const now = () => Math.floor(Date.now() / 1000);
const forgeries: [string, () => Claims, { signature?: Signature; typ?: string }?][] = [
  ["of another audience", () => ({ aud: "another-client" })],
  ["of another issuer", () => ({ iss: "https://accounts.example.org" })],
  ["without events", () => ({ events: undefined })],
  ["of another event", () => ({ events: { "https://example.org": {} } })],
  ["with a nonce", () => ({ nonce: "x" })],
  ["without iat", () => ({ iat: undefined })],
  ["without jti", () => ({ jti: undefined })],
  ["that is old", () => ({ iat: now() - 600 })],
  ["that has expired", () => ({ exp: now() - 60 })],
  ["without subject and session", () => ({ sub: undefined })],
  ["whose subject is no text", () => ({ sub: { a: 1 } as unknown as string })],
  ["signed by a stranger", () => ({}), { signature: "stranger" }],
  ["signed by the client's secret", () => ({}), { signature: "client secret" }],
  ["without a signature", () => ({}), { signature: "none" }],
  ["of another type", () => ({}), { typ: "at+jwt" }],
];
test.each(forgeries)("a logout token %s is refused and ends nothing", async (_, claims, how = {}) => {
  const { account, access } = await enter();
  await expect(tell({ sub: account.id, ...claims() }, how)).rejects.toMatchObject({ key: "link_token_invalid" });
  expect(await stateOf(access)).toBe("open");
});

test("an ID token is no logout token, and Google sends none", async () => {
  const { idToken, access } = await enter();
  await expect(guest.oauth.backChannelLogOut({ provider: "house", logout_token: idToken })).rejects.toMatchObject({
    key: "link_token_invalid",
  });
  await expect(tell({ sub: "x" }, { name: "google" })).rejects.toMatchObject({ key: "link_token_invalid" });
  await expect(tell({ sub: "x" }, { name: "nobody" })).rejects.toMatchObject({ key: "invalid_provider" });
  expect(await stateOf(access)).toBe("open");
});

test("a log-out here names the address of the log-out there, with the ID token as its hint", async () => {
  const { refresh, idToken } = await enter();
  const { logout_url = "" } = await guest.auth.blacklist({ refresh });
  const url = new URL(logout_url);
  expect(url.origin + url.pathname).toBe(`${provider.url}/session/end`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: aud,
    id_token_hint: idToken,
    post_logout_redirect_uri: "http://localhost:3000/",
  });
});

test("a log-out has no such address where the provider offers none, or has none", async () => {
  const { refresh: ofGoogle } = await enter("google");
  expect(await guest.auth.blacklist({ refresh: ofGoogle })).toEqual({ detail: "logged_out" });
  const fresh = await createOauthApi({ openid: [{ name: "house" }] });
  fresh.provider.tamper.set("/.well-known/openid-configuration", ({ end_session_endpoint: _, ...rest }) => rest);
  const { refresh } = await fresh.logIn("house", fresh.createAccount());
  expect(await fresh.guest.auth.blacklist({ refresh })).toEqual({ detail: "logged_out" });
  await fresh.drop();
});

test("a provider that is down, or that answers nonsense, does not stop the log-out here", async () => {
  for (const fault of [null, { id_token_signing_alg_values_supported: 5 }]) {
    const { access, refresh } = await enter();
    // A node that has just started has not read the discovery document.
    const oauth = createOauth({ config: { openid: [provider.openid({ name: "house" })] }, publicUrl });
    provider.replacedAnswers.set("/.well-known/openid-configuration", (response) => response.destroy());
    if (fault) {
      provider.replacedAnswers.clear();
      provider.tamper.set("/.well-known/openid-configuration", (document) => ({ ...document, ...fault }));
    }
    expect(await api.guestWith({ oauth }).auth.blacklist({ refresh })).toEqual({ detail: "logged_out" });
    expect(await stateOf(access)).toBe(ended);
    provider.restoreAnswers();
  }
});

test("a log-out whose ID token was encrypted with an earlier SECRET_KEY still ends at the provider", async () => {
  const { access, refresh } = await enter();
  const caller = await api.sessions.authenticate(access);
  const sessionId = typeof caller !== "string" && "session" in caller ? caller.session.id : "";
  const earlier = seal(deriveKey("an earlier key", "oauth"), "the ID token");
  await api.db.update(providerSessions).set({ id_token: earlier }).where(eq(providerSessions.session_id, sessionId));
  const { logout_url = "" } = await guest.auth.blacklist({ refresh });
  expect(new URL(logout_url).searchParams.has("id_token_hint")).toBe(false);
  expect(await stateOf(access)).toBe(ended);
});
