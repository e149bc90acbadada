import { toDayNumber } from "@daymark/domain/base/day";
import { afterAll, expect, test } from "vitest";
import { createTestApi } from "../../../testing.ts";
import { habitsOf, importFile } from "../../testing.ts";
import { Report } from "../report.ts";
import { readTableHabit } from "./table-habit.ts";

const api = await createTestApi({ max: 10 });
afterAll(api.drop);

const record = (day: string, record_value: number, more: object = {}) => ({
  ...{ record_date: toDayNumber(day), record_type: 1, record_value },
  ...{ create_t: 1458302400, modify_t: 1458302400, ...more },
});
const habit = {
  ...{ create_t: 1458302400, modify_t: 1458302400, type: 1, status: 1, desc: "", color: 1 },
  ...{ daily_goal: 1, daily_goal_unit: "", freq_type: 3, freq_custom: "[1,1]" },
  ...{ start_date: toDayNumber("2016-03-01"), target_days: 30, sort_position: 1, records: [] },
};
const reminder = (type: number, extra: number[]) => JSON.stringify({ type, time: { hour: 7, minute: 30 }, extra });

/** The shape of HabitExportData and GroupExportData in lib/models of FriesI23/mhabit. */
const file = {
  habits: [
    {
      ...{ ...habit, name: "Run", desc: "Slowly", reminder_quest: "Did you run?", group_id: "g1", color: 5 },
      ...{ freq_type: 1, freq_custom: "[3]", reminder: reminder(3, [1, 5]) },
      records: [
        record("2016-03-18", 1, { reason: "In the rain" }),
        record("2016-03-19", 0, { record_type: 2, reason: "A sore foot" }),
        record("2016-03-20", 0),
      ],
    },
    {
      ...{ ...habit, name: "Read", daily_goal: 20, daily_goal_unit: "min", daily_goal_extra: 60 },
      ...{ freq_type: 2, freq_custom: "[10]", reminder: reminder(2, []), custom_color: 0xff00ff00 },
      records: [record("2016-03-18", 25), record("2016-03-19", 12)],
    },
    {
      ...{ ...habit, name: "Sweets", type: 2, daily_goal: 0, daily_goal_extra: 2, status: 3 },
      ...{ reminder: reminder(4, [1, 15]), records: [record("2016-03-18", 3), record("2016-03-19", 0)] },
    },
    { ...habit, name: "Piano", status: 2, records: [record("2016-03-18", 1)] },
    { ...habit, name: "Call home", freq_custom: "[1,14]", reminder: reminder(1, []) },
  ],
  groups: [{ uuid: "g1", name: "Sport", desc: "", icon: 1, color: 2 }],
};

test("a file of Table Habit becomes habits with goals, groups, colors and reminders, and reports what is left out", async () => {
  const user = await api.createUser({ plan: "paid" });
  const report = await importFile(user.caller, file, { format: "auto" });
  expect(report).toMatchObject({
    format: "table_habit",
    imported: { habits: 4, progress: 6, reminders: 2 },
    refused: [{ row: "habits[3]", habit: "Piano", code: "habit_deleted" }],
  });
  expect(report.remarks.map(({ habit, code }) => `${habit} ${code}`)).toEqual([
    "Sweets reminder_left_out",
    "Call home reminder_left_out",
  ]);
  expect(await habitsOf(user)).toMatchObject([
    {
      ...{ title: "Run", description: "Did you run?\nSlowly", group_name: "Sport", hue: 174 },
      ...{ unit: "repetitions", target: 1, schedule: { times_per_week: 3 } },
      days: [
        ["2016-03-18", 1, "In the rain"],
        ["2016-03-19", "A sore foot"],
      ],
    },
    {
      ...{ title: "Read", unit: "minutes", target: 20, schedule: { times_per_month: 10 }, hue: 120 },
      days: [
        ["2016-03-18", 25],
        ["2016-03-19", 12],
      ],
    },
    { title: "Call home", schedule: { times_in_days: { times: 1, days: 14 } } },
    { title: "Sweets", type: "bad", target: 2, archived: true, days: [["2016-03-18", 3], ["2016-03-19"]] },
  ]);
  const { results } = await user.caller.reminder.list({});
  expect(results).toMatchObject([
    { time: "07:30", weekdays: [1, 5] },
    { time: "07:30", weekdays: [1, 2, 3, 4, 5, 6, 7] },
  ]);
});

