import { createLimits } from "@daymark/auth/limits/rate-limit";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createTestApi, fieldsOf, keyOf, noon } from "../testing.ts";
import { createPerson, createProtectedPerson, minute, password } from "../two-factor/testing.ts";

const api = await createTestApi();
const { clock, db } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

/** A procedure that requires step-up. */
const endOthers = (caller: Awaited<ReturnType<typeof api.callerOfToken>>) =>
  keyOf(caller.session.endAll({ keep_current: true }));

/** A session that logged in ten minutes ago. */
async function createStale() {
  const person = await createPerson(api);
  const login = await person.logIn();
  clock.now += 10 * minute;
  return { person, login, caller: await renewed(login) };
}

/** Access tokens also expire after ten minutes. */
async function renewed({ refresh }: { refresh: string }) {
  return api.callerOfToken((await api.guest.auth.refresh({ refresh })).access);
}

test("a step-up by password lasts exactly ten minutes", async () => {
  const { person, login, caller } = await createStale();
  expect(await endOthers(caller)).toBe("step_up_required");
  expect(await caller.auth.stepUp({ password })).toEqual({ detail: "stepped_up" });
  expect(await endOthers(await renewed(login))).toBe("accepted");
  clock.now += 10 * minute - 1;
  expect(await endOthers(await renewed(login))).toBe("accepted");
  clock.now += 1;
  expect(await endOthers(await renewed(login))).toBe("step_up_required");
  expect(await person.eventKinds()).toContain("stepped_up");
});

test("a call that began before a step-up on another instance sees the step-up", async () => {
  const { person, login, caller } = await createStale();
  const other = await api.startOtherNode();
  await other.freshen(api.db, { sessionId: login.id, userId: person.user.id });
  // The caller's cached session predates the step-up.
  expect(await endOthers(caller)).toBe("accepted");
});

test("a step-up in one session does not apply to another session", async () => {
  const { person, caller } = await createStale();
  const other = await person.logIn();
  clock.now += 10 * minute;
  await (await renewed(other)).auth.stepUp({ password });
  expect(await endOthers(caller)).toBe("step_up_required");
});

test("a user with a second factor can step up with a code or a backup code", async () => {
  const person = await createProtectedPerson(api);
  for (const given of [{ code: () => person.code() }, { backup_code: () => person.backupCodes[0] }]) {
    clock.now += 10 * minute;
    const caller = await renewed(person);
    expect(await endOthers(caller)).toBe("step_up_required");
    const [[member = "", value] = []] = Object.entries(given);
    expect(await keyOf(caller.auth.stepUp({ [member]: value?.() }))).toBe("accepted");
    expect(await endOthers(await renewed(person))).toBe("accepted");
  }
});

test("a code used for a step-up cannot be used again", async () => {
  const person = await createProtectedPerson(api);
  const code = person.code();
  await person.caller.auth.stepUp({ code });
  expect(await keyOf(person.caller.auth.stepUp({ code }))).toBe("security_code_invalid");
  expect(await keyOf(person.logIn({ code }))).toBe("login_security_code_invalid");
});

test("a password in the request itself counts as a step-up, also for later calls", async () => {
  const { login, caller } = await createStale();
  expect(await keyOf(caller.session.endAll({ keep_current: true, password }))).toBe("accepted");
  expect(await endOthers(await renewed(login))).toBe("accepted");
});

test("given credentials are checked even if not needed, and wrong ones refuse the call", async () => {
  const person = await createProtectedPerson(api);
  const other = await person.logIn({ code: person.code() });
  const { endAll } = person.caller.session;
  expect(await keyOf(endAll({ password: "Wrong-Horse-7" }))).toBe("password_incorrect");
  expect(await keyOf(endAll({ code: person.wrongCode() }))).toBe("security_code_invalid");
  expect(await keyOf(endAll({ backup_code: "000000000000" }))).toBe("backup_code_invalid");
  expect(await keyOf(endAll({ password, code: person.wrongCode() }))).toBe("security_code_invalid");
  expect([await other.isOver(), await person.isOver()]).toEqual([false, false]);
  expect((await person.eventKinds()).slice(-4)).toEqual([
    "step_up_failed",
    "code_failed",
    "code_failed",
    "code_failed",
  ]);
});

test("a failed step-up has no effect", async () => {
  const { caller } = await createStale();
  await keyOf(caller.auth.stepUp({ password: "Wrong-Horse-7" }));
  expect(await endOthers(caller)).toBe("step_up_required");
});

test("a code without a second factor and a password without a stored one get their own errors", async () => {
  const person = await createPerson(api);
  const { caller } = await person.logIn();
  await expect(caller.auth.stepUp({ code: "123456" })).rejects.toMatchObject({
    key: "two_factor_already_disabled",
    values: { wanted: "enabled" },
  });
  await db.update(users).set({ password_hash: null }).where(eq(users.id, person.user.id));
  expect(await keyOf(caller.auth.stepUp({ password }))).toBe("third_party_account");
});

test.each([
  [{}, { password: ["required"] }],
  [{ code: "123456", backup_code: "ABCDEFGHJKMN" }, { code: ["code_or_backup_code"] }],
  [
    { password: "", code: "1" },
    { password: ["blank"], code: ["security_code_format"] },
  ],
])("a step-up with %j is refused", async (body, fields) => {
  const { caller } = await (await createPerson(api)).logIn();
  expect(await fieldsOf(caller.auth.stepUp(body))).toEqual(fields);
});

test("repeated step-ups of a session are recorded once a minute", async () => {
  const limited = await createTestApi({ limits: createLimits });
  onTestFinished(limited.drop);
  const person = await createPerson(limited);
  for (const { caller } of [await person.logIn(), await person.logIn()]) {
    for (let time = 0; time < 4; time++) await caller.auth.stepUp({ password });
  }
  expect((await person.eventKinds()).filter((kind) => kind === "stepped_up")).toHaveLength(2);
});
