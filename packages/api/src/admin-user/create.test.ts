import { createLimits } from "@daymark/auth/limits/rate-limit";
import { emailTokens, users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { hour, password } from "../auth/testing.ts";
import { createTestApi, fieldsOf, keyOf, noon } from "../testing.ts";

const api = await createTestApi({ max: 30, installation: { signUp: "closed", defaultPlan: "paid" } });
afterAll(api.drop);
beforeEach(() => {
  api.clock.now = noon;
});
const { db, guest } = api;
const admin = await api.createUser({ is_staff: true, email_verified: true, username: "Boss" });

let count = 0;
const wanted = (values: object = {}) => {
  count += 1;
  return { username: `made_${count}`, email: `made_${count}@example.com`, ...values };
};
const create = (values: object = {}) => admin.caller.adminUser.create(wanted(values));
const tokenOf = (link: string | null | undefined) => new URL(link ?? "").searchParams.get("token") ?? "";
const readUser = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];
const mailsTo = async (email: string) => (await api.readMails()).filter(({ to }) => to === email);
const chosen = { password, password_confirmation: password };
const setUp = (token: string) => keyOf(guest.account.resetPassword({ token, ...chosen }));

describe("an account that an admin makes", () => {
  test("has no password, and its link sets one, once, even while sign-up is closed", async () => {
    const { link, ...made } = await create({ plan: "free", language: "uk" });
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/reset-password\?token=[\w-]{27}$/);
    expect(made).toMatchObject({ plan: "free", is_staff: false, email_verified: false, sessions: 0 });
    expect(made.sign_in).toMatchObject({ password: false, providers: [] });
    expect(await readUser(made.email)).toMatchObject({ language: "uk", password_hash: null, signed_up: false });
    const token = tokenOf(link);
    expect(JSON.stringify(await db.select().from(emailTokens))).not.toContain(token);
    expect(await guest.account.verifyPasswordReset({ token })).toEqual({
      detail: "password_reset_ready",
      is_set_up: true,
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => setUp(token)));
    expect(answers.filter((answer) => answer === "accepted")).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(["accepted", "link_token_invalid"]));
    expect((await guest.auth.login({ username: made.username, password })).access).toBeTruthy();
  });

  test("is verified by a mailed link, which other users do not see, and not by one that an admin passed on", async () => {
    const given = await create();
    await setUp(tokenOf(given.link));
    expect(await readUser(given.email)).toMatchObject({ email_verified: false });
    expect(await mailsTo(given.email)).toEqual([]);
    const mailed = await create({ send_mail: true, language: "uk" });
    expect(mailed.link).toBeNull();
    const [mail, ...others] = await mailsTo(mailed.email);
    expect(mail).toMatchObject({ template: "account_created", language: "uk", values: { way: "password" } });
    expect(others).toEqual([]);
    expect(await setUp(tokenOf(mail?.values.link))).toBe("accepted");
    expect(await readUser(mailed.email)).toMatchObject({ email_verified: true, plan: "paid" });
  });

  test("becomes an admin when its address is verified: by the mailed link, or after a given one by the usual mail", async () => {
    const mailed = await create({ is_staff: true, send_mail: true });
    expect(await readUser(mailed.email)).toMatchObject({ is_staff: false });
    await setUp(tokenOf((await mailsTo(mailed.email))[0]?.values.link));
    const user = await readUser(mailed.email);
    expect(user).toMatchObject({ is_staff: true, email_verified: true });
    const [entry] = (await admin.caller.audit.list({ target: `user ${user?.id}` })).results;
    expect(entry).toMatchObject({ action: "invitation.promote", actor: null });

    const given = await create({ is_staff: true });
    await setUp(tokenOf(given.link));
    expect(await readUser(given.email)).toMatchObject({ is_staff: false });
    const { access } = await guest.auth.login({ username: given.username, password });
    await (await api.callerOfToken(access)).auth.sendEmailVerification({});
    const [proof] = await mailsTo(given.email);
    await guest.auth.verifyEmail({ token: tokenOf(proof?.values.link) });
    expect(await readUser(given.email)).toMatchObject({ is_staff: true });
  });

  test("does not become an admin if an admin took the right back before the address was verified", async () => {
    const made = await create({ is_staff: true, send_mail: true });
    const user = await readUser(made.email);
    await admin.caller.adminUser.update({ id: user?.id ?? 0, is_staff: false });
    await setUp(tokenOf((await mailsTo(made.email))[0]?.values.link));
    expect(await readUser(made.email)).toMatchObject({ is_staff: false, email_verified: true });
  });

  test("can be taken by the owner of its address through a reset, who gets no admin right, and the first link is void", async () => {
    const { email, link } = await create({ is_staff: true });
    await guest.account.sendPasswordReset({ email });
    await api.answerResets();
    expect(await setUp(tokenOf((await mailsTo(email)).at(-1)?.values.link))).toBe("accepted");
    expect(await readUser(email)).toMatchObject({ email_verified: true, is_staff: false });
    expect(await setUp(tokenOf(link))).toBe("link_token_invalid");
  });

  test("loses its link after 7 days", async () => {
    const { link } = await create();
    api.clock.now = noon + 7 * 24 * hour;
    expect(await keyOf(guest.account.verifyPasswordReset({ token: tokenOf(link) }))).toBe("link_token_invalid");
    expect(await setUp(tokenOf(link))).toBe("link_token_invalid");
    api.clock.now -= 1;
    expect(await setUp(tokenOf(link))).toBe("accepted");
  });

  test("has no link where passwords are off: its owner logs in with a provider", async () => {
    const caller = admin.callerWith({ isPasswordLogInOn: false });
    const { link, email } = await caller.adminUser.create(wanted({ send_mail: true }));
    expect(link).toBeNull();
    expect(await mailsTo(email)).toMatchObject([{ values: { way: "provider", link: "http://127.0.0.1:3000/login" } }]);
    expect((await caller.adminUser.create(wanted())).link).toBeNull();
  });
});

