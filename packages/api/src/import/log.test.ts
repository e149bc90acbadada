import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { isDistributed } from "@daymark/db/testing";
import { logItemsOfUserMax } from "@daymark/domain/day-log/follow-day";
import { habitCreateInput } from "@daymark/domain/tracking/habit";
import { afterAll, expect, test } from "vitest";
import { createTestApi, habitInput } from "../testing.ts";
import { ImportDays, ImportLog } from "./readers/content.ts";
import { readDaymark } from "./readers/daymark.ts";
import { Report } from "./readers/report.ts";
import { importFile } from "./testing.ts";
import { writeLog } from "./write-log.ts";

const api = await createTestApi();
afterAll(api.drop);

const day = "2026-11-20";

const habitRow = {
  ...{ id: 1, title: "Run", type: "good", unit: "minutes", hue: 0, created_on: "2026-11-01" },
  ...{ created_at: "2026-11-01T08:00:00.000Z", targets: [{ from: "2026-11-01", target: 10 }] },
};
const dayRow = { habit_id: 1, day, unit: "minutes", skipped: false, note: null };
const itemRow = { habit_id: 1, day, at: null, unit: "minutes" };

test.each([true, false])("a log without its day is not imported, with keeps_log %s", async (keeps_log) => {
  const { caller, user } = await api.createUser();
  const { imported } = await importFile(caller, {
    ...{ format: "daymark", version: 1, habits: [{ ...habitRow, keeps_log }] },
    progress: [{ ...dayRow, value: 5 }],
    log: [
      { ...itemRow, value: 5 },
      { ...itemRow, value: 5, day: "2026-11-19" },
    ],
  });
  const rows = await api.sql`select day::text as day, value from day_log where user_id = ${user.id}`;
  expect(rows).toEqual([{ day, value: 5 }]);
  expect(imported).toMatchObject({ progress: 1, log: 1 });
});

test("the report counts the entries of logs as they are afterwards, in a dry run too", async () => {
  const { caller, user } = await api.createUser();
  const file = {
    ...{ format: "daymark", version: 1, habits: [{ ...habitRow, keeps_log: true }] },
    // The second day lacks a part of its value, which becomes an entry, and the third one has too much.
    progress: [5, 7, 2].map((value, index) => ({ ...dayRow, day: `2026-11-1${index}`, value })),
    log: [2, 3, 4, 1, 1, 1, 5].map((value, index) => ({
      ...itemRow,
      day: `2026-11-1${Math.floor(index / 2) % 3}`,
      value,
    })),
  };
  const preview = await importFile(caller, file, { dry_run: true });
  const report = await importFile(caller, file);
  const [row] = await api.sql`select count(*)::int as count from day_log where user_id = ${user.id}`;
  expect([preview.imported.log, report.imported.log]).toEqual([row?.count, row?.count]);
  expect((await importFile(caller, file)).imported.log).toBe(0);
});

/** A day from 2001-01-01. */
function dayAt(index: number): string {
  return new Date(Date.UTC(2001, 0, 1 + index)).toISOString().slice(0, 10);
}

/** A habit of a file with days from 2001-01-01, each with a value and as many entries of one minute. */
function habitWith({ days, value, items }: { days: number; value: number; items: number }) {
  const habit = { days: new ImportDays(), log: new ImportLog() };
  const unit = "minutes" as const;
  for (let index = 0; index < days; index += 1) {
    const day = dayAt(index);
    habit.days.add({ day, value, unit, skipped: false, note: null, confirmed: false, vacation_id: null });
    for (let item = 0; item < items; item += 1) habit.log.add(day, { at: null, value: 1, unit });
  }
  const { target, ...content } = habitCreateInput.parse({ ...habitInput, keeps_log: true });
  const created_on = dayAt(0);
  return {
    ...{ ...content, ...habit, row: "habits[0]", archived: false, created_on, created_at: null },
    ...{ targets: [{ from: created_on, target }], reminders: [] },
  };
}

// A coordinator does not know what its workers read.
test.skipIf(isDistributed).each([10, 7, 15])(
  "an import reads no entries again, whether or not they add up: ten a day for a value of %s",
  async (value) => {
    const { caller, user } = await api.createUser();
    const { id } = await caller.habit.create({ ...habitInput, keeps_log: true });
    const writing = { report: new Report(), now: 0 };
    // To find that the user has no entries, PostgreSQL may read those of others.
    await api.sql`truncate day_log`;
    const read = await withinTransaction(api.db, async (db) => {
      const countReads = async () => {
        const [row] = await db.$client<[{ count: number }]>`
          select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'day_log'`;
        return row.count;
      };
      const before = await countReads();
      await writeLog(db, user.id, new Map([[id, habitWith({ days: 500, value, items: 10 })]]), writing);
      return (await countReads()) - before;
    });
    expect(read).toBe(0);
    const [row] = await api.sql`
      select count(distinct day)::int as days, sum(value)::int as sum from day_log where user_id = ${user.id}`;
    expect(row).toEqual({ days: 500, sum: 500 * value });
  },
);

test.each([
  { items: 10, last: 200 },
  // A page of days without entries.
  { items: 0, last: 1_000 },
])(
  "an import that writes a log ends when its client disconnects, with $items entries a day",
  async ({ items, last }) => {
    const { caller, user } = await api.createUser();
    const { id } = await caller.habit.create({ ...habitInput, keeps_log: true });
    const controller = new AbortController();
    const writing = { report: new Report(), now: 0, signal: controller.signal };
    const habit = habitWith({ days: 2_500, value: 10, items });
    habit.log.add(dayAt(2_499), { at: null, value: 1, unit: "minutes" });
    const { itemsOf } = ImportLog.prototype;
    let days = 0;
    Object.assign(habit.log, {
      itemsOf(this: ImportLog, day: string) {
        days += 1;
        if (days === 150) controller.abort(new Error("the client left"));
        return itemsOf.call(this, day);
      },
    });
    const write = withinTransaction(api.db, (db) => writeLog(db, user.id, new Map([[id, habit]]), writing));
    await expect(write).rejects.toThrow("the client left");
    expect(days).toBe(last);
    expect(await api.sql`select from day_log where user_id = ${user.id}`).toHaveLength(0);
  },
);

test("of a file with more entries than a user can have, the others are reported", async () => {
  const days = Array.from({ length: logItemsOfUserMax / 100 + 1 }, (_, index) => dayAt(index));
  const rows = Array.from({ length: logItemsOfUserMax + 3 }, (_, index) =>
    JSON.stringify({ ...itemRow, day: days[Math.floor(index / 100)], value: 1 }),
  );
  // The file lacks their day, so they are skipped, and leave the room to the others.
  const skipped = JSON.stringify({ ...itemRow, value: 1 });
  const habits = JSON.stringify([{ ...habitRow, keeps_log: true }]);
  const progress = JSON.stringify(days.map((each) => ({ ...dayRow, day: each, value: 100 })));
  const log = [skipped, skipped, ...rows].join(",");
  const text = `{"format":"daymark","version":1,"habits":${habits},"progress":${progress},"log":[${log}]}`;
  const report = new Report();
  const content = await readDaymark(new TextEncoder().encode(text), report, { today: day });
  expect(content.habits[0]?.log?.length).toBe(logItemsOfUserMax);
  const { refused } = report.end({} as never, true);
  const rest = { habit: "Run", code: "log_items_too_many", values: { max: logItemsOfUserMax } };
  expect(refused).toMatchObject([1, 2, 3].map((more) => ({ ...rest, row: `log[${logItemsOfUserMax + 1 + more}]` })));
});
