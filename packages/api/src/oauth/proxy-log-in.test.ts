import { hashPassword } from "@daymark/auth/password/password";
import { codeAt } from "@daymark/auth/testing";
import { identities } from "@daymark/db/schema/identity";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApi, keyOf, noon } from "../testing.ts";

const logOutUrl = "https://id.example.org/logout";
const api = await createTestApi({ installation: { proxyLogOutUrl: logOutUrl, defaultPlan: "paid" } });
afterAll(api.drop);
beforeEach(() => {
  api.clock.now = noon;
});
const { db } = api;
const password = "Correct-Horse-7";

let count = 0;
const newAddress = () => `proxied_${++count}@example.com`;
const as = (proxyUser: string) => api.guestWith({ proxyUser });
const logIn = (email: string) => as(email).oauth.logInByProxy({});
const readUser = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];
const stateOf = async (access: string) => {
  const caller = await api.sessions.authenticate(access);
  return typeof caller === "string" ? caller : "open";
};

describe("a user whom the proxy names", () => {
  test("gets an account with the first log-in, and the same one with the next", async () => {
    const email = newAddress();
    await logIn(email);
    const user = await readUser(email);
    expect(user).toMatchObject({ email_verified: true, password_hash: null, plan: "paid", is_staff: false });
    const { access } = await logIn(email);
    const caller = await api.callerOfToken(access);
    expect(await caller.auth.profile({})).toMatchObject({ username: user?.username, providers: ["proxy"] });
    // The account stays theirs under another address.
    await db.update(users).set({ email: newAddress() }).where(eq(users.email, email));
    await logIn(email);
    expect(await readUser(email)).toBeUndefined();
  });

  test("gets the account that has the address verified, and its owner gets a mail; a squatted one is taken over", async () => {
    const [known, squatted] = [newAddress(), newAddress()];
    await api.createUser({ email: known, email_verified: true, is_staff: true });
    await logIn(known);
    expect(await readUser(known)).toMatchObject({ is_staff: true });
    const mails = (await api.readMails()).filter(({ to }) => to === known);
    expect(mails).toMatchObject([{ template: "provider_linked", values: { provider: "Proxy" } }]);
    const squatter = await api.createUser({ email: squatted, password_hash: await hashPassword(password) });
    await logIn(squatted);
    expect(await readUser(squatted)).toMatchObject({ id: squatter.user.id, password_hash: null, email_verified: true });
  });

  test("proves a second factor too, and cannot use a deactivated account", async () => {
    const email = newAddress();
    const caller = await api.callerOfToken((await logIn(email)).access);
    const { secret } = await caller.twoFactor.generate({});
    await caller.twoFactor.verify({ code: codeAt(secret, api.clock.now) });
    const { challenge } = await logIn(email).catch((error) => error);
    api.clock.now += 30_000;
    const tokens = await api.guest.auth.login({ challenge, code: codeAt(secret, api.clock.now) });
    expect(await stateOf(tokens.access)).toBe("open");
    await db.update(users).set({ is_active: false }).where(eq(users.email, email));
    expect(await keyOf(logIn(email))).toBe("oauth_failed");
  });

  test("counts as proved for 10 minutes, as after any log-in", async () => {
    const { access } = await logIn(newAddress());
    const change = { password, password_confirmation: password };
    const caller = await api.callerOfToken(access);
    api.clock.now = noon + 600_000;
    expect(await keyOf(caller.account.addPassword(change))).toBe("step_up_required");
    api.clock.now = noon;
    expect(await keyOf(caller.account.addPassword(change))).toBe("accepted");
  });

  test("a log-out leads a proxy user to the log-out of the proxy, and no other user", async () => {
    const { refresh, access } = await logIn(newAddress());
    expect(await api.guest.auth.blacklist({ refresh })).toEqual({ detail: "logged_out", logout_url: logOutUrl });
    expect(await stateOf(access)).toBe("session_terminated");
    const { user } = await api.createUser({ password_hash: await hashPassword(password) });
    const other = await api.guest.auth.login({ username: user.username, password });
    expect(await api.guest.auth.blacklist({ refresh: other.refresh })).toEqual({ detail: "logged_out" });
  });

  test("loses the session when the proxy names another user, and keeps it when it names the same user or none", async () => {
    const [email, other] = [newAddress(), newAddress()];
    const { refresh, access } = await logIn(email);
    expect(await keyOf(as(email).auth.refresh({ refresh }))).toBe("accepted");
    expect(await keyOf(api.guest.auth.refresh({ refresh }))).toBe("accepted");
    expect(await keyOf(as(other).auth.refresh({ refresh }))).toBe("session_terminated");
    expect(await stateOf(access)).toBe("session_terminated");
    // A session that a password began belongs to no proxy user.
    const { user } = await api.createUser({ password_hash: await hashPassword(password) });
    const own = await api.guest.auth.login({ username: user.username, password });
    expect(await keyOf(as(other).auth.refresh({ refresh: own.refresh }))).toBe("accepted");
    // A made-up token ends no session.
    const [header, payload] = (await logIn(email)).refresh.split(".");
    const before = await db.$count(sessions);
    expect(await keyOf(as(other).auth.refresh({ refresh: `${header}.${payload}.AAAA` }))).toBe("token_invalid");
    expect(await db.$count(sessions)).toBe(before);
  });

  test("who logs in ten times at once gets one account", async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 10 }, () => keyOf(logIn(email))));
    expect(answers.filter((answer) => answer === "accepted").length).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer instanceof Error)).toEqual([]);
    expect(await db.$count(identities, eq(identities.subject, email))).toBe(1);
    expect(await db.$count(users, eq(users.email, email))).toBe(1);
  });
});

test("without a name from the proxy, the call refuses everyone alike", async () => {
  expect(await keyOf(api.guest.oauth.logInByProxy({}))).toBe("not_authenticated");
  const person = await api.createUser();
  expect(await keyOf(person.caller.oauth.logInByProxy({}))).toBe("not_authenticated");
});

test.each(["invite", "closed"] as const)(
  "SIGN_UP=%s lets the proxy log in only users who have an account",
  async (signUp) => {
    const strict = await createTestApi({ installation: { signUp } });
    try {
      const email = newAddress();
      const enter = () => keyOf(strict.guestWith({ proxyUser: email }).oauth.logInByProxy({}));
      expect(await enter()).toBe("permission_denied");
      expect(await strict.db.$count(users)).toBe(0);
      await strict.createUser({ email, email_verified: true });
      expect(await enter()).toBe("accepted");
    } finally {
      await strict.drop();
    }
  },
);
