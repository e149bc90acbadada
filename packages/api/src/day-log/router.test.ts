import { randomUUID } from "node:crypto";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { isDistributed } from "@daymark/db/testing";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { roundedSum } from "@daymark/domain/day-log/amount-of-log";
import type { HabitCreateInput } from "@daymark/domain/tracking/habit";
import { afterAll, describe, expect, test } from "vitest";
import { takeUserLock } from "../procedure/user-queue.ts";
import { createTestApi, fieldsOf, habitInput, keyOf, missingHabit, noon } from "../testing.ts";

const api = await createTestApi({ max: 20 });
afterAll(api.drop);

const today = "2026-11-21";
const now = new Date(noon).toISOString();

/** How many statements of this database wait for an advisory lock. */
async function waiting(): Promise<number> {
  const [row] = await api.sql<[{ count: number }]>`
    select count(*)::int as count from pg_locks join pg_database d on d.oid = database
    where not granted and locktype = 'advisory' and datname = current_database()`;
  return row.count;
}

async function begin(values: Partial<HabitCreateInput> = {}) {
  const user = await api.createUser();
  const { dayLog, habit, progress } = user.caller;
  const { id } = await habit.create({ ...habitInput, keeps_log: true, ...values });
  const list = async (date = today) => (await dayLog.list({ id, date })).results;
  return {
    ...user,
    id,
    list,
    /** Time and value of each item. */
    items: async (date = today) => (await list(date)).map(({ at, value }) => [at?.slice(11, 16) ?? null, value]),
    day: async (date = today) => (await progress.listOfHabit({ id, from: date, to: date })).results[0],
    increment: (by: number, at?: string) => progress.increment({ id, day: today, by, ...(at && { at }) }),
    set: (change: object, day = today) => progress.set({ id, day, ...change }),
    add: (item: object) => dayLog.create({ id, ...item } as Parameters<typeof dayLog.create>[0]),
  };
}

