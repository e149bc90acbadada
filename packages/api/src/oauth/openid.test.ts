import { adminActions } from "@daymark/db/schema/admin";
import { users } from "@daymark/db/schema/user";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, expect, test } from "vitest";
import { createOauthApi } from "./testing.ts";

const adminClaim = { claim: "groups", value: "admins" };
const api = await createOauthApi({
  openid: [
    { name: "house", label: "Our house" },
    { name: "trusted", label: "Trusted house", isEmailTrusted: true },
    { name: "closed", label: "Closed house", maySignUp: false },
    { name: "groups", label: "Groups", scopes: "openid email profile groups", adminClaim },
  ],
});
const { provider, guest } = api;
afterAll(api.drop);
afterEach(provider.restoreAnswers);

test.each([
  ["house", true, true],
  ["house", false, false],
  ["house", undefined, false],
  ["trusted", true, true],
  ["trusted", false, true],
  ["trusted", undefined, true],
])(
  "a first log-in at %s with email_verified %j creates an account whose address is verified: %j",
  async (name, said, is) => {
    const account = api.createAccount({ email_verified: said, name: "Grace Hopper" });
    const { access } = await api.logIn(name, account);
    expect(await (await api.callerOfToken(access)).auth.profile({})).toMatchObject({
      username: expect.stringMatching(/^Grace_Hopper/),
      email_verified: is,
      provider: name,
      providers: [name],
      has_password: false,
      is_staff: false,
    });
    const mails = (await api.readMails()).filter(({ to }) => to === account.email);
    expect(mails.map(({ template }) => template)).toEqual(is ? [] : ["verify_email"]);
    const again = await api.logIn(name, account);
    expect(await api.sessions.authenticate(again.access)).toMatchObject({
      user: { id: (await api.userOf(account.email))?.id },
    });
  },
);

test.each([
  ["house", false],
  ["house", undefined],
  ["house", "true"],
])("a log-in at %s with email_verified %j links no account that has the address", async (name, email_verified) => {
  for (const isVerifiedHere of [true, false]) {
    const owner = await api.createUser({ email_verified: isVerifiedHere });
    const account = api.createAccount({ email: owner.user.email, email_verified });
    const before = await api.countRows();
    await expect(api.logIn(name, account)).rejects.toMatchObject({ key: "email_taken" });
    expect(await api.countRows()).toEqual(before);
  }
});

test.each([
  ["house", true],
  ["closed", true],
  ["trusted", false],
  ["trusted", undefined],
])("a log-in at %s with email_verified %j links the verified account that has the address", async (name, said) => {
  const owner = await api.createUser({ email_verified: true, password_hash: "$kept$" });
  const { access } = await api.logIn(name, api.createAccount({ email: owner.user.email, email_verified: said }));
  expect(await api.sessions.authenticate(access)).toMatchObject({ user: { id: owner.user.id } });
  const mails = (await api.readMails()).filter(({ to }) => to === owner.user.email);
  expect(mails).toMatchObject([{ template: "provider_linked", values: { provider: expect.stringMatching(/ouse$/) } }]);
});

test("a provider that may not create accounts creates none, and says so", async () => {
  const before = await api.countRows();
  await expect(api.logIn("closed", api.createAccount())).rejects.toMatchObject({
    key: "permission_denied",
    values: { reason: "sign_up", label: "Closed house" },
  });
  expect(await api.countRows()).toEqual(before);
});

test("the same subject at two providers is two users, and each finds their own account again", async () => {
  const account = api.createAccount();
  const one = await api.logIn("house", account);
  account.email = `other.${account.email}`;
  const two = await api.logIn("trusted", account);
  const idOf = async (access: string) => {
    const caller = await api.sessions.authenticate(access);
    return typeof caller === "string" ? caller : caller.user.id;
  };
  expect(await idOf(one.access)).not.toBe(await idOf(two.access));
  expect(await idOf((await api.logIn("house", account)).access)).toBe(await idOf(one.access));
});