describe("the call that makes an account", () => {
  test("is for admins who have just proved who they are, and is in the audit trail without the link", async () => {
    const person = await api.createUser({ email_verified: true });
    expect(await keyOf(person.caller.adminUser.create(wanted()))).toBe("permission_denied");
    expect(await keyOf(guest.adminUser.create(wanted()))).toBe("not_authenticated");
    const { id, link } = await create({ plan: "free", is_staff: true });
    const { results } = await admin.caller.audit.list({ target: `user ${id}` });
    expect(results).toMatchObject([{ action: "adminUser.create", details: { plan: "free", is_staff: true } }]);
    expect(JSON.stringify(await admin.caller.audit.list({}))).not.toContain(tokenOf(link));
    api.clock.now = noon + hour;
    expect(await keyOf(admin.callerWith({ now: noon + hour }).adminUser.create(wanted()))).toBe("step_up_required");
  });

  test("refuses wrong and taken values beside their fields, all at once", async () => {
    const { username, email } = await create();
    expect(await fieldsOf(admin.caller.adminUser.create({ username: "a b", email: "x" }))).toEqual({
      username: ["username_characters"],
      email: ["email_invalid"],
    });
    expect(await fieldsOf(create({ username: username.toUpperCase(), email }))).toEqual({
      username: ["username_taken"],
      email: ["email_taken"],
    });
    expect(await fieldsOf(create({ plan: "gold" }))).toEqual({ plan: [expect.any(String)] });
  });

  test("of 10 in parallel for one name makes one account", async () => {
    const same = wanted();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => keyOf(admin.caller.adminUser.create({ ...same }))),
    );
    expect(answers.filter((answer) => answer === "accepted")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "validation_failed")).toHaveLength(9);
  });

  test("mails no more to a mailbox than strangers may cause", async () => {
    const limited = await createTestApi({ limits: createLimits });
    try {
      const boss = await limited.createUser({ is_staff: true, email_verified: true });
      const answers: unknown[] = [];
      for (let call = 0; call < 7; call += 1) {
        const values = wanted({ send_mail: true, email: `same+${call}@example.com` });
        answers.push(await keyOf(boss.caller.adminUser.create(values)));
      }
      expect(answers).toEqual([...Array(6).fill("accepted"), "too_many_requests"]);
    } finally {
      await limited.drop();
    }
  });
});
