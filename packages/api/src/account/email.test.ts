import { afterAll, beforeEach, expect, test } from "vitest";
import { fieldsOf, keyOf, noon } from "../testing.ts";
import { createAccountApi, hour, password } from "./testing.ts";

const api = await createAccountApi();
const { clock, guest } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const open = (token: string) => keyOf(guest.auth.verifyEmail({ token }));

test("a change of address takes effect when the user opens the link, and both addresses get a mail", async () => {
  const { user, here, elsewhere, caller } = await api.createOwner({ language: "uk" });
  const next = `next.${user.email}`;
  expect(await caller.account.changeEmail({ email: next.toUpperCase(), password })).toEqual({
    detail: "email_change_sent",
  });
  expect(await caller.auth.profile({})).toMatchObject({ pending_email: next, email_verified: true });
  expect(await api.mailsTo(user.email)).toMatchObject([{ template: "email_change_asked", language: "uk" }]);
  expect(await api.mailsTo(next)).toMatchObject([
    {
      template: "verify_new_email",
      language: "uk",
      values: { link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/verify-email\?token=[\w-]{22,}$/) },
    },
  ]);
  expect(await keyOf(api.logIn({ username: next }))).toBe("login_user_not_found");

  expect(await guest.auth.verifyEmail({ token: await api.tokenTo(next, "verify_new_email") })).toEqual({
    detail: "email_changed",
  });
  expect(await api.read(user)).toMatchObject({ email: next, pending_email: null, email_verified: true });
  expect((await api.mailsTo(user.email)).map(({ template }) => template)).toEqual([
    "email_change_asked",
    "email_changed",
  ]);
  expect(await api.sessions.authenticate(here.access)).toMatchObject({ user: { email_verified: true } });
  expect(await api.isOver(elsewhere)).toBe(false);
  expect(await api.eventsOf(user)).toEqual(["email_change_asked", "email_changed"]);
  expect(await keyOf(api.logIn({ username: next }))).toBe("accepted");
});

test("a change of an unverified address verifies the new one and sends nothing to the old one", async () => {
  const { user, here, caller } = await api.createOwner({ email_verified: false });
  const next = `next.${user.email}`;
  await caller.account.changeEmail({ email: next, password });
  await guest.auth.verifyEmail({ token: await api.tokenTo(next, "verify_new_email") });
  expect(await api.sessions.authenticate(here.access)).toMatchObject({ user: { email_verified: true } });
  expect(await api.mailsTo(user.email)).toEqual([]);
  expect((await api.mailsTo(next)).map(({ template }) => template)).toEqual(["verify_new_email"]);
  expect(await api.eventsOf(user)).toEqual(["email_change_asked", "email_changed"]);
});

test("the user's own address in another spelling of its domain counts as unchanged", async () => {
  const { caller } = await api.createOwner({ email: "gardener@xn--bcher-kva.example" });
  for (const email of ["gardener@Bücher.example", "gardener@ｂücher.example"]) {
    expect(await fieldsOf(caller.account.changeEmail({ email, password }))).toEqual({ email: ["email_unchanged"] });
  }
});

test("the link to a new address expires after 24 hours and can be used once, even in 20 parallel calls", async () => {
  const { user, caller } = await api.createOwner();
  const next = `next.${user.email}`;
  await caller.account.changeEmail({ email: next, password });
  const token = await api.tokenTo(next, "verify_new_email");
  clock.now = noon + 24 * hour;
  expect(await open(token)).toBe("link_token_invalid");
  clock.now = noon + 24 * hour - 1;
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(token)));
  expect(answers.filter((answer) => answer === "accepted").length).toBe(1);
  expect((await api.mailsTo(user.email, "email_changed")).length).toBe(1);
});

test("of two changes only the newest can be confirmed, and none after a cancel", async () => {
  const { user, caller } = await api.createOwner();
  const [first, second] = [`first.${user.email}`, `second.${user.email}`];
  for (const email of [first, second]) await caller.account.changeEmail({ email, password });
  expect(await open(await api.tokenTo(first, "verify_new_email"))).toBe("link_token_invalid");
  expect((await caller.auth.profile({})).pending_email).toBe(second);
  expect(await caller.account.cancelEmailChange({})).toEqual({ detail: "email_change_cancelled" });
  expect((await caller.auth.profile({})).pending_email).toBe(null);
  expect(await open(await api.tokenTo(second, "verify_new_email"))).toBe("link_token_invalid");
  expect((await api.read(user))?.email).toBe(user.email);
});

test("a taken address and the user's own are refused in any case, and no mail is sent", async () => {
  const { user, caller } = await api.createOwner();
  const other = await api.insert();
  const change = (email: string) => fieldsOf(caller.account.changeEmail({ email, password }));
  expect(await change(other.email.toUpperCase())).toEqual({ email: ["email_taken"] });
  expect(await change(` ${user.email.toUpperCase()}`)).toEqual({ email: ["email_unchanged"] });
  expect(await change("nobody")).toEqual({ email: ["email_invalid"] });
  expect([...(await api.mailsTo(user.email)), ...(await api.mailsTo(other.email))]).toEqual([]);
});

test("if the address is taken meanwhile, the link is refused and the account does not change", async () => {
  const { user, caller } = await api.createOwner();
  const next = `next.${user.email}`;
  await caller.account.changeEmail({ email: next, password });
  await api.insert({ email: next });
  const token = await api.tokenTo(next, "verify_new_email");
  for (let time = 0; time < 2; time++) expect(await open(token)).toBe("email_taken");
  expect(await api.read(user)).toMatchObject({ email: user.email, pending_email: next });
  expect(await api.mailsTo(user.email, "email_changed")).toEqual([]);
});

test("a link that verifies the old address is invalid after the change", async () => {
  const { user, caller } = await api.createOwner({ email_verified: false });
  await caller.auth.sendEmailVerification({});
  const stale = await api.tokenTo(user.email, "verify_email");
  const next = `next.${user.email}`;
  await caller.account.changeEmail({ email: next, password });
  await open(await api.tokenTo(next, "verify_new_email"));
  expect(await open(stale)).toBe("link_token_invalid");
});

test("a change needs the password in the request, and a step-up if the log-in is old", async () => {
  const { user, caller } = await api.createOwner();
  const email = `next.${user.email}`;
  expect(await fieldsOf(caller.account.changeEmail({ email }))).toEqual({ password: ["required"] });
  expect(await keyOf(caller.account.changeEmail({ email, password: "Wrong-Horse-7" }))).toBe("password_incorrect");
  clock.now = noon + hour / 6;
  expect(await keyOf(caller.account.changeEmail({ email }))).toBe("step_up_required");
  expect(await keyOf(caller.account.changeEmail({ email, password }))).toBe("accepted");
});

test("no notice goes to an address that is not confirmed yet", async () => {
  const { user, caller } = await api.createOwner();
  const next = `next.${user.email}`;
  await caller.account.changeEmail({ email: next, password });
  await caller.account.changeUsername({ username: `${user.username}_b`, password });
  expect((await api.mailsTo(next)).map(({ template }) => template)).toEqual(["verify_new_email"]);
});
