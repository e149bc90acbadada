import { codeAt } from "@daymark/auth/testing";
import { identities } from "@daymark/db/schema/identity";
import { passkeys } from "@daymark/db/schema/passkey";
import { sessions } from "@daymark/db/schema/session";
import { twoFactors } from "@daymark/db/schema/two-factor";
import { emailTokens, users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { fieldsOf, keyOf, noon } from "../testing.ts";
import { createAccountApi, hour, newPassword, password } from "./testing.ts";

const api = await createAccountApi();
const { db, clock, guest } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const confirmed = { password: newPassword, password_confirmation: newPassword };
const change = { password, new_password: newPassword, new_password_confirmation: newPassword };

test("a change of password ends the other sessions and notifies the owner by mail", async () => {
  const { user, here, elsewhere, caller } = await api.createOwner();
  expect(await caller.account.changePassword(change)).toEqual({ detail: "password_changed" });
  expect(await api.isOver(here)).toBe(false);
  expect(await api.isOver(elsewhere)).toBe(true);
  expect(await api.mailsTo(user.email)).toMatchObject([
    {
      template: "password_changed",
      language: "en",
      values: {
        username: user.username,
        when: new Date(noon).toISOString(),
        link: "http://127.0.0.1:3000/reset-password",
        way_out: "reset_password",
      },
    },
  ]);
  expect(await api.eventsOf(user)).toContain("password_changed");
  expect(await keyOf(api.logIn(user))).toBe("login_password_incorrect");
  expect(await keyOf(api.logIn(user, { password: newPassword }))).toBe("accepted");
});

test("a wrong current password gets 400, changes nothing and is recorded in the history", async () => {
  const { user, elsewhere, caller } = await api.createOwner();
  const wrong = caller.account.changePassword({ ...change, password: "Wrong-Horse-7" });
  await expect(wrong).rejects.toMatchObject({ key: "password_incorrect", code: "BAD_REQUEST" });
  expect(await api.isOver(elsewhere)).toBe(false);
  expect(await api.mailsTo(user.email)).toEqual([]);
  expect(await api.eventsOf(user)).toEqual(["step_up_failed"]);
});

test.each([
  ["Password1!", "password_common"],
  ["OWN-NAME-x7", "password_personal"],
  ["Daymark-2026", "password_personal"],
  ["12345678", "password_common"],
  ["lowercase-7", "password_weak"],
  ["Sh-0rt", "password_weak"],
  [password, "password_unchanged"],
])("the new password %s is refused as %s", async (new_password, code) => {
  const { user, caller } = await api.createOwner();
  const own = new_password.replace("OWN-NAME", user.username.toUpperCase());
  const call = caller.account.changePassword({ password, new_password: own, new_password_confirmation: own });
  expect(await fieldsOf(call)).toEqual({ new_password: [code] });
});

test("a call whose session ends meanwhile changes no password and invalidates no link", async () => {
  const { user, caller } = await api.createOwner();
  const token = await api.resetToken(user.email);
  // The session ends after the guard has let the call pass.
  await db.delete(sessions).where(eq(sessions.userId, user.id));
  expect(await keyOf(caller.account.changePassword(change))).toBe("session_terminated");
  expect((await api.read(user))?.password_hash).toBe(user.password_hash);
  expect(await keyOf(api.guest.account.verifyPasswordReset({ token }))).toBe("accepted");
});

test("of 20 parallel changes one succeeds", async () => {
  const { user, caller } = await api.createOwner();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const new_password = `${newPassword}-${index}`;
      return keyOf(caller.account.changePassword({ password, new_password, new_password_confirmation: new_password }));
    }),
  );
  expect(answers.filter((answer) => answer === "accepted").length).toBe(1);
  expect(new Set(answers)).toEqual(new Set(["accepted", "password_incorrect"]));
  expect((await api.mailsTo(user.email)).length).toBe(1);
});

test("a change invalidates every link except the one in a new-device mail", async () => {
  const { user, caller } = await api.createOwner();
  await caller.account.changeEmail({ email: `next.${user.email}`, password });
  const reset = await api.resetToken(user.email);
  await api.logIn(user, { userAgent: "curl/8" });
  await api.logIn(user, { userAgent: "Wget/1" });
  const token = await api.tokenTo(`next.${user.email}`, "verify_new_email");
  await caller.account.changePassword(change);
  expect(await keyOf(guest.auth.verifyEmail({ token }))).toBe("link_token_invalid");
  expect(await keyOf(guest.account.resetPassword({ token: reset, ...confirmed }))).toBe("link_token_invalid");
  expect((await caller.auth.profile({})).pending_email).toBe(null);
  const left = await db.select().from(emailTokens).where(eq(emailTokens.user_id, user.id));
  expect(left.map(({ purpose }) => purpose)).toEqual(["not_me"]);
});

