import { codeAt } from "@daymark/auth/testing";
import { identities } from "@daymark/db/schema/identity";
import { passkeys } from "@daymark/db/schema/passkey";
import { sessions } from "@daymark/db/schema/session";
import { twoFactors } from "@daymark/db/schema/two-factor";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { noticesOfKindMax } from "../account-change/notice.ts";
import { keyOf, noon } from "../testing.ts";
import { createProtectedPerson } from "../two-factor/testing.ts";
import { hour, newPassword, password } from "./testing.ts";
import { createTheftApi, firefox, phone } from "./testing-theft.ts";

const api = await createTheftApi();
const { db, clock, guest, createVictim, moveTo } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const day = 24 * hour;

/** Adds a passkey, Google and a second factor, all at the same time. */
async function addMethods(user: { id: number }, created_at: Date) {
  const row = { user_id: user.id, created_at };
  await db.insert(passkeys).values({ ...row, id: `added-${user.id}`, name: "added", public_key: "x" });
  await db.insert(identities).values({ ...row, provider: "google", subject: `added-${user.id}` });
  await db.insert(twoFactors).values({ ...row, secret: "sealed", enabled_at: created_at });
  await api.sql`update users set two_factor_enabled = true where id = ${user.id}`;
}

/** The sign-in methods of {@link addMethods} that an account still has. */
async function readAdded({ id }: { id: number }) {
  const tables = await Promise.all([
    api.sql`select 'passkey' as method from passkeys where user_id = ${id} and name = 'added'`,
    api.sql`select provider as method from identities where user_id = ${id}`,
    api.sql`select 'second factor' as method from two_factors where user_id = ${id}`,
  ]);
  return tables.flat().map(({ method }) => method);
}

const allAdded = ["passkey", "google", "second factor"];

test.each([
  { title: "within the seven days before the request are removed", sessionAge: 0, methodAge: 7 * day, left: [] },
  { title: "since the request's older session began are removed", sessionAge: 20 * day, methodAge: 20 * day, left: [] },
  { title: "before both stay", sessionAge: 0, methodAge: 7 * day + 1, left: allAdded },
  { title: "before an older session stay", sessionAge: 20 * day, methodAge: 20 * day + 1, left: allAdded },
])("after a change of address is undone, sign-in methods added $title", async ({ sessionAge, methodAge, left }) => {
  const user = await api.insert();
  const thief = await api.logIn(user, { userAgent: firefox });
  const asked = clock.now;
  const isOwn = eq(sessions.userId, user.id);
  await db
    .update(sessions)
    .set({ created_at: new Date(asked - sessionAge) })
    .where(isOwn);
  await thief.caller.account.changeEmail({ email: `his.${user.email}`, password });
  await addMethods(user, new Date(asked - methodAge));
  // The thief logs out, and confirms as late as the link allows: neither shortens the reach.
  await db.delete(sessions).where(isOwn);
  clock.now += day - 1;
  await guest.auth.verifyEmail({ token: await api.tokenTo(`his.${user.email}`, "verify_new_email") });
  expect(await keyOf(guest.account.reportNotMe({ token: await api.tokenTo(user.email, "email_changed") }))).toBe(
    "accepted",
  );
  expect(await readAdded(user)).toEqual(left);
  expect((await api.read(user))?.two_factor_enabled).toBe(left.length > 0);
});

test.each([
  { since: "before the thief's log-in stay valid", isThiefs: false, remaining: 10 },
  { since: "since the thief's log-in are invalid", isThiefs: true, remaining: 0 },
])("an older second factor stays, and backup codes made $since", async ({ isThiefs, remaining }) => {
  const person = await createProtectedPerson(api);
  // The link in the mail about the second factor has expired.
  clock.now += 8 * day;
  const given = { username: person.user.username, password, code: person.code() };
  const thief = await person.open(await api.guestWith({ userAgent: phone }).auth.login(given));
  clock.now += hour / 6;
  if (isThiefs) await thief.caller.twoFactor.backupCodes.create({ code: person.code() });
  await guest.account.reportNotMe({ token: await api.tokenTo(person.user.email, "new_device") });
  const reset = await api.tokenTo(person.user.email, "reset_password");
  await guest.account.resetPassword({ token: reset, password, password_confirmation: password });
  clock.now += hour;
  const owner = await person.logIn({ code: person.code() });
  expect((await owner.caller.auth.profile({})).two_factor_enabled).toBe(true);
  expect(await owner.caller.twoFactor.backupCodes.get({})).toMatchObject({ total: remaining, remaining });
});

