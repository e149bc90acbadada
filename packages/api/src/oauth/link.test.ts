import { hashPassword } from "@daymark/auth/password/password";
import { endSessions } from "@daymark/auth/session/revoke";
import { createAuthenticator } from "@daymark/auth/testing-authenticator";
import type { Transaction } from "@daymark/db/connection/client";
import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { identities } from "@daymark/db/schema/identity";
import { passkeys } from "@daymark/db/schema/passkey";
import { securityEvents } from "@daymark/db/schema/security-event";
import { sessions } from "@daymark/db/schema/session";
import { backupCodes, twoFactors } from "@daymark/db/schema/two-factor";
import { emailTokens, users } from "@daymark/db/schema/user";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { habitInput, keyOf, noon, type TestUser } from "../testing.ts";
import { createOauthApi } from "./testing.ts";

const api = await createOauthApi();
const { provider, clock } = api;
afterAll(api.drop);
afterEach(provider.restoreAnswers);
beforeEach(() => {
  clock.now = noon;
});

const freshFor = 10 * 60_000;

/** A user goes to the provider to link it, and comes back with the input of `link`. */
async function comeBackToLink({ caller }: TestUser, name: "google" | "facebook", account: { id: string }) {
  const { url } = await caller.oauth.startLink({ provider: name });
  const { code, state } = await provider.logIn(url, account.id);
  return { provider: name, code, state };
}

async function link(owner: TestUser, name: "google" | "facebook", account: { id: string }) {
  return owner.caller.oauth.link(await comeBackToLink(owner, name, account));
}

async function told(email: string) {
  return (await api.readMails()).filter(({ to }) => to === email).map(({ template }) => template);
}

async function eventsOf({ user }: TestUser) {
  const rows = await api.db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.user_id, user.id))
    .orderBy(asc(securityEvents.id));
  return rows.map(({ kind }) => kind);
}

test("a log-in with an address verified on both sides links the account, and its owner gets a mail", async () => {
  const owner = await api.createUser({ email_verified: true, password_hash: "$kept$" });
  const { access } = await api.logIn("google", api.createAccount({ email: owner.user.email.toUpperCase() }));
  expect(await api.sessions.authenticate(access)).toMatchObject({ user: { id: owner.user.id } });
  expect(await owner.caller.auth.profile({})).toMatchObject({ provider: "google", has_password: true });
  expect(await told(owner.user.email)).toEqual(["provider_linked"]);
  expect(await eventsOf(owner)).toEqual(["provider_linked", "logged_in"]);
});

test.each([
  ["google", false, true],
  ["google", false, false],
  ["google", "true", true],
  ["facebook", true, true],
  ["facebook", true, false],
] as const)(
  "a log-in by %s that does not verify the address (%j) is refused (verified here: %j)",
  async (name, vouch, email_verified) => {
    const owner = await api.createUser({ email_verified });
    const account = api.createAccount({ email: owner.user.email, email_verified: vouch });
    const before = await api.countRows();
    await expect(api.logIn(name, account)).rejects.toMatchObject({ key: "email_taken" });
    expect(await api.countRows()).toEqual(before);
  },
);

test("a provider cannot sign up with an address that is reserved for its former owner", async () => {
  const password = "Correct-Horse-7";
  const { user, caller } = await api.createUser({ email_verified: true, password_hash: await hashPassword(password) });
  await caller.account.changeEmail({ email: `next.${user.email}`, password });
  const link = (await api.readMails()).find(({ to }) => to === `next.${user.email}`)?.values.link ?? "";
  await api.guest.auth.verifyEmail({ token: new URL(link).searchParams.get("token") ?? "" });
  const account = api.createAccount({ email: user.email });
  const before = await api.countRows();
  for (const name of ["google", "facebook"] as const) {
    await expect(api.logIn(name, account)).rejects.toMatchObject({ key: "email_taken" });
  }
  expect(await api.countRows()).toEqual(before);
  clock.now += 7 * 24 * 3_600_000;
  await api.logIn("google", account);
  expect(await api.userOf(user.email)).toMatchObject({ email_verified: true });
});

