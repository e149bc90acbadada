import { codeAt } from "@daymark/auth/testing";
import { sessions } from "@daymark/db/schema/session";
import { twoFactors } from "@daymark/db/schema/two-factor";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestApi, fieldsOf, keyOf, noon } from "../testing.ts";
import { createPerson, createProtectedPerson, minute, password } from "./testing.ts";

const api = await createTestApi({ max: 20 });
const { clock, db } = api;
afterAll(api.drop);
beforeEach(async () => {
  clock.now = noon;
  await api.sql`truncate mails`;
});

const codes = /^[0-9A-HJKMNP-TV-Z]{12}$/;

test("a user gets a secret for the password, and the first code enables it with ten backup codes", async () => {
  const person = await createPerson(api);
  const { caller } = await person.logIn();
  const { secret, otpauth_url } = await caller.twoFactor.generate({ password });
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(otpauth_url).toContain(`otpauth://totp/Daymark:${person.user.username}?`);
  expect(new URL(otpauth_url).searchParams.get("secret")).toBe(secret);
  expect((await caller.auth.profile({})).two_factor_enabled).toBe(false);

  const { detail, backup_codes } = await caller.twoFactor.verify({ code: codeAt(secret, clock.now) });
  expect(detail).toBe("two_factor_enabled");
  expect(backup_codes.length).toBe(10);
  for (const code of backup_codes) expect(code).toMatch(codes);
  expect((await caller.auth.profile({})).two_factor_enabled).toBe(true);
  expect((await api.readMails()).map(({ template, to }) => [template, to])).toEqual([
    ["two_factor_enabled", person.user.email],
  ]);
  expect(await person.eventKinds()).toEqual(["logged_in", "two_factor_enabled"]);
});

test("a code may contain the space that apps show", async () => {
  const person = await createPerson(api);
  const { caller } = await person.logIn();
  const { secret } = await caller.twoFactor.generate({ password });
  const code = codeAt(secret, clock.now);
  expect(await keyOf(caller.twoFactor.verify({ code: `${code.slice(0, 3)} ${code.slice(3)}` }))).toBe("accepted");
});

test("a secret needs the password, even right after the log-in", async () => {
  const person = await createPerson(api);
  const { caller } = await person.logIn();
  expect(await fieldsOf(caller.twoFactor.generate({}))).toEqual({ password: ["required"] });
  expect(await keyOf(caller.twoFactor.generate({ password: "Wrong-Horse-7" }))).toBe("password_incorrect");
  expect(await person.eventKinds()).toEqual(["logged_in", "step_up_failed"]);
  clock.now += 10 * minute;
  expect(await keyOf(caller.twoFactor.generate({}))).toBe("step_up_required");
  expect(await keyOf(caller.twoFactor.generate({ password }))).toBe("accepted");
});

test("for an account without a password a secret needs a log-in of the last ten minutes", async () => {
  const person = await createPerson(api);
  const { caller } = await person.logIn();
  await db.update(users).set({ password_hash: null }).where(eq(users.id, person.user.id));
  expect(await keyOf(caller.twoFactor.generate({ password }))).toBe("third_party_account");
  expect(await keyOf(caller.twoFactor.generate({}))).toBe("accepted");
  clock.now += 10 * minute;
  expect(await keyOf(caller.twoFactor.generate({}))).toBe("step_up_required");
});

test("a log-in needs no code until the first code has confirmed the secret", async () => {
  const person = await createPerson(api);
  const { caller } = await person.logIn();
  await caller.twoFactor.generate({ password });
  expect(await keyOf(person.logIn())).toBe("accepted");
});

test("a wrong first code enables nothing, and a new secret replaces the previous one", async () => {
  const person = await createPerson(api);
  const { caller } = await person.logIn();
  const { secret: old } = await caller.twoFactor.generate({ password });
  const { secret } = await caller.twoFactor.generate({ password });
  expect(await keyOf(caller.twoFactor.verify({ code: codeAt(old, clock.now) }))).toBe("security_code_invalid");
  expect((await caller.auth.profile({})).two_factor_enabled).toBe(false);
  expect(await keyOf(caller.twoFactor.verify({ code: codeAt(secret, clock.now) }))).toBe("accepted");
});

