import { createEmailToken } from "@daymark/auth/crypto/email-token";
import { createLimits } from "@daymark/auth/limits/rate-limit";
import { lockUser } from "@daymark/auth/user/lock-user";
import { countWaiting } from "@daymark/db/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { keyOf, noon } from "../testing.ts";
import { createAccountApi, hour, newPassword, password } from "./testing.ts";

const api = await createAccountApi({ limits: createLimits });
const { db, clock, guestWith } = api;
afterAll(api.drop);
beforeEach(async () => {
  clock.now = noon;
  await db.execute(sql`truncate mails, rate_limits`);
});

let count = 0;
function newAddress(): string {
  count += 1;
  return `203.0.113.${count}`;
}

/** Signs up from a new network address, so that no other limit applies. */
async function signUp(email: string, address = newAddress()) {
  count += 1;
  const username = `Newcomer_${count}`;
  const client = { address };
  const passwords = { password, password_confirmation: password };
  await guestWith(client).auth.register({ username, email, ...passwords, agreement: true });
  const { access } = await guestWith(client).auth.login({ username, password });
  return api.callerOfToken(access);
}
const openReset = { key: "conflict", values: { reason: "open_reset" } };
const unproven = () => ({ email_verified: false });

/** The worker answers a request for a new password. The limits of the requesting addresses are not counted. */
async function sendResetTo(email: string, address = "127.0.0.1") {
  await api.outbox.enqueueReset(db, { email, client: { address, userAgent: "" } });
  await api.answerResets();
}

/** Takes over the account of an address by the link in the newest mail. */
async function resetByMail(email: string) {
  const token = await api.tokenTo(email, "reset_password");
  const passwords = { password: newPassword, password_confirmation: newPassword };
  return keyOf(guestWith({}).account.resetPassword({ token, ...passwords }));
}

/** How often an attacker repeats a request: until it has no more effect. */
const attempts = 20;
const stranger = "198.51.100.7";

test("many accounts that request a change to one address send it six mails an hour, like one account", async () => {
  const victim = "victim@example.org";
  const answers: unknown[] = [];
  for (let account = 0; account < 6; account += 1) {
    const { caller } = await api.createOwner(unproven());
    for (let attempt = 0; attempt < 5; attempt += 1) {
      answers.push(await keyOf(caller.account.changeEmail({ email: victim, password })));
    }
  }
  expect(await api.mailsTo(victim)).toHaveLength(6);
  expect(answers.slice(0, 6).every((answer) => answer === "accepted")).toBe(true);
  expect(new Set(answers.slice(6))).toEqual(new Set(["too_many_requests"]));
  const { caller } = await api.createOwner(unproven());
  await expect(caller.account.changeEmail({ email: victim, password })).rejects.toMatchObject({
    retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 3600),
  });
});

test("deleting an account and creating it again resets no counter, and the account is still created", async () => {
  const victim = "again@example.org";
  let mails = 0;
  for (let round = 0; round < 7; round += 1) {
    const caller = await signUp(victim);
    // The deletion removes waiting mails from the outbox.
    mails += (await api.mailsTo(victim)).length;
    await caller.account.delete({ password });
  }
  expect(mails).toBe(4);
});

test("addresses with a plus tag count for the same mailbox", async () => {
  for (let index = 0; index < 8; index += 1) await signUp(`tagged+${index}@example.org`);
  const mails = await api.readMails();
  expect(mails.filter(({ to }) => to.startsWith("tagged"))).toHaveLength(4);
});

test("Gmail addresses count for the same mailbox with any dots and at either domain", async () => {
  const spellings = [
    "firstlast@gmail.com",
    "f.irstlast@gmail.com",
    "first.l.ast@gmail.com",
    "fi.rstlast@googlemail.com",
  ];
  for (const [index, email] of [...spellings, "first.last+1@gmail.com", "firstlast+2@googlemail.com"].entries()) {
    await signUp(email);
    expect(await api.readMails()).toHaveLength(Math.min(index + 1, 4));
  }
  // Other providers distinguish addresses by dots.
  for (const email of ["first.last@example.org", "firstlast@example.org", "f.irstlast@notgmail.com"]) {
    await signUp(email);
    expect(await api.mailsTo(email)).toHaveLength(1);
  }
});