test("a squatter of an unverified address loses the account to its owner, with all sign-in methods", async () => {
  const squatter = await api.createUser({ password_hash: "$squatters$", is_staff: true, newsletter_subscriber: true });
  const { user, caller } = squatter;
  await caller.habit.create(habitInput);
  const { key } = await caller.apiKey.create({ name: "left behind", scopes: ["write"] });
  await api.db.insert(passkeys).values({ id: "squatter", user_id: user.id, name: "Left behind", public_key: "x" });
  await api.db.insert(identities).values({ provider: "facebook", subject: "squatter", user_id: user.id });
  await api.db.insert(twoFactors).values({ user_id: user.id, secret: "x", enabled_at: new Date(noon) });
  await api.db.insert(backupCodes).values({ user_id: user.id, code_hash: "x" });
  await api.db.update(users).set({ two_factor_enabled: true }).where(eq(users.id, user.id));
  await caller.auth.sendEmailVerification({});
  const { access: stolen } = await api.sessions.create(api.db, user.id, {
    rememberMe: true,
    address: "::1",
    userAgent: "",
  });
  expect(await api.sessions.authenticate(stolen)).toMatchObject({ user: { id: user.id } });

  const { access } = await api.logIn("google", api.createAccount({ email: user.email }));

  const owner = await api.callerOfToken(access);
  expect(await owner.auth.profile({})).toMatchObject({
    username: user.username,
    email_verified: true,
    has_password: false,
    two_factor_enabled: false,
    providers: ["google"],
    is_staff: false,
    newsletter_subscriber: false,
  });
  expect(await owner.auth.settings.get({})).toMatchObject({ reminder_mails: false, board_mails: false });
  expect((await owner.session.list({})).results.length).toBe(1);
  expect((await owner.habit.list({})).results.length).toBe(1);
  expect(await api.sessions.authenticate(stolen)).toBe("session_terminated");
  await expect(api.callerOfKey(key)).rejects.toThrow("api_key_invalid");
  for (const table of [apiKeys, passkeys, twoFactors, backupCodes, emailTokens]) {
    expect(await api.db.select().from(table).where(eq(table.user_id, user.id))).toEqual([]);
  }
  expect(await told(user.email)).toEqual(["verify_email", "provider_linked"]);
});

test("after a reset by the owner, a squatter's second factor does not apply to a log-in with Google", async () => {
  const { user } = await api.createUser({ password_hash: "$squatters$" });
  await api.db.insert(twoFactors).values({ user_id: user.id, secret: "x", enabled_at: new Date(noon) });
  await api.db.update(users).set({ two_factor_enabled: true }).where(eq(users.id, user.id));
  await api.guest.account.sendPasswordReset({ email: user.email });
  await api.answerResets();
  const mail = (await api.readMails()).findLast(({ to }) => to === user.email);
  const token = new URL(mail?.values.link ?? "").searchParams.get("token") ?? "";
  const password = "Correct-Horse-7";
  await api.guest.account.resetPassword({ token, password, password_confirmation: password });
  const { access } = await api.logIn("google", api.createAccount({ email: user.email }));
  expect(await (await api.callerOfToken(access)).auth.profile({})).toMatchObject({
    username: user.username,
    two_factor_enabled: false,
    providers: ["google"],
  });
});

