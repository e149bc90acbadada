import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { exportJson } from "../export/testing.ts";
import { importFile } from "../import/testing.ts";
import { habitInput, noon, type TestUser } from "../testing.ts";
import { createWebhookApi } from "./testing.ts";

const api = await createWebhookApi();
afterAll(api.drop);
const { db, clock } = api;

const today = "2026-11-21";
let user: TestUser;
beforeEach(async () => {
  clock.now = noon;
  await api.forgetWebhooks();
  const owner = await api.createUser();
  await api.addWebhook(owner);
  user = await api.refresh(owner);
});

const books = { ...habitInput, unit: "repetitions", end: { total: 12, from: "2026-11-01" } } as const;
const finishedNow = async () => {
  await api.findReached();
  return (await api.takeMessages()).filter(({ type }) => type === "habit.finished").map(({ data }) => data);
};

test("a finished habit sends one event, with the record that reaches its total and with its statistics", async () => {
  const { id } = await user.caller.habit.create(books);
  await user.caller.progress.set({ id, day: "2026-11-18", value: 11 });
  expect(await finishedNow()).toEqual([]);
  await user.caller.progress.increment({ id, day: today, by: 1 });
  expect(await finishedNow()).toMatchObject([
    { habit: { id, ended_on: today }, statistics: { habit_id: id, total: 12, remaining: { amount: 0, recorded: 12 } } },
  ]);
  await user.caller.progress.delete({ id, day: today });
  await user.caller.progress.set({ id, day: "2026-11-20", value: 2 });
  expect(await finishedNow()).toEqual([]);
});

test("a finished habit sends an event if an entry of its log, or a day of long ago, reaches the total", async () => {
  const logged = await user.caller.habit.create({ ...books, keeps_log: true });
  await user.caller.progress.increment({ id: logged.id, day: today, by: 12, at: `${today}T08:00:00Z` });
  const { id } = await user.caller.habit.create(books);
  await user.caller.progress.set({ id, day: "2026-11-20", value: 2 });
  expect(await finishedNow()).toMatchObject([{ habit: { id: logged.id } }]);
  await user.caller.progress.set({ id, day: "2026-11-02", value: 10 });
  expect(await finishedNow()).toMatchObject([{ habit: { id, ended_on: "2026-11-20" } }]);
});

test("a finished habit sends an event if a smaller total is set, and again for another one", async () => {
  const { id } = await user.caller.habit.create(books);
  await user.caller.progress.set({ id, day: today, value: 8 });
  expect(await finishedNow()).toEqual([]);
  await user.caller.habit.update({ id, end: { total: 8, from: "2026-11-01" } });
  expect(await finishedNow()).toMatchObject([{ habit: { end: { total: 8 } } }]);
  await user.caller.habit.update({ id, end: { total: 10, from: "2026-11-01" } });
  await user.caller.progress.set({ id, day: today, value: 10 });
  expect(await finishedNow()).toMatchObject([{ habit: { end: { total: 10 } } }]);
});

test("a finished habit sends one event if it gets an end that has passed", async () => {
  const { id } = await user.caller.habit.create(habitInput);
  for (let time = 0; time < 2; time += 1) await user.caller.habit.update({ id, end: { until: "2026-11-19" } });
  expect(await finishedNow()).toMatchObject([{ habit: { id, ended_on: "2026-11-19" } }]);
  await user.caller.habit.update({ id, end: { until: "2026-11-10" } });
  expect(await finishedNow()).toEqual([]);
});

test("a finished habit sends an event if its total is reached in another unit", async () => {
  const { id } = await user.caller.habit.create({
    ...habitInput,
    unit: "hours",
    end: { total: 12, from: "2026-11-01" },
  });
  await user.caller.progress.set({ id, day: today, value: 1 });
  expect(await finishedNow()).toEqual([]);
  await user.caller.habit.update({ id, unit: "minutes" });
  expect(await finishedNow()).toMatchObject([{ habit: { id, unit: "minutes", ended_on: today } }]);
});

test("a finished habit sends one event after its last day in its owner's zone", async () => {
  await db.update(users).set({ timezone: "Europe/Kyiv" }).where(eq(users.id, user.user.id));
  user = await api.refresh(user);
  const { id } = await user.caller.habit.create({ ...habitInput, end: { until: today } });
  // In Kyiv the day has two minutes left.
  await api.watchAt("2026-11-21T21:58:00Z");
  expect(await finishedNow()).toEqual([]);
  for (const time of ["2026-11-21T22:03:00Z", "2026-11-21T22:08:00Z"]) await api.watchAt(time);
  expect(await finishedNow()).toMatchObject([
    { habit: { id, ended_on: today }, statistics: { remaining: { days: 0 } } },
  ]);
});

test("a finished habit is not told if it ended long ago, or goes on", async () => {
  const old = await user.caller.habit.create(books);
  await user.caller.progress.set({ id: old.id, day: "2026-11-10", value: 12 });
  await user.caller.habit.create({ ...habitInput, end: { until: "2026-11-20" } });
  await user.caller.habit.create(habitInput);
  expect(await finishedNow()).toEqual([]);
});

test("a finished habit that was imported sends an event after its last day, and not at the import", async () => {
  const other = await api.createUser();
  for (const { id } of [await other.caller.habit.create(books), await other.caller.habit.create(books)]) {
    await other.caller.progress.set({ id, day: today, value: 12 });
  }
  await importFile(user.caller, await exportJson(other.caller));
  expect((await user.caller.habit.list({})).results.filter(({ ended_on }) => ended_on === today)).toHaveLength(2);
  expect(await finishedNow()).toEqual([]);
  await api.watchAt("2026-11-22T00:03:00Z");
  expect(await finishedNow()).toMatchObject([{ habit: { ended_on: today } }, { habit: { ended_on: today } }]);
});
