import { insertUser } from "@daymark/auth/testing";
import { recordActiveDay } from "@daymark/auth/user/active-day";
import { habits } from "@daymark/db/schema/habit";
import { identities } from "@daymark/db/schema/identity";
import { passkeys } from "@daymark/db/schema/passkey";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deletePerson } from "../thread/leave.ts";
import { rollUp } from "./roll-up.ts";
import { countAsOperator } from "./sign-ups.ts";
import { readRolledUp } from "./testing.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  database = await createTestDatabase({ max: 8 });
});
afterEach(() => database.drop());

/** A Wednesday. */
const wednesday = Date.UTC(2026, 10, 18, 12);
const dayMilliseconds = 86_400_000;

function rollUpAt(now: number, options?: Parameters<typeof rollUp>[1]) {
  return rollUp({ db: database.db, now: () => now }, options);
}

async function insertHabit(user_id: number, values: Partial<typeof habits.$inferInsert> = {}) {
  const habit = { title: "Run", type: "good", unit: "minutes", hue: 0, position: 0, created_on: "2026-11-18" } as const;
  const created_at = new Date(wednesday);
  await database.db.insert(habits).values({ user_id, created_at, ...habit, ...values });
}

test("a first run counts the existing data of all earlier days, and says when counting began", async () => {
  const { db, sql } = database;
  const first = await insertUser(db, { password_hash: "x", date_joined: new Date("2026-09-01T00:00:00Z") });
  const second = await insertUser(db, { date_joined: new Date("2026-09-01T23:59:59Z"), language: "uk", plan: "paid" });
  await db.insert(identities).values({ provider: "google", subject: "1", user_id: second.id });
  const third = { date_joined: new Date("2026-11-17T10:00:00Z"), is_active: false, two_factor_enabled: true };
  const { id } = await insertUser(db, third);
  const passkey = { name: "telephone", public_key: "" };
  await db.insert(passkeys).values([
    { id: "first", user_id: id, ...passkey },
    { id: "second", user_id: id, ...passkey },
    { id: "third", user_id: first.id, ...passkey },
  ]);
  await insertHabit(first.id, { created_at: new Date("2026-10-05T10:00:00Z") });
  await insertHabit(second.id, { type: "bad", unit: "cups", archived: true });
  await insertHabit(second.id, { deleted_at: new Date(wednesday) });
  await rollUpAt(wednesday);
  expect(await readRolledUp(sql)).toEqual({
    "2026-11-18 began": 1,
    "2026-09-01 sign_ups password": 1,
    "2026-09-01 sign_ups google": 1,
    "2026-11-17 sign_ups passkey": 1,
    "2026-09-01 sign_ups_by_language en": 1,
    "2026-09-01 sign_ups_by_language uk": 1,
    "2026-11-17 sign_ups_by_language en": 1,
    "2026-10-05 habits_created good": 1,
    "2026-11-18 habits_created bad": 1,
    // Of earlier days only the totals can be known.
    "2026-09-01 accounts all": 2,
    "2026-11-17 accounts all": 3,
    "2026-10-05 habits all": 1,
    "2026-11-18 accounts all": 3,
    "2026-11-18 accounts active": 2,
    "2026-11-18 accounts verified": 0,
    "2026-11-18 accounts two_factor": 1,
    "2026-11-18 accounts paid": 1,
    "2026-11-18 accounts staff": 0,
    "2026-11-18 accounts newsletter": 0,
    "2026-11-18 accounts_by_plan free": 2,
    "2026-11-18 accounts_by_plan paid": 1,
    "2026-11-18 accounts_by_language en": 2,
    "2026-11-18 accounts_by_language uk": 1,
    "2026-11-18 accounts_by_provider password": 1,
    "2026-11-18 accounts_by_provider google": 1,
    "2026-11-18 accounts_by_provider passkey": 2,
    "2026-11-18 habits all": 2,
    "2026-11-18 habits active": 1,
    "2026-11-18 habits archived": 1,
    "2026-11-18 habits_by_type good": 1,
    "2026-11-18 habits_by_type bad": 1,
    "2026-11-18 habits_by_unit minutes": 1,
    "2026-11-18 habits_by_unit cups": 1,
    "2026-11-18 habits_by_plan free": 1,
    "2026-11-18 habits_by_plan paid": 1,
  });
});

test("an empty installation is rolled up as zeros", async () => {
  await rollUpAt(wednesday);
  expect(await readRolledUp(database.sql, "accounts")).toMatchObject({ "2026-11-18 all": 0, "2026-11-18 paid": 0 });
  expect(await readRolledUp(database.sql, "habits")).toMatchObject({ "2026-11-18 all": 0 });
});