test("a squatter whose account has only Facebook loses it to a reset by the owner", async () => {
  const squatter = api.createAccount({ email: "squatted.by.facebook@example.org" });
  const { access } = await api.logIn("facebook", squatter);
  const held = await api.userOf(squatter.email);
  expect(held).toMatchObject({ email_verified: false, password_hash: null });
  await api.guest.account.sendPasswordReset({ email: squatter.email });
  await api.answerResets();
  const mail = (await api.readMails()).findLast(({ to }) => to === squatter.email);
  expect(mail?.template).toBe("reset_password");
  const token = new URL(mail?.values.link ?? "").searchParams.get("token") ?? "";
  const passwords = { password: "Owners-Horse-9", password_confirmation: "Owners-Horse-9" };
  expect(await keyOf(api.guest.account.verifyPasswordReset({ token }))).toBe("accepted");
  expect(await api.guest.account.resetPassword({ token, ...passwords })).toEqual({ detail: "password_reset" });
  expect(await api.userOf(squatter.email)).toMatchObject({ id: held?.id, email_verified: true });
  // None of the squatter's sign-in methods works any more.
  expect(await api.sessions.authenticate(access)).toBe("session_terminated");
  expect(await keyOf(api.logIn("facebook", squatter))).toBe("email_taken");
  const credentials = { username: held?.username ?? "", password: passwords.password };
  expect(await keyOf(api.guest.auth.login(credentials))).toBe("accepted");
});

test("a log-in finds the account by any spelling of the address's domain", async () => {
  const { user } = await api.createUser({ email: "ada@xn--bcher-kva.example", email_verified: true });
  const { access } = await api.logIn("google", api.createAccount({ email: "Ada@Bücher.example" }));
  expect(await (await api.callerOfToken(access)).auth.profile({})).toMatchObject({ username: user.username });
});

test("unlinking a provider needs a step-up if the log-in is older than 10 minutes", async () => {
  const password = "Correct-Horse-7";
  const owner = await api.createUser({ email_verified: true, password_hash: await hashPassword(password) });
  await link(owner, "google", api.createAccount({ email: owner.user.email }));
  api.clock.now = noon + 10 * 60_000;
  try {
    const unlink = (given: { password?: string; code?: string } = {}) =>
      owner.caller.oauth.unlink({ provider: "google", ...given });
    await expect(unlink()).rejects.toMatchObject({ key: "step_up_required" });
    await expect(unlink({ password: "Wrong-Horse-7" })).rejects.toMatchObject({ key: "password_incorrect" });
    await expect(unlink({ code: "000000" })).rejects.toMatchObject({ key: "two_factor_already_disabled" });
    expect(await owner.caller.auth.profile({})).toMatchObject({ providers: ["google"] });
    expect(await unlink({ password })).toEqual({ detail: "provider_unlinked" });
  } finally {
    api.clock.now = noon;
  }
});

test("a user whose session has ended cannot add a sign-in method, even with calls already begun", async () => {
  const squatter = await api.createUser({ email_verified: true });
  const { user, caller } = squatter;
  const authenticator = createAuthenticator({ origin: "http://localhost:3000" });
  const credential = authenticator.create(await caller.passkey.startCreate({}));
  const back = await comeBackToLink(squatter, "google", api.createAccount());
  // The session ends after the guard has let the call pass.
  await api.db.delete(sessions).where(eq(sessions.userId, user.id));
  const late = { key: "session_terminated" };
  await expect(caller.passkey.create({ name: "Key", credential })).rejects.toMatchObject(late);
  await expect(caller.oauth.link(back)).rejects.toMatchObject(late);
  await expect(caller.apiKey.create({ name: "Key", scopes: ["write"] })).rejects.toMatchObject(late);
  const password = "Correct-Horse-7";
  await expect(caller.account.addPassword({ password, password_confirmation: password })).rejects.toMatchObject(late);
  for (const table of [apiKeys, passkeys, identities]) {
    expect(await api.db.select().from(table).where(eq(table.user_id, user.id))).toEqual([]);
  }
});

