import { afterAll, expect, test } from "vitest";
import { createTestHost, habit } from "../testing.ts";
import { call, createPerson } from "./testing.ts";

const host = await createTestHost();
afterAll(host.drop);
const { send } = host;
const { sql } = host.database;

async function createAssistant() {
  const { token, client } = await createPerson(host);
  const change = async (name: string, input: object) => (await call(client, name, input)).result;
  const undo = (changed: { undo?: unknown }) => call(client, "undo_change", { undo: changed.undo });
  return { token, change, undo };
}

const day = "2026-03-02";

test.each<[string, object]>([
  ["a value", { value: 12, note: "A novel" }],
  ["a skip", { skipped: true, note: "Ill" }],
  ["a note alone", { note: "Nothing read" }],
])("an undone change of a day restores %s that it had", async (_, state) => {
  const { token, change, undo } = await createAssistant();
  await host.createHabit(token, { title: "Read" });
  const before = (await change("record_day", { habit: "Read", day, ...state })).entry;
  const changed = await change("record_day", { habit: "Read", day, value: 3, note: null });
  expect((await undo(changed)).result).toEqual({ undone: "day", entry: before });
});

test("an undone change of a day restores that nothing happened on a day of a bad habit", async () => {
  const { token, change, undo } = await createAssistant();
  const { id } = await host.createHabit(token, { title: "Smoke", type: "bad" });
  await send("PUT", `/api/habits/${id}/progress/${day}/`, { token, body: { confirmed: true } });
  const changed = await change("add_to_day", { habit: "Smoke", day, by: 3 });
  expect((await undo(changed)).result).toMatchObject({ entry: { value: null, confirmed: true } });
});

test("an undone change of a day restores its unit, although the habit has another now", async () => {
  const { token, change, undo } = await createAssistant();
  await host.createHabit(token, { title: "Run", unit: "hours", target: 1 });
  await change("record_day", { habit: "Run", day, value: 2 });
  await change("update_habit", { habit: "Run", unit: "minutes", target: 60 });
  const changed = await change("record_day", { habit: "Run", day, value: 30 });
  expect((await undo(changed)).result).toMatchObject({ entry: { value: 2, unit: "hours" } });
});

test("a change of a day may be undone twice, and finds its habit under another title", async () => {
  const { token, change, undo } = await createAssistant();
  await host.createHabit(token, { title: "Read" });
  const recorded = await change("record_day", { habit: "Read", day, value: 5 });
  await change("update_habit", { habit: "Read", title: "Study", archived: true });
  for (let time = 0; time < 2; time++) {
    expect((await undo(recorded)).result).toEqual({ undone: "day", entry: null });
  }
  expect((await change("list_day", { habit: "Study", day })).habits).toMatchObject([{ value: null }]);
});

test("an undone vacation is gone and its days count again; a dry run gives nothing to undo", async () => {
  const { token, change, undo } = await createAssistant();
  await host.createHabit(token, { title: "Read" });
  const range = { from: "2026-12-24", to: "2026-12-26" };
  expect(await change("plan_vacation", { ...range, dry_run: true })).toMatchObject({ days: 3, id: null, undo: null });
  const planned = await change("plan_vacation", range);
  const skippedDays = async () => {
    const { json } = await send("GET", "/api/progress/?from=2026-12-01&to=2026-12-31", { token });
    return (json.results as { skipped: boolean }[]).filter(({ skipped }) => skipped).length;
  };
  expect(await skippedDays()).toBe(3);
  expect((await undo(planned)).result).toEqual({ undone: "vacation", entry: null });
  expect(await skippedDays()).toBe(0);
  expect((await send("GET", "/api/vacations/", { token })).json.results).toEqual([]);
});

test("an undone note is gone", async () => {
  const { change, undo } = await createAssistant();
  await change("add_note", { text: "Old shoes" });
  const added = await change("add_note", { text: "New shoes" });
  expect((await undo(added)).result).toEqual({ undone: "note", entry: null });
  expect((await change("list_notes", {})).results).toMatchObject([{ text: "Old shoes" }]);
});

test("an undone habit is in the trash with its days, and can be restored", async () => {
  const { token, change, undo } = await createAssistant();
  const created = await change("create_habit", { ...habit, title: "Run" });
  await change("record_day", { habit: "Run", day, value: 5 });
  expect((await undo(created)).result).toEqual({ undone: "habit", entry: null });
  expect((await change("list_day", {})).habits).toEqual([]);
  const trash = await send("GET", "/api/habits/trash/", { token });
  expect(trash.json.results).toMatchObject([{ id: created.id, title: "Run", recorded_days: 1 }]);
  expect((await send("POST", `/api/habits/${created.id}/restore/`, { token })).status).toBe(200);
});

test.each([
  ["vacation", "plan_vacation", { from: "2026-12-24", to: "2026-12-26" }, "vacation_not_found", "Vacation not found."],
  ["note", "add_note", { text: "New shoes" }, "note_not_found", "Note not found."],
  ["habit", "create_habit", { ...habit, title: "Run" }, "habit_not_found", "Habit not found."],
] as const)("a second undo of a %s says that it is not there", async (_, tool, input, code, detail) => {
  const { change, undo } = await createAssistant();
  const created = await change(tool, input);
  expect((await undo(created)).isError).toBe(false);
  const second = await undo(created);
  expect([second.isError, JSON.parse(second.text)]).toEqual([true, { code, detail }]);
});

test("a note or habit that is older than yesterday is out of reach of an undo", async () => {
  const { change, undo } = await createAssistant();
  const note = await change("add_note", { text: "New shoes" });
  const run = await change("create_habit", { ...habit, title: "Run" });
  const age = (table: string, { id }: { id?: number }) =>
    sql`update ${sql(table)} set created_at = created_at - interval '3 days' where id = ${id ?? 0}`;
  await Promise.all([age("notes", note), age("habits", run)]);
  const codes = [];
  for (const old of [note, run]) codes.push(JSON.parse((await undo(old)).text).code);
  expect(codes).toEqual(["note_not_found", "habit_not_found"]);
  expect((await change("list_notes", {})).results).toHaveLength(1);
});

test("an undo reaches nothing of another user", async () => {
  const [owner, stranger] = [await createAssistant(), await createAssistant()];
  const created = await owner.change("create_habit", { ...habit, title: "Run" });
  const changes = [
    await owner.change("record_day", { habit: "Run", day, value: 5 }),
    await owner.change("plan_vacation", { from: "2026-12-24", to: "2026-12-26" }),
    await owner.change("add_note", { text: "New shoes" }),
    created,
  ];
  const codes = [];
  for (const change of changes) codes.push(JSON.parse((await stranger.undo(change)).text).code);
  expect(codes).toEqual(["habit_not_found", "vacation_not_found", "note_not_found", "habit_not_found"]);
  for (const change of changes) expect((await owner.undo(change)).isError).toBe(false);
});

test.each([
  ["of an unknown kind", { kind: "account", id: 1 }],
  ["without the state before", { kind: "day", habit_id: 1, day }],
  ["with a day that does not exist", { kind: "day", habit_id: 1, day: "2026-02-30", before: null }],
  ["with an id that no row has", { kind: "note", id: 0 }],
  ["of a dry run", null],
])("an undo %s is refused", async (_, undo) => {
  const { undo: apply } = await createAssistant();
  expect((await apply({ undo })).isError).toBe(true);
});
