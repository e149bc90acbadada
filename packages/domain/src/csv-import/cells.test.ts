import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDay } from "../base/day.ts";
import { dayOrders, readDayCell } from "./day-cell.ts";
import { decimalSigns, readValueCell } from "./value-cell.ts";

describe("the day of a cell", () => {
  test.each([
    ["2026-11-02", "year_first"],
    ["2026/11/2", "year_first"],
    ["2026.11.02", "day_first"],
    ["20261102", "month_first"],
    ["2026-11-02T23:30:00.000Z", "year_first"],
    ["2026-11-02 08:15:00 +0200", "year_first"],
    ["26-11-02", "year_first"],
    ["02.11.2026", "day_first"],
    ["2. 11. 2026", "day_first"],
    ["2/11/26", "day_first"],
    ["02-11-2026 19:05", "day_first"],
    ["11/2/2026", "month_first"],
    ["11/02/26, 8:00 AM", "month_first"],
    ["November 2, 2026", "year_first"],
    ["Nov 2, 2026 8:00 AM", "year_first"],
    ["Monday, November 2nd, 2026", "day_first"],
    ["Mon, 2 Nov 2026", "month_first"],
    ["2-Nov-26", "month_first"],
    ["2 листопада 2026 р.", "day_first"],
    ["пн, 2 лист. 2026", "day_first"],
    ["  2026-11-02 ", "year_first"],
  ] as const)("%j is 2 November 2026 with the order %s", (text, order) => {
    expect(readDayCell(text, order)).toBe("2026-11-02");
  });

  test.each([
    ["", "year_first"],
    ["yesterday", "year_first"],
    ["2026-02-30", "year_first"],
    ["1999-12-31", "year_first"],
    ["02.11.2026", "year_first"],
    ["13/25/2026", "day_first"],
    ["25/12/2026", "month_first"],
    ["2 Foo 2026", "day_first"],
    ["November 2, 2026 → November 4, 2026", "year_first"],
    ["2026-11-02 and more", "year_first"],
    ["1793577600", "year_first"],
    ["2026-11", "year_first"],
    [`2026-11-02${" ".repeat(100)}`, "year_first"],
  ] as const)("%j is no day with the order %s", (text, order) => {
    expect(readDayCell(text, order)).toBeNull();
  });

  test("is a day of the 21st century or none, for any text", () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789-/. TNov") }));
    fc.assert(
      fc.property(text, fc.constantFrom(...dayOrders), (given, order) => {
        const day = readDayCell(given, order);
        expect(day === null || isDay(day)).toBe(true);
      }),
    );
  });
});

describe("the value of a cell", () => {
  test.each([
    ["Yes", "done"],
    ["TRUE", "done"],
    ["x", "done"],
    ["✓", "done"],
    ["✔️", "done"],
    ["Так", "done"],
    ["Виконано", "done"],
    ["No", "not_done"],
    ["Not done", "not_done"],
    ["❌", "not_done"],
    ["-", "not_done"],
    ["ні", "not_done"],
    ["completed_manually", "done"],
    ["missed_auto", "not_done"],
    ["Skipped", "skipped"],
    ["пропуск", "skipped"],
    ["", "empty"],
    ["  ", "empty"],
  ])("%j is %s", (text, meaning) => {
    for (const decimal of decimalSigns) expect(readValueCell(text, decimal)).toBe(meaning);
  });

  test.each([
    ["0", "point", 0, ""],
    ["12", "comma", 12, ""],
    ["1.5", "point", 1.5, ""],
    ["1,5", "comma", 1.5, ""],
    ["1,234.5", "point", 1234.5, ""],
    ["1.234,5", "comma", 1234.5, ""],
    ["1 234", "point", 1234, ""],
    ["1,234", "point", 1234, ""],
    ["1.234", "point", 1.234, ""],
    ["30 min", "point", 30, "min"],
    ["5,2км", "comma", 5.2, "км"],
    ["80%", "point", 80, "%"],
    ["+3", "point", 3, ""],
    ["1:30", "point", 5_400, "seconds"],
    ["00:25:30", "comma", 1_530, "seconds"],
    ["100:00", "point", 360_000, "seconds"],
  ] as const)("%j with a decimal %s is %d %s", (text, decimal, amount, unit) => {
    expect(readValueCell(text, decimal)).toEqual({ amount, unit });
  });

  test.each([
    ["-1", "point"],
    ["1.5", "comma"],
    ["1,5", "point"],
    ["1e3", "point"],
    ["Infinity", "point"],
    ["0x10", "point"],
    ["often", "point"],
    ["10:60", "point"],
    ["1:5", "point"],
    ["12:00:00:00", "comma"],
    ["10:30 pm", "point"],
    ["1".repeat(60), "point"],
  ] as const)("%j with a decimal %s is no value", (text, decimal) => {
    expect(readValueCell(text, decimal)).toBeNull();
  });
});
