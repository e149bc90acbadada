import { expect, test } from "vitest";
import { demoDates, sampleOf } from "./demo-days.ts";
import { demoHabits } from "./demo-habits.ts";
import { judgeDemo, nextValue } from "./demo-rules.ts";

/** A Thursday. */
const today = "2026-06-18";
const [read, run, water, coffee, screen] = demoHabits;
if (!read || !run || !water || !coffee || !screen) throw new Error("five habits are tried");

const resultOn = (habit: typeof read, day: string, marks = {}) =>
  judgeDemo(habit, marks, today).days.find((shown) => shown.day === day);

test("ten past days, today and the week ahead are shown, on any date", () => {
  expect(demoDates("2026-03-01").slice(0, 2)).toEqual(["2026-02-19", "2026-02-20"]);
  expect(demoDates("2026-03-01")).toHaveLength(18);
  expect(demoDates("2026-03-01")[10]).toBe("2026-03-01");
});

test("days are judged by the product's rules", () => {
  expect(resultOn(read, today)).toEqual({ day: today, result: "awaiting", value: 0 });
  expect(resultOn(read, today, { [today]: 20 })?.result).toBe("achieved");
  expect(resultOn(read, "2026-06-10")).toMatchObject({ result: "not_achieved", value: 8 });
  expect(resultOn(read, "2026-06-14")).toMatchObject({ result: "skipped" });
  expect(resultOn(run, "2026-06-11")).toMatchObject({ result: "not_achieved", value: 0 });
  expect(resultOn(coffee, today, { [today]: 3 })?.result).toBe("exceeded");
  expect(resultOn(coffee, today)?.result).toBe("not_exceeded");
  expect(resultOn(water, "2026-06-19")?.result).toBe("upcoming");
});

test("a press today lengthens a good habit's streak, and ends a bad habit's beyond its limit", () => {
  const streak = (habit: typeof read, marks = {}) => judgeDemo(habit, marks, today).streak;
  expect(streak(water)).toBe(10);
  expect(streak(water, { [today]: 2 })).toBe(11);
  expect(streak(water, { [today]: 1 })).toBe(10);
  expect(streak(screen)).toBe(11);
  expect(streak(screen, { [today]: 45 })).toBe(0);
});

test("the picture of the calendar shows what the rules of the product say, on each day of the week", () => {
  for (let date = 12; date < 19; date += 1) {
    const day = `2026-06-${date}`;
    for (const habit of demoHabits) expect(sampleOf(habit, day), habit.id).toEqual(judgeDemo(habit, undefined, day));
  }
});

test("a sample value can be removed and does not come back", () => {
  expect(resultOn(water, "2026-06-17", { "2026-06-17": 0 })).toMatchObject({ result: "not_achieved", value: 0 });
});

test("presses count up in steps and start over after the last", () => {
  const presses = (habit: typeof read, from: number, count: number) =>
    Array.from({ length: count }).reduce<number[]>(
      (values) => [...values, nextValue(habit, values.at(-1) ?? from)],
      [],
    );
  expect(presses(read, 0, 4)).toEqual([10, 20, 30, 0]);
  expect(presses(read, 8, 2)).toEqual([10, 20]);
  expect(presses(read, 45, 1)).toEqual([0]);
  expect(presses(coffee, 0, 4)).toEqual([1, 2, 3, 0]);
});