describe("the log of a day", () => {
  test("gets an item from each increment, and a decrement takes from the newest", async () => {
    const { increment, items, day } = await begin();
    await increment(3, "2026-11-21T07:00:00Z");
    await increment(2);
    expect(await items()).toEqual([
      ["07:00", 3],
      ["12:00", 2],
    ]);
    await increment(-4);
    expect(await items()).toEqual([["07:00", 1]]);
    expect((await day())?.value).toBe(1);
  });

  test("gets an item of the difference from a larger value, with the time of now on today alone", async () => {
    const { set, items } = await begin();
    await set({ value: 3, at: "2026-11-21T08:00:00+01:00" });
    await set({ value: 5 });
    expect(await items()).toEqual([
      ["07:00", 3],
      ["12:00", 2],
    ]);
    await set({ value: 4 }, "2026-11-20");
    expect(await items("2026-11-20")).toEqual([[null, 4]]);
  });

  test("loses its newest items to a smaller value, and all to a skip or a deletion", async () => {
    const { id, caller, set, items, increment } = await begin();
    await increment(3, "2026-11-21T07:00:00Z");
    await increment(5);
    await set({ value: 2 });
    expect(await items()).toEqual([["07:00", 2]]);
    await set({ skipped: true });
    expect(await items()).toEqual([]);
    await increment(3);
    await caller.progress.delete({ id, day: today });
    expect(await items()).toEqual([]);
  });

  test("keeps the unit in which an amount was typed", async () => {
    const { set, list, day } = await begin({ unit: "kilometers" });
    await set({ value: 1500, unit: "meters" });
    expect(await day()).toMatchObject({ value: 1500, unit: "meters" });
    await set({ value: 2 });
    expect(await day()).toMatchObject({ value: 2, unit: "kilometers" });
    const items = await list();
    expect(items.map(({ value, unit }) => [value, unit])[0]).toEqual([1500, "meters"]);
    expect(roundedSum(items, "kilometers")).toBe(2);
  });

  test("follows many days at once, without a time", async () => {
    const { id, caller, items } = await begin();
    const days = Array.from({ length: 120 }, (_, index) => fromDayNumber(toDayNumber(today) - index));
    await caller.progress.setMany({ entries: days.map((day, index) => ({ habit_id: id, day, value: index + 1 })) });
    for (const index of [0, 49, 50, 119]) expect(await items(days[index])).toEqual([[null, index + 1]]);
  });

  test("begins with the amount from before it was turned on", async () => {
    const { id, caller, increment, items } = await begin({ keeps_log: false });
    await increment(5);
    expect(await items()).toEqual([]);
    await caller.habit.update({ id, keeps_log: true });
    await increment(1);
    expect(await items()).toEqual([
      [null, 5],
      ["12:00", 1],
    ]);
  });

  test("keeps what its day has beyond the entries when one of them is changed or deleted", async () => {
    const { id, caller, add, set, items, day } = await begin();
    const { id: item_id } = await add({ value: 5 });
    await caller.habit.update({ id, keeps_log: false });
    await set({ value: 20 });
    await caller.habit.update({ id, keeps_log: true });
    const changed = await caller.dayLog.update({ id, item_id, at: "2026-11-21T07:00:00Z" });
    expect(changed).toMatchObject({ value: 5, entry: { value: 20 } });
    expect(await items()).toEqual([
      [null, 15],
      ["07:00", 5],
    ]);
    await caller.dayLog.delete({ id, item_id });
    expect((await day())?.value).toBe(15);
  });

  test("leaves a skip from the time when it was off, and loses the entries before it", async () => {
    const { id, caller, add, set, items, day } = await begin();
    const { id: item_id } = await add({ value: 5 });
    await caller.habit.update({ id, keeps_log: false });
    await set({ skipped: true });
    await caller.habit.update({ id, keeps_log: true });
    expect(await keyOf(caller.dayLog.update({ id, item_id, value: 6 }))).toBe("log_item_not_found");
    expect(await day()).toMatchObject({ value: null, skipped: true });
    expect(await items()).toEqual([]);
  });

  test("is deleted with a day that has nothing else left", async () => {
    const { id, caller, add, set, items } = await begin();
    await add({ value: 5 });
    await caller.habit.update({ id, keeps_log: false });
    await set({ clear: true });
    expect(await caller.progress.delete({ id, day: today })).toEqual({ detail: "habit_progress_deleted" });
    expect(await items()).toEqual([]);
    expect(await keyOf(caller.progress.delete({ id, day: today }))).toBe("habit_progress_not_found");
  });

  // Each machine has its own locks.
  test.skipIf(isDistributed)("is deleted with its day only after another change of the log", async () => {
    const { id, caller, user, add, items } = await begin();
    await add({ value: 2 });
    const deletion = await withinTransaction(api.db, async (db) => {
      await takeUserLock(db, user.id, "days");
      const waits = caller.progress.delete({ id, day: today });
      // Throws at once if the deletion does not wait.
      await Promise.race([waits.then(() => expect.fail("it did not wait")), expect.poll(waiting).toBe(1)]);
      return { waits };
    });
    expect(await deletion.waits).toEqual({ detail: "habit_progress_deleted" });
    expect(await items()).toEqual([]);
  });

  test("names the field of a day that is refused", async () => {
    const { set } = await begin();
    expect(await fieldsOf(set({ value: 1, unit: "liters" }))).toEqual({ unit: ["unit_kind_differs"] });
    expect(await fieldsOf(set({ confirmed: true }))).toEqual({ confirmed: ["confirmed_bad_only"] });
  });

  test("stays when it is turned off, and follows nothing then", async () => {
    const { id, caller, increment, items, add } = await begin();
    await increment(5);
    await caller.habit.update({ id, keeps_log: false });
    await increment(1);
    expect(await items()).toEqual([["12:00", 5]]);
    expect(await keyOf(add({ value: 1 }))).toBe("conflict");
  });

  test("adds up to the day after many parallel changes", async () => {
    const { increment, set, add, list, day } = await begin();
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        if (index % 7 === 6) return set({ value: index });
        return index % 3 === 2 ? add({ value: 2 }) : increment(index % 5 === 4 ? -2 : 3);
      }),
    );
    expect(roundedSum(await list(), "minutes")).toBe((await day())?.value ?? 0);
  });

  test("goes with its habit", async () => {
    const { id, caller, user, increment } = await begin();
    await increment(1);
    await caller.habit.delete({ id });
    await caller.habit.trash.delete({ id });
    const rows = await api.db.$client`select id from day_log where user_id = ${user.id}`;
    expect(rows).toEqual([]);
  });
});

