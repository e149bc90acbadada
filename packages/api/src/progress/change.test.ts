import type { DayChange, Entry } from "@daymark/domain/tracking/progress";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf, habitInput, keyOf, missingHabit, type TestApi, type TestUser } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ max: 25 });
});
afterAll(() => api.drop());

const day = "2026-11-20";
const blank = { value: null, unit: "minutes", skipped: false, note: null, confirmed: false } as const;

/** A user with a bad habit, whose days can have every state. */
async function begin() {
  const user = await api.createUser();
  const { id } = await user.caller.habit.create({ ...habitInput, type: "bad" });
  return { ...user, id, ...daysOf(user, id) };
}

function daysOf({ caller }: TestUser, id: number) {
  return {
    set: (change: DayChange, on = day) => caller.progress.set({ id, day: on, ...change }),
    /** The entry of a day, or null. */
    stored: async (on = day): Promise<Omit<Entry, "habit_id" | "day"> | null> => {
      const [entry] = (await caller.progress.listOfHabit({ id, from: on, to: on })).results;
      if (!entry) return null;
      const { habit_id: _, day: __, ...state } = entry;
      return state;
    },
  };
}

describe("an expected state of a day", () => {
  test("lets one of twenty writers with the same expectation win, and the others get a conflict", async () => {
    for (const first of [null, { value: 1, note: "before" }]) {
      const { set, stored } = await begin();
      if (first) await set(first);
      const expected = first && { ...blank, ...first };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => keyOf(set({ value: 100 + index, expected }))),
      );
      expect(answers.toSorted()).toEqual(["accepted", ...Array(19).fill("conflict")]);
      const winner = answers.indexOf("accepted");
      expect(await stored()).toEqual({ ...blank, note: first?.note ?? null, value: 100 + winner });
    }
  });

  test("is distinguished from every other state, and nothing is written on a mismatch", async () => {
    const states: [DayChange, typeof blank | object | null][] = [
      [{ clear: true }, null],
      [
        { clear: true, note: "a" },
        { ...blank, note: "a" },
      ],
      [{ value: 5 }, { ...blank, value: 5 }],
      [{ value: 6 }, { ...blank, value: 6 }],
      [
        { value: 5, unit: "hours" },
        { ...blank, value: 5, unit: "hours" },
      ],
      [
        { value: 5, note: "a" },
        { ...blank, value: 5, note: "a" },
      ],
      [{ skipped: true }, { ...blank, skipped: true }],
      [{ confirmed: true }, { ...blank, confirmed: true }],
      [
        { confirmed: true, note: "b" },
        { ...blank, confirmed: true, note: "b" },
      ],
    ];
    for (const [change, state] of states) {
      const { set, stored } = await begin();
      await set({ note: null, ...change });
      expect(await stored()).toEqual(state);
      for (const [, other] of states) {
        const expected = other as Omit<Entry, "habit_id" | "day"> | null;
        const isSame = JSON.stringify(other) === JSON.stringify(state);
        // The change keeps the state, so the next comparison is with the same state.
        const answer = await keyOf(set({ note: null, ...change, expected }));
        expect(answer, `${JSON.stringify(state)} for ${JSON.stringify(other)}`).toBe(isSame ? "accepted" : "conflict");
        expect(await stored()).toEqual(state);
      }
    }
  });

  test("of nothing matches an empty day in any form", async () => {
    const { set, caller, id } = await begin();
    expect(await set({ value: 1, expected: { ...blank, value: 0 } })).toMatchObject({ value: 1 });
    await caller.progress.increment({ id, day, by: -1 });
    expect(await set({ value: 2, expected: { ...blank, unit: "hours" } })).toMatchObject({ value: 2 });
    expect(await keyOf(set({ value: 3, expected: { ...blank } }))).toBe("conflict");
  });

  test("does not reveal another user's habit, which looks missing", async () => {
    const { id } = await begin();
    const { caller } = await begin();
    await expect(caller.progress.set({ id, day, value: 1, expected: null })).rejects.toMatchObject(missingHabit);
  });
});

