import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { noon } from "../testing.ts";
import { createAuthApi, hour } from "./testing.ts";

const api = await createAuthApi();
const { db, clock, guest, register, logIn, tokenOfMail } = api;
afterAll(api.drop);
beforeEach(async () => {
  clock.now = noon;
  await db.execute(sql`truncate mails`);
});

test("the link in the mail verifies the address once, and the running session sees it at once", async () => {
  const { username } = await register();
  const token = await tokenOfMail();
  const { caller, access } = await logIn(username);
  expect((await caller.auth.profile({})).email_verified).toBe(false);
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => guest.auth.verifyEmail({ token })));
  const refused = answers.filter((answer) => answer.status === "rejected");
  expect(refused.length).toBe(19);
  for (const { reason } of refused) expect(reason).toMatchObject({ key: "link_token_invalid" });
  expect((await caller.auth.profile({})).email_verified).toBe(true);
  expect(await api.sessions.authenticate(access)).toMatchObject({ user: { email_verified: true } });
});

test("a link is valid for 24 hours, and only the newest one", async () => {
  const { username } = await register();
  const first = await tokenOfMail();
  const { caller } = await logIn(username);
  expect(await caller.auth.sendEmailVerification({ captcha: "unread where none is on" })).toEqual({
    detail: "email_verification_sent",
  });
  const second = await tokenOfMail();
  expect(second).not.toBe(first);
  await expect(guest.auth.verifyEmail({ token: first })).rejects.toMatchObject({ key: "link_token_invalid" });
  await expect(api.guestWith({ now: noon + 24 * hour }).auth.verifyEmail({ token: second })).rejects.toMatchObject({
    key: "link_token_invalid",
  });
  expect(await guest.auth.verifyEmail({ token: second })).toEqual({ detail: "email_verified" });
});

test("a verified user gets no further verification mail", async () => {
  const { username } = await register();
  await guest.auth.verifyEmail({ token: await tokenOfMail() });
  const { caller } = await logIn(username);
  await db.execute(sql`truncate mails`);
  const verified = { key: "conflict", values: { reason: "email_verified" } };
  await expect(caller.auth.sendEmailVerification({})).rejects.toMatchObject(verified);
  expect(await api.readMails()).toEqual([]);
});

test("a repeated mail uses the owner's language and goes to the owner's address", async () => {
  const { username, email } = await register();
  const { caller, access } = await logIn(username);
  await caller.auth.settings.update({ language: "uk" });
  await db.execute(sql`truncate mails`);
  await (await api.callerOfToken(access, { language: "en" })).auth.sendEmailVerification({});
  expect(await api.readMails()).toMatchObject([{ to: email, language: "uk" }]);
});

test("a made-up token is refused as an invalid link token", async () => {
  for (const token of ["x", "é", "\u0000", "../..", "' or 1=1 --"]) {
    await expect(guest.auth.verifyEmail({ token })).rejects.toMatchObject({ key: "link_token_invalid" });
  }
});
