import { mails } from "@daymark/db/schema/mail";
import { passkeys } from "@daymark/db/schema/passkey";
import { twoFactors } from "@daymark/db/schema/two-factor";
import { afterAll, beforeEach, expect, test } from "vitest";
import { fieldsOf, keyOf, noon } from "../testing.ts";
import { hour, newPassword, password } from "./testing.ts";
import { createTheftApi, firefox, phone } from "./testing-theft.ts";

const api = await createTheftApi();
const { db, clock, guest, createVictim, moveTo } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const day = 24 * hour;

test("“this was not me” ends all sessions, keys and applications, removes the password and starts a reset", async () => {
  const { user, owner, thief, token } = await createVictim();
  const key = await api.createKey(user);
  const appToken = await api.createAppToken(user);
  expect(await guest.account.reportNotMe({ token })).toEqual({ detail: "account_secured" });
  expect([await api.isOver(owner), await api.isOver(thief)]).toEqual([true, true]);
  expect(await api.sessions.authenticateKey(key)).toBe("api_key_invalid");
  expect(await api.sessions.authenticateApp(appToken, "api")).toBe("token_invalid");
  expect(await keyOf(api.logIn(user, { userAgent: phone }))).toBe("login_password_incorrect");
  expect(await api.eventsOf(user)).toContain("reported_as_not_me");

  const reset = await api.tokenTo(user.email, "reset_password");
  await guest.account.resetPassword({ token: reset, password: newPassword, password_confirmation: newPassword });
  expect(await keyOf(api.logIn(user, { password: newPassword, userAgent: firefox }))).toBe("accepted");
});

test("a thief cannot invalidate the link by changing the password", async () => {
  const { user, thief, token } = await createVictim();
  await thief.caller.account.changePassword({
    password,
    new_password: newPassword,
    new_password_confirmation: newPassword,
  });
  expect(await keyOf(guest.account.reportNotMe({ token }))).toBe("accepted");
  expect(await api.isOver(thief)).toBe(true);
  expect(await keyOf(api.logIn(user, { password: newPassword }))).toBe("login_password_incorrect");
});

test("a thief cannot invalidate the link by changing the address or with links in their own mailbox", async () => {
  const { user, thief, token } = await createVictim();
  const his = `his.${user.email}`;
  await moveTo(thief.caller, his);
  // The mail about the change contains a new link for the owner, which replaces the first one.
  const newest = await api.tokenTo(user.email, "email_changed");
  expect(await keyOf(guest.account.reportNotMe({ token }))).toBe("link_token_invalid");
  // A second change, a log-in from another device and a reset. The mails about all three go to the thief's own mailbox.
  await moveTo(thief.caller, `second.${his}`);
  await api.logIn(user, { userAgent: "curl/8" });
  expect((await api.mailsTo(`second.${his}`, "new_device")).at(-1)?.values).toMatchObject({
    way_out: "security_settings",
  });
  const reset = await api.resetToken(`second.${his}`);
  await guest.account.resetPassword({ token: reset, password: newPassword, password_confirmation: newPassword });
  const again = await api.logIn(user, { password: newPassword });
  expect(await keyOf(guest.account.reportNotMe({ token: newest }))).toBe("accepted");
  expect(await api.isOver(again)).toBe(true);
  expect(await api.read(user)).toMatchObject({ email: user.email, email_verified: true, pending_email: null });
  expect(await api.eventsOf(user)).toContain("reported_as_not_me");
  const own = await api.tokenTo(user.email, "reset_password");
  await guest.account.resetPassword({ token: own, password, password_confirmation: password });
  expect(await keyOf(api.logIn(user))).toBe("accepted");
});

test("a password reset invalidates the link if there is no second factor", async () => {
  const { user, token } = await createVictim();
  const reset = await api.resetToken(user.email);
  await guest.account.resetPassword({ token: reset, password: newPassword, password_confirmation: newPassword });
  expect(await keyOf(guest.account.reportNotMe({ token }))).toBe("link_token_invalid");
});

test("a changed address stays reserved for its owner while the link is valid", async () => {
  const { user, thief } = await createVictim();
  const other = await api.createOwner();
  await moveTo(thief.caller, `his.${user.email}`);
  const sign = () =>
    guest.auth.register({
      username: `Squatter_${user.id}`,
      email: user.email,
      password,
      password_confirmation: password,
      agreement: true,
    });
  expect(await fieldsOf(sign())).toEqual({ email: ["email_taken"] });
  expect(await fieldsOf(other.caller.account.changeEmail({ email: user.email, password }))).toEqual({
    email: ["email_taken"],
  });
  clock.now += 7 * day;
  expect(await keyOf(sign())).toBe("accepted");
});

