import { createLimits } from "@daymark/auth/limit";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { keyOf } from "../testing.ts";
import { createAccountApi, password } from "./testing.ts";

const api = await createAccountApi({ limits: createLimits });
const { db, guestWith } = api;
afterAll(api.drop);
beforeEach(async () => {
  await db.execute(sql`truncate mails, rate_limits`);
});

let count = 0;
/** Signs up from a network address of its own, so that no other limit applies. */
async function signUp(email: string) {
  count += 1;
  const username = `Newcomer_${count}`;
  const client = { address: `203.0.113.${count}` };
  const passwords = { password, password_confirmation: password };
  await guestWith(client).auth.register({ username, email, ...passwords, agreement: true });
  const { access } = await guestWith(client).auth.login({ username, password });
  return api.callerOfToken(access);
}
const unproven = () => ({ email_verified: false });

/** The worker answers a request for a new password. The limits of those who ask are not counted. */
async function sendResetTo(email: string) {
  await api.outbox.enqueueReset(db, { email, client: { address: "127.0.0.1", userAgent: "" } });
  await api.answerResets();
}

test("many accounts that ask to change to one address send it six mails an hour, as one account would", async () => {
  const victim = "victim@example.org";
  const answers: unknown[] = [];
  for (let account = 0; account < 6; account += 1) {
    const { caller } = await api.createOwner(unproven());
    for (let ask = 0; ask < 5; ask += 1) {
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
  for (let round = 0; round < 9; round += 1) {
    const caller = await signUp(victim);
    // The deletion removes waiting mails from the outbox.
    mails += (await api.mailsTo(victim)).length;
    await caller.account.delete({ password });
  }
  expect(await keyOf((await signUp(victim)).auth.sendEmailVerification({}))).toBe("too_many_requests");
  expect(mails).toBe(6);
});

test("an address with a detail after a plus counts for the same mailbox", async () => {
  for (let index = 0; index < 8; index += 1) await signUp(`tagged+${index}@example.org`);
  const mails = await api.readMails();
  expect(mails.filter(({ to }) => to.startsWith("tagged"))).toHaveLength(6);
});

test("resets of unverified accounts count for their mailbox, and the answer does not tell", async () => {
  const emails = Array.from({ length: 4 }, (_, index) => `forgetful+${index}@example.org`);
  for (const email of emails) await signUp(email);
  const answers: unknown[] = [];
  for (const email of [...emails, "nobody@example.org"]) {
    for (let ask = 0; ask < 5; ask += 1) {
      count += 1;
      const stranger = guestWith({ address: `203.0.113.${count}` });
      answers.push(await stranger.account.sendPasswordReset({ email }));
    }
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ detail: "password_reset_sent" })]),
  );
  await api.answerResets();
  const templates = (await api.readMails()).map(({ template }) => template);
  expect(templates).toEqual([...Array(4).fill("verify_email"), ...Array(2).fill("reset_password")]);
});

test("a reset over the cap leaves the link in the last mail good, and stands in the history", async () => {
  const user = await api.insert({ ...unproven(), email: "last.link@example.org" });
  for (let ask = 0; ask < 6; ask += 1) await sendResetTo(user.email);
  const token = await api.tokenTo(user.email, "reset_password");
  await sendResetTo(user.email);
  expect(await api.mailsTo(user.email)).toHaveLength(6);
  expect(await keyOf(guestWith({}).account.verifyPasswordReset({ token }))).toBe("accepted");
  expect(await api.eventsOf(user)).toEqual(Array(7).fill("password_reset_asked"));
});

test("an unverified account without a password gets the mail about its provider within the cap", async () => {
  const user = await api.insert({ ...unproven(), email: "provider@example.org", password_hash: null });
  for (let ask = 0; ask < 8; ask += 1) await sendResetTo(user.email);
  expect(await api.mailsTo(user.email, "reset_third_party")).toHaveLength(6);
});

test("strangers who use up the cap of a mailbox do not keep a verified account of it from a reset", async () => {
  const owner = await api.insert({ email: "proven@example.org" });
  for (let index = 0; index < 8; index += 1) await signUp(`proven+${index}@example.org`);
  for (let ask = 0; ask < 3; ask += 1) await sendResetTo(owner.email);
  expect(await api.mailsTo(owner.email, "reset_password")).toHaveLength(3);
});

test("an admin's decisions about an unverified account count for its mailbox", async () => {
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
    for (let ask = 0; ask < 4; ask += 1) {
      expect(await keyOf(caller.account.changeEmail({ email: owner.email, password }))).toBe("validation_failed");
    }
  }
  const { caller } = await api.createOwner({ ...unproven(), email: "owner.of.this@example.org" });
  expect(await keyOf(caller.auth.sendEmailVerification({}))).toBe("accepted");
});

test("a user who signs up, asks for the mail twice and corrects a mistyped address reaches no limit", async () => {
  const caller = await signUp("mistipped@example.org");
  for (let ask = 0; ask < 2; ask += 1) await caller.auth.sendEmailVerification({});
  await caller.account.changeEmail({ email: "mistyped@example.org", password });
  await caller.account.changeEmail({ email: "mistyped@example.org", password });
  expect(await api.mailsTo("mistipped@example.org")).toHaveLength(3);
  expect(await api.mailsTo("mistyped@example.org")).toHaveLength(2);
});

test("an address gets ten such mails a day, however they are spread over its hours", async () => {
  const { caller } = await api.createOwner(unproven());
  const victim = "patient@example.org";
  const answers: unknown[] = [];
  for (let ask = 0; ask < 12; ask += 1) {
    answers.push(await keyOf(caller.account.changeEmail({ email: victim, password })));
    // Deletes the hourly counters, as if an hour had passed.
    await db.execute(sql`delete from rate_limits where expire < (extract(epoch from now()) + 3700) * 1000`);
  }
  expect(answers.filter((answer) => answer === "accepted")).toHaveLength(10);
  expect(await api.mailsTo(victim)).toHaveLength(10);
});
