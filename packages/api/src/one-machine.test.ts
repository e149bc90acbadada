import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { distributedTables } from "@daymark/db/connection/table-distribution";
import { isDistributed } from "@daymark/db/testing";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { exportCsv, exportJson } from "./export/testing.ts";
import { importFile } from "./import/testing.ts";
import { appRouter } from "./router.ts";
import { createTestApi, habitInput, type TestUser } from "./testing.ts";

const day = "2026-11-20";
const month = { from: "2026-11-01", to: "2026-11-30" };

const itemId = "0b6f3c1e-8a4d-4f0e-9d53-2f6a7c1b5e90";

interface Place {
  caller: TestUser["caller"];
  /** Three habits: a good one, a bad one, and one that is deleted for good. */
  id: number;
  other: number;
  trashed: number;
  /** Ids of a note, a vacation and a reminder. */
  note: number;
  vacation: number;
  reminder: number;
}

/** Calls of each procedure that reads or writes a calendar. They run in this order. */
const calls: [procedure: string, what: string, call: (place: Place) => Promise<unknown>][] = [
  ["progress.set", "a value", ({ caller, id }) => caller.progress.set({ id, day, value: 5 })],
  ["progress.set", "a note", ({ caller, id }) => caller.progress.set({ id, day, note: "long" })],
  ["progress.set", "another unit", ({ caller, id }) => caller.progress.set({ id, day, value: 6, unit: "hours" })],
  ["progress.increment", "up", ({ caller, id }) => caller.progress.increment({ id, day, by: 2 })],
  ["progress.increment", "down", ({ caller, id }) => caller.progress.increment({ id, day, by: -1 })],
  ["progress.set", "a cleared day", ({ caller, id }) => caller.progress.set({ id, day, clear: true })],
  [
    "progress.setMany",
    "two habits",
    ({ caller, id, other }) =>
      caller.progress.setMany({
        entries: [
          { habit_id: id, day, value: 1 },
          { habit_id: other, day, skipped: true },
        ],
      }),
  ],
  [
    "progress.confirm",
    "twenty days",
    ({ caller, other }) => caller.progress.confirm({ id: other, from: "2026-11-01", to: "2026-11-20" }),
  ],
  ["progress.delete", "a day", ({ caller, id }) => caller.progress.delete({ id, day })],
  ["progress.list", "a month", ({ caller }) => caller.progress.list(month)],
  ["progress.listOfHabit", "a month", ({ caller, id }) => caller.progress.listOfHabit({ id, ...month })],
  ["habit.update", "a log", ({ caller, id }) => caller.habit.update({ id, keeps_log: true })],
  ["progress.increment", "up, with a log", ({ caller, id }) => caller.progress.increment({ id, day, by: 2 })],
  ["progress.set", "a smaller value, with a log", ({ caller, id }) => caller.progress.set({ id, day, value: 1 })],
  ["dayLog.create", "one", ({ caller, id }) => caller.dayLog.create({ id, date: day, value: 2, item_id: itemId })],
  ["dayLog.list", "a day", ({ caller, id }) => caller.dayLog.list({ id, date: day })],
  ["dayLog.hours", "a month", ({ caller, id }) => caller.dayLog.hours({ id, ...month })],
  ["dayLog.update", "one", ({ caller, id }) => caller.dayLog.update({ id, item_id: itemId, value: 3 })],
  ["dayLog.delete", "one", ({ caller, id }) => caller.dayLog.delete({ id, item_id: itemId })],
  ["habit.list", "all", ({ caller }) => caller.habit.list({})],
  ["habit.get", "one", ({ caller, id }) => caller.habit.get({ id })],
  ["habit.statistics", "one", ({ caller, id }) => caller.habit.statistics({ id })],
  ["habit.statisticsList", "all", ({ caller }) => caller.habit.statisticsList({})],
  ["habit.analysis", "one", ({ caller, id }) => caller.habit.analysis({ id })],
  ["habit.streak", "one", ({ caller, id }) => caller.habit.streak({ id })],
  ["habit.analytics", "a month", ({ caller }) => caller.habit.analytics(month)],
  ["habit.trend", "a month", ({ caller, id }) => caller.habit.trend({ id, ...month })],
  ["habit.correlation", "two", ({ caller, id, other }) => caller.habit.correlation({ id, other_id: other, ...month })],
  ["habit.insights", "all", ({ caller }) => caller.habit.insights({})],
  ["habit.review", "all", ({ caller }) => caller.habit.review({})],
  ["habit.create", "one", ({ caller }) => caller.habit.create({ ...habitInput, title: "New", group_name: "Old name" })],
  ["habit.update", "title and goal", ({ caller, id }) => caller.habit.update({ id, title: "Edited", target: 9 })],
  ["habit.renameGroup", "one", ({ caller }) => caller.habit.renameGroup({ from: "Old name", to: "New name" })],
  ["habit.setOrder", "bad ones", ({ caller, other }) => caller.habit.setOrder({ type: "bad", ids: [other] })],
  ["habit.delete", "one", ({ caller, other }) => caller.habit.delete({ id: other })],
  ["habit.listDeleted", "all", ({ caller }) => caller.habit.listDeleted({})],
  ["habit.trash.list", "one", ({ caller }) => caller.habit.trash.list({})],
  ["habit.restore", "one", ({ caller, other }) => caller.habit.restore({ id: other })],
  ["habit.delete", "one to delete for good", ({ caller, trashed }) => caller.habit.delete({ id: trashed })],
  ["habit.trash.delete", "one", ({ caller, trashed }) => caller.habit.trash.delete({ id: trashed })],
  ["habit.trash.deleteAll", "none", ({ caller }) => caller.habit.trash.deleteAll({})],
  [
    "calendarLink.read",
    "one",
    async ({ caller }) => {
      const { url } = await caller.calendarLink.create({ shows: ["due", "done"] });
      return caller.calendarLink.read({ token: url.split("/").at(-2) ?? "" });
    },
  ],
  [
    "habitLink.tap",
    "one more, and its undo",
    async ({ caller, id }) => {
      const { url } = await caller.habitLink.create({ purpose: "add", habit_id: id });
      const token = url.split("/").at(-1) ?? "";
      await caller.habitLink.tapTarget({ token });
      await caller.habitLink.tap({ token });
      return caller.habitLink.undoTap({ token });
    },
  ],
  [
    "health.connect.create",
    "a mapped habit",
    async ({ caller, id }) => {
      await caller.health.mapping.set({ habit_id: id, source: "health-connect", metric: "exercise", way: "sum" });
      const payload = { exercise: [{ duration_seconds: 600, start_time: `${day}T08:00:00Z` }] };
      return caller.health.connect.create({ payload });
    },
  ],
  ["note.create", "one", ({ caller }) => caller.note.create({ text: "A note" })],
  ["note.list", "all", ({ caller }) => caller.note.list({})],
  ["note.update", "one", ({ caller, note }) => caller.note.update({ id: note, text: "Edited" })],
  ["note.delete", "one", ({ caller, note }) => caller.note.delete({ id: note })],
  ["vacation.create", "three days", ({ caller }) => caller.vacation.create({ from: "2026-12-01", to: "2026-12-03" })],
  ["vacation.list", "all", ({ caller }) => caller.vacation.list({})],
  ["vacation.delete", "one", ({ caller, vacation }) => caller.vacation.delete({ id: vacation })],
  ["reminder.create", "one", ({ caller, id }) => caller.reminder.create({ habit_id: id, time: "09:00" })],
  ["reminder.list", "all", ({ caller }) => caller.reminder.list({})],
  ["reminder.update", "one", ({ caller, reminder }) => caller.reminder.update({ id: reminder, time: "10:00" })],
  ["reminder.delete", "one", ({ caller, reminder }) => caller.reminder.delete({ id: reminder })],
  ["auth.settings.update", "a time zone", ({ caller }) => caller.auth.settings.update({ timezone: "Asia/Tokyo" })],
  ["export.get", "JSON", ({ caller }) => exportJson(caller)],
  ["export.get", "CSV", ({ caller }) => exportCsv(caller)],
  ["import.run", "a file, as a preview", ({ caller }) => importFile(caller, importedFile, { dry_run: true })],
  ["import.run", "a file", ({ caller }) => importFile(caller, importedFile)],
];