/** Makes a logged-in caller turn the second factor on, with a secret that the owner does not have. */
async function turnOn({ caller }: Awaited<ReturnType<typeof api.logIn>>): Promise<void> {
  const { secret } = await caller.twoFactor.generate({ password });
  await caller.twoFactor.verify({ code: codeAt(secret, clock.now) });
}

test("an owner locked out by a thief's second factor gets back in through the mail about it", async () => {
  const user = await api.insert();
  await api.logIn(user, { userAgent: firefox });
  clock.now += hour;
  // The thief claims the owner's browser, so no mail reports a new device.
  const thief = await api.logIn(user, { userAgent: firefox });
  expect(await api.mailsTo(user.email)).toEqual([]);
  const key = await api.createKey(user);
  await turnOn(thief);
  const reset = await api.resetToken(user.email);
  expect(await keyOf(api.logIn(user, { userAgent: firefox }))).toBe("two_factor_code_missing");
  await guest.account.reportNotMe({ token: await api.tokenTo(user.email, "two_factor_enabled") });
  expect(await api.isOver(thief)).toBe(true);
  expect(await api.sessions.authenticateKey(key)).toBe("api_key_invalid");
  expect(await keyOf(api.logIn(user))).toBe("login_password_incorrect");
  const fresh = await api.tokenTo(user.email, "reset_password");
  expect(fresh).not.toBe(reset);
  await guest.account.resetPassword({ token: fresh, password: newPassword, password_confirmation: newPassword });
  expect(await keyOf(api.logIn(user, { password: newPassword }))).toBe("accepted");
});

test("an owner who resets the password first can still undo a thief's second factor", async () => {
  const user = await api.insert();
  await turnOn(await api.logIn(user));
  const token = await api.tokenTo(user.email, "two_factor_enabled");
  const reset = (token: string) =>
    guest.account.resetPassword({ token, password: newPassword, password_confirmation: newPassword });
  await reset(await api.resetToken(user.email));
  expect(await keyOf(api.logIn(user, { password: newPassword }))).toBe("two_factor_code_missing");
  await guest.account.reportNotMe({ token });
  await reset(await api.tokenTo(user.email, "reset_password"));
  expect(await keyOf(api.logIn(user, { password: newPassword }))).toBe("accepted");
});

test.each([
  { title: "within the seven days before are removed", sessionAge: 0, methodAge: 7 * day, left: [] },
  { title: "since an older session began are removed", sessionAge: 20 * day, methodAge: 20 * day, left: [] },
  { title: "before both stay", sessionAge: 0, methodAge: 7 * day + 1, left: ["passkey", "google"] },
  { title: "before an older session stay", sessionAge: 20 * day, methodAge: 20 * day + 1, left: ["passkey", "google"] },
])("after a second factor is undone, sign-in methods added $title", async ({ sessionAge, methodAge, left }) => {
  const user = await api.insert();
  const thief = await api.logIn(user, { userAgent: firefox });
  const created_at = new Date(clock.now - methodAge);
  await db
    .update(sessions)
    .set({ created_at: new Date(clock.now - sessionAge) })
    .where(eq(sessions.userId, user.id));
  const row = { user_id: user.id, created_at };
  await db.insert(passkeys).values({ ...row, id: `added-${user.id}`, name: "added", public_key: "x" });
  await db.insert(identities).values({ ...row, provider: "google", subject: `added-${user.id}` });
  await turnOn(thief);
  clock.now += 7 * day - 1;
  await guest.account.reportNotMe({ token: await api.tokenTo(user.email, "two_factor_enabled") });
  expect(await readAdded(user)).toEqual(left);
  expect((await api.read(user))?.two_factor_enabled).toBe(false);
});

