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
  expect(recorded.result).toMatchObject({ entry: { value: 12, note: "A novel" }, before: null });
  const added = await call(client, "add_to_day", { habit: "Read", by: 3 });
  expect(added.result).toMatchObject({ entry: { value: 15 }, before: { value: 12, note: "A novel" } });
  const { before } = added.result;
  expect((await call(client, "undo_day", { habit: "Read", before })).result).toMatchObject({ entry: { value: 12 } });
  expect((await call(client, "undo_day", { habit: "Read", before: null })).result).toMatchObject({ cleared: true });
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
  const { result } = await call(client, "list_log", { habit: "Water" });
  expect(result).toMatchObject({
    title: "Water",
    entries: [
      { at: `${today}T09:15:00.000Z`, value: 3 },
      { at: `${today}T10:00:00.000Z`, value: 2 },
    ],
  });
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
  const months = { month: "2025-01", other_month: "2025-02" };
  expect((await call(client, "compare_months", { habit: "Check", ...months })).result.months).toMatchObject([
    { successful_days: 1, failed_days: 0 },
    { successful_days: 0, failed_days: 0 },
  ]);
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
    for (const [tool, input] of [
      ["get_month", { month }],
      ["compare_months", { month: "2026-03", other_month: month }],
    ] as const) {
      expect((await call(client, tool, { habit: "Run", ...input })).isError).toBe(true);
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
