import { afterAll, expect, test } from "vitest";
import { createTestApi } from "../../../testing.ts";
import { habitsOf, importFile } from "../../testing.ts";

const api = await createTestApi({ max: 10 });
afterAll(api.drop);

const at = (text: string) => Date.parse(text);
const task = { notes: "", tags: [], value: 1.5, priority: 1, challenge: {}, group: {}, reminders: [], history: [] };
const everyDay = { m: true, t: true, w: true, th: true, f: true, s: true, su: true };

/**
 * The shape of `_getUserDataForExport` in website/server/controllers/top-level/dataexport.js of HabitRPG/habitica, with
 * the entries that website/common/script/ops/scoreTask.js and website/server/libs/cron.js write.
 */
const file = {
  ...{ _id: "8b9f", stats: { hp: 50, class: "warrior" }, inbox: { messages: {} } },
  // Two hours east of UTC, and the day begins at three in the morning.
  preferences: { timezoneOffset: -120, dayStart: 3, dateFormat: "MM/dd/yyyy" },
  tags: [
    { id: "t1", name: "Sport" },
    { id: "t2", name: "Morning" },
  ],
  tasks: {
    habits: [
      {
        ...{ ...task, type: "habit", text: "Stairs", notes: "Not the lift", up: true, down: true, tags: ["t1", "t2"] },
        ...{ createdAt: "2016-03-01T10:00:00.000Z" },
        history: [
          { date: at("2016-01-31T12:00:00Z"), value: 1.2 },
          { date: at("2016-03-18T23:30:00Z"), value: 2, scoredUp: 3, scoredDown: 1 },
          { date: at("2016-03-19T12:00:00Z"), value: 2, scoredUp: 0, scoredDown: 2 },
        ],
      },
      {
        ...{ ...task, type: "habit", text: "Sweets", up: false, down: true },
        history: [{ date: at("2016-03-18T12:00:00Z"), value: -1, scoredUp: 0, scoredDown: 2 }],
      },
    ],
    dailys: [
      {
        ...{ ...task, type: "daily", text: "Read", frequency: "weekly", everyX: 1, completed: false },
        ...{ repeat: { ...everyDay, s: false, su: false } },
        reminders: [{ id: "r1", startDate: "2016-03-01T00:00:00.000Z", time: "2016-03-01T18:30:00.000Z" }],
        history: [
          { date: at("2016-03-18T20:00:00Z"), value: 1, isDue: true, completed: true },
          { date: at("2016-03-20T05:00:00Z"), value: 0.5, isDue: true, completed: false },
        ],
      },
      { ...task, type: "daily", text: "Call home", frequency: "daily", everyX: 14, repeat: everyDay },
      {
        ...{ ...task, type: "daily", text: "Plants", frequency: "daily", everyX: 3, repeat: everyDay },
        // Midnight of 18 March, two hours east of UTC; the user's day begins at three.
        startDate: "2016-03-17T22:00:00.000Z",
      },
      {
        ...{ ...task, type: "daily", text: "Clean", frequency: "weekly", everyX: 2 },
        ...{ repeat: { m: true, f: true }, startDate: "2016-03-19T22:00:00.000Z" },
      },
      { ...task, type: "daily", text: "Rent", frequency: "monthly", everyX: 1, daysOfMonth: [5], repeat: everyDay },
      {
        ...{ ...task, type: "daily", text: "Backup", frequency: "monthly", everyX: 1 },
        ...{ weeksOfMonth: [1], repeat: { s: true } },
      },
    ],
    todos: [{ ...task, type: "todo", text: "Buy shoes" }],
    rewards: [],
  },
};