describe("a confirmed day", () => {
  test("records that nothing was done, and exists only for a bad habit", async () => {
    const { set, stored, caller } = await begin();
    expect(await set({ confirmed: true })).toMatchObject({ ...blank, confirmed: true });
    expect(await stored()).toEqual({ ...blank, confirmed: true });
    expect(await set({ confirmed: false })).toMatchObject(blank);
    expect(await stored()).toBeNull();
    const good = await caller.habit.create(habitInput);
    expect(await fieldsOf(caller.progress.set({ id: good.id, day, confirmed: true }))).toEqual({
      confirmed: ["confirmed_bad_only"],
    });
    expect(await caller.progress.set({ id: good.id, day, confirmed: false })).toMatchObject(blank);
  });

  test.each([
    ["a value", { value: 3 }, { value: 3 }],
    ["a value in a unit", { value: 3, unit: "hours" }, { value: 3, unit: "hours" }],
    ["a skip", { skipped: true }, { skipped: true }],
    ["a cleared day", { clear: true }, null],
  ] as const)("is replaced by %s, and replaces it", async (_, change, state) => {
    const { set, stored } = await begin();
    await set({ confirmed: true });
    await set(change);
    expect(await stored()).toEqual(state && { ...blank, ...state });
    await set({ confirmed: true });
    expect(await stored()).toEqual({ ...blank, confirmed: true });
  });

  test("is replaced by an increment, up or down", async () => {
    const { set, stored, caller, id } = await begin();
    await set({ confirmed: true });
    await caller.progress.increment({ id, day, by: 2 });
    expect(await stored()).toEqual({ ...blank, value: 2 });
    await set({ confirmed: true, note: "home" });
    await caller.progress.increment({ id, day, by: -5 });
    expect(await stored()).toEqual({ ...blank, note: "home" });
  });

  test("stays when only its note changes", async () => {
    const { set, stored } = await begin();
    await set({ confirmed: true });
    for (const note of ["a", "b", null]) {
      await set({ note });
      expect(await stored()).toEqual({ ...blank, confirmed: true, note });
    }
    await set({ skipped: false });
    expect(await stored()).toEqual({ ...blank, confirmed: true });
  });

  test("does not move the first day of its habit", async () => {
    const { set, caller, id } = await begin();
    await set({ confirmed: true }, "2026-10-01");
    expect((await caller.habit.get({ id })).first_day).toBe("2026-11-21");
  });
});

describe("the unit of a value", () => {
  test("is the given one or the habit's, and must have the habit's kind", async () => {
    const { set, stored } = await begin();
    expect(await set({ value: 2, unit: "hours" })).toMatchObject({ value: 2, unit: "hours" });
    expect(await set({ note: "long" })).toMatchObject({ value: 2, unit: "hours" });
    expect(await set({ value: 2 })).toMatchObject({ value: 2, unit: "minutes" });
    expect(await fieldsOf(set({ value: 3, unit: "grams" }))).toEqual({ unit: ["unit_kind_differs"] });
    expect(await stored()).toEqual({ ...blank, value: 2, note: "long" });
  });
});

