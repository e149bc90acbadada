import { describe, expect, test } from "vitest";
import { toDayNumber } from "../base/day.ts";
import type { HabitRules } from "../rules/result.ts";
import { daysOf, habitOf } from "../testing-days.ts";
import { calendarDays } from "./calendar-days.ts";

const monday = toDayNumber("2026-03-02");

/** One letter a day from Monday on: (d)ue, done (+), missed (x), nothing (.). */
function shown(text: string, changes: Partial<HabitRules> = {}): string {
  const { entries, today } = daysOf(monday, text);
  const range = { from: monday, to: monday + 13, today };
  const days = calendarDays(habitOf(monday, changes), entries, range);
  const letters = { due: "d", done: "+", missed: "x" };
  const marks = new Map(days.map(({ day, mark }) => [day, letters[mark]]));
  return Array.from({ length: 14 }, (_, index) => marks.get(monday + index) ?? ".").join("");
}

describe("a calendar", () => {
  test("shows what was done and missed, and what is due from today on", () => {
    expect(shown("+p+.|......... .")).toBe("+x+xdddddddddd");
    expect(shown("+p+.|+........ .")).toBe("+x+x+ddddddddd");
  });

  test("leaves out days off, skipped days and days before the first", () => {
    expect(shown("+ss.|..s....ss.", { weekdays: [1, 2, 3, 4, 5] })).toBe("+..xd..dddd...");
    expect(shown("....|..........", { firstDay: monday + 3 })).toBe("...xdddddddddd");
  });

  test("shows a bad habit's days when they are over, and asks for none", () => {
    expect(shown("+-c.|..........", { type: "bad" })).toBe("+x+++.........");
  });

  test("asks for a weekly goal until that week's goal is met, and again the week after", () => {
    expect(shown("+..|...........", { schedule: { times_per_week: 2 } })).toBe("+..ddddddddddd");
    expect(shown("++.|...........", { schedule: { times_per_week: 2 } })).toBe("++.....ddddddd");
  });

  test("asks on due days alone", () => {
    // Due on 2, 5, 8, 11 and 14 March. Tuesday was done though nothing was due.
    expect(shown("++.|...........", { schedule: { every_days: 3, from: "2026-03-02" } })).toBe("++.d..d..d..d.");
    expect(shown("..|............", { schedule: { month_days: [4, 13] } })).toBe("..d........d..");
    expect(shown("...|...........", { schedule: { month_weekdays: [{ nth: 2, weekday: 5 }] } })).toBe("...........d..");
    expect(shown("..|............", { schedule: { every_days: 1, from: "2026-03-14" } })).toBe("............dd");
  });

  test("asks for an amount of a period until it is reached, and shows one day that reached or missed it", () => {
    const goal = { schedule: { target_per: "week" as const }, targets: [{ from: 0, target: 20 }] };
    expect(shown("+.p|...........", goal)).toBe("...ddddddddddd");
    expect(shown("+.+|...........", goal)).toBe("..+....ddddddd");
    expect(shown("+......|.......", goal)).toBe("......xddddddd");
  });

  test("shows the days of a limit of a period, and asks for none", () => {
    const limit = {
      schedule: { target_per: "week" as const },
      targets: [{ from: 0, target: 10 }],
      type: "bad" as const,
    };
    expect(shown("p.p.p.|........", limit)).toBe("++++x.........");
  });
});
