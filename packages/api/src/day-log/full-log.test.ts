import type { Sql } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { isDistributed } from "@daymark/db/testing";
import { logItemsOfUserMax } from "@daymark/domain/day-log/follow-day";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importFile } from "../import/testing.ts";
import { readItems } from "../progress/log-items.ts";
import { createTestApi, fieldsOf, habitInput } from "../testing.ts";
import { listLog } from "./read.ts";

const api = await createTestApi({ max: 6 });
afterAll(api.drop);

const today = "2026-11-21";

/** Gives a user's habit items of one minute, a hundred a day from 2001-01-01. */
async function addItems(userId: number, habitId: number, count: number): Promise<void> {
  await api.sql`
    insert into day_log (user_id, id, habit_id, day, value, unit, created_at)
    select ${userId}, gen_random_uuid(), ${habitId}, date '2001-01-01' + n / 100, 1, 'minutes', now()
    from generate_series(0, ${count - 1}::int) n`;
}

async function countLog(userId: number): Promise<number> {
  const [row] = await api.sql<[{ count: number }]>`
    select count(*)::int as count from day_log where user_id = ${userId}`;
  return row.count;
}

/** A habit of a file. */
function habitRow(id: number, title: string) {
  return {
    ...{ id, title, type: "good", unit: "minutes", hue: 0, keeps_log: true, created_on: "2026-11-01" },
    ...{ created_at: "2026-11-01T08:00:00.000Z", targets: [{ from: "2026-11-01", target: 10 }] },
  };
}

