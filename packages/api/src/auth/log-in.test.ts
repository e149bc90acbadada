import { argon2Sync } from "node:crypto";
import { hashPassword } from "@daymark/auth/password/password";
import type { Transaction } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestApi, fieldsOf, keyOf, noon } from "../testing.ts";
import { createPerson, createProtectedPerson, minute, password } from "../two-factor/testing.ts";

const api = await createTestApi({ max: 20 });
const { clock, db, guest } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const lifetimeDays = (token: string) => {
  const { iat, exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return (exp - iat) / 86_400;
};

test("with a second factor, the password alone returns a challenge and no token", async () => {
  const person = await createProtectedPerson(api);
  const before = await api.sql`select id from sessions where user_id = ${person.user.id}`;
  const error = await guest.auth.login({ username: person.user.username, password }).catch((thrown) => thrown);
  expect(error).toMatchObject({ key: "two_factor_code_missing", challenge: expect.stringMatching(/^[\w-]{27}$/) });
  expect(await api.sql`select id from sessions where user_id = ${person.user.id}`).toEqual(before);
});

test("a challenge is not valid as a token, and a token is not valid as a challenge", async () => {
  const person = await createProtectedPerson(api);
  const challenge = await person.challenge();
  expect(await api.sessions.authenticate(challenge)).toBe("token_invalid");
  expect(await keyOf(guest.auth.refresh({ refresh: challenge }))).toBe("token_invalid");
  for (const token of [person.access, person.refresh]) {
    expect(await keyOf(guest.auth.login({ challenge: token, code: person.code() }))).toBe(
      "two_factor_challenge_expired",
    );
  }
});

test("a user can log in with a challenge and a code", async () => {
  const person = await createProtectedPerson(api);
  const tokens = await guest.auth.login({ challenge: await person.challenge(), code: person.code() });
  expect((await (await person.open(tokens)).caller.auth.profile({})).username).toBe(person.user.username);
});

test("a user can log in with a challenge and a backup code", async () => {
  const person = await createProtectedPerson(api);
  const [backup_code] = person.backupCodes;
  expect(await keyOf(guest.auth.login({ challenge: await person.challenge(), backup_code }))).toBe("accepted");
});

test("the challenge keeps the remember-me choice", async () => {
  const person = await createProtectedPerson(api);
  const brief = await guest.auth.login({ challenge: await person.challenge(), code: person.code() });
  clock.now += minute;
  const challenge = await person.challenge({ remember_me: true });
  const remembered = await guest.auth.login({ challenge, code: person.code() });
  expect([lifetimeDays(brief.refresh), lifetimeDays(remembered.refresh)]).toEqual([1, 30]);
});

test("a user can log in with password and code, or password and backup code, in one call", async () => {
  const person = await createProtectedPerson(api);
  expect(await keyOf(person.logIn({ code: person.code() }))).toBe("accepted");
  expect(await keyOf(person.logIn({ backup_code: person.backupCodes[0] ?? "" }))).toBe("accepted");
});

test("each wrong part gets its own error", async () => {
  const person = await createProtectedPerson(api);
  const { username } = person.user;
  const code = person.code();
  expect(await keyOf(guest.auth.login({ username, password: "Wrong-Horse-7", code }))).toBe("login_password_incorrect");
  expect(await keyOf(guest.auth.login({ username: "nobody", password, code }))).toBe("login_user_not_found");
  expect(await keyOf(person.logIn({ code: person.wrongCode() }))).toBe("login_security_code_invalid");
  expect(await keyOf(person.logIn({ backup_code: "000000000000" }))).toBe("login_backup_code_invalid");
  const challenge = await person.challenge();
  expect(await keyOf(guest.auth.login({ challenge, code: person.wrongCode() }))).toBe("login_security_code_invalid");
  expect(await keyOf(guest.auth.login({ challenge, backup_code: "000000000000" }))).toBe("login_backup_code_invalid");
  // None of these attempts used up the right code.
  expect(await keyOf(guest.auth.login({ challenge, code }))).toBe("accepted");
});

test("a code used at a log-in cannot be used again, with the password or with a challenge", async () => {
  const person = await createProtectedPerson(api);
  const code = person.code();
  await person.logIn({ code });
  expect(await keyOf(person.logIn({ code }))).toBe("login_security_code_invalid");
  expect(await keyOf(guest.auth.login({ challenge: await person.challenge(), code }))).toBe(
    "login_security_code_invalid",
  );
});

test("the code that enabled the second factor cannot be used to log in", async () => {
  const person = await createProtectedPerson(api);
  clock.now -= minute;
  expect(await keyOf(person.logIn({ code: person.code() }))).toBe("login_security_code_invalid");
});

test("the sixth attempt at a challenge is refused as expired, even with the right code", async () => {
  const person = await createProtectedPerson(api);
  const challenge = await person.challenge();
  for (let failure = 0; failure < 5; failure++) {
    expect(await keyOf(guest.auth.login({ challenge, code: person.wrongCode() }))).toBe("login_security_code_invalid");
  }
  expect(await keyOf(guest.auth.login({ challenge, code: person.code() }))).toBe("two_factor_challenge_expired");
});

test("a challenge expires after five minutes, and after a log-in", async () => {
  const person = await createProtectedPerson(api);
  const [used, late] = [await person.challenge(), await person.challenge()];
  await guest.auth.login({ challenge: used, code: person.code() });
  clock.now += minute;
  expect(await keyOf(guest.auth.login({ challenge: used, code: person.code() }))).toBe("two_factor_challenge_expired");
  clock.now += 4 * minute;
  expect(await keyOf(guest.auth.login({ challenge: late, code: person.code() }))).toBe("two_factor_challenge_expired");
});

test("a code is ignored if the account has no second factor", async () => {
  const person = await createPerson(api);
  expect(await keyOf(person.logIn({ code: "123456" }))).toBe("accepted");
});

test.each([
  [{}, { username: ["required"], password: ["required"] }],
  [{ code: "123456" }, { username: ["required"], password: ["required"] }],
  [{ username: "olena" }, { password: ["required"] }],
  [{ challenge: "x" }, { code: ["required"] }],
  [{ challenge: "x", code: "123456", backup_code: "ABCDEFGHJKMN" }, { code: ["code_or_backup_code"] }],
  [{ username: "olena", password: "p", code: "1234567" }, { code: ["security_code_format"] }],
  [{ username: "olena", password: "p", backup_code: "short" }, { backup_code: ["backup_code_format"] }],
  [{ challenge: "x", code: "123456", username: "olena" }, { username: ["unknown_field"] }],
  [{ challenge: "x", code: "123456", password: "p" }, { password: ["unknown_field"] }],
  [{ challenge: "x", code: "123456", remember_me: true }, { remember_me: ["unknown_field"] }],
])("a log-in must have one of three forms, so %j is refused", async (body, fields) => {
  expect(await fieldsOf(guest.auth.login(body))).toEqual(fields);
});

test("log-ins, failed log-ins and log-outs are in the account's history", async () => {
  const person = await createProtectedPerson(api);
  await keyOf(guest.auth.login({ username: person.user.username, password: "Wrong-Horse-7" }));
  await keyOf(person.logIn({ code: person.wrongCode() }));
  const { refresh } = await person.logIn({ code: person.code() });
  await guest.auth.blacklist({ refresh });
  expect(await person.eventKinds()).toEqual([
    "logged_in",
    "two_factor_enabled",
    "log_in_failed",
    "code_failed",
    "logged_in",
    "logged_out",
  ]);
});

test("a log-in starts no session if the account changes meanwhile", async () => {
  const changes = [
    { password_hash: await hashPassword("Another-Horse-8") },
    { two_factor_enabled: true },
    { is_active: false },
  ];
  for (const change of changes) {
    const person = await createPerson(api);
    const { promise: changed, resolve: commit } = Promise.withResolvers<void>();
    // The change is made before the log-in begins, but not committed yet.
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const changing = db.transaction(async (tx) => {
      await tx.update(users).set(change).where(eq(users.id, person.user.id));
      begin();
      await changed;
    });
    await begun;
    const logIn = keyOf(guest.auth.login({ username: person.user.username, password }));
    await expect
      .poll(
        () => api.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        { interval: 20, timeout: 20_000 },
      )
      .toHaveLength(1);
    commit();
    await changing;
    expect(await logIn, JSON.stringify(change)).toBe("session_terminated");
    expect(await api.sql`select id from sessions where user_id = ${person.user.id}`).toEqual([]);
  }
});

test("a log-in gets no challenge if the password changes meanwhile", async () => {
  const person = await createProtectedPerson(api);
  const password_hash = await hashPassword("Another-Horse-8");
  let logIn: Promise<unknown> = Promise.resolve("not begun");
  await db.transaction(async (tx) => {
    await tx.update(users).set({ password_hash }).where(eq(users.id, person.user.id));
    logIn = keyOf(guest.auth.login({ username: person.user.username, password }));
    await expect
      .poll(
        () => api.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        { interval: 20, timeout: 20_000 },
      )
      .toHaveLength(1);
  });
  expect(await logIn).toBe("session_terminated");
});

test("a log-in gets session_terminated if the account is deleted meanwhile", async () => {
  for (const create of [createPerson, createProtectedPerson]) {
    const { user } = await create(api);
    const leave = (tx: Transaction) => tx.delete(users).where(eq(users.id, user.id));
    const logIn = () => keyOf(guest.auth.login({ username: user.username, password }));
    expect(await api.callDuring(leave, logIn)).toBe("session_terminated");
  }
});

test("parallel log-ins that each rehash the password all succeed", async () => {
  const person = await createPerson(api);
  // The PHC string of the same password at a lower cost.
  const nonce = Buffer.from("sixteen bytes ok");
  const bytes = argon2Sync("argon2id", {
    message: password,
    nonce,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const [salt, hash] = [nonce, bytes].map((part) => part.toString("base64").replace(/=+$/, ""));
  await db
    .update(users)
    .set({ password_hash: `$argon2id$v=19$m=64,t=1,p=1$${salt}$${hash}` })
    .where(eq(users.id, person.user.id));
  const answers = await Promise.all(Array.from({ length: 4 }, () => keyOf(person.logIn())));
  expect(answers).toEqual(["accepted", "accepted", "accepted", "accepted"]);
});

test("a blocked program learns nothing about the password and uses up no code", async () => {
  const person = await createProtectedPerson(api);
  const { username } = person.user;
  const blocked = api.guestWith({ policy: "block", userAgent: "curl/8.5.0" });
  const challenge = await person.challenge();
  const [backup_code] = person.backupCodes;
  const before = (await person.eventKinds()).length;
  for (const body of [
    { username, password },
    { username, password: "Wrong-Horse-7" },
    { username: "nobody", password },
    { username, password, code: person.code() },
    { username, password, backup_code },
    { challenge, code: person.wrongCode() },
    { challenge, code: person.code() },
  ]) {
    expect(await keyOf(blocked.auth.login(body))).toBe("bot_detected");
  }
  expect((await person.eventKinds()).length).toBe(before);
  expect(await keyOf(guest.auth.login({ challenge, code: person.code() }))).toBe("accepted");
  expect(await keyOf(person.logIn(backup_code ? { backup_code } : {}))).toBe("accepted");
});
