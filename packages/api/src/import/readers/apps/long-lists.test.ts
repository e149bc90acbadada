import { expect, test } from "vitest";
import { openJson } from "../json.ts";
import { Report } from "../report.ts";
import { recordsOfHabitMax } from "./app-habits.ts";
import { readBeaverHabits } from "./beaver-habits.ts";
import { readHabitica } from "./habitica.ts";
import { readHabitTrove } from "./habittrove.ts";
import { readTableHabit } from "./table-habit.ts";

interface AppFile {
  app: string;
  read: typeof readHabitica;
  /** A file with one habit, which has these members too. */
  fileOf: (members: object) => object;
}

const beaverHabits: AppFile = {
  ...{ app: "Beaver Habits", read: readBeaverHabits },
  fileOf: (members) => ({ habits: [{ name: "Run", records: [], ...members }] }),
};
const habitica: AppFile = {
  ...{ app: "Habitica", read: readHabitica },
  fileOf: (members) => ({
    ...{ preferences: { timezoneOffset: 0 }, tags: [{ id: "t1", name: "Sport" }] },
    tasks: { habits: [], dailys: [{ text: "Run", frequency: "monthly", ...members }] },
  }),
};
const tableHabit: AppFile = {
  ...{ app: "Table Habit", read: readTableHabit },
  fileOf: (members) => ({ habits: [{ name: "Run", type: 1, records: [], ...members }] }),
};
const habitTrove: AppFile = {
  ...{ app: "HabitTrove", read: readHabitTrove },
  fileOf: (members) => ({ habits: [{ name: "Run", completions: [], ...members }] }),
};

async function readWith({ read, fileOf }: AppFile, members: object) {
  const report = new Report();
  const file = new TextEncoder().encode(JSON.stringify(fileOf(members)));
  const reading = { report, today: "2016-04-01", timezone: "UTC" };
  const { habits } = await read(await openJson(file, 10_000_000), reading);
  const { refused, remarks } = report.end({} as never, true);
  return { habits, refused, remarks };
}

test.each([
  { ...beaverHabits, list: "tags", element: "Sport", lengthMax: 100 },
  { ...habitica, list: "tags", element: "t1", lengthMax: 100 },
  { ...habitica, list: "reminders", element: { time: "2016-03-01T18:30:00.000Z" }, lengthMax: 100 },
  { ...habitica, list: "daysOfMonth", element: 5, lengthMax: 31 },
])("of a habit of $app, a longer list of $list than $lengthMax is not read", async (given) => {
  const { list, element, lengthMax } = given;
  const without = await readWith(given, {});
  expect(without.habits).toHaveLength(1);
  const { habits } = await readWith(given, { [list]: Array(lengthMax).fill(element) });
  expect(habits).not.toEqual(without.habits);
  expect(await readWith(given, { [list]: Array(lengthMax + 1).fill(element) })).toEqual(without);
});

test("of a daily of Habitica, a longer list of weeksOfMonth than 6 is not read", async () => {
  const repeat = { m: true };
  const without = await readWith(habitica, { repeat });
  const { habits } = await readWith(habitica, { repeat, weeksOfMonth: Array(6).fill(1) });
  expect(habits).not.toEqual(without.habits);
  expect(await readWith(habitica, { repeat, weeksOfMonth: Array(7).fill(1) })).toEqual(without);
});

test.each([
  { ...beaverHabits, list: "records" },
  { ...tableHabit, list: "records" },
  { ...habitTrove, list: "completions" },
])("a habit of $app with more $list than days of a century is refused", async (given) => {
  const { habits, refused } = await readWith(given, { [given.list]: Array(recordsOfHabitMax + 1).fill(1) });
  expect(habits).toEqual([]);
  const fault = { row: "habits[0]", habit: "Run", code: "row_invalid", field: given.list, field_code: "too_many" };
  expect(refused).toMatchObject([fault]);
});
