import type { Claims, Signature } from "@daymark/auth/testing-provider";
import { oauthStates } from "@daymark/db/schema/identity";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { createTestApi, noon } from "../testing.ts";
import { createOauthApi } from "./testing.ts";

const api = await createOauthApi({ max: 20 });
const { provider, guest, clock } = api;
afterAll(api.drop);
afterEach(provider.restoreAnswers);
beforeEach(() => {
  clock.now = noon;
});

const minute = 60_000;
const refused = { key: "oauth_failed", values: { reason: "refused" } };

test("a first log-in creates an account without a password, with the request's language and time zone", async () => {
  const account = api.createAccount({ name: "Олена Коваль" });
  const { access } = await api.logIn("google", account, { language: "uk", timezone: "Europe/Kyiv" });
  expect(await (await api.callerOfToken(access)).auth.profile({})).toMatchObject({
    username: "Olena_Koval",
    email_verified: true,
    provider: "google",
    providers: ["google"],
    has_password: false,
    newsletter_subscriber: false,
    is_staff: false,
  });
  expect(await api.userOf(account.email)).toMatchObject({ language: "uk", timezone: "Europe/Kyiv" });
  expect((await api.readMails()).filter(({ to }) => to === account.email)).toEqual([]);
});

test("a user is identified by provider and subject, even after a change of address", async () => {
  const account = api.createAccount();
  await api.logIn("google", account);
  const first = await api.userOf(account.email);
  account.email = `new.${account.email}`;
  const { access } = await api.logIn("google", account);
  expect(await api.sessions.authenticate(access)).toMatchObject({ user: { id: first?.id } });
  expect(await api.userOf(account.email)).toBe(undefined);
});

test("the same subject at another provider is another user", async () => {
  const account = api.createAccount();
  await api.logIn("google", account);
  const before = await api.countRows();
  account.email = `facebook.${account.email}`;
  await api.logIn("facebook", account);
  expect(await api.countRows()).toEqual(before.map((rows) => (rows ?? 0) + 1));
});

test("an address from Facebook is unverified, and gets a verification mail", async () => {
  const account = api.createAccount();
  const { access } = await api.logIn("facebook", account);
  expect(await (await api.callerOfToken(access)).auth.profile({})).toMatchObject({ email_verified: false });
  expect((await api.readMails()).filter(({ to }) => to === account.email)).toMatchObject([
    { template: "verify_email" },
  ]);
});

test("a taken, unusual or missing name still gives a user name", async () => {
  const names = ["Grace Hopper", "Grace Hopper", "山田", ""];
  const made = [];
  for (const name of names) {
    const account = api.createAccount({ name });
    await api.logIn("google", account);
    made.push([(await api.userOf(account.email))?.username, account.id]);
  }
  expect(made[0]?.[0]).toBe("Grace_Hopper");
  expect(made[1]?.[0]).toMatch(/^Grace_Hopper_\d{5}$/);
  for (const [username, id] of made.slice(2)) expect(username).toBe(id);
});

test("remember_me is kept through the redirect to the provider", async () => {
  const account = api.createAccount();
  for (const [rememberMe, days] of [
    [true, 30],
    [false, 1],
  ] as const) {
    const { refresh } = await api.logIn("google", account, { rememberMe });
    const { exp } = JSON.parse(Buffer.from(refresh.split(".")[1] ?? "", "base64url").toString());
    expect(exp * 1000 - noon).toBe(days * 24 * 60 * minute);
  }
});

test("a log-in by a provider also needs the second factor", async () => {
  const account = api.createAccount();
  await api.logIn("google", account);
  await api.db.update(users).set({ two_factor_enabled: true }).where(eq(users.email, account.email));
  const before = await api.countRows();
  await expect(api.logIn("google", account)).rejects.toMatchObject({
    key: "two_factor_code_missing",
    challenge: expect.any(String),
  });
  expect(await api.countRows()).toEqual(before);
});

test("a deactivated account cannot log in", async () => {
  const account = api.createAccount();
  await api.logIn("google", account);
  await api.db.update(users).set({ is_active: false }).where(eq(users.email, account.email));
  await expect(api.logIn("google", account)).rejects.toMatchObject(refused);
  // Another subject with the same address is refused too.
  await expect(api.logIn("google", api.createAccount({ email: account.email }))).rejects.toMatchObject(refused);
});

test("a state can be used once", async () => {
  const back = await api.comeBack("google", api.createAccount());
  await guest.oauth.complete(back);
  await expect(guest.oauth.complete(back)).rejects.toMatchObject(refused);
});

test("parallel calls with one state start one session", async () => {
  const back = await api.comeBack("google", api.createAccount());
  const before = await api.countRows();
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => guest.oauth.complete(back)));
  expect(answers.filter(({ status }) => status === "fulfilled").length).toBe(1);
  expect(await api.countRows()).toEqual(before.map((rows) => (rows ?? 0) + 1));
});

test("parallel first log-ins of one user create one account", async () => {
  const account = api.createAccount();
  const ways = await Promise.all(Array.from({ length: 8 }, () => api.comeBack("google", account)));
  const [accounts = 0, identities = 0, sessions = 0] = await api.countRows();
  await Promise.all(ways.map((way) => guest.oauth.complete(way)));
  expect(await api.countRows()).toEqual([accounts + 1, identities + 1, sessions + 8]);
});

test("a state used with another provider is refused and used up", async () => {
  const back = await api.comeBack("google", api.createAccount());
  const before = await api.countRows();
  // The server does not even call the provider: its answer would cause another error.
  provider.replacedAnswers.set("/token", (response) => response.destroy());
  await expect(guest.oauth.complete({ ...back, provider: "facebook" })).rejects.toMatchObject(refused);
  await expect(guest.oauth.complete(back)).rejects.toMatchObject(refused);
  expect(await api.countRows()).toEqual(before);
});

