import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { fieldsOf, keyOf, noon } from "../testing.ts";
import { createAccountApi, hour, newPassword, password } from "./testing.ts";

const api = await createAccountApi();
const { clock, db, guest } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

test("a changed user name takes effect at once, and its owner gets a mail", async () => {
  const { user, here, elsewhere, caller } = await api.createOwner();
  const username = `${user.username}_new`;
  expect(await caller.account.changeUsername({ username, password })).toEqual({ detail: "username_changed", username });
  expect(await api.sessions.authenticate(here.access)).toMatchObject({ user: { username } });
  expect(await api.isOver(elsewhere)).toBe(false);
  expect(await api.mailsTo(user.email)).toMatchObject([
    { template: "username_changed", values: { username, old_username: user.username } },
  ]);
  expect(await api.eventsOf(user)).toEqual(["username_changed"]);
  expect(await keyOf(api.logIn({ username: username.toUpperCase() }))).toBe("accepted");
  expect(await keyOf(api.logIn(user))).toBe("login_user_not_found");
});

test("a user can change the case of their own name, but not keep it, and cannot take another user's name in any case", async () => {
  const { user, caller } = await api.createOwner();
  const other = await api.insert();
  const change = (username: string) => fieldsOf(caller.account.changeUsername({ username, password }));
  expect(await change(user.username)).toEqual({ username: ["username_unchanged"] });
  expect(await change(other.username.toLowerCase())).toEqual({ username: ["username_taken"] });
  expect(await change("no spaces")).toEqual({ username: ["username_characters"] });
  expect(await change(user.username.toUpperCase())).toBe("accepted");
  expect((await api.read(user))?.username).toBe(user.username.toUpperCase());
});

test("a change of user name needs the password if the account has one", async () => {
  const { user, caller } = await api.createOwner();
  const username = `${user.username}_b`;
  expect(await fieldsOf(caller.account.changeUsername({ username }))).toEqual({ password: ["required"] });
  const wrong = caller.account.changeUsername({ username, password: "Wrong-Horse-7" });
  await expect(wrong).rejects.toMatchObject({ key: "password_incorrect", code: "BAD_REQUEST" });
  const thirdParty = await api.createOwner({ password_hash: null });
  expect(await keyOf(thirdParty.caller.account.changeUsername({ username }))).toBe("accepted");
});

test("of 20 users who want the same name one gets it", async () => {
  const owners = await Promise.all(Array.from({ length: 20 }, () => api.createOwner({ password_hash: null })));
  const answers = await Promise.all(
    owners.map(({ caller }) => fieldsOf(caller.account.changeUsername({ username: "Wanted" }))),
  );
  expect(answers.filter((answer) => answer === "accepted").length).toBe(1);
  expect(answers).toContainEqual({ username: ["username_taken"] });
});

test("the newsletter needs a verified address, and the user unsubscribes by typing their own address", async () => {
  const { caller } = await api.createOwner({ email_verified: false });
  expect(await keyOf(caller.account.setNewsletter({ subscribe: true }))).toBe("email_not_verified");

  const { user, caller: verified } = await api.createOwner();
  expect(await verified.account.setNewsletter({ subscribe: true })).toEqual({ newsletter_subscriber: true });
  expect((await verified.auth.profile({})).newsletter_subscriber).toBe(true);
  for (const email of [undefined, "", "  "]) {
    const call = verified.account.setNewsletter({ subscribe: false, ...(email !== undefined && { email }) });
    expect(await fieldsOf(call)).toEqual({ email: ["email_confirmation_required"] });
  }
  for (const email of ["other@example.com", "nonsense"]) {
    expect(await keyOf(verified.account.setNewsletter({ subscribe: false, email }))).toBe("email_mismatch");
  }
  expect((await verified.auth.profile({})).newsletter_subscriber).toBe(true);
  const typed = ` ${user.email.toUpperCase()} `;
  expect(await verified.account.setNewsletter({ subscribe: false, email: typed })).toEqual({
    newsletter_subscriber: false,
  });
});

test("a user can unsubscribe with their address in any spelling of its domain", async () => {
  const { caller } = await api.createOwner({ email: "subscriber@xn--bcher-kva.example", newsletter_subscriber: true });
  const email = "Subscriber@Bücher.example";
  expect(await caller.account.setNewsletter({ subscribe: false, email })).toEqual({ newsletter_subscriber: false });
});

test("an account without a password gets its own error for each action that needs one", async () => {
  const { user, caller } = await api.createOwner({ password_hash: null });
  const change = { password, new_password: newPassword, new_password_confirmation: newPassword };
  const refused = (action?: string) => ({ key: "third_party_account", values: action ? { action } : undefined });
  await expect(caller.account.changePassword(change)).rejects.toMatchObject(refused("password"));
  await expect(caller.account.changeEmail({ email: "new@example.com", password })).rejects.toMatchObject(
    refused("email"),
  );
  await expect(caller.account.changeEmail({ email: "new@example.com" })).rejects.toMatchObject(refused("email"));
  await expect(api.logIn(user)).rejects.toMatchObject(refused());
});

test("an account with a password cannot add a first one", async () => {
  const { caller } = await api.createOwner();
  const confirmed = { password: newPassword, password_confirmation: newPassword };
  clock.now = noon + hour;
  expect(await keyOf(caller.account.addPassword(confirmed))).toBe("conflict");
});

test("the owner reads the whole address, which the profile masks", async () => {
  const { user, caller } = await api.createOwner();
  expect(await caller.account.getEmail({})).toEqual({ email: user.email });
  // The session ends after the guard has let the call pass, and then the account goes.
  await db.delete(users).where(eq(users.id, user.id));
  expect(await keyOf(caller.account.getEmail({}))).toBe("session_terminated");
});

test("a call whose session ends meanwhile changes neither name nor address, and sends no link", async () => {
  const { user, caller } = await api.createOwner({ email_verified: false });
  await caller.account.changeEmail({ email: `next.${user.email}`, password });
  const mails = (await api.mailsTo(user.email)).length;
  // The session ends after the guard has let the call pass.
  await db.delete(sessions).where(eq(sessions.userId, user.id));
  for (const call of [
    () => caller.account.changeUsername({ username: `${user.username}_b`, password }),
    () => caller.account.cancelEmailChange({}),
    () => caller.auth.sendEmailVerification({}),
  ]) {
    expect(await keyOf(call())).toBe("session_terminated");
  }
  expect(await api.read(user)).toMatchObject({ username: user.username, pending_email: `next.${user.email}` });
  expect(await api.mailsTo(user.email)).toHaveLength(mails);
});

test("a guest or an API key cannot change an account", async () => {
  const { user } = await api.createOwner();
  const byKey = await api.callerOfKey(await api.createKey(user));
  for (const [{ account }, key] of [
    [guest, "not_authenticated"],
    [byKey, "permission_denied"],
  ] as const) {
    const calls = [
      account.changePassword({ password, new_password: newPassword, new_password_confirmation: newPassword }),
      account.addPassword({ password: newPassword, password_confirmation: newPassword }),
      account.changeUsername({ username: "taken_over", password }),
      account.changeEmail({ email: "taken@example.com", password }),
      account.getEmail({}),
      account.cancelEmailChange({}),
      account.preview({}),
      account.delete({ password }),
      account.setNewsletter({ subscribe: true }),
    ];
    for (const call of calls) expect(await keyOf(call)).toBe(key);
  }
  expect(await api.read(user)).toMatchObject({ username: user.username, email: user.email });
});
