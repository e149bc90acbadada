import { toDayNumber } from "@daymark/domain/base/day";
import { dayEntryOf, rulesOfHabit } from "@daymark/domain/rules/of-habit";
import { dayResult } from "@daymark/domain/rules/walk";
import type { HabitCreateInput } from "@daymark/domain/tracking/habit";
import type { DayChange } from "@daymark/domain/tracking/progress";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, noon } from "../testing.ts";
import { completeDay } from "./complete.ts";

const api = await createTestApi({ max: 4 });
afterAll(api.drop);

/** A Saturday. */
const today = "2026-11-21";
const week = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", today, "2026-11-22"];

/** A habit of 300 minutes a week, older than this week. */
async function begin(days: Record<string, DayChange>, values: Partial<HabitCreateInput> = {}) {
  const { caller, user } = await api.createUser();
  const { id } = await caller.habit.create({
    ...{ ...habitInput, unit: "minutes", target: 300, schedule: { target_per: "week" } },
    ...values,
  });
  for (const [day, change] of Object.entries({ "2026-11-02": { value: 1 }, ...days })) {
    await caller.progress.set({ id, day, ...change });
  }
  const read = async () => {
    const range = { from: "2026-11-16", to: "2026-11-22" };
    return new Map((await caller.progress.listOfHabit({ id, ...range })).results.map((entry) => [entry.day, entry]));
  };
  const habit = await caller.habit.get({ id });
  return {
    read,
    complete: async () =>
      completeDay({ db: api.db, user: { id: user.id }, now: () => noon }, habit, today, (await read()).get(today)),
    /** The result of today. */
    result: async () => {
      const entries = new Map(
        [...(await read()).values()].map(dayEntryOf).map((entry): [number, typeof entry] => [entry.day, entry]),
      );
      const day = toDayNumber(today);
      return dayResult(rulesOfHabit(habit), day, (other) => entries.get(other), day);
    },
  };
}

describe("done on a day of a week's goal records what makes the day achieved", () => {
  const skipped = { skipped: true };
  test.each<[string, Record<string, DayChange>, Partial<HabitCreateInput>, number]>([
    ["if nothing is recorded", {}, {}, 300],
    ["beside other days", { "2026-11-17": { value: 100 } }, {}, 200],
    ["beside an amount of its own", { "2026-11-17": { value: 100 }, [today]: { value: 2, unit: "hours" } }, {}, 200],
    ["if it is skipped", { "2026-11-17": { value: 100 }, [today]: skipped }, {}, 200],
    ["if it is a day off", { "2026-11-17": { value: 100 } }, { weekdays: [1, 2, 3, 4, 5] }, 200],
    ["if a day off and others are skipped", { "2026-11-17": skipped }, { weekdays: [1, 2, 3, 4, 5] }, 250],
    ["if the whole week is skipped", Object.fromEntries(week.map((day) => [day, skipped])), {}, 43],
  ])("%s", async (_, days, values, value) => {
    const { complete, result } = await begin(days, values);
    expect(await complete()).toMatchObject({ day: today, value, skipped: false });
    expect(await result()).toBe("achieved");
  });
});

test("done on a day of a week whose goal is met changes nothing", async () => {
  // Six days require 258 minutes.
  const { complete, read } = await begin({ "2026-11-17": { value: 258 }, [today]: { skipped: true } });
  const before = await read();
  expect(await complete()).toEqual(before.get(today));
  expect(await read()).toEqual(before);
});

test("done on a day after the total of the habit was reached changes nothing", async () => {
  const { complete, read } = await begin({ "2026-11-17": { value: 100 } }, { end: { total: 100, from: "2026-11-16" } });
  const before = await read();
  expect(await complete()).toBeNull();
  expect(await read()).toEqual(before);
});
