import { securityEvents } from "@daymark/db/schema/security-event";
import { backupCodes, twoFactorChallenges, twoFactors } from "@daymark/db/schema/two-factor";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { codeAt, insertUser, noon, secretBytes, secretKey, wrongCodeAt } from "../testing.ts";
import { lockUser } from "../user/lock-user.ts";
import { countBackupCodes } from "./backup-code.ts";
import { voidChallenges } from "./challenge.ts";
import { createTwoFactor, removeTwoFactor } from "./two-factor.ts";
import type { Giver, SecondFactor } from "./verify.ts";

const database = await createTestDatabase({ max: 20 });
const { db, sql } = database;
const clock = { now: noon };
const twoFactor = createTwoFactor({ secretKey, now: () => clock.now });
afterAll(database.drop);
beforeEach(() => {
  clock.now = noon;
});

const second = 1000;
const minute = 60 * second;
const giver: Giver = {
  sessionId: null,
  client: { address: "192.0.2.1", userAgent: "" },
  onBackupCode: async () => {},
};
const nothing = async () => {};

const check = (userId: number, given: SecondFactor) => twoFactor.check(db, userId, given, giver, nothing);
const right = { is: "right" };
const wrong = { is: "wrong", what: "code" };

/** A user with two-factor authentication, whose first code is no longer valid. */
async function createUser() {
  const user = await insertUser(db);
  const { secret } = (await twoFactor.enrol(db, user)) ?? { secret: "" };
  const enabled = await twoFactor.enable(db, user.id, { code: codeAt(secret, clock.now) }, giver, nothing);
  if (enabled.is !== "right") throw new Error("the second factor was not turned on");
  clock.now += minute;
  const challenge = () => twoFactor.createChallenge(db, { userId: user.id, rememberMe: false });
  return {
    id: user.id,
    secret,
    backupCodes: enabled.answer,
    challenge,
    right: () => ({ code: codeAt(secret, clock.now) }),
    wrong: () => ({ code: wrongCodeAt(secret, clock.now) }),
  };
}

/** How often each answer occurred. */
function tally(answers: (string | { is: string })[]) {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const is = typeof answer === "string" ? answer : answer.is;
    counts[is] = (counts[is] ?? 0) + 1;
  }
  return counts;
}