const importedFile = {
  format: "daymark",
  version: 1,
  habits: [
    {
      ...{ id: 1, title: "Imported", type: "good", unit: "minutes", hue: 0, created_on: day },
      ...{ created_at: `${day}T08:00:00.000Z`, targets: [{ from: day, target: 10 }] },
    },
  ],
  progress: [{ habit_id: 1, day, value: 3, unit: "minutes" }],
  log: [{ habit_id: 1, day, value: 3, unit: "minutes" }],
  notes: [{ text: "Imported", created_at: `${day}T08:00:00.000Z` }],
  reminders: [{ habit_id: 1, time: "21:00" }],
};

/** Routers whose procedures read or write calendars. */
const calendarRouters = ["dayLog", "export", "habit", "import", "note", "progress", "reminder", "vacation"];

/** Procedures of these routers that read and write no distributed table. */
const others: readonly string[] = ["reminder.unsubscribe", "reminder.done"];

test("this file calls every procedure of the calendar routers", () => {
  const called = new Set<string>(calls.map(([procedure]) => procedure));
  const names = Object.keys(appRouter._def.procedures);
  expect([...called].filter((name) => !names.includes(name))).toEqual([]);
  const missing = names.filter(
    (name) => calendarRouters.includes(name.split(".")[0] ?? "") && !called.has(name) && !others.includes(name),
  );
  expect(missing, "add a call, so that npm run test:citus checks that it uses one worker").toEqual([]);
});

