import { createApiKey } from "@daymark/auth/session/api-key";
import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { reminders } from "@daymark/db/schema/reminder";
import { users } from "@daymark/db/schema/user";
import type { Export } from "@daymark/domain/account/export";
import { remindersOfHabitMax } from "@daymark/domain/reminder/reminder";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { exportJson } from "../export/testing.ts";
import { createReminderApi } from "../reminder/testing.ts";
import { habitInput, type TestUser } from "../testing.ts";
import { importFile } from "./testing.ts";

const api = await createReminderApi();
afterAll(api.drop);
beforeEach(async () => {
  await api.db.delete(users);
  await api.takePushes();
  await api.db.execute("truncate mails restart identity cascade");
  await api.takeMails();
});

const day = "2026-11-20";
const habitRow = (id: number, values: object = {}) => ({
  ...{ id, title: `Habit ${id}`, type: "good", unit: "minutes", hue: 0, created_on: day },
  ...{ created_at: "2026-11-20T08:00:00.000Z", targets: [{ from: day, target: 10 }], ...values },
});
const reminderRow = (habit_id: unknown, values: object = {}) => ({ habit_id, time: "21:00", ...values });
const fileOf = (parts: object) => ({ format: "daymark", version: 1, habits: [habitRow(1)], ...parts });

/** A user's reminders as the screen shows them, by the title of the habit. */
async function shownTo({ caller }: TestUser) {
  const titles = new Map((await caller.habit.list({})).results.map(({ id, title }) => [id, title]));
  const { results } = await caller.reminder.list({});
  return results.map(({ id: _, habit_id, ...shown }) => ({ habit: titles.get(habit_id), ...shown }));
}

async function createFile(): Promise<Export> {
  const from = await api.createReader();
  const run = await from.caller.habit.create({ ...habitInput, title: "Run" });
  const read = await from.caller.habit.create({ ...habitInput, title: "Read" });
  await from.caller.reminder.create({ habit_id: run.id, time: "07:30", weekdays: [6, 1] });
  await from.caller.reminder.create({ habit_id: run.id, time: "21:00", by_push: false, by_mail: true });
  await from.caller.reminder.create({ habit_id: read.id, time: "00:00", by_mail: true });
  return exportJson(from.caller);
}

test("reminders are imported once as exported, in the importing user's time zone", async () => {
  const file = await createFile();
  const user = await api.createReader({ timezone: "Asia/Tokyo" });
  const preview = await importFile(user.caller, file, { dry_run: true });
  expect(await shownTo(user)).toEqual([]);
  const report = await importFile(user.caller, file);
  expect(report).toEqual({ ...preview, dry_run: false });
  expect(report).toMatchObject({ imported: { habits: 2, reminders: 3 }, refused: [] });
  expect(await shownTo(user)).toEqual([
    {
      habit: "Run",
      ...{
        time: "07:30",
        weekdays: [1, 6],
        by_push: true,
        by_mail: false,
        target_ids: [],
        next_at: "2026-11-22T22:30:00.000Z",
      },
    },
    {
      habit: "Run",
      ...{ time: "21:00", weekdays: [1, 2, 3, 4, 5, 6, 7], by_push: false, by_mail: true, target_ids: [] },
      next_at: "2026-11-22T12:00:00.000Z",
    },
    {
      habit: "Read",
      ...{ time: "00:00", weekdays: [1, 2, 3, 4, 5, 6, 7], by_push: true, by_mail: true, target_ids: [] },
      next_at: "2026-11-21T15:00:00.000Z",
    },
  ]);
  const again = await importFile(user.caller, file);
  expect(again.imported).toMatchObject({ habits: 0, reminders: 0 });
  expect(await shownTo(user)).toHaveLength(3);
  const kept = (parts: Export) => parts.reminders?.map(({ id: _, habit_id: __, ...reminder }) => reminder);
  expect(kept(await exportJson(user.caller))).toEqual(kept(file));
});

test("an invalid reminder is reported with its position, and the others are imported", async () => {
  const user = await api.createReader();
  const wrong: [object, string][] = [
    [reminderRow(9), "habit_unknown"],
    [reminderRow(1, { time: "24:00" }), "row_invalid time time_invalid"],
    [reminderRow(1, { time: 900 }), "row_invalid time not_text"],
    [reminderRow(1, { weekdays: [] }), "row_invalid weekdays weekdays_empty"],
    [reminderRow(1, { weekdays: [1, 1] }), "row_invalid weekdays weekdays_repeated"],
    [reminderRow(1, { by_push: false }), "row_invalid by_push reminder_way_missing"],
    [reminderRow("1"), "row_invalid habit_id not_integer"],
    [reminderRow(1, { created_at: "yesterday" }), "row_invalid created_at invalid"],
    [reminderRow(1), "row_invalid time reminder_time_taken"],
  ];
  const report = await importFile(
    user.caller,
    fileOf({
      habits: [habitRow(1), habitRow(2, { title: "" })],
      reminders: [reminderRow(1), ...wrong.map(([row]) => row), reminderRow(2), reminderRow(1, { time: "22:00" })],
    }),
  );
  const told = report.refused.map(({ row, code, field, field_code }) =>
    [row, code, field, field_code].filter(Boolean).join(" "),
  );
  expect(told).toEqual([
    "habits[1] row_invalid title blank",
    ...wrong.map(([, reason], index) => `reminders[${index + 1}] ${reason}`),
  ]);
  expect(report.imported).toMatchObject({ habits: 1, reminders: 2 });
  expect((await shownTo(user)).map(({ time }) => time)).toEqual(["21:00", "22:00"]);
});