describe("a batch of days", () => {
  test("changes each day as a single call would, in the given order", async () => {
    const change: fc.Arbitrary<DayChange> = fc.oneof(
      fc.record({ value: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ value: fc.integer({ min: 1, max: 9 }), unit: fc.constantFrom("minutes", "hours", "seconds") }),
      fc.record({ value: fc.integer({ min: 1, max: 9 }), note: fc.constantFrom("a", "", null) }),
      fc.record({ skipped: fc.boolean() }),
      fc.record({ skipped: fc.boolean(), note: fc.constantFrom("a", "b", null) }),
      fc.record({ confirmed: fc.boolean() }),
      fc.record({ confirmed: fc.boolean(), skipped: fc.constant(false), note: fc.constantFrom("a", null) }),
      fc.record({ note: fc.constantFrom("a", "b", "", null) }),
      fc.constant({ clear: true } as const),
      fc.constant({ clear: true, note: "left" } as const),
    );
    const days = Array.from({ length: 12 }, (_, index) => `2026-11-${10 + index}`);
    const round = fc.uniqueArray(fc.record({ day: fc.constantFrom(...days), change }), {
      selector: (entry) => entry.day,
      minLength: 1,
    });
    const one = await begin();
    const many = await begin();
    await fc.assert(
      fc.asyncProperty(round, async (entries) => {
        const singly: Entry[] = [];
        for (const { day, change } of entries) singly.push(await one.set(change, day));
        const { results } = await many.caller.progress.setMany({
          entries: entries.map(({ day, change }) => ({ habit_id: many.id, day, ...change })),
        });
        expect(results).toEqual(singly.map((entry) => ({ ...entry, habit_id: many.id })));
        const range = { from: "2026-11-01", to: "2026-11-30" };
        const [first, second] = [
          await one.caller.progress.listOfHabit({ id: one.id, ...range }),
          await many.caller.progress.listOfHabit({ id: many.id, ...range }),
        ];
        expect(second.results).toEqual(first.results.map((entry) => ({ ...entry, habit_id: many.id })));
      }),
      { numRuns: 60 },
    );
  });

  test("is written completely or not at all", async () => {
    const { caller, id, stored, set } = await begin();
    const good = await caller.habit.create(habitInput);
    const other = await begin();
    await set({ value: 9 }, "2026-11-19");
    const valid = { habit_id: id, day, value: 5 };
    const many = (last: object) =>
      caller.progress.setMany({ entries: [valid, { ...valid, day: "2026-11-19", value: 4 }, { ...valid, ...last }] });
    const last = { day: "2026-11-18" };
    expect(await keyOf(many({ ...last, habit_id: other.id }))).toBe("habit_not_found");
    expect(await keyOf(many({ ...last, habit_id: 999_999_999 }))).toBe("habit_not_found");
    expect(await fieldsOf(many({ ...last, unit: "grams" }))).toEqual({ entries: ["unit_kind_differs"] });
    expect(await fieldsOf(many({ ...last, habit_id: good.id, value: undefined, confirmed: true }))).toEqual({
      entries: ["confirmed_bad_only"],
    });
    expect(await keyOf(many({ ...last, expected: { ...blank, value: 1 } }))).toBe("conflict");
    expect([await stored(), await stored("2026-11-19"), await stored("2026-11-18")]).toEqual([
      null,
      { ...blank, value: 9 },
      null,
    ]);
    expect(await other.stored("2026-11-18")).toBeNull();
    expect((await many({ ...last, expected: null })).results).toHaveLength(3);
    expect(await stored("2026-11-19")).toEqual({ ...blank, value: 4 });
  });

  test("takes a few statements for up to a thousand days", async () => {
    const { caller, callerWith, id } = await begin();
    const more = await Promise.all([1, 2].map(() => caller.habit.create({ ...habitInput, type: "bad" })));
    const days = Array.from({ length: 333 }, (_, index) => new Date(Date.UTC(2025, 0, 1 + index)).toISOString());
    const entries = [id, ...more.map((habit) => habit.id)].flatMap((habit_id) =>
      days.map((iso) => ({ habit_id, day: iso.slice(0, 10), value: 5 })),
    );
    const { db, statements } = await api.countStatements();
    const counted = callerWith({ db });
    for (const part of [entries.slice(0, 1), entries.slice(1)]) {
      statements.length = 0;
      expect((await counted.progress.setMany({ entries: part })).results).toHaveLength(part.length);
      // Begin, the lock, habits, days, the insert, commit.
      expect(statements).toHaveLength(6);
    }
    const range = { from: "2025-01-01", to: "2025-12-31" };
    expect((await caller.progress.list(range)).results).toHaveLength(999);
  });

  test("loses no parallel write of the same days and does not deadlock", async () => {
    const { caller, id, stored } = await begin();
    const days = Array.from({ length: 20 }, (_, index) => `2026-10-${10 + index}`);
    for (let round = 0; round < 5; round += 1) {
      await caller.progress.setMany({ entries: days.map((day) => ({ habit_id: id, day, clear: true })) });
      await Promise.all([
        caller.progress.setMany({ entries: days.map((day) => ({ habit_id: id, day, value: 7 })) }),
        caller.progress.setMany({ entries: days.toReversed().map((day) => ({ habit_id: id, day, note: "n" })) }),
        ...days.map((day) => caller.progress.set({ id, day, note: "n" })),
      ]);
      for (const day of days) expect(await stored(day)).toEqual({ ...blank, value: 7, note: "n" });
    }
  });
});
