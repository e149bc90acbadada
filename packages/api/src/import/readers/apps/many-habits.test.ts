import { expect, test } from "vitest";
import { countTurns } from "../../testing.ts";
import { openJson } from "../json.ts";
import { Report } from "../report.ts";
import { readMappedCsv } from "../table/mapped-csv.ts";
import { readBeaverHabits } from "./beaver-habits.ts";
import { habitbullHead, readHabitbull } from "./habitbull.ts";
import { habiticaCsvHead, readHabiticaCsv } from "./habitica-csv.ts";

const habits = 5_000;

/** A line for each habit. */
function table(head: string, line: (index: number) => string): Uint8Array {
  const lines = Array.from({ length: habits }, (_, index) => line(index));
  return new TextEncoder().encode([head, ...lines, ""].join("\n"));
}

const reading = () => ({ report: new Report(), today: "2016-04-01", timezone: "UTC" });
const mapping = {
  ...({ layout: "rows", day_column: 2, habit_column: 1, value_column: null, note_column: null } as const),
  ...({ separator: "comma", decimal: "point", has_header: true, day_order: "year_first", same_day: "first" } as const),
  ...({ type: "good", unit: "repetitions", unit_label: null, target: 1 } as const),
};
const records = { name: "Run", records: [{ day: "2016-03-18", done: true }] };

test.each<[string, Uint8Array, (file: Uint8Array) => Promise<{ habits: readonly unknown[] }>]>([
  [
    "any table",
    table("habit,day", (index) => `Run ${index},2016-03-18`),
    (file) => readMappedCsv(file, mapping, reading()),
  ],
  [
    "HabitBull",
    table(habitbullHead, (index) => `Run ${index},,,2016-03-18,1,`),
    (file) => readHabitbull(file, reading()),
  ],
  [
    "Habitica",
    table(`${habiticaCsvHead},Date,Value`, (index) => `Run ${index},${index},daily,2016-03-18 20:00:00,1`),
    (file) => readHabiticaCsv(file, reading()),
  ],
  [
    "Beaver Habits",
    new TextEncoder().encode(JSON.stringify({ habits: Array(habits).fill(records) })),
    async (file) => readBeaverHabits(await openJson(file), reading()),
  ],
])("a file of %s with 5,000 habits yields to other requests at each habit", async (_, file, read) => {
  let imported = 0;
  const turns = await countTurns(async () => {
    imported = (await read(file)).habits.length;
  });
  expect(imported).toBe(habits);
  expect(turns).toBeGreaterThanOrEqual(habits);
});