describe("an item", () => {
  test("is added to its day, which grows by it", async () => {
    const { add, items } = await begin();
    expect(await add({ value: 3 })).toMatchObject({ day: today, at: now, value: 3, entry: { day: today, value: 3 } });
    expect(await add({ value: 2, at: "2026-11-20T21:30:00Z" })).toMatchObject({
      day: "2026-11-20",
      entry: { value: 2 },
    });
    expect(await add({ value: 4, date: today })).toMatchObject({ at: null, entry: { value: 7 } });
    expect(await items()).toEqual([
      [null, 4],
      ["12:00", 3],
    ]);
  });

  test("is added once if the call is sent again, and an id of another item is refused", async () => {
    const { add, items } = await begin();
    const item = { value: 3, item_id: randomUUID() };
    const first = await add(item);
    expect(await add(item)).toEqual(first);
    expect(await items()).toEqual([["12:00", 3]]);
    expect(await keyOf(add({ ...item, value: 4 }))).toBe("conflict");
    expect(await keyOf(add({ ...item, unit: "hours" }))).toBe("conflict");
    expect(await keyOf(add({ ...item, date: "2026-11-20" }))).toBe("conflict");
  });

  test("is added once if the call is sent again after midnight, and leaves the day as it is then", async () => {
    const { id, caller, callerWith, add, set, day } = await begin();
    const item = { value: 3, item_id: randomUUID() };
    await add(item);
    await caller.habit.update({ id, keeps_log: false });
    await set({ value: 20 });
    await caller.habit.update({ id, keeps_log: true });
    const tomorrow = callerWith({ timezone: "Pacific/Kiritimati" });
    expect(await tomorrow.dayLog.create({ id, ...item })).toMatchObject({ day: today, value: 3, entry: { value: 20 } });
    expect((await day())?.value).toBe(20);
  });

  test("may have a time with any offset of ISO 8601, also those that PostgreSQL does not know", async () => {
    const { id, caller, add, set, increment, items } = await begin();
    const { id: item_id } = await add({ value: 1, at: "2026-11-22T06:59:00+23:59" });
    await increment(2, "2026-11-22T00:00:00+16:00");
    await set({ value: 6, at: "2026-11-20T17:00:00-16:00" });
    expect(await items()).toEqual([
      ["07:00", 1],
      ["08:00", 2],
      ["09:00", 3],
    ]);
    await caller.dayLog.update({ id, item_id, at: "2026-11-22T05:59:00+23:59" });
    expect((await items())[0]).toEqual(["06:00", 1]);
  });

  test("is listed by no cursor of ours with a day that PostgreSQL does not know, and in no reversed range", async () => {
    const { id, caller } = await begin();
    const place = ["0000-01-01", 0, 0, randomUUID()];
    const cursor = Buffer.from(JSON.stringify(place)).toString("base64url");
    expect(await keyOf(caller.dayLog.list({ id, date: today, cursor }))).toBe("invalid_cursor");
    const range = { id, from: today, to: "2026-11-20" };
    expect(await fieldsOf(caller.dayLog.list(range))).toEqual({ to: ["range_reversed"] });
    expect(await fieldsOf(caller.dayLog.list({ id, from: "2025-11-20", to: today }))).toEqual({
      to: ["range_too_long"],
    });
  });

  test.each(["0001-01-01T00:00:00Z", "2000-12-31T23:59:59Z", "2101-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])(
    "outside the 21st century is refused: %s",
    async (at) => {
      const { add } = await begin();
      expect(await fieldsOf(add({ value: 1, at }))).toEqual({ at: ["day_out_of_century"] });
    },
  );

  test("is changed with its day, and deleted from it", async () => {
    const { id, caller, add, items, day } = await begin();
    const { id: item_id } = await add({ value: 3 });
    await add({ value: 2, at: "2026-11-21T08:00:00Z" });
    const changed = await caller.dayLog.update({ id, item_id, value: 4, at: "2026-11-21T07:15:00Z" });
    expect(changed).toMatchObject({ id: item_id, value: 4, entry: { value: 6 } });
    expect(await items()).toEqual([
      ["07:15", 4],
      ["08:00", 2],
    ]);
    expect(await caller.dayLog.delete({ id, item_id })).toEqual({ detail: "log_item_deleted" });
    expect(await items()).toEqual([["08:00", 2]]);
    expect((await day())?.value).toBe(2);
    expect(await keyOf(caller.dayLog.delete({ id, item_id }))).toBe("log_item_not_found");
  });

  test("leaves the note of its day when the last one is deleted", async () => {
    const { id, caller, add, set, day } = await begin();
    const { id: item_id } = await add({ value: 3 });
    await set({ note: "Rain" });
    await caller.dayLog.delete({ id, item_id });
    expect(await day()).toMatchObject({ value: null, note: "Rain" });
  });

  test("must be on its day in the zone of its owner, also on a day of 25 hours", async () => {
    const { id, callerWith } = await begin();
    const caller = callerWith({ timezone: "Europe/Kyiv" });
    const add = (item: { value: number; at: string; date?: string }) => caller.dayLog.create({ id, ...item });
    // 25 October 2026 in Kyiv lasts from 21:00 to 22:00 UTC of the next day.
    expect(await add({ value: 1, at: "2026-10-24T21:00:00Z" })).toMatchObject({ day: "2026-10-25" });
    expect(await add({ value: 1, at: "2026-10-25T21:59:00Z" })).toMatchObject({ day: "2026-10-25" });
    const late = add({ value: 1, at: "2026-10-25T22:00:00Z", date: "2026-10-25" });
    expect(await fieldsOf(late)).toEqual({ at: ["at_not_on_day"] });
    const off = caller.progress.increment({ id, day: today, by: 1, at: "2026-11-20T12:00:00Z" });
    expect(await fieldsOf(off)).toEqual({ at: ["at_not_on_day"] });
  });

  test("keeps its day when its owner moves to another zone", async () => {
    const { id, callerWith, add } = await begin();
    const { id: item_id, day, at } = await add({ value: 1, at: "2026-11-21T00:30:00Z" });
    const abroad = callerWith({ timezone: "America/New_York" });
    expect((await abroad.dayLog.list({ id, date: today })).results).toMatchObject([{ day, at }]);
    expect(await abroad.dayLog.update({ id, item_id, value: 2, at })).toMatchObject({ day, at, entry: { value: 2 } });
    const moved = abroad.dayLog.update({ id, item_id, at: "2026-11-21T00:31:00Z" });
    expect(await fieldsOf(moved)).toEqual({ at: ["at_not_on_day"] });
  });

  test("is refused beyond a hundred a day, while an increment makes the newest one grow", async () => {
    const { id, caller, add, list, increment } = await begin();
    for (let index = 0; index < 100; index += 1) await increment(1, "2026-11-21T07:00:00Z");
    expect(await fieldsOf(add({ value: 1 }))).toEqual({ value: ["log_full"] });
    await increment(5);
    const items = await list();
    expect([items.length, items.reduce((sum, { value }) => sum + value, 0)]).toEqual([20, 20]);
    const all = await caller.dayLog.list({ id, date: today, limit: 100 });
    expect([all.results.length, all.results.at(-1)?.value]).toEqual([100, 6]);
  });

  test("of more than 10000 in all is refused", async () => {
    const { add } = await begin();
    await add({ value: 9_999 });
    expect(await fieldsOf(add({ value: 2 }))).toEqual({ value: ["amount_out_of_range"] });
  });

  test("can be deleted, and its time changed, after the habit changed to a unit in which the day is above 10000", async () => {
    const { id, caller, add, items, day } = await begin({ unit: "kilometers" });
    const at = "2026-11-21T07:00:00Z";
    const { id: first } = await add({ value: 9_000, unit: "meters" });
    const { id: second } = await add({ value: 9_000, unit: "meters" });
    await add({ value: 9_000, unit: "meters", at: "2026-11-21T08:00:00Z" });
    await caller.habit.update({ id, unit: "meters" });
    expect(await caller.dayLog.update({ id, item_id: second, at })).toMatchObject({ entry: { value: 27 } });
    expect(await caller.dayLog.delete({ id, item_id: first })).toEqual({ detail: "log_item_deleted" });
    expect(await day()).toMatchObject({ value: 18, unit: "kilometers" });
    expect(await items()).toEqual([
      ["07:00", 9_000],
      ["08:00", 9_000],
    ]);
    await caller.dayLog.delete({ id, item_id: second });
    expect(await day()).toMatchObject({ value: 9_000, unit: "meters" });
  });

  test("of another user looks missing", async () => {
    const { id, add } = await begin();
    const { id: item_id } = await add({ value: 1 });
    const other = await begin();
    const { dayLog } = other.caller;
    expect(await keyOf(dayLog.list({ id, date: today }))).toBe(missingHabit.key);
    expect(await keyOf(dayLog.hours({ id, from: today, to: today }))).toBe(missingHabit.key);
    expect(await keyOf(dayLog.create({ id, value: 1 }))).toBe(missingHabit.key);
    expect(await keyOf(dayLog.update({ id: other.id, item_id, value: 2 }))).toBe("log_item_not_found");
    expect(await keyOf(dayLog.delete({ id: other.id, item_id }))).toBe("log_item_not_found");
  });
});

test("a list of a range has pages, by day and time", async () => {
  const { id, caller, add } = await begin();
  for (const at of ["2026-11-21T07:00:00Z", "2026-11-20T09:00:00Z", "2026-11-20T08:00:00Z"])
    await add({ value: 1, at });
  await add({ value: 1, date: "2026-11-20" });
  const seen: (string | null)[] = [];
  let cursor: string | undefined;
  do {
    const page = await caller.dayLog.list({ id, from: "2026-11-20", to: today, limit: 1, ...(cursor && { cursor }) });
    seen.push(...page.results.map(({ at }) => at?.slice(8, 16) ?? null));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(seen).toEqual([null, "20T08:00", "20T09:00", "21T07:00"]);
});

test("the hours are those of the owner's zone, with the items without a time beside them", async () => {
  const { id, callerWith, add } = await begin();
  const caller = callerWith({ timezone: "Asia/Kathmandu" });
  await add({ value: 5, at: "2026-11-21T01:15:00Z" });
  await add({ value: 1, unit: "hours", at: "2026-11-20T01:44:00Z" });
  await add({ value: 2, date: today });
  const { hours, unit, without_time } = await caller.dayLog.hours({ id, from: "2026-11-01", to: today });
  expect([unit, without_time]).toEqual(["minutes", 1]);
  expect(hours.filter(({ count }) => count > 0)).toEqual([{ hour: 7, count: 2, amount: 65 }]);
});