/** Other folders of this package whose statements name a distributed table, and what they do with it. */
const otherFolders = [
  "account", // the deletion of an account enqueues the deletion of these rows
  "notification-target", // a deleted one leaves the reminders of its owner
  "health", // habits that exist, whose mappings are kept; the calls above check its other statements
  "webhook", // whether the chosen habits are the user's
  "admin-user", // a page of people, with counts of their habits
  "base", // the day on which the sum of a habit reached its total, a part of other statements
  "procedure", // how many habits of a user take long to read
  "host", // the job that deletes the rows of a deleted account
  "site-statistics", // daily counts over all people
];

test("every folder that uses a distributed table is a calendar router's or listed here", () => {
  const tables = distributedTables.join("|");
  const imported = distributedTables.map(toCamelCase).join("|");
  const naming = new RegExp(
    String.raw`import \{[^}]*\b(?:${imported})\b[^}]*\} from "@daymark/db|\b(?:from|join|into|update) (?:${tables})\b`,
  );
  const folder = join(import.meta.dirname, "/");
  const files = globSync(`${folder}**/*.ts`).filter((file) => !/test(?:ing)?\.ts$/.test(file));
  const folders = files.flatMap((file) =>
    naming.test(readFileSync(file, "utf8")) ? [file.slice(folder.length).split("/")[0]] : [],
  );
  const routerFolders = calendarRouters.map((name) => (name === "dayLog" ? "day-log" : name));
  expect([...new Set(folders)].toSorted()).toEqual([...routerFolders, ...otherFolders].toSorted());
});

function toCamelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A statement as Citus sends it to a worker: "issuing select …" and, as a detail, "on server daymark@host:port …". */
type RemoteCommand = { message: string; detail: string };

/** Needs a coordinator and its workers: `npm run test:citus`. */
describe.skipIf(!isDistributed)("on a distributed database", async () => {
  const api = await createTestApi({ max: 6 });
  const commands: RemoteCommand[] = [];
  const sql = postgres(api.url, {
    max: 1,
    connection: { "citus.log_remote_commands": "on", client_min_messages: "notice" },
    onnotice: (notice) => commands.push({ message: notice.message ?? "", detail: notice.detail ?? "" }),
  });
  afterAll(async () => {
    await sql.end();
    await api.drop();
  });
  const user = await api.createUser({ plan: "paid" });
  const { caller: own } = user;
  const [habit, other] = [
    await own.habit.create(habitInput),
    await own.habit.create({ ...habitInput, title: "Other", type: "bad" }),
  ];
  const place: Place = {
    caller: user.callerWith({ db: drizzle(sql) }),
    id: habit.id,
    other: other.id,
    trashed: (await own.habit.create({ ...habitInput, title: "Trashed" })).id,
    note: (await own.note.create({ text: "First" })).id,
    vacation: 0,
    reminder: (await own.reminder.create({ habit_id: habit.id, time: "07:00" })).id,
  };
  await own.vacation.create({ from: "2027-01-01", to: "2027-01-03" });
  place.vacation = (await own.vacation.list({})).results[0]?.id ?? 0;

  test.each(calls)("%s uses one worker: %s", async (_, __, call) => {
    commands.length = 0;
    await call(place);
    const issued = commands.filter(({ message }) => message.startsWith("issuing"));
    expect(issued.length).toBeGreaterThan(0);
    const workers = new Set(issued.map(({ detail }) => /:(\d+)/.exec(detail)?.[1]));
    expect([...workers]).toHaveLength(1);
    // Shards are named by the table and a number: one of each table.
    const shards = new Set(
      issued.flatMap(
        ({ message }) =>
          message.match(/\b(?:habits|progress|notes|reminders|vacations|habit_targets|day_log)_\d{6}\b/g) ?? [],
      ),
    );
    const tables = new Set([...shards].map((shard) => shard.replace(/_\d+$/, "")));
    expect(shards.size).toBe(tables.size);
  });
});