test("a change removes an unconfirmed second factor, and the owner can set it up again", async () => {
  const { caller } = await api.createOwner();
  const { secret } = await caller.twoFactor.generate({ password });
  await caller.account.changePassword(change);
  expect(await keyOf(caller.twoFactor.verify({ code: codeAt(secret, clock.now) }))).toBe("two_factor_already_disabled");
  const again = await caller.twoFactor.generate({ password: newPassword });
  expect(await keyOf(caller.twoFactor.verify({ code: codeAt(again.secret, clock.now) }))).toBe("accepted");
});

test("a reset removes an unconfirmed second factor", async () => {
  const { user, caller } = await api.createOwner();
  await caller.twoFactor.generate({ password });
  await guest.account.resetPassword({ token: await api.resetToken(user.email), ...confirmed });
  expect(await db.$count(twoFactors, eq(twoFactors.user_id, user.id))).toBe(0);
});

test("a change invalidates the link that verifies the address", async () => {
  const { user, caller } = await api.createOwner({ email_verified: false });
  await caller.auth.sendEmailVerification({});
  const token = await api.tokenTo(user.email, "verify_email");
  await caller.account.changePassword(change);
  expect(await keyOf(guest.auth.verifyEmail({ token }))).toBe("link_token_invalid");
});

test("a reset sets the password, ends all sessions, API keys and applications, verifies the address and notifies the owner", async () => {
  const { user, here, elsewhere } = await api.createOwner({ email_verified: false });
  const key = await api.createKey(user);
  const appToken = await api.createAppToken(user);
  expect(await api.sessions.authenticateKey(key)).toMatchObject({ user: { id: user.id } });
  expect(await api.sessions.authenticateApp(appToken, "api")).toMatchObject({ user: { id: user.id } });
  const token = await api.resetToken(user.email);
  expect(await guest.account.resetPassword({ token, ...confirmed })).toEqual({ detail: "password_reset" });
  expect([await api.isOver(here), await api.isOver(elsewhere)]).toEqual([true, true]);
  expect(await api.sessions.authenticateKey(key)).toBe("api_key_invalid");
  expect(await api.sessions.authenticateApp(appToken, "api")).toBe("token_invalid");
  expect((await api.read(user))?.email_verified).toBe(true);
  expect((await api.mailsTo(user.email)).map(({ template }) => template)).toEqual(["reset_password", "password_reset"]);
  expect(await api.eventsOf(user)).toEqual(["password_reset_asked", "password_reset"]);
  expect(await keyOf(api.logIn(user, { password: newPassword }))).toBe("accepted");
});

test.each([
  { whose: "never verified removes", email_verified: false, left: 0, logIn: "accepted" },
  { whose: "verified keeps", email_verified: true, left: 1, logIn: "two_factor_code_missing" },
])(
  "a reset of an account whose address was $whose the second factor, passkeys and third parties set up before",
  async ({ email_verified, left, logIn }) => {
    const { user, caller } = await api.createOwner({ email_verified });
    const { secret } = await caller.twoFactor.generate({ password });
    await caller.twoFactor.verify({ code: codeAt(secret, clock.now) });
    await db.insert(passkeys).values({ id: `squatter-${user.id}`, user_id: user.id, name: "x", public_key: "x" });
    await db.insert(identities).values({ provider: "facebook", subject: `squatter-${user.id}`, user_id: user.id });
    await guest.account.resetPassword({ token: await api.resetToken(user.email), ...confirmed });
    for (const table of [twoFactors, passkeys, identities]) {
      expect(await db.$count(table, eq(table.user_id, user.id))).toBe(left);
    }
    expect(await keyOf(api.logIn(user, { password: newPassword }))).toBe(logIn);
  },
);

test("a reset of an account with an unverified address removes admin rights and the newsletter", async () => {
  const { user } = await api.createOwner({ email_verified: false, is_staff: true, newsletter_subscriber: true });
  await guest.account.resetPassword({ token: await api.resetToken(user.email), ...confirmed });
  expect(await api.read(user)).toMatchObject({ email_verified: true, is_staff: false, newsletter_subscriber: false });
});

test("a reset link from before the address was verified cannot set a password for an account without one", async () => {
  const { user } = await api.createOwner({ email_verified: false, password_hash: null });
  const token = await api.resetToken(user.email);
  await db.update(users).set({ email_verified: true }).where(eq(users.id, user.id));
  expect(await keyOf(guest.account.resetPassword({ token, ...confirmed }))).toBe("link_token_invalid");
  expect((await api.read(user))?.password_hash).toBeNull();
});

test("a reset link can be used once, even in 20 parallel calls", async () => {
  const { user } = await api.createOwner();
  const token = await api.resetToken(user.email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => keyOf(guest.account.resetPassword({ token, ...confirmed }))),
  );
  expect(answers.filter((answer) => answer === "accepted").length).toBe(1);
  expect(new Set(answers)).toEqual(new Set(["accepted", "link_token_invalid"]));
  expect((await api.mailsTo(user.email, "password_reset")).length).toBe(1);
});

