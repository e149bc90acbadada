import { afterAll, expect, test } from "vitest";
import { createTestApi } from "../../../testing.ts";
import { habitsOf, importFile, makeSqlite } from "../../testing.ts";

const api = await createTestApi({ max: 10 });
afterAll(api.drop);

const utf8 = new TextEncoder();

test("a table of HabitBull becomes habits with groups, notes and amounts; lines that are no day are reported", async () => {
  const user = await api.createUser({ plan: "paid" });
  const file = utf8.encode(
    `HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText
Run,"Slowly, far",Sport,2016-03-18,1,"wet
shoes"
Run,"Slowly, far",Sport,2016-03-19,0,
Pushups,,Fitness,2016-03-18,30,
Pushups,,Fitness,2016-03-19,1,
Pushups,,Fitness,2016-03-20,-2150000000,
Pushups,,Fitness,20 March,5,
`,
  );
  const report = await importFile(user.caller, file, { format: "auto" });
  expect(report).toMatchObject({
    format: "habitbull",
    imported: { habits: 2, progress: 3 },
    refused: [
      { row: "line 7", habit: "Pushups", code: "value_unreadable" },
      { row: "line 8", habit: "Pushups", code: "day_unreadable" },
    ],
    remarks: [{ habit: "Pushups", code: "goal_unknown" }],
  });
  expect(await habitsOf(user)).toMatchObject([
    {
      title: "Run",
      description: "Slowly, far",
      group_name: "Sport",
      target: 1,
      days: [["2016-03-18", 1, "wet\nshoes"]],
    },
    {
      title: "Pushups",
      group_name: "Fitness",
      days: [
        ["2016-03-18", 30],
        ["2016-03-19", 1],
      ],
    },
  ]);
});

test.each([
  ["the month first", "3/4/2016", "2016-03-04"],
  ["the day first, if one of the dates can only be read so", "4/3/2016\nRun,,,13/3/2016", "2016-03-04"],
])("HabitBull's dates may have %s", async (_, dates, day) => {
  const user = await api.createUser({ plan: "paid" });
  const lines = dates.split("\n").map((line, index) => `${index === 0 ? "Run,,," : ""}${line},1,`);
  const file = utf8.encode(
    `\u{feff}HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText\n${lines.join("\n")}\n`,
  );
  await importFile(user.caller, file, { format: "habitbull" });
  expect((await habitsOf(user))[0]?.days[0]).toEqual([day, 1]);
});

test("a database of Rewire becomes habits with weekdays, weekly goals, categories and reminders; other marks are reported", async () => {
  const user = await api.createUser({ plan: "paid" });
  const file = makeSqlite(
    `CREATE TABLE category (_id INTEGER PRIMARY KEY, category_name TEXT);
    CREATE TABLE UNIT (_id INTEGER PRIMARY KEY, UNIT_NAME TEXT);
    CREATE TABLE Habits (_id INTEGER PRIMARY KEY, Order_num INTEGER, Name TEXT, description TEXT, active_days TEXT,
      category INTEGER, archived INTEGER, schedule INTEGER, days INTEGER, period INTEGER, repeating_count INTEGER);
    CREATE TABLE CHECKINS (_id INTEGER PRIMARY KEY, Habit_id INTEGER, date TEXT, type INTEGER, note TEXT, actual_count REAL);
    CREATE TABLE REMINDERS (_id INTEGER PRIMARY KEY, habit_id INTEGER, time INTEGER, active_days TEXT);
    INSERT INTO category VALUES (4, 'Health');
    INSERT INTO Habits VALUES (1, 2, 'Wake up', 'Early', '0,1,5', 4, 0, 0, 0, 0, 0);
    INSERT INTO Habits VALUES (2, 1, 'Teeth', NULL, '0,1', -1, 1, 1, 3, 0, 0);
    INSERT INTO Habits VALUES (3, 3, 'Call home', NULL, '', -1, 0, 2, 0, 0, 5);
    INSERT INTO Habits VALUES (4, 4, 'Swim', NULL, '', -1, 0, 1, 9, 1, 0);
    INSERT INTO CHECKINS VALUES (1, 1, '20160318', 2, 'Good', 0);
    INSERT INTO CHECKINS VALUES (2, 1, '20160319', 1, NULL, 0);
    INSERT INTO CHECKINS VALUES (3, 1, '20160320', 3, 'Away', 2);
    INSERT INTO REMINDERS VALUES (1, 1, 480, '0,1,2,3,4');`,
  );
  const report = await importFile(user.caller, file, { format: "auto" });
  expect(report).toMatchObject({
    format: "rewire",
    imported: { habits: 4, progress: 2, reminders: 1 },
    refused: [],
    remarks: [
      { habit: "Wake up", code: "marks_left_out", values: { count: 2 } },
      { habit: "Wake up", code: "amounts_left_out", values: { count: 1 } },
    ],
  });
  expect(await habitsOf(user)).toMatchObject([
    // 0 is Sunday.
    {
      title: "Wake up",
      weekdays: [1, 5, 7],
      group_name: "Health",
      days: [
        ["2016-03-18", 1, "Good"],
        ["2016-03-20", "Away"],
      ],
    },
    { title: "Call home", schedule: { times_in_days: { times: 1, days: 5 } }, weekdays: [1, 2, 3, 4, 5, 6, 7] },
    { title: "Swim", schedule: { times_per_month: 9 } },
    { title: "Teeth", schedule: { times_per_week: 3 }, archived: true },
  ]);
  const { results } = await user.caller.reminder.list({});
  expect(results).toMatchObject([{ time: "08:00", weekdays: [1, 2, 3, 4, 7] }]);
});

test("a database of Tickmate becomes habits with groups; several ticks a day are counted where the track allows them", async () => {
  const user = await api.createUser({ plan: "paid" });
  const file = makeSqlite(
    `CREATE TABLE tracks (_id integer primary key, name text, description text, enabled integer,
      multiple_entries_per_day integer, "order" integer);
    CREATE TABLE ticks (_id integer primary key, _track_id integer, year integer, month integer, day integer);
    CREATE TABLE groups (_id integer primary key, name text);
    CREATE TABLE track2groups (_id integer primary key, _track_id integer, _group_id integer);
    INSERT INTO tracks VALUES (1, 'Water', 'A glass', 1, 1, 20), (2, 'Sport', '', 0, 0, 10);
    INSERT INTO ticks VALUES (1, 1, 2016, 2, 18), (2, 2, 2016, 0, 1), (3, 1, 2016, 2, 18), (4, 2, 2016, 0, 1), (5, 1, 2016, 12, 1);
    INSERT INTO groups VALUES (3, 'Health');
    INSERT INTO track2groups VALUES (1, 1, 3);`,
  );
  const report = await importFile(user.caller, file, { format: "tickmate" });
  expect(report).toMatchObject({
    format: "tickmate",
    imported: { habits: 2, progress: 2 },
    refused: [{ row: "ticks:5", habit: "Water", code: "day_unreadable" }],
  });
  expect(await habitsOf(user)).toMatchObject([
    // Months count from 0.
    { title: "Water", group_name: "Health", days: [["2016-03-18", 2]] },
    { title: "Sport", archived: true, days: [["2016-01-01", 1]] },
  ]);
});
