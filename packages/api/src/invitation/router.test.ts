import { createLimits } from "@daymark/auth/limits/rate-limit";
import { invitations, invitationUses } from "@daymark/db/schema/invitation";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { hour, password, registration } from "../auth/testing.ts";
import { toProblem } from "../base/error.ts";
import { createTestApi, fieldsOf, keyOf, noon } from "../testing.ts";

const api = await createTestApi({ max: 20, installation: { signUp: "invite" } });
const open = await createTestApi();
const closed = await createTestApi({ installation: { signUp: "closed" } });
afterAll(() => Promise.all([api, open, closed].map(({ drop }) => drop())));
beforeEach(() => {
  for (const { clock } of [api, open, closed]) clock.now = noon;
});
const { db, guest } = api;
const admin = await api.createUser({ is_staff: true, email_verified: true });

const tokenOf = (link: string) => new URL(link).searchParams.get("invitation") ?? "";

/** An invitation with the token of its link. */
async function invite(values: Parameters<typeof admin.caller.invitation.create>[0] = {}, by = admin) {
  const invitation = await by.caller.invitation.create(values);
  return { ...invitation, token: tokenOf(invitation.link) };
}

/** Why an invitation refused a sign-up, "accepted", or the key of another error. */
function refusalOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "accepted",
    (error) => {
      const { key, values } = toProblem(error);
      return values?.invitation ?? values?.sign_up ?? key;
    },
  );
}

const signUp = (token: string | undefined, values: object = {}, { guest } = api) => {
  const input = registration({ ...(token !== undefined && { invitation: token }), ...values });
  return { input, refusal: refusalOf(guest.auth.register(input)) };
};
const readUser = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];
const usesOf = async (id: number) => (await db.select().from(invitations).where(eq(invitations.id, id)))[0]?.uses;

