import { passkeys } from "@daymark/db/schema/passkey";
import { readCsv } from "@daymark/domain/text/read-csv";
import type { Schedule } from "@daymark/domain/tracking/schedule";
import { afterAll, expect, test } from "vitest";
import { createTestApi, habitInput, noon } from "../testing.ts";
import { exportCsv } from "./testing.ts";

const api = await createTestApi();
afterAll(api.drop);

test("each table has a file with a byte order mark and a header line, even if it is empty", async () => {
  const { caller } = await api.createUser();
  const files = await exportCsv(caller);
  expect(Object.keys(files).sort()).toEqual([
    "account.csv",
    "active_days.csv",
    "api_keys.csv",
    "bans.csv",
    "calendar_links.csv",
    "comment_reactions.csv",
    "comments.csv",
    "connected_apps.csv",
    "feature_requests.csv",
    "followed.csv",
    "habit_links.csv",
    "habits.csv",
    "health_mappings.csv",
    "known_devices.csv",
    "log.csv",
    "notes.csv",
    "notification_targets.csv",
    "passkeys.csv",
    "past_schedules.csv",
    "progress.csv",
    "providers.csv",
    "reactions.csv",
    "reminders.csv",
    "reports.csv",
    "security_events.csv",
    "sessions.csv",
    "targets.csv",
    "vacations.csv",
    "webhooks.csv",
  ]);
  for (const text of Object.values(files)) expect(text).toMatch(/^\u{feff}[a-z_]+(,[a-z_]+)*\r\n/u);
  expect(files["progress.csv"]).toBe("\u{feff}habit_id,habit,day,value,unit,skipped,note,confirmed,vacation_id\r\n");
  expect(files["log.csv"]).toBe("\u{feff}id,habit_id,habit,day,at,value,unit\r\n");
  expect(files["reminders.csv"]).toBe(
    "\u{feff}id,habit_id,habit,time,weekdays,by_push,by_mail,target_ids,created_at\r\n",
  );
  expect(files["vacations.csv"]).toBe("\u{feff}id,from,to,created_at\r\n");
  expect(files["notes.csv"]).toBe("\u{feff}id,text,pinned,created_at,updated_at\r\n");
});

test("commas, quotes and line breaks stay within their cell, and Ukrainian text is unchanged", async () => {
  const { caller } = await api.createUser();
  const [schedule, group_name] = [{ times_per_week: 2 }, "Ранок; двір"];
  const { id } = await caller.habit.create({
    ...habitInput,
    title: "Біг, «довгий»",
    weekdays: [1, 3, 5],
    schedule,
    group_name,
    emoji: "🏃",
  });
  await caller.progress.set({ id, day: "2026-11-20", value: 12, note: 'Сказав: "ще",\nі побіг' });
  const { id: vacation } = await caller.vacation.create({ from: "2026-11-22", to: "2026-11-23" });
  const { id: reminder } = await caller.reminder.create({ habit_id: id, time: "07:05", weekdays: [6, 7] });
  const files = await exportCsv(caller);
  expect(files["reminders.csv"]).toContain(`\r\n${reminder},${id},"Біг, «довгий»",07:05,6 7,true,false,,20`);
  expect(files["progress.csv"]?.split("\r\n").slice(1)).toEqual([
    `${id},"Біг, «довгий»",2026-11-20,12,minutes,false,"Сказав: ""ще"",\nі побіг",false,`,
    `${id},"Біг, «довгий»",2026-11-23,,minutes,true,,false,${vacation}`,
    "",
  ]);
  const [names, cells] = [...readCsv(files["habits.csv"] ?? "")].map((row) => row.cells);
  expect(Object.fromEntries(names?.map((name, index) => [name, cells?.[index]]) ?? [])).toMatchObject({
    id: String(id),
    title: "Біг, «довгий»",
    weekdays: "1 3 5",
    times_per_week: "2",
    group_name: "Ранок; двір",
    emoji: "🏃",
    first_day: "2026-11-20",
  });
  expect(files["targets.csv"]).toContain(`\r\n${id},"Біг, «довгий»",2026-11-21,10\r\n`);
});

test("newer members of a habit are columns at the end, so that those before keep their place", async () => {
  const { caller } = await api.createUser();
  await caller.habit.create({
    ...habitInput,
    unit: "repetitions",
    unit_label: "page, pages",
    time_of_day: "evening",
    end: { days: 30, from: "2026-11-21" },
  });
  const [names, cells] = [...readCsv((await exportCsv(caller))["habits.csv"] ?? "")].map((row) => row.cells);
  expect(names?.slice(-6)).toEqual(["created_on", "unit_label", "time_of_day", "end", "ended_on", "keeps_log"]);
  expect(cells?.slice(-5)).toEqual(["page, pages", "evening", '{"days":30,"from":"2026-11-21"}', "", "false"]);
});

test.each<Schedule>([
  { times_per_month: 2 },
  { every_weeks: 2, from: "2026-11-20" },
  { month_weekdays: [{ nth: -1, weekday: 5 }] },
  { target_per: "quarter" },
])("the schedule %j is JSON in its cell", async (schedule) => {
  const { caller } = await api.createUser();
  await caller.habit.create({ ...habitInput, schedule });
  const files = await exportCsv(caller);
  const [names = [], cells] = [...readCsv(files["habits.csv"] ?? "")].map((row) => row.cells);
  expect(JSON.parse(cells?.[names.indexOf("schedule")] ?? "")).toEqual(schedule);
  expect(cells?.[names.indexOf("times_per_week")]).toBe("");
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("x","y")', "＝1+1", "＋1", "－1", "＠x"])(
  "%s is text in a spreadsheet, not a formula",
  async (text) => {
    const { caller } = await api.createUser();
    const { id } = await caller.habit.create({ ...habitInput, title: text });
    await caller.progress.set({ id, day: "2026-11-21", value: 1, note: text });
    await caller.note.create({ text });
    const quoted = text.includes('"') ? `"'${text.replaceAll('"', '""')}"` : `'${text}`;
    const files = await exportCsv(caller);
    for (const name of ["habits", "targets", "progress", "notes"]) {
      expect(files[`${name}.csv`]).toContain(`,${quoted}`);
      expect(files[`${name}.csv`]).not.toContain(`,${text}`);
    }
  },
);

test("text that starts with a tab or carriage return is escaped, and an operator inside a text is not", async () => {
  const { user, caller } = await api.createUser();
  const names = ["\t=1", "\r=1", "1-1", "a=b", "me@example.org"];
  await api.db
    .insert(passkeys)
    .values(names.map((name, index) => ({ id: `k${index}`, user_id: user.id, name, public_key: "" })));
  const { "passkeys.csv": text } = await exportCsv(caller);
  for (const cell of ["k0,\"'\t'=1\",", "k1,\"'\r'=1\",", "k2,1-1,", "k3,a=b,", "k4,me@example.org,"])
    expect(text).toContain(cell);
});

test("numbers, instants and booleans are written plainly", async () => {
  const { caller } = await api.createUser({ date_joined: new Date(noon), plan: "paid" });
  const [names, row] = ((await exportCsv(caller))["account.csv"] ?? "").slice(1).split("\r\n");
  const account = Object.fromEntries(names?.split(",").map((name, index) => [name, row?.split(",")[index]]) ?? []);
  expect(account).toMatchObject({
    date_joined: new Date(noon).toISOString(),
    day_start_hour: "0",
    reminder_mails: "true",
    board_mails: "true",
    reminder_done: "false",
    dashboard: "{}",
    has_password: "false",
    pending_email: "",
    plan: "paid",
  });
});
