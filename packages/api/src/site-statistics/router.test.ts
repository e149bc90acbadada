import { insertUser } from "@daymark/auth/testing";
import { recordActiveDay } from "@daymark/auth/user/active-day";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { toDayNumber } from "@daymark/domain/base/day";
import type { SiteStatisticsInput } from "@daymark/domain/operator/site-statistics";
import { afterAll, expect, test } from "vitest";
import { createTestApi, fieldsOf, habitInput, keyOf, noon } from "../testing.ts";
import { readSiteStatistics } from "./read.ts";
import { rollUp } from "./roll-up.ts";
import { readRolledUp } from "./testing.ts";

const api = await createTestApi();
const { db, sql } = api;
afterAll(api.drop);

const hour = 3_600_000;
const day = 24 * hour;
/** Noon of Saturday, 21 November 2026. */
const now = noon;
const admin = await api.createUser({ is_staff: true, date_joined: new Date(now - 20 * day) });

function rollUpAt(at: number) {
  return rollUp({ db, now: () => at });
}

test("guests and users are refused, because the statistics are for admins", async () => {
  const user = await api.createUser({ date_joined: new Date(now - 20 * day) });
  expect(await keyOf(api.guest.siteStatistics.get({}))).toBe("not_authenticated");
  expect(await keyOf(user.caller.siteStatistics.get({}))).toBe("permission_denied");
  expect(await keyOf(admin.caller.siteStatistics.get({}))).toBe("accepted");
  await db.$client`delete from users where id = ${user.user.id}`;
});

test.each<[SiteStatisticsInput, object]>([
  [{ from: "2026-02-30" }, { from: ["day_unknown"] }],
  [
    { from: "yesterday", to: "1999-01-01" },
    { from: ["day_format"], to: ["day_out_of_century"] },
  ],
  [{ from: "2026-11-02", to: "2026-11-01" }, { to: ["range_reversed"] }],
  [{ from: "2026-11-22" }, { from: ["range_reversed"] }],
  [{ from: "2025-11-20", to: "2026-11-21" }, { to: ["range_too_long"] }],
  [{ from: "2025-11-20" }, { from: ["range_too_long"] }],
])("the range %o is refused, with an error for the wrong day", async (input, fields) => {
  expect(await fieldsOf(admin.caller.siteStatistics.get(input))).toEqual(fields);
});

test.each<[SiteStatisticsInput, { from: string; to: string; before: { from: string; to: string }; days: number }]>([
  [{}, { from: "2026-10-25", to: "2026-11-21", before: { from: "2026-09-27", to: "2026-10-24" }, days: 28 }],
  [
    { to: "2026-11-10" },
    { from: "2026-10-14", to: "2026-11-10", before: { from: "2026-09-16", to: "2026-10-13" }, days: 28 },
  ],
  [
    { from: "2025-11-21" },
    { from: "2025-11-21", to: "2026-11-21", before: { from: "2024-11-20", to: "2025-11-20" }, days: 366 },
  ],
  // A range in progress is compared with as many days before it as have begun.
  [
    { from: "2026-11-20", to: "2026-11-30" },
    { from: "2026-11-20", to: "2026-11-30", before: { from: "2026-11-18", to: "2026-11-19" }, days: 2 },
  ],
  [
    { from: "2026-12-01", to: "2026-12-07" },
    { from: "2026-12-01", to: "2026-12-07", before: { from: "2026-11-24", to: "2026-11-30" }, days: 0 },
  ],
])("the input %o gives its range and a previous range of equal length", async (input, { days, ...range }) => {
  const told = await admin.caller.siteStatistics.get(input);
  expect(told).toMatchObject({ ...range, today: "2026-11-21" });
  expect(told.users.sign_ups.days).toHaveLength(days);
});