test("a second factor added after a change of address sends the thief no link, and the owner's link undoes both", async () => {
  const { user, thief } = await createVictim();
  const his = `his.${user.email}`;
  await moveTo(thief.caller, his);
  const again = await api.logIn(user, { userAgent: phone });
  await turnOn(again);
  expect((await api.mailsTo(his, "two_factor_enabled")).at(-1)?.values).toMatchObject({ way_out: "security_settings" });
  await guest.account.reportNotMe({ token: await api.tokenTo(user.email, "email_changed") });
  expect(await api.read(user)).toMatchObject({ email: user.email, two_factor_enabled: false });
});

test("if a second factor is turned on more often than mails are sent, the last mail undoes it", async () => {
  const user = await api.insert();
  const thief = await api.logIn(user, { userAgent: firefox });
  for (let round = 0; round < noticesOfKindMax + 1; round++) {
    clock.now += 60_000;
    await db.delete(twoFactors).where(eq(twoFactors.user_id, user.id));
    await api.sql`update users set two_factor_enabled = false where id = ${user.id}`;
    await turnOn(thief);
  }
  expect((await api.mailsTo(user.email, "two_factor_enabled")).length).toBe(noticesOfKindMax);
  await guest.account.reportNotMe({ token: await api.tokenTo(user.email, "two_factor_enabled") });
  expect((await api.read(user))?.two_factor_enabled).toBe(false);
});

test("an unverified address gets no link to undo a second factor", async () => {
  const user = await api.insert({ email_verified: false });
  await turnOn(await api.logIn(user));
  expect(await api.mailsTo(user.email)).toEqual([]);
});

test("an unconfirmed second factor is removed, however old it is", async () => {
  const { user, token } = await createVictim();
  const created_at = new Date(clock.now - 30 * day);
  await db.insert(twoFactors).values({ user_id: user.id, secret: "sealed", created_at });
  await guest.account.reportNotMe({ token });
  expect(await readAdded(user)).toEqual([]);
});

test("a link for a change of address that replaces one for a log-in keeps its own longer range", async () => {
  const { user, thief } = await createVictim();
  await addMethods(user, new Date(clock.now - 6 * day));
  await moveTo(thief.caller, `his.${user.email}`);
  await guest.account.reportNotMe({ token: await api.tokenTo(user.email, "email_changed") });
  expect(await readAdded(user)).toEqual([]);
});

test("sign-in methods added since that log-in are removed, and earlier ones stay", async () => {
  const { user, token } = await createVictim();
  const created_at = new Date(clock.now + 1);
  await db
    .insert(passkeys)
    .values({ id: `his-${user.id}`, user_id: user.id, name: "his", public_key: "x", created_at });
  await db.insert(identities).values({ provider: "google", subject: `his-${user.id}`, user_id: user.id, created_at });
  await guest.account.reportNotMe({ token });
  const left = await api.sql`select id from passkeys where user_id = ${user.id}`;
  expect(left.map(({ id }) => id)).toEqual([`own-${user.id}`]);
  expect((await api.sql`select * from identities where user_id = ${user.id}`).length).toBe(0);
});

test("the owner of an account with only the thief's sign-in methods gets back in by mail", async () => {
  const { user, token } = await createVictim();
  await api.sql`update users set password_hash = null where id = ${user.id}`;
  await api.sql`delete from passkeys where user_id = ${user.id}`;
  const created_at = new Date(clock.now + 1);
  await db.insert(identities).values({ provider: "google", subject: `his-${user.id}`, user_id: user.id, created_at });
  await guest.account.reportNotMe({ token });
  const reset = await api.tokenTo(user.email, "reset_password");
  await guest.account.resetPassword({ token: reset, password: newPassword, password_confirmation: newPassword });
  expect(await keyOf(api.logIn(user, { password: newPassword }))).toBe("accepted");
});