test("a squatter's repeated verification mails cannot stop the owner from taking over the address", async () => {
  const victim = "victim.of.resends@example.org";
  const squatter = await signUp(victim, stranger);
  // The verification of one account also has its own limit.
  for (let attempt = 0; attempt < 5; attempt += 1) await squatter.auth.sendEmailVerification({});
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { caller } = await api.createOwner();
    await keyOf(caller.account.changeEmail({ email: "victim.of.resends+x@example.org", password }));
  }
  expect(await keyOf(squatter.auth.sendEmailVerification({}))).toBe("too_many_requests");
  await sendResetTo(victim);
  expect(await api.mailsTo(victim, "reset_password")).toHaveLength(1);
  expect(await resetByMail(victim)).toBe("accepted");
  expect(await keyOf(guestWith({}).auth.login({ username: victim, password }))).toBe("login_password_incorrect");
});

test("a stranger's accounts with plus tags cannot suppress the mail of the owner's own sign-up", async () => {
  const squatter = await signUp("honest+x@example.org", stranger);
  for (let attempt = 0; attempt < 5; attempt += 1) await squatter.auth.sendEmailVerification({});
  for (let index = 0; index < 5; index += 1) await signUp(`honest+${index}@example.org`, stranger);
  expect((await api.readMails()).filter(({ to }) => /^honest\+\d@/.test(to))).toHaveLength(1);
  await signUp("honest@example.org");
  expect(await api.mailsTo("honest@example.org", "verify_email")).toHaveLength(1);
});

test("a stranger's resets all day, in many spellings, leave some resets to the owner", async () => {
  const victim = await api.insert({ ...unproven(), email: "sec.ond@gmail.com" });
  const others = ["second@gmail.com", "s.econd@gmail.com", "sec.ond+x@googlemail.com"];
  for (const email of others) await api.insert({ ...unproven(), email });
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    clock.now += hour;
    // One customer's /48.
    await sendResetTo(others[attempt % others.length] ?? "", `2001:db8:1:${attempt}::1`);
  }
  expect(await api.readMails()).toHaveLength(3);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    clock.now += hour;
    await sendResetTo(victim.email);
    expect(await api.mailsTo(victim.email, "reset_password")).toHaveLength(attempt + 1);
  }
  expect(await resetByMail(victim.email)).toBe("accepted");
});

test("an account that a stranger deletes and creates again uses only as many resets as one account", async () => {
  const victim = "created.again@example.org";
  for (let round = 0; round < 6; round += 1) {
    const squatter = await signUp(victim, stranger);
    await sendResetTo(victim, stranger);
    clock.now += hour;
    await squatter.account.delete({ password });
  }
  await signUp(victim, newAddress());
  await sendResetTo(victim);
  expect(await resetByMail(victim)).toBe("accepted");
});

test("a mailbox gets nine resets a day from any number of networks, and the answer does not show it", async () => {
  const emails = Array.from({ length: 3 }, (_, index) => `forgetful+${index}@example.org`);
  for (const email of emails) await api.insert({ ...unproven(), email });
  const answers: unknown[] = [];
  for (let round = 0; round < 5; round += 1) {
    clock.now += hour;
    for (const email of [...emails, "nobody@example.org"]) {
      answers.push(await guestWith({ address: newAddress() }).account.sendPasswordReset({ email }));
    }
    await api.answerResets();
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ detail: "password_reset_sent" })]),
  );
  expect((await api.readMails()).map(({ template }) => template)).toEqual(Array(9).fill("reset_password"));
});

