import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { progress } from "@daymark/db/schema/progress";
import { isDistributed } from "@daymark/db/testing";
import { vacationsMax } from "@daymark/domain/tracking/vacation";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readInTurn } from "../procedure/long-reads.ts";
import { createTestApi, fieldsOf, habitInput, keyOf, noon, type TestApi } from "../testing.ts";
import { previewVacation } from "./create.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ max: 20 });
});
afterAll(() => api.drop());

const week = { from: "2026-11-16", to: "2026-11-22" };
const november = { from: "2026-11-01", to: "2026-11-30" };
const then = noon - 20 * 24 * 3600_000;

/** A user with a good and a bad habit since 1 November. */
async function begin(given: { plan?: "paid" } = {}) {
  const user = await api.createUser(given);
  const { habit } = user.callerWith({ now: then });
  const good = (await habit.create(habitInput)).id;
  const bad = (await habit.create({ ...habitInput, type: "bad" })).id;
  return {
    ...user,
    good,
    bad,
    list: async () => (await user.caller.vacation.list({})).results,
    /** All stored rows, including columns that the API does not return. */
    rows: () =>
      api.db.select().from(progress).where(eq(progress.user_id, user.user.id)).orderBy(progress.habit_id, progress.day),
    skips: async (id: number) =>
      (await user.caller.progress.listOfHabit({ id, ...november })).results
        .filter((entry) => entry.skipped)
        .map((entry) => Number(entry.day.slice(8))),
  };
}

