import { isDistributed } from "@daymark/db/testing";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput } from "./testing.ts";

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
  const caller = user.callerWith({ db: drizzle(sql) });
  const habit = await user.caller.habit.create(habitInput);
  const other = await user.caller.habit.create({ ...habitInput, title: "Other", type: "bad" });
  const day = "2026-11-20";
  const month = { from: "2026-11-01", to: "2026-11-30" };
  const { id } = habit;

  test.each<[string, () => Promise<unknown>]>([
    ["a value", () => caller.progress.set({ id, day, value: 5 })],
    ["a note", () => caller.progress.set({ id, day, note: "long" })],
    ["a value in another unit", () => caller.progress.set({ id, day, value: 6, unit: "hours" })],
    ["an increment", () => caller.progress.increment({ id, day, by: 2 })],
    ["a decrement", () => caller.progress.increment({ id, day, by: -1 })],
    ["a cleared day", () => caller.progress.set({ id, day, clear: true })],
    [
      "many days",
      () =>
        caller.progress.setMany({
          entries: [
            { habit_id: id, day, value: 1 },
            { habit_id: other.id, day, skipped: true },
          ],
        }),
    ],
    ["confirmed days", () => caller.progress.confirm({ id: other.id, from: "2026-11-01", to: "2026-11-20" })],
    ["a deleted day", () => caller.progress.delete({ id, day })],
    ["the habits", () => caller.habit.list({})],
    ["a month", () => caller.progress.list(month)],
    ["a habit's days", () => caller.progress.listOfHabit({ id, ...month })],
    ["statistics", () => caller.habit.statistics({ id })],
    ["all statistics", () => caller.habit.statisticsList({})],
    ["why a streak", () => caller.habit.streak({ id })],
    ["analytics", () => caller.habit.analytics(month)],
    ["a correlation", () => caller.habit.correlation({ id, other_id: other.id, ...month })],
    ["a new habit", () => caller.habit.create({ ...habitInput, title: "New" })],
    ["an edited habit", () => caller.habit.update({ id, title: "Edited", target: 9 })],
    ["the order", () => caller.habit.setOrder({ type: "bad", ids: [other.id] })],
    ["a deleted habit", () => caller.habit.delete({ id: other.id })],
    ["deleted habits", () => caller.habit.listDeleted({})],
    ["a restored habit", () => caller.habit.restore({ id: other.id })],
    ["a new note", () => caller.note.create({ text: "A note" })],
    ["the notes", () => caller.note.list({})],
    ["a new vacation", () => caller.vacation.create({ from: "2026-12-01", to: "2026-12-03" })],
    ["the vacations", () => caller.vacation.list({})],
    ["a new reminder", () => caller.reminder.create({ habit_id: id, time: "09:00" })],
    ["the reminders", () => caller.reminder.list({})],
  ])("%s is read and written on one worker", async (_, call) => {
    commands.length = 0;
    await call();
    const issued = commands.filter(({ message }) => message.startsWith("issuing"));
    expect(issued.length).toBeGreaterThan(0);
    const workers = new Set(issued.map(({ detail }) => /:(\d+)/.exec(detail)?.[1]));
    expect([...workers]).toHaveLength(1);
    // Shards are named by the table and a number: one of each table.
    const shards = new Set(
      issued.flatMap(
        ({ message }) => message.match(/\b(?:habits|progress|notes|reminders|vacations|habit_targets)_\d{6}\b/g) ?? [],
      ),
    );
    const tables = new Set([...shards].map((shard) => shard.replace(/_\d+$/, "")));
    expect(shards.size).toBe(tables.size);
  });
});