describe("an invitation", () => {
  test("is made with bounds and defaults, shows its link once, and is stored as a hash", async () => {
    const { link, token, ...made } = await invite({ note: " For Olena " });
    expect(link).toBe(`http://127.0.0.1:3000/signup?invitation=${token}`);
    expect(token).toMatch(/^[\w-]{43}$/);
    const invitation = {
      ...{ id: made.id, note: "For Olena", state: "open", uses: 0, uses_max: 1, plan: null, email: null },
      ...{ is_staff: false, created_by: admin.user.username, revoked_at: null },
      created_at: new Date(noon).toISOString(),
      expires_at: new Date(noon + 7 * 24 * hour).toISOString(),
    };
    expect(made).toEqual(invitation);
    expect((await admin.caller.invitation.list({ limit: 1 })).results).toEqual([invitation]);
    expect(JSON.stringify(await db.select().from(invitations))).not.toContain(token);
    expect(JSON.stringify(await admin.caller.audit.list({}))).not.toContain(token);
  });

  test("out of bounds is refused beside its field", async () => {
    const wrong = [{ uses_max: 0 }, { uses_max: 1001 }, { days: 0 }, { days: 366 }, { email: "x" }];
    for (const values of [...wrong, { note: "x".repeat(81) }, { plan: "gold" }]) {
      const fields = await fieldsOf(admin.caller.invitation.create(values as object));
      expect(fields).toEqual({ [Object.keys(values)[0] as string]: [expect.any(String)] });
    }
    expect(await fieldsOf(admin.caller.invitation.create({ is_staff: true }))).toEqual({ email: ["required"] });
  });

  test("needs an admin who has just proved who they are", async () => {
    const person = await api.createUser({ email_verified: true });
    expect(await keyOf(person.caller.invitation.create({}))).toBe("permission_denied");
    expect(await keyOf(guest.invitation.list({}))).toBe("not_authenticated");
    expect(await keyOf(admin.callerWith({ now: noon }).invitation.create({}))).toBe("accepted");
    const late = admin.callerWith({ now: noon + hour });
    api.clock.now = noon + hour;
    expect(await keyOf(late.invitation.create({}))).toBe("step_up_required");
  });

  test("is mailed to an address in the chosen language, else in the admin's, and not mailed unless the admin chose that", async () => {
    const to = "friend@example.com";
    const mailsToFriend = async () => (await api.readMails()).filter((mail) => mail.to === to);
    await invite({ email: to });
    expect(await mailsToFriend()).toEqual([]);
    const { link, expires_at } = await invite({ email: to, mail_to: "Friend@Example.com", mail_language: "uk" });
    const values = { link, inviter: admin.user.username, expires_at, is_for_address: true };
    expect(await mailsToFriend()).toEqual([{ template: "invitation", to, language: "uk", values }]);
    await invite({ uses_max: 5, mail_to: to });
    expect((await mailsToFriend()).at(-1)).toMatchObject({ language: "en", values: { is_for_address: false } });
    for (const wrong of [{ mail_to: "x" }, { mail_language: "de" }]) {
      const fields = await fieldsOf(admin.caller.invitation.create(wrong as object));
      expect(fields).toEqual({ [Object.keys(wrong)[0] as string]: [expect.any(String)] });
    }
  });

  test("is not mailed beyond what strangers may cause to a mailbox, and then is not made", async () => {
    const limited = await createTestApi({ limits: createLimits });
    try {
      const boss = await limited.createUser({ is_staff: true, email_verified: true });
      const to = "busy@example.com";
      const ask = () => keyOf(boss.caller.invitation.create({ mail_to: to }));
      const answers: unknown[] = [];
      for (let call = 0; call < 7; call += 1) answers.push(await ask());
      expect(answers).toEqual([...Array(6).fill("accepted"), "too_many_requests"]);
      expect(await limited.db.$count(invitations)).toBe(6);
      expect((await limited.readMails()).filter((mail) => mail.to === to)).toHaveLength(6);
    } finally {
      await limited.drop();
    }
  });

  test("for one address goes when the account that it created is deleted", async () => {
    const email = "leaving@example.com";
    const [bound, free] = [await invite({ email }), await invite()];
    const { input, refusal } = signUp(bound.token, { email });
    expect(await refusal).toBe("accepted");
    await signUp(free.token).refusal;
    const { access } = await guest.auth.login({ username: input.username, password });
    await (await api.callerOfToken(access)).account.delete({ password });
    expect(await usesOf(bound.id)).toBeUndefined();
    expect(await usesOf(free.id)).toBe(1);
  });

  test("is listed in pages, newest first", async () => {
    const made = [await invite(), await invite(), await invite()].map(({ id }) => id).reverse();
    const first = await admin.caller.invitation.list({ limit: 2 });
    expect(first.results.map(({ id }) => id)).toEqual(made.slice(0, 2));
    const second = await admin.caller.invitation.list({ limit: 1, cursor: first.next ?? "" });
    expect(second.results.map(({ id }) => id)).toEqual(made.slice(2));
    expect(await keyOf(admin.caller.invitation.list({ cursor: "x" }))).toBe("invalid_cursor");
  });

  test("is in the audit trail when it is made and revoked", async () => {
    const { id } = await invite({ uses_max: 3, plan: "paid" });
    await admin.caller.invitation.revoke({ id });
    const { results } = await admin.caller.audit.list({ target: `invitation ${id}` });
    expect(results.map(({ action, details, outcome }) => ({ action, details, outcome }))).toEqual([
      { action: "invitation.revoke", details: {}, outcome: "done" },
      { action: "invitation.create", details: { uses_max: 3, plan: "paid" }, outcome: "done" },
    ]);
  });
});