test("a reset link expires after one hour, and only the newest is valid", async () => {
  const { user } = await api.createOwner();
  const [older, newer] = [await api.resetToken(user.email), await api.resetToken(user.email)];
  const verify = (token: string) => keyOf(guest.account.verifyPasswordReset({ token }));
  expect(await verify(older)).toBe("link_token_invalid");
  clock.now = noon + hour;
  expect(await verify(newer)).toBe("link_token_invalid");
  expect(await keyOf(guest.account.resetPassword({ token: newer, ...confirmed }))).toBe("link_token_invalid");
  clock.now = noon + hour - 1;
  expect(await keyOf(guest.account.resetPassword({ token: newer, ...confirmed }))).toBe("accepted");
});

test("a reset link stays valid after it was checked and after a password was refused", async () => {
  const { user } = await api.createOwner();
  const token = await api.resetToken(user.email);
  for (let look = 0; look < 3; look++) {
    expect(await guest.account.verifyPasswordReset({ token })).toEqual({ detail: "password_reset_ready" });
  }
  const refused = `${user.username}-X9!`;
  expect(
    await fieldsOf(guest.account.resetPassword({ token, password: refused, password_confirmation: refused })),
  ).toEqual({ password: ["password_personal"] });
  expect(
    await keyOf(guest.account.resetPassword({ token, password: newPassword, password_confirmation: "x" })),
  ).toEqual(expect.anything());
  expect(await keyOf(guest.account.resetPassword({ token, ...confirmed }))).toBe("accepted");
});

test("a reset invalidates every other link, and a change of address invalidates the reset link", async () => {
  const { user, caller } = await api.createOwner();
  const next = `next.${user.email}`;
  await caller.account.changeEmail({ email: next, password });
  const [reset, verify] = [await api.resetToken(user.email), await api.tokenTo(next, "verify_new_email")];
  await guest.account.resetPassword({ token: reset, ...confirmed });
  expect(await keyOf(guest.auth.verifyEmail({ token: verify }))).toBe("link_token_invalid");

  const other = await api.createOwner();
  const moved = `next.${other.user.email}`;
  const stale = await api.resetToken(other.user.email);
  await other.caller.account.changeEmail({ email: moved, password });
  await guest.auth.verifyEmail({ token: await api.tokenTo(moved, "verify_new_email") });
  expect(await keyOf(guest.account.resetPassword({ token: stale, ...confirmed }))).toBe("link_token_invalid");
});

test("a reset keeps the second factor, and the next log-in asks for it", async () => {
  const { user } = await api.createOwner({ two_factor_enabled: true });
  const token = await api.resetToken(user.email);
  await guest.account.resetPassword({ token, ...confirmed });
  expect(await keyOf(api.logIn(user, { password: newPassword }))).toBe("two_factor_code_missing");
});

test("an account without a password can add one with a recent log-in, once, and its owner gets a mail", async () => {
  const { user, caller } = await api.createOwner({ password_hash: null, language: "uk" });
  clock.now = noon + hour / 6;
  expect(await keyOf(caller.account.addPassword(confirmed))).toBe("step_up_required");
  clock.now = noon;
  const answers = await Promise.all(Array.from({ length: 5 }, () => keyOf(caller.account.addPassword(confirmed))));
  expect(answers.sort()).toEqual(["accepted", "conflict", "conflict", "conflict", "conflict"]);
  expect(await api.mailsTo(user.email)).toMatchObject([{ template: "password_added", language: "uk" }]);
  expect(await api.eventsOf(user)).toEqual(["password_added"]);
  expect(await keyOf(api.logIn(user, { password: newPassword }))).toBe("accepted");
  expect((await caller.auth.profile({})).has_password).toBe(true);
});

test("a first password must follow the rules for any password", async () => {
  const { user, caller } = await api.createOwner({ password_hash: null });
  const own = `${user.username}-X9!`;
  expect(await fieldsOf(caller.account.addPassword({ password: own, password_confirmation: own }))).toEqual({
    password: ["password_personal"],
  });
  expect((await api.read(user))?.password_hash).toBe(null);
});

test("concurrent changes of an account succeed or are refused, and never fail", async () => {
  const { user } = await api.createOwner();
  let current = password;
  for (let round = 0; round < 6; round++) {
    const next = `${newPassword}-${round}`;
    const token = await api.resetToken(user.email);
    const owner = await api.logIn(user, { password: current });
    const answers = await Promise.all([
      keyOf(guest.account.resetPassword({ token, password: next, password_confirmation: next })),
      keyOf(
        owner.caller.account.changePassword({
          password: current,
          new_password: next,
          new_password_confirmation: next,
        }),
      ),
      keyOf(owner.caller.account.changeEmail({ email: `next.${user.email}`, password: current })),
      keyOf(
        api.guestWith({ userAgent: `agent-${round}/1` }).auth.login({ username: user.username, password: current }),
      ),
    ]);
    expect(answers.filter((answer) => answer instanceof Error)).toEqual([]);
    expect(answers.slice(0, 2)).toContain("accepted");
    current = next;
  }
});