test("enabling the second factor ends the other sessions and keeps the calling one", async () => {
  const person = await createPerson(api);
  const [other, login] = [await person.logIn(), await person.logIn()];
  const { secret } = await login.caller.twoFactor.generate({ password });
  await login.caller.twoFactor.verify({ code: codeAt(secret, clock.now) });
  expect([await other.isOver(), await login.isOver()]).toEqual([true, false]);
});

test("a call whose session ends meanwhile does not change the second factor", async () => {
  const late = { key: "session_terminated" };
  const person = await createPerson(api);
  const { caller } = await person.logIn();
  const { secret } = await caller.twoFactor.generate({ password });
  const endAll = () => db.delete(sessions).where(eq(sessions.userId, person.user.id));
  // The session ends after the guard has let the call pass.
  await endAll();
  const [pending] = await db.select().from(twoFactors).where(eq(twoFactors.user_id, person.user.id));
  await expect(caller.twoFactor.generate({ password })).rejects.toMatchObject(late);
  expect(await db.select().from(twoFactors).where(eq(twoFactors.user_id, person.user.id))).toEqual([pending]);
  await expect(caller.twoFactor.verify({ code: codeAt(secret, clock.now) })).rejects.toMatchObject(late);
  const [row] = await db.select().from(users).where(eq(users.id, person.user.id));
  expect(row?.two_factor_enabled).toBe(false);

  const owner = await createProtectedPerson(api);
  await db.delete(sessions).where(eq(sessions.userId, owner.user.id));
  clock.now += minute;
  await expect(owner.caller.twoFactor.disable({ code: owner.code() })).rejects.toMatchObject(late);
  await expect(owner.caller.twoFactor.backupCodes.create({ code: owner.code() })).rejects.toMatchObject(late);
});

test("a log-in that waits for its code starts no session after all sessions were ended", async () => {
  const person = await createProtectedPerson(api);
  const challenge = await person.challenge();
  expect(await person.caller.session.endAll({ keep_current: true })).toMatchObject({ detail: "sessions_terminated" });
  const answer = api.guest.auth.login({ challenge, code: person.code() });
  expect(await keyOf(answer)).toBe("two_factor_challenge_expired");
});

test("a log-in in parallel with the end of all other sessions leaves no session", async () => {
  const person = await createProtectedPerson(api);
  for (let round = 0; round < 12; round += 1) {
    clock.now += minute;
    const challenge = await person.challenge();
    const answered = keyOf(api.guest.auth.login({ challenge, code: person.code() }));
    // In each round the end comes somewhat later.
    for (let query = 0; query < round; query += 1) await api.sql`select 1`;
    // Another node ends the sessions; this needs no step-up.
    await api.sessions.endAll(api.db, person.user.id, { keep: person.id });
    await answered;
    expect((await person.caller.session.list({})).results.map(({ id }) => id)).toEqual([person.id]);
  }
});

test("disabling it with a code ends the other sessions, sends a mail, and log-ins need no code", async () => {
  const person = await createProtectedPerson(api);
  const other = await person.logIn({ code: person.code() });
  clock.now += minute;
  expect(await person.caller.twoFactor.disable({ code: person.code() })).toEqual({ detail: "two_factor_disabled" });
  expect([await other.isOver(), await person.isOver()]).toEqual([true, false]);
  expect((await api.readMails()).map(({ template }) => template)).toContain("two_factor_disabled");
  expect((await person.eventKinds()).at(-1)).toBe("two_factor_disabled");
  expect(await keyOf(person.logIn())).toBe("accepted");
  expect((await person.caller.auth.profile({})).two_factor_enabled).toBe(false);
});

test("it can be disabled with a backup code, in any case and with hyphens", async () => {
  const person = await createProtectedPerson(api);
  const [code = ""] = person.backupCodes;
  const backup_code = `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`.toLowerCase();
  expect(await keyOf(person.caller.twoFactor.disable({ backup_code }))).toBe("accepted");
});

test("disabling it needs exactly one code, and a right one", async () => {
  const person = await createProtectedPerson(api);
  const { disable } = person.caller.twoFactor;
  const [backup_code = ""] = person.backupCodes;
  expect(await fieldsOf(disable({}))).toEqual({ code: ["required"] });
  expect(await fieldsOf(disable({ code: person.code(), backup_code }))).toEqual({ code: ["code_or_backup_code"] });
  expect(await fieldsOf(disable({ code: "12345" }))).toEqual({ code: ["security_code_format"] });
  expect(await fieldsOf(disable({ backup_code: "12345" }))).toEqual({ backup_code: ["backup_code_format"] });
  expect(await keyOf(disable({ code: person.wrongCode() }))).toBe("security_code_invalid");
  expect(await keyOf(disable({ backup_code: "000000000000" }))).toBe("backup_code_invalid");
  expect((await person.caller.auth.profile({})).two_factor_enabled).toBe(true);
});

