import { afterAll, expect, test } from "vitest";
import { createTestApi, habitInput } from "../testing.ts";

const api = await createTestApi({ max: 4 });
afterAll(api.drop);

const day = "2026-11-20";

async function createMapped(unit: "minutes" | "meters", mapping: { metric: string; unit?: "hours" | "seconds" }) {
  const { caller } = await api.createUser();
  const { id } = await caller.habit.create({ ...habitInput, unit });
  const map = (change: Partial<typeof mapping> = {}) =>
    caller.health.mapping.set({ habit_id: id, source: "health-connect", way: "sum", ...mapping, ...change });
  await map();
  return {
    ...{ caller, id, map },
    /** @returns the report about the habit */
    send: async (time: string, point: object) => {
      const payload = { [mapping.metric]: [{ ...point, start_time: `${day}T${time}:00Z` }] };
      const { habits } = await caller.health.connect.create({ payload });
      return habits[0];
    },
    stored: async () => (await caller.progress.listOfHabit({ id, from: day, to: day })).results[0] ?? null,
  };
}

test("an amount that a corrected unit makes too small goes, and the next ones count", async () => {
  const { caller, id, map, send, stored } = await createMapped("minutes", { metric: "exercise", unit: "hours" });
  await send("01:00", { duration_seconds: 20 });
  expect(await stored()).toMatchObject({ value: 1200 });
  await caller.progress.set({ id, day, note: "a short one" });
  await map({ unit: "seconds" });
  expect(await send("01:00", { duration_seconds: 20 })).toMatchObject({
    ...{ recorded: [], kept: [], refused: [{ reason: "amount_too_small", count: 1 }] },
  });
  expect(await stored()).toMatchObject({ value: null, note: "a short one" });
  expect(await caller.health.arrival.list({})).toMatchObject({ results: [{ recorded: 0, kept: 0 }] });
  expect(await send("02:00", { duration_seconds: 1800 })).toMatchObject({ recorded: [{ day, value: 30 }], kept: [] });
  expect(await stored()).toMatchObject({ value: 30, note: "a short one" });
});

test("an amount that the habit's new unit makes too small goes, and the next ones count", async () => {
  const { caller, id, send, stored } = await createMapped("meters", { metric: "distance" });
  await send("01:00", { meters: 400 });
  expect(await stored()).toMatchObject({ value: 400, unit: "meters" });
  await caller.habit.update({ id, unit: "kilometers", target: 1 });
  await send("02:00", { meters: 50 });
  expect(await stored()).toBeNull();
  await send("03:00", { meters: 3000 });
  expect(await stored()).toMatchObject({ value: 3, unit: "kilometers" });
});

test("habits in the trash leave their metric to others, and restored ones never make a metric fill more than ten", async () => {
  const { caller } = await api.createUser({ plan: "paid" });
  const map = async (count: number) => {
    const ids: number[] = [];
    while (ids.length < count) ids.push((await caller.habit.create({ ...habitInput, unit: "repetitions" })).id);
    for (const habit_id of ids) {
      await caller.health.mapping.set({ habit_id, source: "health-connect", metric: "steps", way: "sum" });
    }
    return ids;
  };
  const filled = async () => {
    const payload = { steps: [{ count: 5, start_time: `${day}T01:00:00Z` }] };
    return (await caller.health.connect.create({ payload })).habits.map(({ habit_id }) => habit_id);
  };
  const first = await map(10);
  for (const id of first) await caller.habit.delete({ id });
  const second = await map(2);
  expect(await filled()).toEqual(second);
  for (const id of first) await caller.habit.restore({ id });
  expect(await filled()).toEqual(first);
});

test("an amount that a person typed stays, though what arrives is too small", async () => {
  const { caller, id, map, send, stored } = await createMapped("minutes", { metric: "exercise", unit: "hours" });
  await send("01:00", { duration_seconds: 20 });
  await caller.progress.set({ id, day, value: 25 });
  await map({ unit: "seconds" });
  expect(await send("01:00", { duration_seconds: 20 })).toMatchObject({ kept: [day], refused: [] });
  expect(await stored()).toMatchObject({ value: 25 });
});