const times = <Answer>(count: number, call: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

test("a secret that awaits its first code neither accepts codes nor requires them", async () => {
  const user = await insertUser(db);
  const { secret } = (await twoFactor.enrol(db, user)) ?? { secret: "" };
  expect(await check(user.id, { code: codeAt(secret, noon) })).toEqual({ is: "off" });
  const challenge = await twoFactor.createChallenge(db, { userId: user.id, rememberMe: false });
  expect(await twoFactor.answerChallenge(db, challenge, { code: codeAt(secret, noon) }, giver)).toBe("expired");
  const [row] = await db.select().from(users).where(eq(users.id, user.id));
  expect(row?.two_factor_enabled).toBe(false);
});

test("a check of an account without a second factor does not wait for the account's lock", async () => {
  const user = await insertUser(db);
  await db.transaction(async (holder) => {
    await lockUser(holder, user.id);
    expect(await check(user.id, { code: "123456" })).toEqual({ is: "off" });
    expect(await twoFactor.enable(db, user.id, { code: "123456" }, giver, nothing)).toEqual({ is: "off" });
  });
});

test("a newly generated secret replaces the one that awaited its first code", async () => {
  const user = await insertUser(db);
  const { secret: old } = (await twoFactor.enrol(db, user)) ?? { secret: "" };
  const { secret } = (await twoFactor.enrol(db, user)) ?? { secret: "" };
  expect(secret).not.toBe(old);
  expect(await twoFactor.enable(db, user.id, { code: codeAt(old, noon) }, giver, nothing)).toEqual(wrong);
  expect(await twoFactor.enable(db, user.id, { code: codeAt(secret, noon) }, giver, nothing)).toMatchObject(right);
});

test("once the factor is enabled, the secret can be neither replaced nor enabled again", async () => {
  const user = await createUser();
  expect(await twoFactor.enrol(db, { id: user.id, username: "x" })).toBeNull();
  expect(await twoFactor.enable(db, user.id, user.right() as { code: string }, giver, nothing)).toEqual({ is: "off" });
  expect(await check(user.id, user.right())).toMatchObject(right);
});

test("the code that enabled the factor cannot be used again, not even at a log-in", async () => {
  const user = await insertUser(db);
  const { secret } = (await twoFactor.enrol(db, user)) ?? { secret: "" };
  const given = { code: codeAt(secret, noon) };
  await twoFactor.enable(db, user.id, given, giver, nothing);
  expect(await check(user.id, given)).toEqual(wrong);
  const challenge = await twoFactor.createChallenge(db, { userId: user.id, rememberMe: false });
  expect(await twoFactor.answerChallenge(db, challenge, given, giver)).toEqual(wrong);
});

test("of 50 parallel calls with the same right code, one succeeds", async () => {
  const user = await createUser();
  // The code is refused until ten calls have failed; after that the account is closed.
  const answers = await times(50, () => check(user.id, user.right()));
  expect(tally(answers)).toEqual({ right: 1, wrong: 10, closed: 39 });
});

test("a replayed code counts as a failure", async () => {
  const user = await createUser();
  const given = user.right();
  await check(user.id, given);
  for (let replay = 0; replay < 10; replay++) expect(await check(user.id, given)).toEqual(wrong);
  clock.now += minute;
  expect(await check(user.id, user.right())).toMatchObject({ is: "closed" });
});

test("of 50 parallel guesses at one challenge, five are checked, and then the challenge is over", async () => {
  const user = await createUser();
  const challenge = await user.challenge();
  const answers = await times(50, () => twoFactor.answerChallenge(db, challenge, user.wrong(), giver));
  expect(tally(answers)).toEqual({ wrong: 5, expired: 45 });
  expect(await twoFactor.answerChallenge(db, challenge, user.right(), giver)).toBe("expired");
  expect(await twoFactor.answerChallenge(db, await user.challenge(), user.right(), giver)).toMatchObject(right);
});

test("of 50 parallel guesses in many challenges and calls, ten are checked, and none more for 15 minutes", async () => {
  const user = await createUser();
  const challenges = await times(10, user.challenge);
  const answers = await times(50, async (index) => {
    const challenge = challenges[index % 20];
    return challenge ? twoFactor.answerChallenge(db, challenge, user.wrong(), giver) : check(user.id, user.wrong());
  });
  const { wrong: judged, expired = 0, closed = 0 } = tally(answers);
  expect(judged).toBe(10);
  expect(expired + closed).toBe(40);

  const closedFor = (retryAfterSeconds: number) => ({ is: "closed", retryAfterSeconds });
  expect(await check(user.id, user.right())).toEqual(closedFor(900));
  expect(await twoFactor.answerChallenge(db, await user.challenge(), user.right(), giver)).toEqual(closedFor(900));
  expect(await check(user.id, { backup_code: user.backupCodes[0] })).toEqual(closedFor(900));
  clock.now += 15 * minute - 1;
  expect(await check(user.id, user.right())).toEqual(closedFor(1));
  clock.now += 1;
  expect(await check(user.id, user.right())).toMatchObject(right);
});

test("at most ten guesses are checked in any 15 minutes", async () => {
  const user = await createUser();
  await check(user.id, user.wrong());
  clock.now += 15 * minute - second;
  await times(8, () => check(user.id, user.wrong()));
  clock.now += 2 * second;
  expect(tally(await times(10, () => check(user.id, user.wrong())))).toEqual({ wrong: 1, closed: 9 });
});

test("a success resets the account's failures", async () => {
  const user = await createUser();
  await times(9, () => check(user.id, user.wrong()));
  expect(await check(user.id, user.right())).toMatchObject(right);
  clock.now += minute;
  expect(tally(await times(12, () => check(user.id, user.wrong())))).toEqual({ wrong: 10, closed: 2 });
});

test("another user's guesses do not block the account", async () => {
  const [user, other] = [await createUser(), await createUser()];
  await times(10, () => check(other.id, other.wrong()));
  expect(await check(user.id, user.right())).toMatchObject(right);
});

test("a challenge can be answered once, even by parallel calls with different right codes", async () => {
  const user = await createUser();
  const challenge = await user.challenge();
  const answers = await times(10, (index) =>
    twoFactor.answerChallenge(db, challenge, { backup_code: user.backupCodes[index] }, giver),
  );
  expect(tally(answers)).toEqual({ right: 1, expired: 9 });
  expect((await countBackupCodes(db, user.id)).remaining).toBe(9);
});

test("a challenge returns the user and the remember-me choice of the log-in", async () => {
  const user = await createUser();
  const challenge = await twoFactor.createChallenge(db, { userId: user.id, rememberMe: true });
  expect(await twoFactor.answerChallenge(db, challenge, user.right(), giver)).toEqual({
    is: "right",
    user: { id: user.id, password_hash: null, two_factor_enabled: true, end_all_count: 0 },
    providerSession: null,
    rememberMe: true,
  });
});

test("a challenge expires after five minutes", async () => {
  const user = await createUser();
  const [early, late] = [await user.challenge(), await user.challenge()];
  clock.now += 5 * minute - 1;
  expect(await twoFactor.answerChallenge(db, early, user.right(), giver)).toMatchObject(right);
  clock.now += 1;
  expect(await twoFactor.answerChallenge(db, late, { backup_code: user.backupCodes[0] }, giver)).toBe("expired");
  expect((await countBackupCodes(db, user.id)).remaining).toBe(10);
});

test("an unknown or invalidated challenge counts as expired", async () => {
  const user = await createUser();
  const challenge = await user.challenge();
  for (const unknown of ["", "x", `${challenge} `, challenge.toUpperCase()]) {
    expect(await twoFactor.answerChallenge(db, unknown, user.right(), giver)).toBe("expired");
  }
  await db.transaction((tx) => voidChallenges(tx, user.id));
  expect(await twoFactor.answerChallenge(db, challenge, user.right(), giver)).toBe("expired");
  const another = await user.challenge();
  await db.update(users).set({ is_active: false }).where(eq(users.id, user.id));
  expect(await twoFactor.answerChallenge(db, another, user.right(), giver)).toBe("expired");
});

test("there are ten different backup codes of 12 characters", async () => {
  const user = await createUser();
  expect(user.backupCodes.length).toBe(10);
  expect(new Set(user.backupCodes).size).toBe(10);
  for (const code of user.backupCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
  expect(await countBackupCodes(db, user.id)).toEqual({ total: 10, remaining: 10, generated_at: new Date(noon) });
});

test("a backup code can be used once, even in 20 parallel calls", async () => {
  const user = await createUser();
  const given = { backup_code: user.backupCodes[3] };
  expect(tally(await times(20, () => check(user.id, given)))).toEqual({ right: 1, wrong: 10, closed: 9 });
  expect(await countBackupCodes(db, user.id)).toMatchObject({ total: 10, remaining: 9 });
});

test("a backup code is refused for another account", async () => {
  const [user, other] = [await createUser(), await createUser()];
  expect(await check(other.id, { backup_code: user.backupCodes[0] })).toEqual({ is: "wrong", what: "backup_code" });
});

test("new backup codes invalidate the previous ones", async () => {
  const user = await createUser();
  const fresh = await db.transaction((tx) => twoFactor.newBackupCodes(tx, user.id));
  expect(await check(user.id, { backup_code: user.backupCodes[0] })).toMatchObject({ is: "wrong" });
  expect(await check(user.id, { backup_code: fresh[0] })).toMatchObject(right);
});

test("the listener for used backup codes gets the number that remain", async () => {
  const user = await createUser();
  const told: number[] = [];
  const listening: Giver = { ...giver, onBackupCode: async (_, userId, left) => void told.push(userId, left) };
  await twoFactor.check(db, user.id, { backup_code: user.backupCodes[0] }, listening, nothing);
  await twoFactor.check(db, user.id, user.right(), listening, nothing);
  expect(told).toEqual([user.id, 9]);
});

test("if the work fails, the code stays unused, and earlier failures still count", async () => {
  const user = await createUser();
  const given = user.right();
  const failing = twoFactor.check(db, user.id, given, giver, async () => {
    throw new Error("the work failed");
  });
  await expect(failing).rejects.toThrow("the work failed");
  expect(await check(user.id, given)).toMatchObject(right);
  await check(user.id, user.wrong());
  const [row] = await db.select().from(twoFactors).where(eq(twoFactors.user_id, user.id));
  expect(row?.failures).toBe(1);
});

test("a removed second factor leaves no codes and no challenges", async () => {
  const user = await createUser();
  const challenge = await user.challenge();
  await db.transaction((tx) => removeTwoFactor(tx, user.id));
  expect(await check(user.id, user.right())).toEqual({ is: "off" });
  expect(await twoFactor.answerChallenge(db, challenge, user.right(), giver)).toBe("expired");
  for (const table of [twoFactors, backupCodes, twoFactorChallenges]) {
    expect(await db.select().from(table).where(eq(table.user_id, user.id))).toEqual([]);
  }
});

test("each failure and each used backup code is in the account's history", async () => {
  const user = await createUser();
  await twoFactor.check(db, user.id, user.wrong(), { ...giver, sessionId: "a session" }, nothing);
  await check(user.id, { backup_code: user.backupCodes[0] });
  const rows = await db.select().from(securityEvents).where(eq(securityEvents.user_id, user.id));
  expect(rows.map(({ kind, session_id, address }) => [kind, session_id, address])).toEqual([
    ["code_failed", "a session", "192.0.2.1"],
    ["backup_code_used", null, "192.0.2.1"],
  ]);
});

test("the secret, the codes and the challenge are not in the database in plain text", async () => {
  const user = await createUser();
  const challenge = await user.challenge();
  await check(user.id, user.right());
  const dump: string[] = [];
  const tables = await sql<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`;
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["two_factors", "backup_codes", "two_factor_challenges", "security_events"]),
  );
  for (const { name } of tables) dump.push(JSON.stringify(await sql.unsafe(`select * from ${name}`)));
  const all = dump.join("\n").toLowerCase();
  const bytes = Buffer.from(secretBytes(user.secret));
  const spelt = (["base64url", "base64", "hex"] as const).map((encoding) => bytes.toString(encoding));
  for (const text of [user.secret, ...spelt, challenge, ...user.backupCodes]) {
    expect(all).not.toContain(text.toLowerCase());
  }
  // The same codes of another user, or with another key, have other hashes, so an attacker cannot precompute a table.
  const [mine] = await db.select().from(backupCodes).where(eq(backupCodes.user_id, user.id));
  expect(mine?.code_hash).toMatch(/^[0-9a-f]{64}$/);
});

test("an installation with another secret key accepts no code", async () => {
  const user = await createUser();
  const other = createTwoFactor({ secretKey: "another secret key altogether", now: () => clock.now });
  await expect(other.check(db, user.id, user.right(), giver, nothing)).rejects.toThrow();
  expect(await other.check(db, user.id, { backup_code: user.backupCodes[0] }, giver, nothing)).toMatchObject({
    is: "wrong",
  });
});
