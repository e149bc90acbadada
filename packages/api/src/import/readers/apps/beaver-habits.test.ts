import { afterAll, expect, test } from "vitest";
import { createTestApi } from "../../../testing.ts";
import { habitsOf, importFile } from "../../testing.ts";

const api = await createTestApi({ max: 10 });
afterAll(api.drop);

/** The shape that beaverhabits/storage/dict.py of daya0576/beaverhabits writes. */
const file = {
  order: ["b2", "a1"],
  order_by: "manually",
  habits: [
    {
      ...{ name: "Run", id: "a1", tags: ["Sport", "Outdoors", "Morning"], star: true, chips: [] },
      period: { period_type: "W", period_count: 1, target_count: 3 },
      records: [
        { day: "2016-03-18", done: true, text: "In the rain" },
        { day: "2016-03-19", done: false },
        { day: "2016-03-20", done: false, text: "A sore foot" },
      ],
    },
    { name: "Read", records: [{ day: "2016-03-18", done: true }] },
    { name: "Piano", id: "c3", status: "archive", period: null, records: [{ day: "2016-03-18", done: true }] },
    { name: "Sweets", id: "d4", status: "soft_delete", records: [{ day: "2016-03-18", done: true }] },
    {
      ...{ name: "Call home", id: "e5", records: [] },
      period: { period_type: "M", period_count: 1, target_count: 5 },
    },
  ],
};

test("a file of Beaver Habits becomes habits with weekly goals, notes and groups, and reports what is left out", async () => {
  const user = await api.createUser({ plan: "paid" });
  const report = await importFile(user.caller, file, { format: "auto" });
  expect(report).toMatchObject({
    format: "beaver_habits",
    imported: { habits: 4, progress: 4 },
    refused: [{ row: "habits[3]", habit: "Sweets", code: "habit_deleted" }],
    remarks: [{ row: "habits[0]", habit: "Run", code: "tags_left_out", values: { count: 2 } }],
  });
  expect(await habitsOf(user)).toMatchObject([
    {
      ...{ title: "Run", group_name: "Sport", schedule: { times_per_week: 3 } },
      days: [
        ["2016-03-18", 1, "In the rain"],
        ["2016-03-20", "A sore foot"],
      ],
    },
    { title: "Read", group_name: null, schedule: null, days: [["2016-03-18", 1]] },
    { title: "Call home", schedule: { times_in_days: { times: 5, days: 31 } }, days: [] },
    { title: "Piano", archived: true, days: [["2016-03-18", 1]] },
  ]);
});

test("a second import of a file of Beaver Habits adds nothing", async () => {
  const user = await api.createUser({ plan: "paid" });
  const { imported } = await importFile(user.caller, file, { format: "beaver_habits", dry_run: true });
  expect(imported).toMatchObject({ habits: 4 });
  expect(await habitsOf(user)).toEqual([]);
  await importFile(user.caller, file, { format: "beaver_habits" });
  const again = await importFile(user.caller, file, { format: "beaver_habits" });
  // The habit without days begins on the day of the import.
  expect(again.imported).toMatchObject({ habits: 0, progress: 0 });
});

test("days of Beaver Habits that are repeated, impossible or no days are reported, and the others are imported", async () => {
  const user = await api.createUser();
  const records = [
    { day: "2016-02-29", done: true },
    { day: "2016-02-29", done: true },
    { day: "2016-02-30", done: true },
    { day: "1999-12-31", done: true },
    { day: 20160301, done: true },
    ["2016-03-02"],
    null,
    { day: "__proto__", done: true },
    { done: true },
    { day: "2016-03-03", done: "yes" },
    { day: "2016-03-04", done: true, text: { length: 3 } },
  ];
  const report = await importFile(user.caller, { habits: [{ name: "Run", records }] }, { format: "auto" });
  expect(report.imported).toMatchObject({ habits: 1, progress: 2 });
  expect(report.refused.map(({ row, code }) => `${row} ${code}`)).toEqual([
    "habits[0][1] day_repeated",
    ...[2, 3, 4, 5, 6, 7, 8].map((index) => `habits[0][${index}] day_unreadable`),
  ]);
});
