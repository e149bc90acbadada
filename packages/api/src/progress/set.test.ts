import type { ProgressSetInput } from "@daymark/domain/tracking/progress";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, type TestApi } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ max: 30 });
});
afterAll(() => api.drop());

const day = "2026-11-20";

async function begin() {
  const user = await api.createUser();
  const { id } = await user.caller.habit.create(habitInput);
  const at = { id, day };
  return {
    ...user,
    id,
    set: (input: Omit<ProgressSetInput, "id" | "day">) => user.caller.progress.set({ ...at, ...input }),
    /** The entry of the day, as a list of none or one. */
    stored: async () => (await user.caller.progress.listOfHabit({ id, from: day, to: day })).results,
    entry: (state: object) => ({
      habit_id: id,
      day,
      value: null,
      unit: "minutes",
      skipped: false,
      note: null,
      confirmed: false,
      ...state,
    }),
  };
}

describe("setting progress", () => {
  test("returns the resulting entry and stores the same, in any order of writes", async () => {
    const { set, stored, entry } = await begin();
    const steps: [Omit<ProgressSetInput, "id" | "day">, object][] = [
      [{ value: 1 }, { value: 1 }],
      [
        { value: 10000, note: "  far  " },
        { value: 10000, note: "far" },
      ],
      [{ value: 5 }, { value: 5, note: "far" }],
      [{ skipped: true }, { skipped: true, note: "far" }],
      [{ note: "ill" }, { skipped: true, note: "ill" }],
      [{ value: 7 }, { value: 7, note: "ill" }],
      [{ skipped: false }, { value: 7, note: "ill" }],
      [{ note: null }, { value: 7 }],
      [{ note: "well" }, { value: 7, note: "well" }],
      [{ note: "   " }, { value: 7 }],
      [
        { skipped: true, note: "rest" },
        { skipped: true, note: "rest" },
      ],
      [{ skipped: false }, { note: "rest" }],
      [{ skipped: true }, { skipped: true, note: "rest" }],
      [{ skipped: false, note: "no rest" }, { note: "no rest" }],
      [
        { value: 3, skipped: false },
        { value: 3, note: "no rest" },
      ],
      [{ skipped: true, note: "" }, { skipped: true }],
      [{ value: 4, note: "" }, { value: 4 }],
    ];
    for (const [input, state] of steps) {
      const words = JSON.stringify(input);
      expect(await set(input), words).toEqual(entry(state));
      expect(await stored(), words).toEqual([entry(state)]);
      expect(await set(input), `${words} again`).toEqual(entry(state));
      expect(await stored(), `${words} again`).toEqual([entry(state)]);
    }
  });

  test("deletes an entry that becomes empty, and returns the same when repeated", async () => {
    for (const [first, last] of [
      [{ skipped: true }, { skipped: false }],
      [{ note: "only words" }, { note: null }],
      [{ note: "only words" }, { note: "" }],
      [
        { skipped: true, note: "both" },
        { skipped: false, note: null },
      ],
    ]) {
      const { set, stored, entry } = await begin();
      await set(first ?? {});
      expect(await set(last ?? {}), JSON.stringify(last)).toEqual(entry({}));
      expect(await stored()).toEqual([]);
      expect(await set(last ?? {}), JSON.stringify(last)).toEqual(entry({}));
    }
  });

  test("uses the habit's current unit for a new value, and keeps the unit of stored entries", async () => {
    const { caller, id, set, stored, entry } = await begin();
    await set({ value: 90, note: "long" });
    await caller.habit.update({ id, unit: "hours" });
    expect(await stored()).toEqual([entry({ value: 90, note: "long" })]);
    expect(await set({ note: "longer" })).toEqual(entry({ value: 90, note: "longer" }));
    expect(await set({ note: null })).toEqual(entry({ value: 90 }));
    expect(await set({ value: 2 })).toEqual(entry({ value: 2, unit: "hours" }));
  });

  test("refuses empty or contradictory input and changes nothing", async () => {
    const { caller, id, set, stored, entry } = await begin();
    await set({ value: 5 });
    for (const input of [
      {},
      { value: 5, skipped: true },
      { value: 0 },
      { value: 10001 },
      { value: 1.5 },
      { value: "5" },
      { value: null },
      { skipped: "true" },
      { note: "x".repeat(501) },
      { note: "\u0000" },
      { note: "\udc00" },
      { unit: "hours" },
      { habit_id: 1, value: 5 },
    ]) {
      // The wrong type is intended: scripts send anything.
      const wrong = { id, day, ...input } as unknown as ProgressSetInput;
      await expect(caller.progress.set(wrong), JSON.stringify(input)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
    expect(await stored()).toEqual([entry({ value: 5 })]);
  });

  test("accepts every day of the century and no other", async () => {
    const { caller, id } = await begin();
    for (const day of ["2001-01-01", "2024-02-29", "2100-12-31"]) {
      expect(await caller.progress.set({ id, day, value: 1 })).toMatchObject({ day, value: 1 });
    }
    for (const day of ["2000-12-31", "2101-01-01", "2026-02-29", "2026-2-1", "", "today", "2026-11-20T00:00:00Z"]) {
      await expect(caller.progress.set({ id, day, value: 1 }), day).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
  });

  test("works for archived habits, whose past their owner can still correct", async () => {
    const { caller, id, set, stored, entry } = await begin();
    await caller.habit.update({ id, archived: true });
    expect(await set({ value: 5 })).toEqual(entry({ value: 5 }));
    expect(await stored()).toEqual([entry({ value: 5 })]);
    expect(await caller.progress.list({ from: day, to: day })).toEqual({ results: [] });
  });

  test("loses no part of a day that is changed in parallel", async () => {
    const { set, stored, entry } = await begin();
    for (let round = 0; round < 20; round++) {
      await set({ value: 1, note: "before" });
      await Promise.all([set({ note: null }), set({ value: 2 }), set({ skipped: false })]);
      expect(await stored()).toEqual([entry({ value: 2 })]);
      await set({ skipped: true, note: "before" });
      await Promise.all([set({ note: null }), set({ skipped: false })]);
      expect(await stored()).toEqual([]);
    }
  });
});