test("Habitica's habits count, its dailies are done on their days, and the report says what is left out", async () => {
  const user = await api.createUser({ plan: "paid" });
  const report = await importFile(user.caller, file, { format: "auto" });
  expect(report).toMatchObject({
    format: "habitica",
    imported: { habits: 8, progress: 3, reminders: 1 },
    refused: [{ row: "todos", habit: null, code: "not_a_habit" }],
  });
  expect(report.remarks.map(({ row, code, values }) => [row, code, ...Object.values(values ?? {})])).toEqual([
    ["habits[0]", "goal_unknown"],
    ["habits[0]", "tags_left_out", 1],
    ["habits[0]", "marks_left_out", 1],
    ["habits[0]", "minuses_left_out", 3],
    ["habits[1]", "goal_unknown"],
  ]);
  expect(await habitsOf(user)).toMatchObject([
    // Half past one in the morning, before the day begins.
    { title: "Stairs", description: "Not the lift", group_name: "Sport", type: "good", days: [["2016-03-18", 3]] },
    { title: "Read", weekdays: [1, 2, 3, 4, 5], days: [["2016-03-18", 1]] },
    { title: "Call home", schedule: { times_in_days: { times: 1, days: 14 } } },
    { title: "Plants", schedule: { every_days: 3, from: "2016-03-18" } },
    // It starts on a Sunday, with which Habitica's week begins and ours ends.
    { title: "Clean", weekdays: [1, 5], schedule: { every_weeks: 2, from: "2016-03-21" } },
    { title: "Rent", schedule: { month_days: [5] } },
    { title: "Backup", schedule: { month_weekdays: [{ nth: 2, weekday: 6 }] } },
    { title: "Sweets", type: "bad", days: [["2016-03-18", 2]] },
  ]);
  expect((await user.caller.reminder.list({})).results).toMatchObject([{ time: "20:30" }]);
});

test("of Habitica's tags 5,000 are read, also if they are no tags", async () => {
  const user = await api.createUser({ plan: "paid" });
  const habits = [{ ...task, type: "habit", text: "Stairs", up: true, down: false, tags: ["late"], history: [] }];
  const tags = [...Array(5_000).fill({}), { id: "late", name: "Late" }];
  const tasks = { habits, dailys: [], todos: [], rewards: [] };
  await importFile(user.caller, { ...file, tags, tasks }, { format: "auto" });
  expect(await habitsOf(user)).toMatchObject([{ title: "Stairs", group_name: null }]);
});

test("Habitica's days are those of the user's time zone, if the file has no offset", async () => {
  const user = await api.createUser({ plan: "paid" });
  const { preferences: _, ...rest } = file;
  await importFile(
    user.callerWith({ timezone: "Pacific/Auckland" }),
    { ...rest, preferences: { timezoneOffset: 1e9 } },
    { format: "habitica" },
  );
  expect((await habitsOf(user))[0]?.days).toEqual([["2016-03-19", 3]]);
});

test("entries of Habitica that are repeated, impossible or no entries are reported, and the others are imported", async () => {
  const { caller } = await api.createUser();
  const done = (date: unknown) => ({ date, value: 1, completed: true });
  const history = [
    ...[done(at("2016-03-18T12:00:00Z")), done(at("2016-03-18T13:00:00Z")), done("2016-03-19T12:00:00Z")],
    ...[done(1e300), done(-1), done("yesterday"), done(null), done({}), null, [], { ["__proto__"]: 1 }],
  ];
  const tasks = { dailys: [{ ...task, text: "Read", history }], todos: [], rewards: {} };
  const report = await importFile(caller, { preferences: {}, tasks }, { format: "auto" });
  expect(report.imported).toMatchObject({ habits: 1, progress: 2 });
  expect(report.refused.map(({ row, code }) => `${row} ${code}`)).toEqual([
    "dailys[0][1] day_repeated",
    ...[3, 4, 5, 6, 7, 8, 9, 10].map((index) => `dailys[0][${index}] day_unreadable`),
  ]);
});

test.each([
  ["a list", "[]"],
  ["a text", '"habits"'],
  ["nothing", "null"],
])("user data of Habitica whose tasks are %s is refused", async (_, tasks) => {
  const { caller } = await api.createUser();
  const text = `{"preferences":{},"tasks":${tasks}}`;
  await expect(importFile(caller, text, { format: "auto" })).rejects.toMatchObject({
    fields: { file: [{ code: "import_unreadable" }] },
  });
});