test("a state expires after 10 minutes, and a made-up one is refused", async () => {
  const account = api.createAccount();
  const late = await api.comeBack("google", account);
  clock.now = noon + 10 * minute;
  await expect(guest.oauth.complete(late)).rejects.toMatchObject(refused);
  clock.now = noon;
  const timely = await api.comeBack("google", account);
  await expect(guest.oauth.complete({ ...timely, state: "x".repeat(43) })).rejects.toMatchObject(refused);
  clock.now = noon + 10 * minute - 1;
  await guest.oauth.complete(timely);
});

test("the table contains neither state nor verifier in plain text, and no row after use", async () => {
  const account = api.createAccount();
  await api.db.delete(oauthStates);
  const { url, state } = await guest.oauth.start({ provider: "google" });
  const [row] = await api.db.select().from(oauthStates);
  expect(JSON.stringify(row)).not.toContain(state);
  const { code } = await provider.logIn(url, account.id);
  await guest.oauth.complete({ provider: "google", code, state });
  expect(await api.db.select().from(oauthStates)).toEqual([]);
});

test("a validation error does not use up the state", async () => {
  const back = await api.comeBack("google", api.createAccount());
  await expect(guest.oauth.complete({ ...back, code: "" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await guest.oauth.complete(back);
});

test("a user who refuses at the provider comes back without a code", async () => {
  const { url } = await guest.oauth.start({ provider: "google" });
  expect(await provider.logIn(url, null)).toMatchObject({ code: "", error: "access_denied" });
});

const forgeries: [string, (claims: Claims) => Claims][] = [
  ["the nonce of another log-in", (claims) => ({ ...claims, nonce: "another" })],
  ["no nonce", ({ nonce: _, ...claims }) => claims],
  ["another audience", (claims) => ({ ...claims, aud: "another-client" })],
  ["a further audience", (claims) => ({ ...claims, aud: [String(claims.aud), "another-client"] })],
  ["another authorized party", (claims) => ({ ...claims, azp: "another-client" })],
  ["another issuer", (claims) => ({ ...claims, iss: "https://accounts.example.org" })],
  ["a past expiry", (claims) => ({ ...claims, exp: Number(claims.iat) - 60 })],
  ["no expiry", ({ exp: _, ...claims }) => claims],
  ["no subject", ({ sub: _, ...claims }) => claims],
  ["an empty subject", (claims) => ({ ...claims, sub: "" })],
  ["a subject that is not a text", (claims) => ({ ...claims, sub: 7 })],
  ["no address", ({ email: _, ...claims }) => claims],
  ["an invalid address", (claims) => ({ ...claims, email: "ada\r\nBcc: eve@example.com" })],
];

async function expectNothing(back: { provider: string; code: string; state: string }) {
  const before = await api.countRows();
  await expect(guest.oauth.complete(back)).rejects.toMatchObject({
    key: "oauth_failed",
    values: { provider: back.provider, reason: "refused" },
  });
  expect(await api.countRows()).toEqual(before);
}

test.each(forgeries)("an ID token with %s is refused and creates nothing", async (_, forge) => {
  const back = await api.comeBack("google", api.createAccount());
  provider.forgeIdTokens(forge);
  await expectNothing(back);
});

test.each<Signature>(["none", "stranger", "client secret", "unexpected"])(
  "an ID token with a signature of %s is refused and creates nothing",
  async (signature) => {
    const back = await api.comeBack("google", api.createAccount());
    provider.forgeIdTokens((claims) => claims, signature);
    await expectNothing(back);
  },
);

test("a valid ID token signed again is accepted, so the refusals above have their own reasons", async () => {
  const back = await api.comeBack("google", api.createAccount());
  provider.forgeIdTokens((claims) => claims);
  await guest.oauth.complete(back);
});

test.each([
  ["/token", {}],
  ["/token", { access_token: "made-up" }],
  ["/me", {}],
  ["/me", { id: 7, sub: undefined }],
  ["/me", { id: "7", email: null, sub: undefined }],
])("if Facebook answers at %s with %j, nothing is created", async (path, answer) => {
  const back = await api.comeBack("facebook", api.createAccount());
  provider.tamper.set(path, () => answer);
  await expectNothing(back);
});

test("if the provider is down, the call fails with oauth_failed and creates nothing", async () => {
  const back = await api.comeBack("google", api.createAccount());
  const before = await api.countRows();
  provider.replacedAnswers.set("/token", (response) => response.destroy());
  await expect(guest.oauth.complete(back)).rejects.toMatchObject({
    key: "oauth_failed",
    values: { provider: "google", reason: "unavailable" },
  });
  expect(await api.countRows()).toEqual(before);
});

test.each(["twitter", "Google", "google/", "__proto__", ""])("the provider %j is refused as invalid", async (name) => {
  const invalid = { key: "invalid_provider" };
  await expect(guest.oauth.start({ provider: name })).rejects.toMatchObject(invalid);
  await expect(guest.oauth.complete({ provider: name, code: "x", state: "x" })).rejects.toMatchObject(invalid);
});

test("a provider that is not configured is refused as invalid", async () => {
  const bare = await createTestApi();
  for (const name of ["google", "facebook"]) {
    await expect(bare.guest.oauth.start({ provider: name })).rejects.toMatchObject({ key: "invalid_provider" });
    const back = { provider: name, code: "x", state: "x" };
    await expect(bare.guest.oauth.complete(back)).rejects.toMatchObject({ key: "invalid_provider" });
  }
  await bare.drop();
});