/** Changes an account at the moment at which its user logs in. */
async function changeUnder(
  userId: number,
  change: (tx: Transaction) => Promise<unknown>,
  logIn: () => Promise<unknown>,
) {
  let answer: Promise<unknown> = Promise.resolve();
  await api.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, userId)).for("update");
    answer = logIn().catch((error: unknown) => error);
    const isWaiting = async () => {
      const [row] = await api.sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return row !== undefined;
    };
    while (!(await isWaiting()));
    await change(tx);
  });
  return answer;
}

test("starting a link while the account is deleted gets session_terminated", async () => {
  const { user, caller } = await api.createUser();
  const leave = (tx: Transaction) => tx.delete(users).where(eq(users.id, user.id));
  const begin = () => keyOf(caller.oauth.startLink({ provider: "google" }));
  expect(await api.callDuring(leave, begin)).toBe("session_terminated");
});

test("a log-in whose sign-in method is removed meanwhile leaves no session", async () => {
  const account = api.createAccount();
  const { access } = await api.logIn("google", account);
  const owner = await api.callerOfToken(access);
  const { id = 0 } = (await api.userOf(account.email)) ?? {};
  const authenticator = createAuthenticator({ origin: "http://localhost:3000" });
  const credential = authenticator.create(await owner.passkey.startCreate({}));
  await owner.passkey.create({ name: "Key", credential });

  const assertion = authenticator.get(await api.guest.passkey.startLogIn({}));
  const back = await api.comeBack("google", account);
  const late = { key: "session_terminated" };
  const byPasskey = () => api.guest.passkey.logIn({ credential: assertion });
  const byProvider = () => api.guest.oauth.complete(back);
  const takeAway = (table: typeof identities | typeof passkeys) => async (tx: Transaction) => {
    await tx.delete(table).where(eq(table.user_id, id));
    await tx.delete(sessions).where(eq(sessions.userId, id));
  };
  expect(await changeUnder(id, takeAway(passkeys), byPasskey)).toMatchObject(late);
  expect(await changeUnder(id, takeAway(identities), byProvider)).toMatchObject(late);
  expect(await api.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
});

test("a log-in overtaken by the end of all sessions leaves no session", async () => {
  const password = "Correct-Horse-7";
  const account = api.createAccount();
  const { access } = await api.logIn("google", account);
  const owner = await api.callerOfToken(access);
  const { id = 0, username = "" } = (await api.userOf(account.email)) ?? {};
  await owner.account.addPassword({ password, password_confirmation: password });
  const authenticator = createAuthenticator({ origin: "http://localhost:3000" });
  const credential = authenticator.create(await owner.passkey.startCreate({}));
  await owner.passkey.create({ name: "Key", credential });

  const assertion = authenticator.get(await api.guest.passkey.startLogIn({}));
  const back = await api.comeBack("google", account);
  const endAll = (tx: Transaction) => endSessions(tx, id, { keep: null });
  for (const logIn of [
    () => api.guest.auth.login({ username, password }),
    () => api.guest.passkey.logIn({ credential: assertion }),
    () => api.guest.oauth.complete(back),
  ]) {
    expect(await changeUnder(id, endAll, logIn)).toMatchObject({ key: "session_terminated" });
  }
  expect(await api.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
});

test("a second subject of the linked provider is refused", async () => {
  const account = api.createAccount();
  await api.logIn("google", account);
  const other = api.createAccount({ email: account.email });
  await expect(api.logIn("google", other)).rejects.toMatchObject({ key: "email_taken" });
});

test("an account with a password can link a provider, log in with it and unlink it, with a mail for each change", async () => {
  const owner = await api.createUser({ email_verified: true, password_hash: "$kept$" });
  const account = api.createAccount();
  expect(await link(owner, "facebook", account)).toEqual({ detail: "provider_linked" });
  const { access } = await api.logIn("facebook", account);
  expect(await api.sessions.authenticate(access)).toMatchObject({ user: { id: owner.user.id } });
  expect(await owner.caller.oauth.unlink({ provider: "facebook" })).toEqual({ detail: "provider_unlinked" });
  expect(await told(owner.user.email)).toEqual(["provider_linked", "provider_unlinked"]);
  expect(await eventsOf(owner)).toEqual(["provider_linked", "logged_in", "provider_unlinked"]);
  const { access: another } = await api.logIn("facebook", account);
  expect(await api.sessions.authenticate(another)).not.toMatchObject({ user: { id: owner.user.id } });
});

test("linking needs a step-up if the log-in is older than 10 minutes", async () => {
  const { caller } = await api.createUser({ email_verified: true });
  clock.now = noon + freshFor;
  await expect(caller.oauth.startLink({ provider: "google" })).rejects.toMatchObject({ key: "step_up_required" });
});

test("an account with an unverified address can link only a provider that verifies this address", async () => {
  const owner = await api.createUser();
  const { email } = owner.user;
  const closed = { key: "email_not_verified" };
  await expect(link(owner, "google", api.createAccount())).rejects.toMatchObject(closed);
  await expect(link(owner, "facebook", api.createAccount({ email }))).rejects.toMatchObject(closed);
  await expect(link(owner, "google", api.createAccount({ email, email_verified: false }))).rejects.toMatchObject(
    closed,
  );
  await link(owner, "google", api.createAccount({ email }));
  expect(await owner.caller.auth.profile({})).toMatchObject({ email_verified: true, provider: "google" });
});

test("a provider account is linked to one user, and a user has at most one account of each provider", async () => {
  const [first, second] = [
    await api.createUser({ email_verified: true }),
    await api.createUser({ email_verified: true }),
  ];
  const account = api.createAccount();
  await link(first, "google", account);
  const linked = { key: "conflict", values: { reason: "linked" } };
  await expect(link(second, "google", account)).rejects.toMatchObject(linked);
  await expect(link(first, "google", api.createAccount())).rejects.toMatchObject(linked);
  expect(await second.caller.auth.profile({})).toMatchObject({ providers: [] });
});

test("a linking state is valid only for its user and only for linking", async () => {
  const [owner, stranger] = [
    await api.createUser({ email_verified: true }),
    await api.createUser({ email_verified: true }),
  ];
  const account = api.createAccount();
  const refused = { key: "oauth_failed", values: { reason: "refused" } };
  const before = await api.countRows();
  const back = await comeBackToLink(owner, "google", account);
  await expect(stranger.caller.oauth.link(back)).rejects.toMatchObject(refused);
  await expect(api.guest.oauth.complete(back)).rejects.toMatchObject(refused);
  await expect(owner.caller.oauth.link(await api.comeBack("google", account))).rejects.toMatchObject(refused);
  expect(await api.countRows()).toEqual(before);
  await owner.caller.oauth.link(back);
});

test("the last sign-in method of an account cannot be removed", async () => {
  const account = api.createAccount();
  const { access } = await api.logIn("google", account);
  const caller = await api.callerOfToken(access);
  const last = { key: "conflict", values: { reason: "last_way_in" } };
  await expect(caller.oauth.unlink({ provider: "google" })).rejects.toMatchObject(last);
  expect(await caller.auth.profile({})).toMatchObject({ provider: "google" });

  const user = await api.userOf(account.email);
  const passkey = { id: "the-only-passkey", user_id: user?.id ?? 0, name: "Key", public_key: "x" };
  await api.db.insert(passkeys).values(passkey);
  const answers = await Promise.allSettled([
    caller.oauth.unlink({ provider: "google" }),
    caller.passkey.delete({ id: passkey.id }),
  ]);
  expect(answers.filter(({ status }) => status === "fulfilled").length).toBe(1);
});

test("a provider that is not linked cannot be unlinked", async () => {
  const { caller } = await api.createUser({ password_hash: "$kept$" });
  for (const name of ["google", "twitter", ""]) {
    await expect(caller.oauth.unlink({ provider: name })).rejects.toMatchObject({ key: "invalid_provider" });
  }
});
