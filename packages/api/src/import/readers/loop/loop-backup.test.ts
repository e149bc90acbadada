import { afterAll, expect, test } from "vitest";
import { createTestApi, fieldsOf } from "../../../testing.ts";
import { importFile, makeSqlite } from "../../testing.ts";

const api = await createTestApi({ max: 10 });
afterAll(api.drop);

const utc = (day: string) => Date.parse(day);

/** Loop's tables of version 25, from its migrations. */
const schema = `PRAGMA user_version = 25;
CREATE TABLE Habits (id integer primary key autoincrement, archived integer, color integer, description text,
  freq_den integer, freq_num integer, highlight integer, name text, position integer, reminder_hour integer,
  reminder_min integer, reminder_days integer not null default 127, type integer not null default 0,
  target_type integer not null default 0, target_value real not null default 0, unit text not null default "",
  question text, uuid text);
CREATE TABLE Repetitions (id integer primary key autoincrement, habit integer not null references habits(id),
  timestamp integer not null, value integer not null, notes text);`;
const insertDay = "INSERT INTO Repetitions (habit, timestamp, value, notes) VALUES (?, ?, ?, ?)";

test("a backup brings habits in their order, with days, notes, skips, colours, frequencies and reminders", async () => {
  const file = makeSqlite(schema, [
    [
      `INSERT INTO Habits (id, name, question, description, freq_num, freq_den, color, position, archived,
        reminder_hour, reminder_min, reminder_days) VALUES (7, 'Run', 'Did you run?', 'Slowly', 3, 7, 11, 1, 0, 7, 30, 113)`,
    ],
    [
      `INSERT INTO Habits (id, name, freq_num, freq_den, color, position, archived, type, target_type, target_value, unit)
        VALUES (3, 'Coffee', 1, 1, 0, 0, 1, 1, 1, 2, 'cups')`,
    ],
    [insertDay, 7, utc("2026-11-20"), 2, null],
    [insertDay, 7, utc("2026-11-19"), 3, "Rain"],
    [insertDay, 7, utc("2026-11-18"), 0, "Too tired"],
    [insertDay, 3, utc("2026-11-20"), 3000, null],
    [insertDay, 3, utc("2026-11-19"), 0, null],
    ["PRAGMA foreign_keys = OFF"],
    [insertDay, 99, utc("2026-11-20"), 2, "of a deleted habit"],
  ]);
  const { caller } = await api.createUser({ plan: "paid" });
  const report = await importFile(caller, file, { format: "loop" });
  expect(report).toMatchObject({
    format: "loop",
    imported: { habits: 2, progress: 5, reminders: 1 },
    refused: [],
    remarks: [],
  });

  const { results: archived } = await caller.habit.list({ archived: true });
  expect(archived).toMatchObject([{ title: "Coffee", type: "bad", unit: "cups", target: 2, hue: 0 }]);
  const { results } = await caller.habit.list({});
  expect(results).toMatchObject([
    { title: "Run", description: "Did you run?\nSlowly", hue: 210, schedule: { times_in_days: { times: 3, days: 7 } } },
  ]);
  const [habit] = results;
  const days = await caller.progress.listOfHabit({ id: habit?.id ?? 0, from: "2026-11-01", to: "2026-11-30" });
  expect(days.results).toMatchObject([
    { day: "2026-11-18", value: null, note: "Too tired", skipped: false },
    { day: "2026-11-19", value: null, note: "Rain", skipped: true },
    { day: "2026-11-20", value: 1, note: null },
  ]);
  // Bits 0, 4, 5 and 6 of 113 are Saturday, Wednesday, Thursday and Friday.
  const reminders = await caller.reminder.list({ habit_id: habit?.id ?? 0 });
  expect(reminders.results).toMatchObject([{ time: "07:30", weekdays: [3, 4, 5, 6], by_push: true, by_mail: false }]);
});

test("a backup of an early version has colours as numbers of 32 bits, and each of its rows is a yes", async () => {
  const file = makeSqlite(
    `PRAGMA user_version = 12;
    CREATE TABLE Habits (Id INTEGER PRIMARY KEY, archived INTEGER, color INTEGER, description TEXT, freq_den INTEGER,
      freq_num INTEGER, name TEXT, position INTEGER, reminder_days INTEGER, reminder_hour INTEGER, reminder_min INTEGER);
    CREATE TABLE Repetitions (Id INTEGER PRIMARY KEY, habit INTEGER, timestamp INTEGER);`,
    [
      ["INSERT INTO Habits VALUES (1, 0, -16742021, 'Before seven', 7, 3, 'Wake up', 0, 127, NULL, NULL)"],
      ["INSERT INTO Repetitions VALUES (5, 1, ?)", utc("2016-03-14")],
      ["INSERT INTO Repetitions VALUES (6, 1, ?)", utc("2016-03-14")],
      ["INSERT INTO Repetitions VALUES (8, 1, NULL)"],
    ],
  );
  const { caller } = await api.createUser({ plan: "paid" });
  const { imported, refused } = await importFile(caller, file, { format: "auto" });
  expect(imported).toMatchObject({ habits: 1, progress: 1, reminders: 0 });
  expect(refused).toMatchObject([
    { row: "Repetitions:8", code: "day_unreadable" },
    { row: "Repetitions:6", code: "day_repeated" },
  ]);
  expect((await caller.habit.list({})).results).toMatchObject([{ title: "Wake up", hue: 174 }]);
});

test("versions 14 to 20 have thirteen colours at other places", async () => {
  const file = makeSqlite(schema.replace("user_version = 25", "user_version = 20"), [
    ["INSERT INTO Habits (name, freq_num, freq_den, color, position) VALUES ('Read', 1, 1, 5, 0)"],
  ]);
  const { caller } = await api.createUser({ plan: "paid" });
  await importFile(caller, file, { format: "loop" });
  // Colour 5 of that time is teal, #00897B.
  expect((await caller.habit.list({})).results).toMatchObject([{ title: "Read", hue: 174 }]);
});

test.each([
  ["another app's database", makeSqlite("CREATE TABLE Books (id, title)"), "import_unreadable"],
  ["a damaged database", makeSqlite(schema).fill(0xa5, 100), "import_unreadable"],
  ["text", Buffer.from("Books and their titles"), "import_unreadable"],
])("%s is refused with a message beside the file", async (_, file, code) => {
  const { caller } = await api.createUser();
  expect(await fieldsOf(importFile(caller, file, { format: "auto" }))).toEqual({ file: [code] });
});