test("missed days are rolled up later, and a day that ended over an hour ago keeps its sums after deletions", async () => {
  const { db, sql } = database;
  await rollUpAt(wednesday - 40 * dayMilliseconds);
  const joined = await insertUser(db, { date_joined: new Date(wednesday - 30 * dayMilliseconds) });
  await recordActiveDay(db, [joined.id], "2026-10-20");
  const late = await insertUser(db, { date_joined: new Date("2026-11-17T23:59:00Z") });
  await recordActiveDay(db, [late.id], "2026-11-17");
  // Half an hour after midnight the day before is still open.
  await rollUpAt(Date.UTC(2026, 10, 18, 0, 30));
  expect(await readRolledUp(sql, "active")).toEqual({ "2026-10-20": 1, "2026-11-17": 1 });
  await recordActiveDay(db, [joined.id], "2026-11-17");
  await rollUpAt(Date.UTC(2026, 10, 18, 0, 59));
  expect(await readRolledUp(sql, "active")).toMatchObject({ "2026-11-17": 2 });
  await rollUpAt(wednesday);
  await db.delete(users).where(eq(users.id, late.id));
  await rollUpAt(wednesday + 60_000);
  expect(await readRolledUp(sql, "active")).toEqual({ "2026-10-20": 1, "2026-11-17": 2 });
  expect(await readRolledUp(sql, "sign_ups_by_language")).toMatchObject({ "2026-11-17 en": 1 });
  // The totals count existing accounts.
  expect(await readRolledUp(sql, "accounts")).toMatchObject({ "2026-11-18 all": 1 });
});

test("a day's sign-ups stay after accounts are deleted, on the current day and after a long stop", async () => {
  const { db, sql } = database;
  const date_joined = new Date(wednesday);
  const stayed = await insertUser(db, { password_hash: "x", date_joined });
  const left = await insertUser(db, { password_hash: "x", date_joined, language: "uk" });
  const google = await insertUser(db, { date_joined });
  await db.insert(identities).values({ provider: "google", subject: "1", user_id: google.id });
  const earlier = await insertUser(db, { password_hash: "x", date_joined: new Date(wednesday - 3 * dayMilliseconds) });
  // Also before the first count.
  expect(await deletePerson(db, earlier.id)).toBe(true);
  const counted = {
    "2026-11-15 sign_ups password": 1,
    "2026-11-18 sign_ups password": 2,
    "2026-11-18 sign_ups google": 1,
    "2026-11-15 sign_ups_by_language en": 1,
    "2026-11-18 sign_ups_by_language en": 2,
    "2026-11-18 sign_ups_by_language uk": 1,
  };
  await rollUpAt(wednesday + 60_000);
  expect(await readRolledUp(sql)).toMatchObject(counted);
  await Promise.all([left, google].map(({ id }) => deletePerson(db, id)));
  expect(await deletePerson(db, left.id)).toBe(false);
  await rollUpAt(wednesday + 120_000);
  expect(await readRolledUp(sql)).toMatchObject(counted);
  // The day is still open when the job runs again, a month later.
  await deletePerson(db, stayed.id);
  await rollUpAt(wednesday + 30 * dayMilliseconds);
  expect(await readRolledUp(sql)).toMatchObject({ ...counted, "2026-12-18 accounts all": 0 });
  expect(Object.values(await readRolledUp(sql, "deletions"))).toEqual([4]);
});

test("an account created by the operator does not count as a sign-up, for its day or its week", async () => {
  const { db, sql } = database;
  const date_joined = new Date(wednesday);
  const operator = await insertUser(db, { password_hash: "x", date_joined, is_staff: true, signed_up: false });
  const user = await insertUser(db, { password_hash: "x", date_joined });
  await recordActiveDay(db, [operator.id, user.id], "2026-11-18");
  const nextWeek = wednesday + 7 * dayMilliseconds;
  await recordActiveDay(db, [operator.id], "2026-11-25");
  await rollUpAt(wednesday);
  await rollUpAt(nextWeek);
  await rollUpAt(nextWeek + 7 * dayMilliseconds);
  expect(await readRolledUp(sql)).toMatchObject({
    "2026-11-18 sign_ups password": 1,
    "2026-11-18 sign_ups_by_language en": 1,
    // It still counts as an account, and was active.
    "2026-11-18 accounts all": 2,
    "2026-11-18 active": 2,
  });
  expect(await readCohort(sql)).toEqual([
    { weeks_later: 0, users: 1, active: 1 },
    { weeks_later: 1, users: 1, active: 0 },
    { weeks_later: 2, users: 1, active: 0 },
  ]);
  await deletePerson(db, operator.id);
  await rollUpAt(nextWeek + 7 * dayMilliseconds + 60_000);
  expect(await readRolledUp(sql, "sign_ups")).toEqual({ "2026-11-18 password": 1 });
});