test("an OpenID provider is linked in the settings, logs in, and is unlinked again", async () => {
  const owner = await api.createUser({ email_verified: true, password_hash: "$kept$" });
  const account = api.createAccount();
  const { url } = await owner.caller.oauth.startLink({ provider: "house" });
  const { code, state, iss } = await provider.logIn(url, account.id);
  await owner.caller.oauth.link({ provider: "house", code, state, iss });
  expect(await owner.caller.auth.profile({})).toMatchObject({ providers: ["house"], has_password: true });
  const { access } = await api.logIn("house", account);
  expect(await api.sessions.authenticate(access)).toMatchObject({ user: { id: owner.user.id } });
  await owner.caller.oauth.unlink({ provider: "house" });
  expect(await owner.caller.auth.profile({})).toMatchObject({ providers: [] });
});

test("a failed log-in names the provider as its users know it", async () => {
  const back = await api.comeBack("house", api.createAccount());
  provider.replacedAnswers.set("/token", (response) => response.destroy());
  await expect(guest.oauth.complete(back)).rejects.toMatchObject({
    key: "oauth_failed",
    values: { provider: "house", label: "Our house", reason: "unavailable" },
  });
});

test("a redirect that names another issuer is refused and creates nothing", async () => {
  const back = await api.comeBack("house", api.createAccount());
  const before = await api.countRows();
  await expect(guest.oauth.complete({ ...back, iss: "https://evil.example" })).rejects.toMatchObject({
    key: "oauth_failed",
    values: { reason: "refused" },
  });
  expect(await api.countRows()).toEqual(before);
});

async function trailOf(userId: number | undefined) {
  const rows = await api.db
    .select()
    .from(adminActions)
    .where(eq(adminActions.target, `user ${userId}`))
    .orderBy(asc(adminActions.id));
  return rows.map(({ action, details, outcome, actor_id }) => ({ action, details, outcome, actor_id }));
}

test("the admin right is given and taken at each log-in by the claim, at once for open sessions, and audited", async () => {
  const account = api.createAccount({ groups: ["users", "admins"] });
  const { access } = await api.logIn("groups", account);
  const caller = await api.callerOfToken(access);
  expect(await caller.auth.profile({})).toMatchObject({ is_staff: true });
  await caller.adminUser.list({});
  await api.logIn("groups", account);

  account.groups = ["users"];
  await api.logIn("groups", account);
  await expect((await api.callerOfToken(access)).adminUser.list({})).rejects.toMatchObject({
    key: "permission_denied",
  });
  account.groups = undefined;
  await api.logIn("groups", account);
  account.groups = "admins";
  await api.logIn("groups", account);
  const change = { details: { provider: "groups" }, outcome: "done", actor_id: null };
  expect(await trailOf((await api.userOf(account.email))?.id)).toEqual([
    { action: "provider.promote", ...change },
    { action: "provider.demote", ...change },
    { action: "provider.promote", ...change },
  ]);
});

test("the claim makes a user an admin only once their address is verified", async () => {
  const account = api.createAccount({ groups: ["admins"], email_verified: false });
  const { access } = await api.logIn("groups", account);
  const caller = await api.callerOfToken(access);
  expect(await caller.auth.profile({})).toMatchObject({ is_staff: false, email_verified: false });
  const user = await api.userOf(account.email);
  expect(await trailOf(user?.id)).toEqual([]);
  await api.db.update(users).set({ email_verified: true }).where(eq(users.email, account.email));
  await api.logIn("groups", account);
  expect(await api.userOf(account.email)).toMatchObject({ is_staff: true });
});

test("an admin made by hand loses the right at a log-in without the claim, even the last one", async () => {
  const account = api.createAccount({ groups: [] });
  await api.logIn("groups", account);
  await api.db.update(users).set({ is_staff: false });
  await api.db.update(users).set({ is_staff: true }).where(eq(users.email, account.email));
  await api.logIn("groups", account);
  expect(await api.userOf(account.email)).toMatchObject({ is_staff: false });
});

test("a provider without an admin claim leaves the right as it is", async () => {
  const account = api.createAccount({ groups: ["admins"] });
  await api.logIn("house", account);
  expect(await api.userOf(account.email)).toMatchObject({ is_staff: false });
  await api.db.update(users).set({ is_staff: true }).where(eq(users.email, account.email));
  await api.logIn("house", account);
  expect(await api.userOf(account.email)).toMatchObject({ is_staff: true });
  expect(await trailOf((await api.userOf(account.email))?.id)).toEqual([]);
});