/** How many rows of logs the present transaction has read. */
async function countReads(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'day_log'`;
  return row.count;
}

/** A day from 2021-01-01. */
function dayAt(index: number): string {
  return new Date(Date.UTC(2021, 0, 1 + index)).toISOString().slice(0, 10);
}

test("a user whose logs are full adds first entries of days alone, and + makes the newest entry larger", async () => {
  const { caller, user } = await api.createUser();
  const { id } = await caller.habit.create({ ...habitInput, keeps_log: true });
  const other = await caller.habit.create({ ...habitInput, title: "Walk" });
  await addItems(user.id, other.id, logItemsOfUserMax - 2);
  const values = async () => (await caller.dayLog.list({ id, date: today })).results.map(({ value }) => value);
  await caller.dayLog.create({ id, value: 5, at: "2026-11-21T07:00:00Z" });
  await caller.dayLog.create({ id, value: 6, at: "2026-11-21T08:00:00Z" });
  expect(await fieldsOf(caller.dayLog.create({ id, value: 7 }))).toEqual({ value: ["log_items_too_many"] });
  await caller.progress.increment({ id, day: today, by: 3 });
  expect(await values()).toEqual([5, 9]);
  await caller.dayLog.create({ id, value: 1, date: "2026-11-20" });
  await caller.progress.increment({ id, day: "2026-11-19", by: 2 });
  const stranger = await api.createUser();
  const { id: theirs } = await stranger.caller.habit.create({ ...habitInput, keeps_log: true });
  await stranger.caller.dayLog.create({ id: theirs, value: 1 });
  await stranger.caller.dayLog.create({ id: theirs, value: 1 });
  const [, newest] = (await caller.dayLog.list({ id, date: today })).results;
  await caller.dayLog.delete({ id, item_id: newest?.id ?? "" });
  expect(await fieldsOf(caller.dayLog.create({ id, value: 7 }))).toEqual({ value: ["log_items_too_many"] });
});

test("an import leaves out and reports a log that is longer than the room, and fills the room with no further entries", async () => {
  const { caller, user } = await api.createUser();
  const { id } = await caller.habit.create(habitInput);
  await addItems(user.id, id, logItemsOfUserMax - 3);
  const habits = [habitRow(1, "Long"), habitRow(2, "Short")];
  const items = (habit_id: number, count: number) =>
    Array(count).fill({ habit_id, day: today, at: null, value: 1, unit: "minutes" });
  const file = {
    ...{ format: "daymark", version: 1, habits, log: [...items(1, 4), ...items(2, 3)] },
    progress: [1, 2].map((habit_id) => ({ habit_id, day: today, value: 3 + habit_id, unit: "minutes" })),
  };
  const max = logItemsOfUserMax;
  const expected = {
    imported: { habits: 2, progress: 2, log: 3 },
    remarks: [{ row: "habits[0]", habit: "Long", code: "log_left_out", values: { count: 4, max } }],
  };
  expect(await importFile(caller, file, { dry_run: true })).toMatchObject(expected);
  expect(await importFile(caller, file)).toMatchObject(expected);
  const values = await api.sql`
    select l.value from day_log l join habits h on h.user_id = l.user_id and h.id = l.habit_id
    where l.user_id = ${user.id} and h.title = 'Short' order by l.created_at`;
  expect(values.map(({ value }) => value)).toEqual([1, 1, 3]);
});

test("entries whose day is not in the file do not count for the limit of its habit's log", async () => {
  const { caller, user } = await api.createUser();
  const { id } = await caller.habit.create(habitInput);
  await addItems(user.id, id, logItemsOfUserMax - 1);
  const row = { habit_id: 1, value: 2, unit: "minutes" };
  const report = await importFile(caller, {
    ...{ format: "daymark", version: 1, habits: [habitRow(1, "Walk")], progress: [{ ...row, day: today }] },
    log: ["2026-11-19", "2026-11-20", today].map((day) => ({ ...row, day, at: null })),
  });
  expect(report).toMatchObject({ imported: { log: 1 }, remarks: [] });
});

test("entries that an import lacks on many days fill no more than the room", async () => {
  const { caller, user } = await api.createUser();
  const { id } = await caller.habit.create(habitInput);
  await addItems(user.id, id, logItemsOfUserMax - 5);
  const rows = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"].map((day) => ({
    ...{ habit_id: 1, day, unit: "minutes" },
  }));
  await importFile(caller, {
    ...{ format: "daymark", version: 1, habits: [habitRow(1, "Walk")] },
    progress: rows.map((row) => ({ ...row, value: 3 })),
    log: rows.map((row) => ({ ...row, at: null, value: 2 })),
  });
  const values = await api.sql`
    select l.value from day_log l join habits h on h.user_id = l.user_id and h.id = l.habit_id
    where l.user_id = ${user.id} and h.title = 'Walk' order by l.day, l.created_at`;
  expect(values.map(({ value }) => value)).toEqual([2, 1, 3, 3, 3]);
  expect(await countLog(user.id)).toBe(logItemsOfUserMax);
});

test("changes of many days fill the room with further entries, and then make the newest entries larger", async () => {
  const { caller, user } = await api.createUser();
  const { id } = await caller.habit.create({ ...habitInput, keeps_log: true });
  const other = await caller.habit.create({ ...habitInput, title: "Walk" });
  const entriesWith = (value: number) =>
    Array.from({ length: 60 }, (_, index) => ({ habit_id: id, day: dayAt(index), value }));
  await caller.progress.setMany({ entries: entriesWith(1) });
  await addItems(user.id, other.id, logItemsOfUserMax - 60 - 30);
  await caller.progress.setMany({ entries: entriesWith(4) });
  expect(await countLog(user.id)).toBe(logItemsOfUserMax);
  const sums = await api.sql`
    select sum(value)::int as sum from day_log where user_id = ${user.id} and habit_id = ${id} group by day`;
  expect(sums.map(({ sum }) => sum)).toEqual(Array(60).fill(4));
});

test("in a full log a day with an amount from before the log gets one entry", async () => {
  const { caller, user } = await api.createUser();
  const { id } = await caller.habit.create(habitInput);
  const other = await caller.habit.create({ ...habitInput, title: "Walk" });
  await caller.progress.set({ id, day: today, value: 5 });
  await caller.habit.update({ id, keeps_log: true });
  await addItems(user.id, other.id, logItemsOfUserMax);
  await caller.progress.set({ id, day: today, value: 9 });
  const { results } = await caller.dayLog.list({ id, date: today });
  expect(results.map(({ value }) => value)).toEqual([9]);
});

// A coordinator does not know what its workers read.
test.skipIf(isDistributed)("a change of a thousand days counts the user's logs once", async () => {
  const { caller, callerWith, user } = await api.createUser();
  const { id } = await caller.habit.create({ ...habitInput, keeps_log: true });
  const other = await caller.habit.create({ ...habitInput, title: "Walk" });
  const entriesWith = (value: number) =>
    Array.from({ length: 1_000 }, (_, index) => ({ habit_id: id, day: dayAt(index), value }));
  await caller.progress.setMany({ entries: entriesWith(1) });
  const items = 10_000;
  await addItems(user.id, other.id, items);
  const read = await withinTransaction(api.db, async (db) => {
    await db.$client`set local enable_seqscan = off`;
    const before = await countReads(db.$client);
    await callerWith({ db }).progress.setMany({ entries: entriesWith(4) });
    return (await countReads(db.$client)) - before;
  });
  expect(read).toBeGreaterThanOrEqual(items);
  expect(read).toBeLessThan(2 * items);
});

describe("of a long log, even if PostgreSQL takes it for short,", () => {
  // PostgreSQL now knows of many users with one entry each.
  beforeAll(async () => {
    await api.sql`
      with people as (
        insert into users (username, email)
        select 'few_' || n, 'few_' || n || '@example.com' from generate_series(1, 2000) n returning id
      ), made as (
        insert into habits (user_id, title, type, unit, hue, position, created_on)
        select id, 'Run', 'good', 'minutes', 0, 0, ${today}::date from people returning user_id, id
      )
      insert into day_log (user_id, id, habit_id, day, value, unit, created_at)
      select user_id, gen_random_uuid(), id, ${today}::date, 1, 'minutes', now() from made`;
    await api.sql`analyze day_log`;
  });

  /** A user's habit with a log of 20,000 entries, a hundred a day. */
  async function createLong() {
    const { caller, user } = await api.createUser();
    const { id } = await caller.habit.create(habitInput);
    await addItems(user.id, id, 20_000);
    return { userId: user.id, id };
  }

  /** How many rows of logs are read, with a plan that knows no value of the statement. */
  const countReadsOf = (read: (sql: Sql) => Promise<void>) =>
    withinTransaction(api.db, async ({ $client: sql }) => {
      await sql`set local plan_cache_mode = force_generic_plan`;
      const before = await countReads(sql);
      await read(sql);
      return (await countReads(sql)) - before;
    });

  // A coordinator does not know what its workers read.
  test.skipIf(isDistributed)("only the entries of the days that change are read", async () => {
    const { userId, id } = await createLong();
    const days = Array.from({ length: 20 }, (_, index) => ({
      habit_id: id,
      day: `2001-02-${index + 1}`.replace(/-(\d)$/, "-0$1"),
    }));
    const read = await countReadsOf(async (sql) => expect((await readItems(sql, userId, days)).size).toBe(20));
    expect(read).toBe(2_000);
  });

  test.skipIf(isDistributed)(
    "a page reads only the entries of its days, at the beginning and after a cursor",
    async () => {
      const { userId, id } = await createLong();
      const range = { id, from: "2001-01-01", to: today };
      const page = (sql: Sql, cursor?: string) => listLog(sql, userId, range, { limit: 100, cursor });
      const first = await page(api.sql);
      expect(first.results.map(({ day }) => day)).toEqual(Array(100).fill("2001-01-01"));
      // The entry after the page tells that there is a next one; its day is read, and one entry beyond that.
      expect(await countReadsOf(async (sql) => expect(await page(sql)).toEqual(first))).toBe(201);
      const read = await countReadsOf(async (sql) => {
        const { results } = await page(sql, first.next ?? "");
        expect(results.map(({ day }) => day)).toEqual(Array(100).fill("2001-01-02"));
      });
      // The day of the cursor is read once more.
      expect(read).toBe(301);
    },
  );
});