describe("a vacation", () => {
  test("skips every open day of every active habit, and no other day", async () => {
    const { caller, callerWith, good, bad, skips, list } = await begin();
    const archived = (await caller.habit.create(habitInput)).id;
    await caller.habit.update({ id: archived, archived: true });
    const weekdays = (await callerWith({ now: then }).habit.create({ ...habitInput, weekdays: [1, 2, 3, 4, 5] })).id;
    const young = (await callerWith({ now: noon - 24 * 3600_000 }).habit.create({ ...habitInput, type: "bad" })).id;
    await caller.progress.set({ id: good, day: "2026-11-17", value: 3 });
    await caller.progress.set({ id: good, day: "2026-11-18", skipped: true });
    await caller.progress.set({ id: good, day: "2026-11-19", note: "ill" });
    await caller.progress.set({ id: bad, day: "2026-11-19", confirmed: true });
    const made = await caller.vacation.create(week);
    expect(made).toEqual({
      id: expect.any(Number),
      ...week,
      days: 7,
      skipped_days: 6 - 1 + 6 + 5 + 3,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await skips(good)).toEqual([16, 18, 19, 20, 21, 22]);
    expect(await skips(bad)).toEqual([16, 17, 18, 20, 21, 22]);
    expect(await skips(weekdays)).toEqual([16, 17, 18, 19, 20]);
    expect(await skips(young)).toEqual([20, 21, 22]);
    expect(await skips(archived)).toEqual([]);
    expect(await list()).toEqual([made]);
  });

  test("skips only the due days of a habit that is due on some days, in the preview too", async () => {
    const { callerWith, caller, skips, good, bad } = await begin({ plan: "paid" });
    const { habit } = callerWith({ now: then });
    const create = async (input: object) => (await habit.create({ ...habitInput, ...input })).id;
    const thirdDays = await create({ schedule: { every_days: 3, from: "2026-11-17" } });
    const otherWeeks = await create({
      schedule: { every_weeks: 2, from: "2026-11-10" },
      weekdays: [2, 4],
    });
    const monthEnds = await create({ schedule: { month_days: [18, -1] } });
    const thirdFridays = await create({ schedule: { month_weekdays: [{ nth: 3, weekday: 5 }] } });
    const threeAMonth = await create({ schedule: { times_per_month: 3 }, weekdays: [1, 2, 3, 4, 5] });
    const amount = await create({ schedule: { target_per: "week" } });
    await caller.progress.set({ id: thirdDays, day: "2026-11-20", value: 3 });
    const preview = await caller.vacation.create({ ...week, dry_run: true });
    const made = await caller.vacation.create(week);
    expect(await skips(thirdDays)).toEqual([17]);
    expect(await skips(otherWeeks)).toEqual([]);
    expect(await skips(monthEnds)).toEqual([18]);
    expect(await skips(thirdFridays)).toEqual([20]);
    expect(await skips(threeAMonth)).toEqual([16, 17, 18, 19, 20]);
    expect(await skips(amount)).toEqual([16, 17, 18, 19, 20, 21, 22]);
    expect([(await skips(good)).length, (await skips(bad)).length]).toEqual([7, 7]);
    expect([preview.skipped_days, made.skipped_days]).toEqual([29, 29]);
  });

  test("reads the past schedules of its own days alone", async () => {
    const { caller, skips, good } = await begin();
    const workdays = { until: "2026-11-17", weekdays: [1, 2], schedule: null };
    // A list without weekdays would end the call. It ended before the vacation, so it is not read.
    const past = JSON.stringify([{ until: "2026-11-15" }, workdays]);
    await api.sql`
      update habits set past_schedules = ${past}::text::jsonb, weekdays = '{5,6}' where id = ${good}`;
    await caller.vacation.create({ ...week, dry_run: true });
    await caller.vacation.create(week);
    expect(await skips(good)).toEqual([16, 17, 20, 21]);
  });

  test("neither breaks nor lengthens a streak, and does not move a first day", async () => {
    const { caller, callerWith, good } = await begin();
    for (let day = 10; day < 16; day += 1) await caller.progress.set({ id: good, day: `2026-11-${day}`, value: 10 });
    const before = await callerWith({ now: Date.UTC(2026, 10, 16, 12) }).habit.statistics({ id: good });
    await caller.vacation.create({ from: "2026-10-01", to: "2026-11-05" });
    await caller.vacation.create(week);
    const after = await caller.habit.statistics({ id: good });
    expect(after).toMatchObject({ current_streak: 6, total: 60 });
    expect(before.current_streak).toBe(after.current_streak);
    expect((await caller.habit.get({ id: good })).first_day).toBe("2026-11-01");
  });

  test("can be previewed by a dry run, which writes nothing", async () => {
    const { caller, good, list, rows } = await begin();
    await caller.progress.set({ id: good, day: "2026-11-17", value: 3 });
    const before = await rows();
    const preview = await caller.vacation.create({ ...week, dry_run: true });
    expect(preview).toEqual({ id: null, ...week, days: 7, skipped_days: 13, created_at: null, dry_run: true });
    expect([await list(), await rows()]).toEqual([[], before]);
    const made = await caller.vacation.create({ ...week, dry_run: false });
    expect(made).toMatchObject({ days: 7, skipped_days: preview.skipped_days });
  });

  test("may be in the future, overlap another one, or lie in a year without habits", async () => {
    const { caller, list } = await begin();
    await caller.vacation.create(week);
    const over = await caller.vacation.create({ from: "2026-11-20", to: "2026-11-24" });
    expect(over).toMatchObject({ days: 5, skipped_days: 4 });
    expect(await caller.vacation.create({ from: "2010-01-01", to: "2011-01-01" })).toMatchObject({
      days: 366,
      skipped_days: 0,
    });
    expect((await list()).map((vacation) => [vacation.from, vacation.skipped_days])).toEqual([
      ["2026-11-20", 4],
      ["2026-11-16", 14],
      ["2010-01-01", 0],
    ]);
  });

  test("has its days in order, and at most 366 of them", async () => {
    const { caller, rows } = await begin();
    const fields = (range: object) => fieldsOf(caller.vacation.create(range as typeof week));
    expect(await fields({ from: week.to, to: week.from })).toEqual({ to: ["range_reversed"] });
    expect(await fields({ from: "2026-01-01", to: "2027-01-02" })).toEqual({ to: ["range_too_long"] });
    expect(await fields({ from: "2026-02-30", to: "2026-03-01" })).toEqual({ from: ["day_unknown"] });
    expect(await fields({ ...week, habit_id: 1 })).toEqual({ habit_id: ["unknown_field"] });
    expect(await rows()).toEqual([]);
  });
});

describe("deleting a vacation", () => {
  test("restores all days as they were", async () => {
    const { caller, good, bad, list, rows } = await begin();
    await caller.progress.set({ id: good, day: "2026-11-17", value: 3 });
    await caller.progress.set({ id: good, day: "2026-11-18", skipped: true });
    await caller.progress.set({ id: good, day: "2026-11-19", note: "ill" });
    await caller.progress.set({ id: bad, day: "2026-11-19", confirmed: true });
    const before = await rows();
    const { id } = await caller.vacation.create(week);
    expect(await rows()).not.toEqual(before);
    expect(await caller.vacation.delete({ id: id ?? 0 })).toEqual({ detail: "vacation_deleted" });
    expect([await rows(), await list()]).toEqual([before, []]);
  });

  test("keeps what the user recorded on its days since", async () => {
    const { caller, good, bad, list, rows } = await begin();
    const { id } = await caller.vacation.create(week);
    await caller.progress.set({ id: good, day: "2026-11-16", value: 5 });
    await caller.progress.increment({ id: good, day: "2026-11-17", by: 4 });
    await caller.progress.set({ id: good, day: "2026-11-18", skipped: false });
    await caller.progress.set({ id: good, day: "2026-11-19", skipped: true });
    await caller.progress.set({ id: good, day: "2026-11-20", note: "by the sea" });
    await caller.progress.delete({ id: good, day: "2026-11-21" });
    await caller.progress.set({ id: bad, day: "2026-11-16", confirmed: true });
    await caller.progress.set({ id: bad, day: "2026-11-17", value: 2, expected: null }).catch(() => {});
    await caller.progress.setMany({ entries: [{ habit_id: bad, day: "2026-11-18", value: 2, unit: "hours" }] });
    expect(await list()).toMatchObject([{ skipped_days: 2 + 5 }]);
    await caller.vacation.delete({ id: id ?? 0 });
    expect(
      (await rows()).map(({ habit_id, day, value, skipped, note, confirmed, vacation_id }) => [
        habit_id === good ? "good" : "bad",
        Number(day.slice(8)),
        value ?? (skipped ? "skipped" : confirmed ? "confirmed" : note),
        vacation_id,
      ]),
    ).toEqual([
      ["good", 16, 5, null],
      ["good", 17, 4, null],
      ["good", 19, "skipped", null],
      ["good", 20, "by the sea", null],
      ["bad", 16, "confirmed", null],
      ["bad", 18, 2, null],
    ]);
  });

  test("also restores days of archived and deleted habits", async () => {
    const { caller, good, bad, list, rows } = await begin();
    const { id } = await caller.vacation.create(week);
    await caller.habit.update({ id: good, archived: true });
    await caller.habit.delete({ id: bad });
    expect(await list()).toMatchObject([{ skipped_days: 7 }]);
    await caller.vacation.delete({ id: id ?? 0 });
    await caller.habit.restore({ id: bad });
    expect(await rows()).toEqual([]);
  });

  test("keeps a note that is written in parallel on one of its days", async () => {
    const { caller, good, rows } = await begin();
    for (let round = 0; round < 15; round += 1) {
      const { id } = await caller.vacation.create(week);
      await Promise.all([
        caller.vacation.delete({ id: id ?? 0 }),
        caller.progress.set({ id: good, day: "2026-11-20", note: "by the sea" }),
      ]);
      const left = await rows();
      expect(left.map(({ note, vacation_id, skipped }) => ({ note, vacation_id, skipped }))).toEqual([
        { note: "by the sea", vacation_id: null, skipped: false },
      ]);
      await caller.progress.delete({ id: good, day: "2026-11-20" });
    }
  });

  test("is possible only for its owner: to others it looks missing, as does a deleted one", async () => {
    const { caller, rows } = await begin();
    const { id } = await caller.vacation.create(week);
    const skipped = await rows();
    const stranger = await begin();
    expect(await keyOf(stranger.caller.vacation.delete({ id: id ?? 0 }))).toBe("vacation_not_found");
    expect(await rows()).toEqual(skipped);
    expect(await stranger.list()).toEqual([]);
    await caller.vacation.delete({ id: id ?? 0 });
    expect(await keyOf(caller.vacation.delete({ id: id ?? 0 }))).toBe("vacation_not_found");
  });
});

test("a user has a bounded number of vacations, even after parallel calls, and a dry run says so too", async () => {
  const { caller, user, list } = await begin();
  await api.sql`
    insert into vacations (user_id, from_day, to_day)
    select ${user.id}, '2020-01-01', '2020-01-01' from generate_series(1, ${vacationsMax - 1})`;
  expect((await caller.vacation.create({ ...week, dry_run: true })).skipped_days).toBe(14);
  const told = await Promise.all(Array.from({ length: 8 }, () => fieldsOf(caller.vacation.create(week))));
  expect(told.sort()).toEqual(["accepted", ...Array(7).fill({ from: ["vacations_too_many"] })].sort());
  expect(await list()).toHaveLength(vacationsMax);
  expect(await fieldsOf(caller.vacation.create({ ...week, dry_run: true }))).toEqual({ from: ["vacations_too_many"] });
  const [last] = await list();
  await caller.vacation.delete({ id: last?.id ?? 0 });
  expect(await fieldsOf(caller.vacation.create(week))).toBe("accepted");
});

test("each call takes a few statements, for any number of habits and days", async () => {
  const { caller, callerWith } = await begin();
  await caller.vacation.create(week);
  const { db, statements } = await api.countStatements();
  const counted = callerWith({ db });
  const count = async (call: () => Promise<unknown>) => {
    statements.length = 0;
    await call();
    return statements.filter((statement) => !/^(begin|commit)/.test(statement)).length;
  };
  expect(await count(() => counted.vacation.create({ ...november, dry_run: true }))).toBe(2);
  expect(await count(() => counted.vacation.list({}))).toBe(1);
  const [vacation] = (await caller.vacation.list({})).results;
  // The lock, the days locked, updated and deleted, and the vacation. For a new one: what the habits need, two locks, the
  // count, the vacation and the days.
  expect(await count(() => counted.vacation.delete({ id: vacation?.id ?? 0 }))).toBe(5);
  expect(await count(() => counted.vacation.create(november))).toBe(6);
});

test("a preview waits for a turn of its user's long reads", async () => {
  const { caller, user } = await begin();
  const held = Promise.withResolvers<void>();
  const client = { address: "127.0.0.1", userAgent: "" };
  const holding = readInTurn({ user, client, services: { longWorkDb: api.db } }, () => held.promise);
  const order: string[] = [];
  const preview = caller.vacation.create({ ...week, dry_run: true }).finally(() => order.push("previewed"));
  await caller.vacation.create(november);
  order.push("freed");
  held.resolve();
  await Promise.all([preview, holding]);
  expect(order).toEqual(["freed", "previewed"]);
});

test.skipIf(isDistributed)("a new vacation reads only the days of its range for each habit", async () => {
  const { user, good, bad } = await begin();
  await api.sql`
    insert into progress (user_id, habit_id, day, value, unit)
    select ${user.id}, habit_id, day::date, 1, 'minutes'
    from unnest(${[good, bad]}::bigint[]) habit_id, generate_series(timestamp '2016-01-01', '2026-11-17', '1 day') day`;
  await api.sql`analyze progress`;
  const read = await withinTransaction(api.db, async (db) => {
    const { $client: sql } = db;
    const count = async () => {
      const [row] = await sql<[{ rows: string }]>`
        select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'progress'`;
      return Number(row.rows);
    };
    const before = await count();
    expect(
      (
        await previewVacation(
          { user, client: { address: "203.0.113.9", userAgent: "" }, services: { longWorkDb: db } },
          week,
        )
      ).skipped_days,
    ).toBe(10);
    return (await count()) - before;
  });
  // Two entries of the range and the first entry, for two habits; not four thousand of each.
  expect(read).toBe(6);
});