test("an operator's account counted as a sign-up is subtracted once from its day and its week", async () => {
  const { db, sql } = database;
  const date_joined = new Date(wednesday);
  const operator = await insertUser(db, { password_hash: "x", date_joined, is_staff: true });
  const user = await insertUser(db, { password_hash: "x", date_joined });
  await recordActiveDay(db, [operator.id, user.id], "2026-11-18");
  await rollUpAt(wednesday);
  await rollUpAt(wednesday + 14 * dayMilliseconds);
  expect(await readRolledUp(sql, "sign_ups")).toEqual({ "2026-11-18 password": 2 });
  for (let start = 0; start < 3; start += 1) await countAsOperator(db, operator.id);
  expect(await readRolledUp(sql, "sign_ups")).toEqual({ "2026-11-18 password": 1 });
  expect(await readRolledUp(sql, "sign_ups_by_language")).toEqual({ "2026-11-18 en": 1 });
  expect(await readCohort(sql)).toEqual([
    { weeks_later: 0, users: 1, active: 1 },
    { weeks_later: 1, users: 1, active: 0 },
    { weeks_later: 2, users: 1, active: 0 },
  ]);
});

function readCohort(sql: typeof database.sql) {
  return sql`
    select weeks_later, users::int, active::int from statistics_cohorts where week = '2026-11-16' order by weeks_later`;
}

test("parallel and repeated runs on several instances give the same result as one run", async () => {
  const { db, sql } = database;
  for (let index = 0; index < 25; index += 1) {
    const { id } = await insertUser(db, { date_joined: new Date(wednesday - index * dayMilliseconds) });
    await recordActiveDay(db, [id], fromDayNumber(toDayNumber("2026-11-18") - (index % 9)));
    await insertHabit(id);
  }
  await rollUpAt(wednesday);
  const alone = await readRolledUp(sql);
  await Promise.all(Array.from({ length: 6 }, () => rollUpAt(wednesday + 1000, { sliceSize: 4, usersOfRunMax: 8 })));
  await rollUpAt(wednesday + 2000, { sliceSize: 7 });
  expect(await readRolledUp(sql)).toEqual(alone);
  expect(alone).toMatchObject({ "2026-11-18 accounts all": 25, "2026-11-18 habits all": 25 });
});

test("a run counts a bounded number of users, and the next run continues", async () => {
  const { db, sql } = database;
  for (let index = 0; index < 7; index += 1) await insertUser(db);
  const read = async () => {
    const [state] = await sql`select walked ->> 'accounts' as accounts, walked_at from statistics_state`;
    return {
      walking: JSON.parse(state?.accounts ?? "{}").all ?? 0,
      walked_at: state?.walked_at ? Date.parse(state.walked_at) : null,
    };
  };
  await rollUpAt(wednesday, { sliceSize: 2, usersOfRunMax: 4 });
  expect(await read()).toEqual({ walking: 4, walked_at: null });
  await rollUpAt(wednesday + 60_000, { sliceSize: 2, usersOfRunMax: 4 });
  expect(await read()).toEqual({ walking: 0, walked_at: wednesday + 60_000 });
  expect(await readRolledUp(sql, "accounts")).toMatchObject({ "2026-11-18 all": 7 });
});

test("weeks, months and retention equal a plain count of all active days", async () => {
  const { db, sql } = database;
  const today = toDayNumber("2026-11-18");
  // Without a pattern, but the same each time.
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const people: { id: number; joined: number }[] = [];
  for (let index = 0; index < 40; index += 1) {
    const joined = today - Math.floor(random() * 70);
    const user = await insertUser(db, { date_joined: new Date(joined * dayMilliseconds + 3_600_000) });
    people.push({ id: user.id, joined });
  }
  for (let day = today - 70; day <= today; day += 1) {
    const there = people.filter(({ joined }) => joined <= day && random() < 0.3).map(({ id }) => id);
    await recordActiveDay(db, there, fromDayNumber(day));
    if (day % 3 === 0) await rollUpAt(day * dayMilliseconds + 80_000_000);
  }
  await rollUpAt(today * dayMilliseconds + 1_800_000);
  for (const span of ["week", "month"] as const) {
    const rolledUp = await sql`
      select date_trunc(${span}, day::timestamp)::date::text as from, sum(amount)::int as amount
      from statistics_days where measure = ${`active_${span}`} group by 1 order by 1`;
    const counted = await sql`
      select date_trunc(${span}, day::timestamp)::date::text as from, count(distinct user_id)::int as amount
      from active_days group by 1 order by 1`;
    expect(rolledUp, span).toEqual(counted);
  }
  const cohorts = await sql`
    select week::text, weeks_later, users::int, active::int from statistics_cohorts where active > 0 order by 1, 2`;
  const counted = await sql`
    with people as (select id, date_trunc('week', date_joined at time zone 'UTC')::date as week from users)
    select week::text, ((date_trunc('week', day::timestamp)::date - week) / 7)::int as weeks_later,
      (select count(*)::int from people other where other.week = people.week) as users,
      count(distinct user_id)::int as active
    from active_days join people on people.id = user_id group by week, 2 order by 1, 2`;
  expect(cohorts).toEqual(counted);
  expect(counted.length).toBeGreaterThan(40);
});
