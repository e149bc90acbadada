import { afterAll, expect, test } from "vitest";
import { createTestHost, habit } from "../testing.ts";
import { call, createPerson } from "./testing.ts";

const host = await createTestHost();
afterAll(host.drop);

test("an assistant sees what is open, records it by the habit's title, and can undo it", async () => {
  const { token, client } = await createPerson(host);
  await host.createHabit(token, { title: "Read", target: 10 });
  const open = await call(client, "list_day", {});
  expect(open.result).toMatchObject({ open: 1, habits: [{ title: "Read", result: "awaiting", value: null }] });
  const recorded = await call(client, "record_day", { habit: "read", value: 12, note: "A novel" });
  expect(recorded.result).toMatchObject({ entry: { value: 12, note: "A novel" }, undo: { before: null } });
  const added = await call(client, "add_to_day", { habit: "Read", by: 3 });
  expect(added.result).toMatchObject({ entry: { value: 15 }, undo: { before: { value: 12, note: "A novel" } } });
  const undo = (change: typeof added) => call(client, "undo_change", { undo: change.result.undo });
  expect((await undo(added)).result).toMatchObject({ undone: "day", entry: { value: 12, note: "A novel" } });
  expect((await undo(recorded)).result).toEqual({ undone: "day", entry: null });
  expect((await call(client, "list_day", {})).result).toMatchObject({
    open: 1,
    habits: [{ value: null, note: null }],
  });
});

test("an assistant adds to a log at a time, and lists the entries of the day", async () => {
  const { token, client } = await createPerson(host);
  await host.createHabit(token, { title: "Water", keeps_log: true });
  const today = (await call(client, "list_day", {})).result.day as string;
  await call(client, "add_to_day", { habit: "Water", by: 3, at: `${today}T09:15:00Z` });
  await call(client, "record_day", { habit: "Water", value: 5, at: `${today}T10:00:00Z` });
  const { result } = await call(client, "list_day", { habit: "Water" });
  expect(result).toMatchObject({
    habits: [{ title: "Water", value: 5 }],
    entries: [
      { at: `${today}T09:15:00.000Z`, value: 3 },
      { at: `${today}T10:00:00.000Z`, value: 2 },
    ],
  });
});

test("an assistant that names a habit sees only this one, also an archived one, and its log", async () => {
  const { token, client } = await createPerson(host);
  const { id } = await host.createHabit(token, { title: "Water", short_name: "w", keeps_log: true });
  await host.createHabit(token, { title: "Read" });
  await call(client, "record_day", { habit: "Water", day: "2026-03-02", value: 3 });
  const range = { day: "2026-03-02" };
  expect((await call(client, "list_day", range)).result).toMatchObject({
    habits: [{ title: "Water" }, { title: "Read" }],
    entries: null,
  });
  expect((await call(client, "list_day", { ...range, habit: "Read" })).result).toMatchObject({
    habits: [{ title: "Read", value: null }],
    entries: null,
  });
  await call(client, "update_habit", { habit: "Water", archived: true });
  for (const habit of ["water", "@w", String(id)]) {
    expect((await call(client, "list_day", { ...range, habit })).result).toMatchObject({
      habits: [{ habit_id: id, title: "Water", value: 3 }],
      entries: [{ habit_id: id, day: "2026-03-02", at: null, value: 3 }],
    });
  }
  expect((await call(client, "list_day", { habit: "Read" })).result.open).toBe(1);
  await call(client, "record_day", { habit: "Read", value: 10 });
  expect((await call(client, "list_day", { habit: "Read" })).result.open).toBe(0);
  const unknown = await call(client, "list_day", { habit: "Swim" });
  expect(JSON.parse(unknown.text)).toMatchObject({ code: "habit_not_found" });
});

test("an assistant compares two months: the figures of each, and what has changed", async () => {
  const { token, client } = await createPerson(host);
  await host.createHabit(token, { title: "Run", unit: "hours", target: 1 });
  await call(client, "record_day", { habit: "Run", day: "2026-02-02", value: 1 });
  await call(client, "record_day", { habit: "Run", day: "2026-02-03", value: 2 });
  await call(client, "update_habit", { habit: "Run", unit: "minutes", target: 60 });
  await call(client, "record_day", { habit: "Run", day: "2026-03-02", value: 90 });
  const months = { habit: "Run", month: "2026-03", compare_with: "2026-02" };
  const { comparison } = (await call(client, "get_month", months)).result;
  expect(comparison).toMatchObject({
    unit: "minutes",
    months: [
      { month: "2026-03", total: 90, recorded_days: 1, successful_days: 1 },
      { month: "2026-02", total: 180, recorded_days: 2, successful_days: 2 },
    ],
    difference: { total: -90, recorded_days: -1, successful_days: -1 },
  });
  const alone = await call(client, "get_month", { habit: "Run", month: "2026-03" });
  expect(alone.result).toMatchObject({ title: "Run", comparison: null });
});

test("an assistant sees days whose results depend on more days than one query covers", async () => {
  const { client } = await createPerson(host);
  for (const [title, days] of [
    ["Swim", 7],
    ["Check", 366],
  ] as const) {
    await call(client, "create_habit", {
      ...habit,
      title,
      target: 1,
      schedule: { times_in_days: { times: 1, days } },
    });
  }
  await call(client, "record_day", { habit: "Swim", day: "2025-01-02", value: 1 });
  await call(client, "record_day", { habit: "Check", day: "2025-01-02", value: 1 });
  const month = await call(client, "get_month", { habit: "Swim", month: "2025-01" });
  expect((month.result.days as { result: string }[]).slice(0, 9).map(({ result }) => result)).toEqual([
    ...["none", "achieved", "covered", "covered", "covered", "covered", "covered", "covered", "not_achieved"],
  ]);
  const months = { month: "2025-01", compare_with: "2025-02" };
  expect((await call(client, "get_month", { habit: "Check", ...months })).result.comparison).toMatchObject({
    months: [
      { month: "2025-01", successful_days: 1, failed_days: 0 },
      { month: "2025-02", successful_days: 0, failed_days: 0 },
    ],
  });
  expect((await call(client, "list_day", { day: "2025-01-05" })).result.habits).toMatchObject([
    { title: "Swim", result: "covered" },
    { title: "Check", result: "covered" },
  ]);
});

test.each(["0000-01", "0099-12", "2000-12", "2101-01", "9999-12", "2026-13"])(
  "an assistant gets an error for the month %s, which no habit has",
  async (month) => {
    const { client } = await createPerson(host);
    await call(client, "create_habit", { ...habit, title: "Run" });
    for (const input of [{ month }, { month: "2026-03", compare_with: month }]) {
      expect((await call(client, "get_month", { habit: "Run", ...input })).isError).toBe(true);
    }
  },
);

test("an assistant sees what is left until the end of a habit", async () => {
  const { token, client } = await createPerson(host);
  await host.createHabit(token, { title: "Books", unit: "repetitions", end: { total: 12 } });
  await host.createHabit(token, { title: "Sugar", end: { days: 30 } });
  await host.createHabit(token, { title: "Walk" });
  await call(client, "record_day", { habit: "Books", value: 4 });
  expect((await call(client, "list_day", {})).result.habits).toMatchObject([
    { title: "Books", remaining: { days: null, amount: 8, recorded: 4 } },
    { title: "Sugar", remaining: { days: 30, amount: null, recorded: null } },
    { title: "Walk", remaining: null },
  ]);
});