test("an address reserved because of a third user's request is refused when that user confirms it", async () => {
  const other = await api.createOwner();
  const wanted = `wanted.${other.user.email}`;
  await other.caller.account.changeEmail({ email: wanted, password });
  const token = await api.tokenTo(wanted, "verify_new_email");
  const user = await api.insert({ email: wanted });
  await moveTo((await api.logIn(user)).caller, `his.${wanted}`);
  expect(await keyOf(guest.auth.verifyEmail({ token }))).toBe("email_taken");
  expect((await api.read(other.user))?.email).toBe(other.user.email);
  expect(await keyOf(guest.account.reportNotMe({ token: await api.tokenTo(wanted, "email_changed") }))).toBe(
    "accepted",
  );
  expect((await api.read(user))?.email).toBe(wanted);
});

test("a user can change back to their own former address", async () => {
  const { user, owner } = await createVictim();
  await moveTo(owner.caller, `next.${user.email}`);
  clock.now += 1;
  await moveTo((await api.logIn(user, { userAgent: firefox })).caller, user.email);
  expect((await api.read(user))?.email).toBe(user.email);
});

test.each([
  { when: "before that log-in stays", offset: -1, isOn: true },
  { when: "since that log-in is removed", offset: 1, isOn: false },
])("a second factor that was turned on $when", async ({ offset, isOn }) => {
  const { user, token } = await createVictim();
  const enabled_at = new Date(clock.now + offset);
  await db.insert(twoFactors).values({ user_id: user.id, secret: "sealed", enabled_at });
  await api.sql`update users set two_factor_enabled = true where id = ${user.id}`;
  await guest.account.reportNotMe({ token });
  expect((await api.read(user))?.two_factor_enabled).toBe(isOn);
  expect((await api.sql`select * from two_factors where user_id = ${user.id}`).length).toBe(isOn ? 1 : 0);
});

test("a further log-in by the thief hides nothing from the link, and the thief's device counts as new afterwards", async () => {
  const { user } = await createVictim();
  const thief = { user_id: user.id, created_at: new Date(clock.now + 1) };
  await db.insert(passkeys).values({ ...thief, id: `his-${user.id}`, name: "his", public_key: "x" });
  await db.insert(twoFactors).values({ ...thief, secret: "sealed", enabled_at: thief.created_at });
  clock.now += day;
  await api.logIn(user, { userAgent: "curl/8" });
  await guest.account.reportNotMe({ token: await api.tokenTo(user.email, "new_device") });
  expect(await api.sql`select id from passkeys where user_id = ${user.id}`).toEqual([{ id: `own-${user.id}` }]);
  expect(await api.sql`select * from two_factors where user_id = ${user.id}`).toEqual([]);

  const reset = await api.tokenTo(user.email, "reset_password");
  await guest.account.resetPassword({ token: reset, password: newPassword, password_confirmation: newPassword });
  await db.delete(mails);
  await api.logIn(user, { password: newPassword, userAgent: phone });
  await api.logIn(user, { password: newPassword, userAgent: firefox });
  await api.logIn(user, { password: newPassword, userAgent: firefox });
  const told = await api.mailsTo(user.email, "new_device");
  expect(told.map(({ values }) => values)).toMatchObject([{ device: "Chrome, Android" }, { device: "Firefox, Linux" }]);
});

test("an account without a password gets none, and its sessions end", async () => {
  const { user, thief, token } = await createVictim();
  await api.sql`update users set password_hash = null where id = ${user.id}`;
  await guest.account.reportNotMe({ token });
  expect(await api.isOver(thief)).toBe(true);
  expect((await api.read(user))?.password_hash).toBe(null);
  expect(await api.mailsTo(user.email, "reset_password")).toEqual([]);
});

test("the link expires after 7 days and can be used once, even in 20 parallel calls", async () => {
  const { user, token } = await createVictim();
  const begin = clock.now;
  clock.now = begin + 7 * day;
  expect(await keyOf(guest.account.reportNotMe({ token }))).toBe("link_token_invalid");
  clock.now = begin + 7 * day - 1;
  const answers = await Promise.all(Array.from({ length: 20 }, () => keyOf(guest.account.reportNotMe({ token }))));
  expect(answers.filter((answer) => answer === "accepted").length).toBe(1);
  expect(new Set(answers)).toEqual(new Set(["accepted", "link_token_invalid"]));
  expect((await api.mailsTo(user.email, "reset_password")).length).toBe(1);
});

test("any other token is refused, even the token of another link", async () => {
  const { user } = await createVictim();
  const reset = await api.resetToken(user.email);
  for (const token of [reset, "x", "", "\u0000", "../.."]) {
    expect(await keyOf(guest.account.reportNotMe({ token }))).toBe("link_token_invalid");
  }
  expect(await keyOf(guest.account.verifyPasswordReset({ token: reset }))).toBe("accepted");
});
