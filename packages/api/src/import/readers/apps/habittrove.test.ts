import { afterAll, expect, test } from "vitest";
import { createTestApi } from "../../../testing.ts";
import { habitsOf, importFile, makeZip } from "../../testing.ts";
import { openHabitTroveBackup } from "./habittrove.ts";

const api = await createTestApi({ max: 10 });
afterAll(api.drop);

const habit = { description: "", frequency: "FREQ=DAILY", coinReward: 10, userIds: ["u1"] };
/** The shape of HabitsData in lib/types.ts of dohsimpson/HabitTrove. */
const file = {
  habits: [
    {
      ...{ ...habit, id: "1", name: "Run", description: "Slowly, far", frequency: "FREQ=WEEKLY;BYDAY=MO,WE,FR" },
      completions: ["2016-03-18T23:30:00.000Z", "2016-03-20T10:00:00.000Z", "2016-03-20T11:00:00.000Z"],
      drawing: "[]",
    },
    {
      ...{ ...habit, id: "2", name: "Water", targetCompletions: 3, pinned: true },
      completions: ["2016-03-18T08:00:00.000Z", "2016-03-18T12:00:00.000Z", "2016-03-19T08:00:00.000Z"],
    },
    { ...habit, id: "3", name: "Call home", frequency: "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", completions: [] },
    { ...habit, id: "4", name: "Bills", frequency: "FREQ=MONTHLY;BYMONTHDAY=1", archived: true, completions: [] },
    { ...habit, id: "5", name: "Buy shoes", isTask: true, frequency: "2016-03-18T00:00:00.000Z", completions: [] },
    { ...habit, id: "7", name: "Rent", frequency: "FREQ=MONTHLY;BYMONTHDAY=31", completions: [] },
    { ...habit, id: "8", name: "Backup", frequency: "RRULE:FREQ=MONTHLY;BYDAY=+2SA,-1FR", completions: [] },
    { ...habit, id: "9", name: "Report", frequency: "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1", completions: [] },
    { ...habit, id: "10", name: "Haircut", frequency: "monthly", completions: [] },
    {
      ...{ ...habit, id: "11", name: "Plants", completions: [] },
      frequency: "DTSTART;TZID=Europe/Kyiv:20160317T000000\nRRULE:FREQ=DAILY;INTERVAL=3",
    },
    {
      ...{ ...habit, id: "12", name: "Clean", completions: [] },
      frequency: "DTSTART:20160317T000000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH",
    },
    {
      ...{ ...habit, id: "13", name: "Filter", completions: [] },
      frequency: "DTSTART:20160317T000000Z\nRRULE:FREQ=MONTHLY;INTERVAL=3",
    },
    { ...habit, id: "6", name: "Read", frequency: "weekly", completions: ["2016-03-18T08:00:00.000Z"] },
  ],
};

test("habits of HabitTrove get their weekdays, goals and the days of the user's time zone; tasks are reported", async () => {
  const user = await api.createUser({ plan: "paid" });
  const report = await importFile(user.callerWith({ timezone: "Europe/Kyiv" }), file, { format: "auto" });
  expect(report).toMatchObject({
    format: "habittrove",
    imported: { habits: 12, progress: 5 },
    refused: [{ row: "habits[4]", habit: "Buy shoes", code: "not_a_habit" }],
    remarks: [],
  });
  expect(await habitsOf(user)).toMatchObject([
    {
      ...{ title: "Run", description: "Slowly, far", weekdays: [1, 3, 5], target: 1 },
      // Half past one in the morning in Kyiv; and twice on one day is still done.
      days: [
        ["2016-03-19", 1],
        ["2016-03-20", 1],
      ],
    },
    {
      ...{ title: "Water", unit: "repetitions", target: 3 },
      days: [
        ["2016-03-18", 2],
        ["2016-03-19", 1],
      ],
    },
    { title: "Call home", schedule: { times_in_days: { times: 1, days: 14 } } },
    { title: "Rent", schedule: { times_in_days: { times: 1, days: 31 } } },
    {
      title: "Backup",
      schedule: {
        month_weekdays: [
          { nth: 2, weekday: 6 },
          { nth: -1, weekday: 5 },
        ],
      },
    },
    { title: "Report", schedule: { month_weekdays: [{ nth: -1, weekday: 5 }] } },
    { title: "Haircut", schedule: { times_per_month: 1 } },
    { title: "Plants", schedule: { every_days: 3, from: "2016-03-17" } },
    { title: "Clean", weekdays: [1, 4], schedule: { every_weeks: 2, from: "2016-03-17" } },
    { title: "Filter", schedule: { every_months: 3, from: "2016-03-17" } },
    { title: "Read", schedule: { times_per_week: 1 } },
    { title: "Bills", archived: true, schedule: { month_days: [1] } },
  ]);
});

test.each([
  ["its settings", '{"ui":{},"system":{"timezone":"Pacific/Auckland"}}', "2016-03-19"],
  ["the user, if its settings name none", '{"system":{"timezone":"Mars/Base"}}', "2016-03-18"],
  ["the user, if its settings are damaged", "{", "2016-03-18"],
])("a backup of HabitTrove has its days in the time zone of %s", async (_, settings, day) => {
  const user = await api.createUser({ plan: "paid" });
  const backup = makeZip([
    ["users.json", "{}"],
    ["habits.json", JSON.stringify({ habits: [{ ...habit, name: "Run", completions: ["2016-03-18T12:00:00.000Z"] }] })],
    ["settings.json", settings],
  ]);
  const report = await importFile(user.caller, backup, { format: "auto" });
  expect(report).toMatchObject({ format: "habittrove", imported: { habits: 1, progress: 1 } });
  expect((await habitsOf(user))[0]?.days).toEqual([[day, 1]]);
});

test("a client that disconnects ends the reading of a backup of HabitTrove", async () => {
  const controller = new AbortController();
  const file = makeZip([["habits.json", JSON.stringify({ habits: [{ ...habit, name: "Run", completions: [] }] })]]);
  const backup = await openHabitTroveBackup(file, controller.signal);
  controller.abort(new Error("the client left"));
  await expect(backup?.json.pages("habits").next()).rejects.toThrow("the client left");
});

test("completions of HabitTrove that are no instants are reported, and the others are imported", async () => {
  const { caller } = await api.createUser();
  const completions = [
    ...["2016-02-30T99:00:00Z", "yesterday", 1458302400000, null, ["2016-03-18T12:00:00Z"], "1999-12-31T12:00:00Z"],
    ...["__proto__", "2016-03-18T12:00:00+02:00"],
  ];
  const report = await importFile(caller, { habits: [{ ...habit, name: "Run", completions }] }, { format: "auto" });
  expect(report.imported).toMatchObject({ habits: 1, progress: 1 });
  expect(report.refused.map(({ code }) => code)).toEqual(Array(7).fill("day_unreadable"));
});

test.each([
  ["damaged", "{", "import_unreadable"],
  ["larger than any export when unpacked", "0".repeat(20_000_001), "import_archive_too_large"],
])("a backup of HabitTrove whose habits are %s is refused", async (_, habits, code) => {
  const { caller } = await api.createUser();
  await expect(importFile(caller, makeZip([["habits.json", habits]]), { format: "auto" })).rejects.toMatchObject({
    fields: { file: [{ code }] },
  });
});

test("an archive without habits is refused as a backup of HabitTrove", async () => {
  const { caller } = await api.createUser();
  const backup = makeZip([["settings.json", "{}"]]);
  await expect(importFile(caller, backup, { format: "habittrove" })).rejects.toMatchObject({
    fields: { file: [{ code: "import_unreadable" }] },
  });
});