describe("a sign-up", () => {
  test("with an invitation creates an account with its plan and counts once", async () => {
    const { id, token } = await invite({ plan: "paid", uses_max: 2 });
    expect(await guest.invitation.check({ token })).toEqual({
      expires_at: new Date(noon + 7 * 24 * hour).toISOString(),
      email: null,
    });
    const { input, refusal } = signUp(token);
    expect(await refusal).toBe("accepted");
    expect(await readUser(input.email)).toMatchObject({ plan: "paid", is_staff: false, email_verified: false });
    expect(await usesOf(id)).toBe(1);
    expect(await refusalOf(guest.auth.register(input))).toBe("validation_failed");
    expect(await usesOf(id)).toBe(1);
    expect((await guest.auth.login({ username: input.username, password })).access).toBeTruthy();
  });

  test("20 parallel sign-ups with one last use create exactly one account", async () => {
    const { id, token } = await invite({ uses_max: 1 });
    const before = await db.$count(users);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(token).refusal));
    expect(answers.filter((answer) => answer === "accepted")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "used_up")).toHaveLength(19);
    expect(await db.$count(users)).toBe(before + 1);
    expect(await usesOf(id)).toBe(1);
    expect(await db.$count(invitationUses, eq(invitationUses.invitation_id, id))).toBe(1);
  });

  test("is refused with an unknown, used-up, revoked or expired invitation, for a free name and for a taken one alike", async () => {
    const [used, revoked, expired] = [await invite(), await invite(), await invite({ days: 1 })];
    await signUp(used.token).refusal;
    const { state, revoked_at } = await admin.caller.invitation.revoke({ id: revoked.id });
    expect({ state, revoked_at }).toEqual({ state: "revoked", revoked_at: new Date(noon).toISOString() });
    api.clock.now = noon + 24 * hour;
    for (const [token, reason] of [
      ["no-such-token", "unknown"],
      [used.token, "used_up"],
      [revoked.token, "revoked"],
      [expired.token, "expired"],
    ] as const) {
      expect(await refusalOf(guest.invitation.check({ token })), reason).toBe(reason);
      const { input, refusal } = signUp(token, { username: admin.user.username });
      expect(await refusal, reason).toBe(reason);
      expect(await readUser(input.email), reason).toBeUndefined();
    }
    expect(await keyOf(admin.caller.invitation.revoke({ id: 999_999 }))).toBe("not_found");
  });

  test("is refused for another address than the invitation's", async () => {
    const { id, token } = await invite({ email: "Olena@Example.com" });
    expect(await signUp(token).refusal).toBe("address");
    expect(await usesOf(id)).toBe(0);
    expect(await signUp(token, { email: "olena@example.com" }).refusal).toBe("accepted");
  });

  test("needs the invitation under invite, accepts one under open, and takes none under closed", async () => {
    expect(await signUp(undefined).refusal).toBe("invite");
    const openAdmin = await open.createUser({ is_staff: true, email_verified: true });
    const { token } = await invite({ plan: "paid" }, openAdmin);
    const { input, refusal } = signUp(token, {}, open);
    expect(await refusal).toBe("accepted");
    const [user] = await open.db.select().from(users).where(eq(users.email, input.email));
    expect(user?.plan).toBe("paid");
    const closedAdmin = await closed.createUser({ is_staff: true, email_verified: true });
    const shut = await invite({}, closedAdmin);
    expect(await signUp(shut.token, {}, closed).refusal).toBe("closed");
    expect(await refusalOf(closed.guest.invitation.check({ token: shut.token }))).toBe("closed");
  });
});

describe("an admin's invitation", () => {
  const linkOf = async (email: string) => {
    const mail = (await api.readMails()).filter(({ to }) => to === email).at(-1);
    return new URL(mail?.values.link ?? "").searchParams.get("token") ?? "";
  };

  test("makes the account an admin once its address is verified, and the audit trail says so", async () => {
    const email = "second.admin@example.com";
    const { id, token } = await invite({ is_staff: true, email });
    await signUp(token, { email }).refusal;
    const user = await readUser(email);
    expect(user).toMatchObject({ is_staff: false, email_verified: false });
    api.invalidated.length = 0;
    await guest.auth.verifyEmail({ token: await linkOf(email) });
    expect(await readUser(email)).toMatchObject({ is_staff: true, email_verified: true });
    expect(api.invalidated).toEqual(["blog", "board"]);
    const [entry] = (await admin.caller.audit.list({ target: `user ${user?.id}` })).results;
    expect(entry).toMatchObject({ action: "invitation.promote", actor: null, details: { invitation: id } });
  });

  test("gives nothing after it was revoked, or after the owner of the address took the account over", async () => {
    const revoked = await invite({ is_staff: true, email: "late@example.com" });
    await signUp(revoked.token, { email: "late@example.com" }).refusal;
    await admin.caller.invitation.revoke({ id: revoked.id });
    await guest.auth.verifyEmail({ token: await linkOf("late@example.com") });
    expect(await readUser("late@example.com")).toMatchObject({ is_staff: false, email_verified: true });

    const email = "taken@example.com";
    await signUp((await invite({ is_staff: true, email })).token, { email }).refusal;
    await guest.account.sendPasswordReset({ email });
    await api.answerResets();
    const change = { password: "Other-Horse-8", password_confirmation: "Other-Horse-8" };
    await guest.account.resetPassword({ token: await linkOf(email), ...change });
    expect(await readUser(email)).toMatchObject({ is_staff: false, email_verified: true });
    expect(await db.$count(invitationUses, eq(invitationUses.awaits_staff, true))).toBe(1);
  });
});