test("a repeated request while a reset link is still valid for half an hour does not count as a reset", async () => {
  const user = await api.insert({ ...unproven(), email: "last.link@example.org" });
  // One reset, and as many repeats as an hour allows. With the two below, an address may have no more requests in an hour.
  const requests = 18;
  for (let request = 0; request < requests; request += 1) await sendResetTo(user.email, stranger);
  expect(await api.mailsTo(user.email)).toHaveLength(1 + 6);
  const token = await api.tokenTo(user.email, "reset_password");
  expect(await keyOf(guestWith({}).account.verifyPasswordReset({ token }))).toBe("accepted");
  expect(await api.eventsOf(user)).toEqual(Array(requests).fill("password_reset_asked"));
  // The allowance of resets from that network has two left.
  for (let mails = 8; mails <= 9; mails += 1) {
    clock.now += hour / 2;
    await sendResetTo(user.email, stranger);
    expect(await api.mailsTo(user.email)).toHaveLength(mails);
  }
});

test("a reset over the limit keeps the link in the last mail valid", async () => {
  const user = await api.insert({ ...unproven(), email: "over.the.cap@example.org" });
  for (let attempt = 0; attempt < 4; attempt += 1) {
    clock.now += hour / 2;
    await sendResetTo(user.email, stranger);
  }
  expect(await api.mailsTo(user.email)).toHaveLength(3);
  expect(await resetByMail(user.email)).toBe("accepted");
});

test("a squatter cannot invalidate the owner's reset link by changing the password", async () => {
  const { user, caller } = await api.createOwner({ ...unproven(), email: "void.me.not@example.org" });
  await sendResetTo(user.email);
  await caller.account.changePassword({
    password,
    new_password: "Other-Horse-9",
    new_password_confirmation: "Other-Horse-9",
  });
  expect(await resetByMail(user.email)).toBe("accepted");
});

test("a squatter cannot invalidate the owner's reset link by deleting the account until the link expires", async () => {
  const { user, caller } = await api.createOwner({ ...unproven(), email: "delete.me.not@example.org" });
  await sendResetTo(user.email);
  clock.now = noon + hour - 1;
  await expect(caller.account.delete({ password })).rejects.toMatchObject(openReset);
  const token = await api.tokenTo(user.email, "reset_password");
  expect(await keyOf(guestWith({}).account.verifyPasswordReset({ token }))).toBe("accepted");
  clock.now = noon + hour;
  expect(await keyOf(caller.account.delete({ password }))).toBe("accepted");
});

test("a deletion that waits while a reset link is created is refused", async () => {
  const { user, caller } = await api.createOwner({ ...unproven(), email: "delete.race@example.org" });
  const deletion = await db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const answer = keyOf(caller.account.delete({ password }));
    await expect.poll(() => countWaiting(api.sql), { interval: 20, timeout: 20_000 }).toBe(1);
    await createEmailToken(tx, { userId: user.id, purpose: "reset_password", email: user.email, now: clock.now });
    return { answer };
  });
  expect(await deletion.answer).toBe("conflict");
});

test("a squatter cannot invalidate the owner's reset link by changing the address, requested before or after", async () => {
  const { user, caller } = await api.createOwner({ ...unproven(), email: "leave.me.not@example.org" });
  const next = "squatter@example.org";
  await caller.account.changeEmail({ email: next, password });
  await sendResetTo(user.email);
  const token = await api.tokenTo(next, "verify_new_email");
  const confirm = () => guestWith({}).auth.verifyEmail({ token });
  await expect(confirm()).rejects.toMatchObject(openReset);
  await expect(caller.account.changeEmail({ email: `x.${next}`, password })).rejects.toMatchObject(openReset);
  expect(await api.mailsTo(`x.${next}`)).toEqual([]);
  expect(await api.read(user)).toMatchObject({ email: user.email, pending_email: next, email_verified: false });
  const reset = await api.tokenTo(user.email, "reset_password");
  expect(await keyOf(guestWith({}).account.verifyPasswordReset({ token: reset }))).toBe("accepted");
  clock.now += hour;
  expect(await keyOf(confirm())).toBe("accepted");
});

