import { afterAll, expect, test } from "vitest";
import { createTestApi, fieldsOf } from "../../../testing.ts";
import { habitsOf, importFile } from "../../testing.ts";

const api = await createTestApi({ max: 10 });
afterAll(api.drop);

/** As `exportUserHistory` writes it, with the scores of website/common/script/ops/scoreTask.js and cron.js. */
const file = [
  "Task Name,Task ID,Task Type,Date,Value",
  "Read,d1,daily,2016-03-18 20:00:00,1",
  "Read,d1,daily,2016-03-19 05:00:00,1",
  "Read,d1,daily,2016-03-20 05:00:00,-0.02",
  "Read,d1,daily,2016-03-20 19:00:00,0.99",
  '"Stairs, not the lift",h1,habit,2016-03-18 12:00:00,1.9',
  '"Stairs, not the lift",h1,habit,2016-03-21 12:00:00,1.4',
  "Sweets,h2,habit,2016-03-18 12:00:00,-1",
  "Sweets,h2,habit,2016-03-22 12:00:00,-1",
  "Posture,h3,habit,2016-03-18 12:00:00,1",
  "Posture,h3,habit,2016-03-19 12:00:00,-1.2",
  "Posture,h3,habit,2016-03-19 12:30:00,-0.1",
  "",
].join("\n");

test("the history of Habitica's tasks becomes days, and the report says that it has only scores", async () => {
  const user = await api.createUser({ plan: "paid" });
  const report = await importFile(user.caller, file, { format: "auto" });
  expect(report).toMatchObject({ format: "habitica", imported: { habits: 4, progress: 8 }, refused: [] });
  expect(report.remarks.map(({ row, code }) => `${row} ${code}`)).toEqual([
    ...["line 2 score_only", "line 6 score_only", "line 8 score_only", "line 10 score_only"],
  ]);
  const habits = new Map((await habitsOf(user)).map((habit) => [habit.title, habit]));
  expect(habits.get("Read")?.days).toEqual([
    ["2016-03-18", 1],
    ["2016-03-20", 1],
  ]);
  expect(habits.get("Stairs, not the lift")?.days).toEqual([
    ["2016-03-18", 1],
    ["2016-03-21", 1],
  ]);
  expect(habits.get("Sweets")).toMatchObject({
    type: "bad",
    days: [
      ["2016-03-18", 1],
      ["2016-03-22", 1],
    ],
  });
  expect(habits.get("Posture")?.days).toEqual([
    ["2016-03-18", 1],
    ["2016-03-19", 1],
  ]);
});

test("the instants of Habitica's history are days in the user's time zone", async () => {
  const user = await api.createUser({ plan: "paid" });
  await importFile(user.callerWith({ timezone: "Pacific/Auckland" }), file, { format: "habitica" });
  expect((await habitsOf(user)).find(({ title }) => title === "Read")?.days).toEqual([
    ["2016-03-19", 1],
    ["2016-03-21", 1],
  ]);
});

test("unreadable rows of Habitica's history are reported, and the others are imported", async () => {
  const user = await api.createUser();
  const lines = [
    "Read,d1,daily,yesterday,1",
    "Read,d1,daily,2016-02-31 99:00:00,1",
    "Read,d1,daily,2016-03-19 12:00:00,",
  ];
  const text = [file.split("\n")[0], ...lines, "Read,d1,daily,2016-03-20 12:00:00,1", "Read"].join("\n");
  const report = await importFile(user.caller, text, { format: "auto" });
  expect(report.refused.map(({ row, code }) => `${row} ${code}`)).toEqual([
    ...["line 2 day_unreadable", "line 3 day_unreadable", "line 4 value_unreadable", "line 6 day_unreadable"],
  ]);
  expect(report.imported).toMatchObject({ habits: 1, progress: 1 });
});

test("a history of Habitica with more than 200,000 entries is refused", async () => {
  const { caller } = await api.createUser();
  const text = `${file.split("\n")[0]}\n${"R,d,daily,2016-03-20 12:00:00,1\n".repeat(200_001)}`;
  expect(await fieldsOf(importFile(caller, text, { format: "auto" }))).toEqual({ file: ["import_archive_too_large"] });
});
