import { describe, expect, test } from "vitest";
import { dayInMonth, daysOfMonth, monthMax, monthMin, shiftMonth } from "./month.ts";

describe("months", () => {
  test("moving by months crosses years and stays within the century", () => {
    expect(shiftMonth("2026-01", -1)).toBe("2025-12");
    expect(shiftMonth("2026-11", 14)).toBe("2028-01");
    expect(shiftMonth("2001-03", -12)).toBe(monthMin);
    expect(shiftMonth("2100-12", 1)).toBe(monthMax);
  });

  test("a month has all its days, including the last of the century", () => {
    expect(daysOfMonth("2024-02")).toHaveLength(29);
    expect(daysOfMonth("2100-02")).toHaveLength(28);
    expect(daysOfMonth("2100-12").at(-1)).toBe("2100-12-31");
    expect(daysOfMonth("2026-11")[0]).toBe("2026-11-01");
  });

  test("a day that another month lacks becomes that month's last day", () => {
    expect(dayInMonth("2026-02", "2026-01-31")).toBe("2026-02-28");
    expect(dayInMonth("2026-12", "2026-11-21")).toBe("2026-12-21");
  });
});