test("enabling it twice or using it while disabled gets its own error", async () => {
  const off = (await (await createPerson(api)).logIn()).caller.twoFactor;
  const isOff = { key: "two_factor_already_disabled" };
  await expect(off.disable({ code: "123456" })).rejects.toMatchObject({ ...isOff, values: undefined });
  for (const call of [
    () => off.verify({ code: "123456" }),
    () => off.backupCodes.get({}),
    () => off.backupCodes.create({ code: "123456" }),
  ]) {
    await expect(call()).rejects.toMatchObject({ ...isOff, values: { wanted: "enabled" } });
  }
  const on = await createProtectedPerson(api);
  expect(await keyOf(on.caller.twoFactor.generate({ password }))).toBe("two_factor_already_enabled");
  expect(await keyOf(on.caller.twoFactor.verify({ code: on.code() }))).toBe("two_factor_already_enabled");
});

test("backup codes are counted, never shown again, and replaced with a code", async () => {
  const person = await createProtectedPerson(api);
  const { backupCodes } = person.caller.twoFactor;
  const generated_at = new Date(noon).toISOString();
  expect(await backupCodes.get({})).toEqual({ total: 10, remaining: 10, generated_at });
  await person.logIn({ backup_code: person.backupCodes[0] ?? "" });
  expect(await backupCodes.get({})).toEqual({ total: 10, remaining: 9, generated_at });

  expect(await keyOf(backupCodes.create({ code: person.wrongCode() }))).toBe("security_code_invalid");
  const { backup_codes } = await backupCodes.create({ code: person.code() });
  expect(backup_codes.filter((code) => person.backupCodes.includes(code))).toEqual([]);
  expect(await backupCodes.get({})).toMatchObject({ total: 10, remaining: 10 });
  expect(await keyOf(person.logIn({ backup_code: person.backupCodes[1] ?? "" }))).toBe("login_backup_code_invalid");
  expect(await keyOf(person.logIn({ backup_code: backup_codes[0] ?? "" }))).toBe("accepted");
  expect((await api.readMails()).map(({ template }) => template)).toContain("backup_codes_generated");
  expect(await person.eventKinds()).toContain("backup_codes_generated");
});

test("the owner gets a mail about a used backup code, with the number that remain", async () => {
  const person = await createProtectedPerson(api);
  await person.logIn({ backup_code: person.backupCodes[0] ?? "" });
  const mail = (await api.readMails()).find(({ template }) => template === "backup_code_used");
  expect(mail).toMatchObject({ to: person.user.email, values: { remaining: 9 } });
  expect(await person.eventKinds()).toContain("backup_code_used");
});

test("wrong codes count over log-ins and calls, and after the limit a right code is refused everywhere", async () => {
  const person = await createProtectedPerson(api);
  const { twoFactor, auth, session } = person.caller;
  const code = person.wrongCode();
  for (let round = 0; round < 2; round++) {
    expect(await keyOf(auth.stepUp({ code }))).toBe("security_code_invalid");
    expect(await keyOf(twoFactor.disable({ code }))).toBe("security_code_invalid");
    expect(await keyOf(session.endAll({ code }))).toBe("security_code_invalid");
    expect(await keyOf(twoFactor.backupCodes.create({ code }))).toBe("security_code_invalid");
    expect(await keyOf(person.logIn({ code }))).toBe("login_security_code_invalid");
  }
  const right = { code: person.code() };
  const closed = { key: "too_many_attempts", retryAfterSeconds: 900 };
  await expect(auth.stepUp(right)).rejects.toMatchObject(closed);
  await expect(twoFactor.disable(right)).rejects.toMatchObject(closed);
  await expect(person.logIn(right)).rejects.toMatchObject(closed);
  await expect(
    api.guest.auth.login({ challenge: await person.challenge(), backup_code: person.backupCodes[0] }),
  ).rejects.toMatchObject(closed);
  clock.now += 15 * minute;
  expect(await keyOf(person.logIn({ code: person.code() }))).toBe("accepted");
});