test("a range contains its counts and those of the previous range, as counted by hand", async () => {
  const person = (joined: number, values: Parameters<typeof insertUser>[1] = {}) =>
    insertUser(db, { date_joined: new Date(now - joined * day), password_hash: "x", ...values });
  const a = await person(15);
  // Counting begins on Monday, 9 November.
  await rollUpAt(now - 12 * day);
  const [b, c] = [await person(9, { language: "uk", plan: "paid" }), await person(3)];
  await recordActiveDay(db, [a.id], "2026-11-09");
  await recordActiveDay(db, [a.id], "2026-11-12");
  await recordActiveDay(db, [b.id], "2026-11-12");
  // A Sunday, and the Monday after it.
  await recordActiveDay(db, [b.id], "2026-11-15");
  await recordActiveDay(db, [a.id, b.id], "2026-11-16");
  await recordActiveDay(db, [c.id], "2026-11-18");
  await rollUpAt(now - day);
  await rollUpAt(now);
  const { users, habits, ...told } = await admin.caller.siteStatistics.get({ from: "2026-11-15" });
  expect(told).toEqual({
    from: "2026-11-15",
    to: "2026-11-21",
    before: { from: "2026-11-08", to: "2026-11-14" },
    today: "2026-11-21",
    rolled_up_at: new Date(now).toISOString(),
    counted_at: new Date(now).toISOString(),
  });
  expect(users.sign_ups).toMatchObject({ amount: 1, before: 1 });
  expect(users.sign_ups.days.map(({ amount }) => amount)).toEqual([0, 0, 0, 1, 0, 0, 0]);
  expect(users.sign_ups_by_way).toEqual([{ label: "password", amount: 1, before: 1 }]);
  expect(users.sign_ups_by_language).toEqual([
    { label: "en", amount: 1, before: 0 },
    { label: "uk", amount: 0, before: 1 },
  ]);
  expect(users.active.days.map(({ amount }) => amount)).toEqual([1, 2, 0, 1, 0, 0, 0]);
  // 8 November was not counted, so the range before is not comparable.
  expect(users.active.average).toEqual({ amount: 0.6, before: null });
  expect(users.active.weeks).toEqual([
    { from: "2026-11-09", amount: 2, is_whole: true },
    { from: "2026-11-16", amount: 3, is_whole: false },
  ]);
  expect(users.active.months).toEqual([{ from: "2026-11-01", amount: 3, is_whole: false }]);
  expect(users.retention).toEqual([
    // Of b's week, b, who was active again; this week counts until the end of yesterday.
    { week: "2026-11-09", users: 1, active: [1, 1] },
    { week: "2026-11-16", users: 1, active: [1] },
  ]);
  const all = await admin.caller.siteStatistics.get({});
  expect(all.users.retention).toEqual([
    { week: "2026-10-19", users: 0, active: [] },
    { week: "2026-10-26", users: 1, active: [null, null, 0, 0] },
    { week: "2026-11-02", users: 1, active: [null, 1, 1] },
    { week: "2026-11-09", users: 1, active: [1, 1] },
    { week: "2026-11-16", users: 1, active: [1] },
  ]);
  expect(users.totals).toMatchObject({
    all: { amount: 4, before: 2 },
    paid: { amount: 1, before: 0 },
    staff: { amount: 1, before: 1 },
  });
  // As of the last day with a complete walk over all accounts.
  expect(users.total_days.map(({ amount }) => amount)).toEqual([2, 2, 2, 2, 2, 4, 4]);
  expect(users.plans).toEqual([
    { label: "free", amount: 3, before: 2 },
    { label: "paid", amount: 1, before: 0 },
  ]);
  expect(habits.totals.all).toEqual({ amount: 0, before: 0 });
  expect(habits.entries).toMatchObject({ amount: 0, before: null });
});

test("recorded entries are counted once, cleared ones are not, and deletions subtract nothing", async () => {
  const { caller, user } = await api.createUser();
  const { id } = await caller.habit.create(habitInput);
  const bad = await caller.habit.create({ ...habitInput, type: "bad" });
  const at = (date: number) => ({ id, day: `2026-11-${date}` });
  await caller.progress.set({ ...at(20), value: 5 });
  await caller.progress.set({ ...at(20), value: 6 });
  await caller.progress.increment({ ...at(20), by: 1 });
  await caller.progress.increment({ ...at(20), by: -7 });
  await caller.progress.set({ ...at(19), skipped: true });
  await caller.progress.set({ ...at(18), note: "Rain" });
  await caller.progress.set({ ...at(18), note: null });
  await caller.progress.setMany({ entries: [17, 16].map((date) => ({ habit_id: id, day: at(date).day, value: 1 })) });
  await caller.progress.confirm({ id: bad.id, from: "2026-11-21", to: "2026-11-21" });
  expect(await readRolledUp(sql, "entries")).toEqual({});
  await api.tally.flush();
  await api.tally.flush();
  const counted = {
    "2026-11-21 value": 5,
    "2026-11-21 skipped": 1,
    "2026-11-21 note": 1,
    "2026-11-21 confirmed": 1,
  };
  expect(await readRolledUp(sql, "entries")).toEqual(counted);
  await db.$client`delete from users where id = ${user.id}`;
  await rollUpAt(now + hour);
  expect(await readRolledUp(sql, "entries")).toEqual(counted);
});

test("the page reads only rolled-up rows, for any number of users, habits and days", async () => {
  const many = await api.createUser();
  await sql`
    insert into habits (user_id, title, type, unit, hue, position, created_on)
    select ${many.user.id}, 'Habit', 'good', 'minutes', 0, n, '2026-01-01' from generate_series(1, 200) as n`;
  await sql`
    insert into progress (user_id, habit_id, day, value, unit)
    select user_id, id, date '2024-01-01' + n, 1, 'minutes' from habits, generate_series(1, 1000) as n
    where user_id = ${many.user.id}`;
  const read = await withinTransaction(db, async ({ $client }) => {
    await readSiteStatistics(
      $client,
      { from: toDayNumber("2025-11-22"), to: toDayNumber("2026-11-21") },
      toDayNumber("2026-11-21"),
    );
    return $client`
      select relname from pg_stat_xact_user_tables
      where coalesce(seq_scan, 0) + coalesce(idx_scan, 0) > 0 order by relname`;
  });
  expect(read.map(({ relname }) => relname)).toEqual(["statistics_cohorts", "statistics_days", "statistics_state"]);
});