test("of Table Habit's groups 5,000 are read, also if they are no groups", async () => {
  const user = await api.createUser({ plan: "paid" });
  const groups = [...Array(5_000).fill({}), { uuid: "g1", name: "Sport", desc: "", icon: 1, color: 2 }];
  await importFile(user.caller, { ...file, groups, habits: file.habits.slice(0, 1) }, { format: "auto" });
  expect(await habitsOf(user)).toMatchObject([{ title: "Run", group_name: null }]);
});

test("a habit of Table Habit without days begins when the app says, so that a second import adds nothing", async () => {
  const { caller } = await api.createUser({ plan: "paid" });
  await importFile(caller, { habits: [{ ...habit, name: "Run" }] }, { format: "table_habit" });
  api.clock.now += 2 * 86_400_000;
  const again = await importFile(caller, { habits: [{ ...habit, name: "Run" }] }, { format: "table_habit" });
  expect(again).toMatchObject({ imported: { habits: 0 }, refused: [{ code: "habit_exists" }] });
});

test("records of Table Habit that are repeated, impossible or no records are reported, and the others are imported", async () => {
  const { caller } = await api.createUser();
  const records = [
    ...[record("2016-03-18", 1), record("2016-03-18", 1), record("1999-12-31", 1)],
    ...[
      { ...record("2016-03-19", 1), record_date: 1e15 },
      { record_date: "2016-03-19", record_type: 1 },
    ],
    ...[{ ...record("2016-03-19", 1), record_date: 16879.5 }, null, [], { ["__proto__"]: 1 }],
    ...[record("2016-03-20", -5), record("2016-03-21", 1e12), record("2016-03-22", 20_000)],
    record("2016-03-23", 1, { record_type: 7 }),
  ];
  const report = await importFile(
    caller,
    { habits: [{ ...habit, name: "Run", daily_goal: 2, records }] },
    { format: "auto" },
  );
  expect(report.imported).toMatchObject({ habits: 1, progress: 1 });
  expect(report.refused.map(({ row, code }) => `${row.slice("habits[0]".length)} ${code}`)).toEqual([
    "[1] day_repeated",
    ...[2, 3, 4, 5, 6, 7, 8].map((index) => `[${index}] day_unreadable`),
    ...["[9] value_unreadable", "[10] value_unreadable", "[11] amount_out_of_range"],
  ]);
});

test("texts of JSON inside a file of Table Habit that are damaged or hostile change nothing else", async () => {
  const user = await api.createUser({ plan: "paid" });
  const hostile = ["{", "[".repeat(100_000), '{"__proto__":{"type":2}}', '"text"', "[1e999]", "[-3]"];
  const habits = hostile.map((text, index) => ({
    ...habit,
    ...{ name: `Habit ${index}`, freq_custom: text, reminder: text, custom_color: 1e300 },
  }));
  const report = await importFile(user.caller, { habits }, { format: "auto" });
  expect(report.imported).toMatchObject({ habits: 6, reminders: 0 });
  expect((await habitsOf(user)).map(({ schedule }) => schedule)).toEqual(Array(6).fill(null));
});

test("of the records of a habit of Table Habit, a thousand are checked in one turn of the event loop at most", async () => {
  let [inTurn, most, all] = [0, 0, 0];
  const wrong = {
    get record_date() {
      inTurn += 1;
      all += 1;
      most = Math.max(most, inTurn);
      return "no day";
    },
  };
  // The reading of a file is not part of this, and text could not count.
  const json = {
    ...{ has: () => true, isList: () => true, read: () => undefined, open: async () => null },
    async *pages(list: string) {
      if (list === "habits") yield [{ ...habit, name: "Run", records: Array(9_000).fill(wrong) }];
    },
  };
  let isReading = true;
  const countAnew = () => {
    inTurn = 0;
    if (isReading) setImmediate(countAnew);
  };
  setImmediate(countAnew);
  const { habits } = await readTableHabit(json, { report: new Report(), today: "2016-04-01", timezone: "UTC" });
  isReading = false;
  expect(habits).toHaveLength(1);
  expect(all).toBe(9_000);
  expect(most).toBeLessThanOrEqual(1_001);
});
