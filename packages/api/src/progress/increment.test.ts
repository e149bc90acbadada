import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, type TestApi } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ max: 50 });
});
afterAll(() => api.drop());

const day = "2026-11-20";

async function begin(unit: typeof habitInput.unit = "minutes") {
  const user = await api.createUser();
  const { id } = await user.caller.habit.create({ ...habitInput, unit });
  return {
    ...user,
    id,
    increment: (by: number) => user.caller.progress.increment({ id, day, by }),
    set: (input: { value?: number; skipped?: boolean; note?: string }) =>
      user.caller.progress.set({ id, day, ...input }),
    stored: async () => (await user.caller.progress.listOfHabit({ id, from: day, to: day })).results,
    entry: (state: object) => ({
      habit_id: id,
      day,
      value: null,
      unit,
      skipped: false,
      note: null,
      confirmed: false,
      ...state,
    }),
  };
}

describe("an increment", () => {
  test("adds to the day or subtracts from it, within 0 and 10000", async () => {
    const { increment, stored, entry } = await begin();
    for (const [by, value] of [
      [3, 3],
      [-1, 2],
      [9999, 10000],
      [1, 10000],
      [-9999, 1],
      [10000, 10000],
      [-1, 9999],
    ] as const) {
      expect(await increment(by), `by ${by}`).toEqual(entry({ value }));
      expect(await stored(), `by ${by}`).toEqual([entry({ value })]);
    }
  });

  test("deletes the entry at 0 and returns 0", async () => {
    const { increment, set, stored, entry } = await begin();
    await set({ value: 5 });
    expect(await increment(-7)).toEqual(entry({ value: 0 }));
    expect(await stored()).toEqual([]);
    expect(await increment(-1)).toEqual(entry({ value: 0 }));
    expect(await stored()).toEqual([]);
  });

  test("keeps the note when it removes the value", async () => {
    const { increment, set, stored, entry } = await begin();
    await set({ value: 5, note: "kept" });
    expect(await increment(-5)).toEqual(entry({ note: "kept" }));
    expect(await stored()).toEqual([entry({ note: "kept" })]);
    expect(await increment(-5)).toEqual(entry({ note: "kept" }));
    expect(await increment(2)).toEqual(entry({ value: 2, note: "kept" }));
  });

  test("removes a skip, upwards and downwards", async () => {
    const { increment, set, stored, entry } = await begin();
    await set({ skipped: true, note: "ill" });
    expect(await increment(4)).toEqual(entry({ value: 4, note: "ill" }));
    await set({ skipped: true });
    expect(await increment(-1)).toEqual(entry({ note: "ill" }));
    await set({ skipped: true, note: "" });
    expect(await increment(-1)).toEqual(entry({ value: 0 }));
    expect(await stored()).toEqual([]);
  });

  test("uses the habit's current unit, and first converts and rounds a value in another unit", async () => {
    for (const [from, value, to, by, result] of [
      ["hours", 2, "minutes", 15, 135],
      ["minutes", 90, "hours", 1, 3],
      ["minutes", 89, "hours", 1, 2],
      ["miles", 3, "kilometers", 1, 6],
      ["kilometers", 5, "miles", -1, 2],
      ["grams", 2, "kilograms", 1, 1],
      ["hours", 3, "seconds", 1, 10000],
      ["hours", 3, "seconds", -1, 10000],
      ["repetitions", 7, "percentages", 3, 10],
    ] as const) {
      const { caller, id, increment, set, entry } = await begin(from);
      await set({ value, note: "kept" });
      await caller.habit.update({ id, unit: to });
      const words = `${value} ${from} and ${by} ${to}`;
      expect(await increment(by), words).toEqual(entry({ value: result, unit: to, note: "kept" }));
    }
  });

  test("refuses 0, fractions and more than 10000 in either direction", async () => {
    const { increment, stored } = await begin();
    for (const by of [0, 0.5, 10001, -10001, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      await expect(increment(by), `${by}`).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
    expect(await stored()).toEqual([]);
  });

  test("adds up with 99 parallel increments", async () => {
    const { increment, stored, entry } = await begin();
    const values = await Promise.all(Array.from({ length: 100 }, () => increment(1)));
    expect(await stored()).toEqual([entry({ value: 100 })]);
    expect(values.map((answer) => answer.value).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });

  test("adds up with parallel increments in both directions", async () => {
    const { increment, set, stored, entry } = await begin();
    await set({ value: 100 });
    await Promise.all(Array.from({ length: 100 }, (_, index) => increment(index % 2 ? -2 : 1)));
    expect(await stored()).toEqual([entry({ value: 50 })]);
    await Promise.all(Array.from({ length: 50 }, () => increment(-1)));
    expect(await stored()).toEqual([]);
  });

  test("is not lost next to parallel changes of the note", async () => {
    const { caller, id, increment, set, stored, entry } = await begin();
    for (let round = 0; round < 20; round++) {
      await set({ value: 1, note: "before" });
      await Promise.all([increment(-1), caller.progress.set({ id, day, note: null })]);
      expect(await stored()).toEqual([]);
      await set({ value: 1, note: "before" });
      await Promise.all([increment(-1), increment(1), caller.progress.set({ id, day, note: "after" })]);
      expect(await stored()).toEqual([entry({ value: 1, note: "after" })]);
      await caller.progress.delete({ id, day });
    }
  });
});