test("a reminder with too many weekdays is refused by their number, before each is checked", async () => {
  const user = await api.createReader();
  // Without a check of the number, each wrong weekday would be an issue.
  const weekdays = new Array(90_000).fill(0);
  const report = await importFile(
    user.caller,
    fileOf({ reminders: [reminderRow(1, { weekdays }), reminderRow(1, { time: "22:00" })] }),
  );
  expect(report.refused).toMatchObject([
    { row: "reminders[0]", field: "weekdays", field_code: "too_many", values: { max: 7 } },
  ]);
  expect(report.imported).toMatchObject({ habits: 1, reminders: 1 });
});

test("a habit gets at most its maximum of reminders", async () => {
  const user = await api.createReader();
  const rows = Array.from({ length: remindersOfHabitMax + 1 }, (_, hour) => reminderRow(1, { time: `1${hour}:00` }));
  const report = await importFile(user.caller, fileOf({ reminders: rows }));
  expect(report.imported.reminders).toBe(remindersOfHabitMax);
  expect(report.refused).toMatchObject([
    { row: `reminders[${remindersOfHabitMax}]`, habit: "Habit 1", field: "time", field_code: "reminders_too_many" },
  ]);
});

test("an imported reminder has no notification targets, and goes by push if it had nothing else", async () => {
  const user = await api.createReader();
  const ways = { by_push: false, target_ids: [7] };
  const rows = [reminderRow(1, ways), reminderRow(1, { ...ways, time: "22:00", by_mail: true })];
  const report = await importFile(user.caller, fileOf({ reminders: rows }));
  expect(report.refused).toEqual([]);
  expect((await user.caller.reminder.list({})).results).toMatchObject([
    { time: "21:00", by_push: true, by_mail: false, target_ids: [] },
    { time: "22:00", by_push: false, by_mail: true, target_ids: [] },
  ]);
});

test("a user who turned off reminder mails gets none from imported reminders", async () => {
  const user = await api.createReader({ reminder_mails: false });
  const report = await importFile(user.caller, fileOf({ reminders: [reminderRow(1, { by_mail: true })] }));
  expect(report.imported.reminders).toBe(1);
  expect((await user.caller.auth.settings.get({})).reminder_mails).toBe(false);
  expect(await api.toldAt("2026-11-21T19:00:00Z")).toEqual({ pushed: [["Habit 1"]], mailed: [] });
});

test("a user without a time zone gets the browser's on import, but not on a dry run", async () => {
  const user = await api.createReader({ timezone: null });
  const inTokyo = user.callerWith({ timezone: "Asia/Tokyo" });
  const file = fileOf({ reminders: [reminderRow(1)] });
  await importFile(inTokyo, file, { dry_run: true });
  expect((await user.caller.auth.settings.get({})).timezone).toBeNull();
  await importFile(inTokyo, file);
  expect((await user.caller.auth.settings.get({})).timezone).toBe("Asia/Tokyo");
  expect(await shownTo(user)).toMatchObject([{ next_at: "2026-11-22T12:00:00.000Z" }]);
});

test("an import by API key refuses each reminder and imports the rest", async () => {
  const user = await api.createReader({ timezone: null });
  const { key, ...kept } = createApiKey();
  await api.db.insert(apiKeys).values({ user_id: user.user.id, name: "Script", scopes: ["write"], ...kept });
  const script = await api.callerOfKey(key, { timezone: "Asia/Tokyo" });
  const report = await importFile(script, fileOf({ reminders: [reminderRow(1)] }));
  expect(report).toMatchObject({
    imported: { habits: 1, reminders: 0 },
    refused: [{ row: "reminders[0]", habit: "Habit 1", code: "reminder_by_key" }],
  });
  expect(await api.db.$count(reminders, eq(reminders.user_id, user.user.id))).toBe(0);
  const [row] = await api.db.select().from(users).where(eq(users.id, user.user.id));
  expect(row?.timezone).toBeNull();
});