test("an account with a verified address can be deleted and changed while a reset link is valid", async () => {
  const { user, caller } = await api.createOwner({ email: "free.to.go@example.org" });
  await sendResetTo(user.email);
  expect(await keyOf(caller.account.changeEmail({ email: `next.${user.email}`, password }))).toBe("accepted");
  expect(await keyOf(caller.account.delete({ password }))).toBe("accepted");
});

test("resets of an unverified account count the same with and without a password", async () => {
  const user = await api.insert({ ...unproven(), email: "provider@example.org", password_hash: null });
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    clock.now += hour / 2;
    await sendResetTo(user.email, stranger);
  }
  expect(await api.mailsTo(user.email, "reset_third_party")).toEqual([]);
  const mails = await api.mailsTo(user.email, "reset_password");
  const owner = await api.insert({ ...unproven(), email: "with.password@example.org" });
  clock.now = noon;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    clock.now += hour / 2;
    await sendResetTo(owner.email, stranger);
  }
  expect(mails).toHaveLength((await api.mailsTo(owner.email, "reset_password")).length);
});

test("strangers who use up a mailbox's limit do not block resets of its verified account", async () => {
  const owner = await api.insert({ email: "proven@example.org" });
  for (let index = 0; index < 8; index += 1) await signUp(`proven+${index}@example.org`);
  for (let attempt = 0; attempt < 3; attempt += 1) await sendResetTo(owner.email);
  expect(await api.mailsTo(owner.email, "reset_password")).toHaveLength(3);
});

test("mails about an admin's decisions on an unverified account count for its mailbox", async () => {
  const { caller: admin } = await api.createOwner({ is_staff: true });
  const user = await api.insert({ ...unproven(), email: "decided@example.org" });
  for (let turn = 0; turn < 8; turn += 1) await admin.adminUser.update({ id: user.id, is_active: turn % 2 === 1 });
  expect(await api.mailsTo(user.email, "account_decision")).toHaveLength(6);
  expect(await api.read(user)).toMatchObject({ is_active: true });
});

test("a taken address is still reported as taken, and does not count", async () => {
  const owner = await api.insert(unproven());
  for (let account = 0; account < 3; account += 1) {
    const { caller } = await api.createOwner(unproven());
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect(await keyOf(caller.account.changeEmail({ email: owner.email, password }))).toBe("validation_failed");
    }
  }
  const { caller } = await api.createOwner({ ...unproven(), email: "owner.of.this@example.org" });
  expect(await keyOf(caller.auth.sendEmailVerification({}))).toBe("accepted");
});

test("a user who signs up, requests the mail twice and corrects a mistyped address reaches no limit", async () => {
  const caller = await signUp("mistipped@example.org");
  for (let attempt = 0; attempt < 2; attempt += 1) await caller.auth.sendEmailVerification({});
  await caller.account.changeEmail({ email: "mistyped@example.org", password });
  await caller.account.changeEmail({ email: "mistyped@example.org", password });
  expect(await api.mailsTo("mistipped@example.org")).toHaveLength(3);
  expect(await api.mailsTo("mistyped@example.org")).toHaveLength(2);
});

test("an address gets ten such mails a day, however they are spread over the hours", async () => {
  const { caller } = await api.createOwner(unproven());
  const victim = "patient@example.org";
  const answers: unknown[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    answers.push(await keyOf(caller.account.changeEmail({ email: victim, password })));
    // Deletes the hourly counters, as if an hour had passed.
    await db.execute(sql`delete from rate_limits where expire < (extract(epoch from now()) + 3700) * 1000`);
  }
  expect(answers.filter((answer) => answer === "accepted")).toHaveLength(10);
  expect(await api.mailsTo(victim)).toHaveLength(10);
});
