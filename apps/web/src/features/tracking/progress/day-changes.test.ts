import { habitOf } from "@daymark/domain/testing-habits";
import type { Habit } from "@daymark/domain/tracking/habit";
import { describe, expect, test } from "vitest";
import { recordedByPress, sameAs, stepped, withAdded, withConfirmation, withSkip } from "./day-changes.ts";
import { blankDay, type DayState } from "./day-state.ts";

const habit = (unit: Habit["unit"], type: Habit["type"] = "good") => habitOf({ unit, type });
const held = (value: number, unit: Habit["unit"]): DayState => ({ ...blankDay(unit), value });

describe("an amount added", () => {
  test("uses the habit's unit if that is exact", () => {
    expect(withAdded(habit("minutes"), blankDay("minutes"), 5)).toMatchObject({ value: 5, unit: "minutes" });
    expect(withAdded(habit("minutes"), held(120, "seconds"), 5)).toMatchObject({ value: 7, unit: "minutes" });
  });

  test("stays in the entry's finer unit otherwise, so no second is lost", () => {
    expect(withAdded(habit("minutes"), held(90, "seconds"), 5)).toMatchObject({ value: 390, unit: "seconds" });
  });

  test("stops at the limit, and becomes empty below 1", () => {
    expect(withAdded(habit("meters"), held(9999, "meters"), 5).value).toBe(10_000);
    expect(stepped(habit("repetitions"), held(1, "repetitions"), -1)).toMatchObject({ value: null });
    expect(stepped(habit("repetitions"), blankDay("repetitions"), -1)).toMatchObject({ value: null });
  });

  test("removes a skip and a confirmation", () => {
    const state = { ...blankDay("minutes"), skipped: true, confirmed: true, note: "late" };
    expect(withAdded(habit("minutes"), state, 5)).toEqual({ ...held(5, "minutes"), note: "late" });
  });
});

test("a copied day keeps its own note, and an empty day copies nothing", () => {
  const now = { ...blankDay("minutes"), note: "mine" };
  expect(sameAs(now, { ...held(25, "seconds"), note: "theirs" })).toEqual({ ...held(25, "seconds"), note: "mine" });
  expect(sameAs(now, { ...blankDay("minutes"), note: "theirs" })).toBeNull();
});

test("one press records the goal of that day, or of a bad habit that there was nothing", () => {
  const days = { day: "2026-11-21", today: "2026-11-22" };
  const targets = [
    { from: "2026-11-01", target: 10 },
    { from: "2026-11-22", target: 20 },
  ];
  const read = habitOf({ unit: "minutes", target: 20, targets });
  const noted = { ...blankDay("minutes"), note: "late" };
  expect(recordedByPress(read, days, noted)).toEqual({ ...held(10, "minutes"), note: "late" });
  expect(recordedByPress(habit("minutes", "bad"), days, noted)).toEqual({ ...noted, confirmed: true });
});

test("one press opens a day that has an amount, is skipped, or has not come yet", () => {
  const days = { day: "2026-11-21", today: "2026-11-21" };
  const blank = blankDay("minutes");
  for (const type of ["good", "bad"] as const) {
    expect(recordedByPress(habit("minutes", type), days, held(3, "minutes"))).toBeNull();
    expect(recordedByPress(habit("minutes", type), days, { ...blank, skipped: true })).toBeNull();
    expect(recordedByPress(habit("minutes", type), days, { ...blank, confirmed: true })).toBeNull();
    expect(recordedByPress(habit("minutes", type), { ...days, day: "2026-11-22" }, blank)).toBeNull();
  }
});

test("a skip removes the amount", () => {
  expect(withSkip(held(5, "minutes"), true)).toMatchObject({ value: null, skipped: true });
});

test("only a bad habit's empty day, up to today, can be confirmed", () => {
  const days = { day: "2026-11-21", today: "2026-11-21" };
  const blank = blankDay("minutes");
  expect(withConfirmation(habit("minutes", "bad"), days, blank, true)).toEqual({ ...blank, confirmed: true });
  expect(withConfirmation(habit("minutes"), days, blank, true)).toBeNull();
  expect(withConfirmation(habit("minutes", "bad"), days, held(5, "minutes"), true)).toBeNull();
  expect(withConfirmation(habit("minutes", "bad"), { ...days, day: "2026-11-22" }, blank, true)).toBeNull();
});
