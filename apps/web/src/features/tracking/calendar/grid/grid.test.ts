import { habitOf } from "@daymark/domain/testing-habits";
import type { Habit } from "@daymark/domain/tracking/habit";
import { describe, expect, test } from "vitest";
import { cellAfterEntry, cellsBetween, daysShown, extendTo, type Grid, moveCell, nearestCell } from "./grid.ts";
import { rangeShown, rangesBeyond } from "./range.ts";

const today = "2026-11-21";
const horizontal: Grid = {
  layout: "horizontal",
  habitIds: [7, 3, 9],
  days: daysShown("2026-11", "horizontal", today, { withUpcoming: false, before: 0 }),
};
const vertical: Grid = {
  ...horizontal,
  layout: "vertical",
  days: daysShown("2026-11", "vertical", today, { withUpcoming: false, before: 0 }),
};

describe("the days a calendar shows", () => {
  test("horizontal: the whole month from left to right", () => {
    expect(horizontal.days).toHaveLength(30);
    expect(horizontal.days[0]).toBe("2026-11-01");
  });

  test("vertical: today on top, then back to the first of the month", () => {
    expect(vertical.days[0]).toBe(today);
    expect(vertical.days.at(-1)).toBe("2026-11-01");
    expect(vertical.days).toHaveLength(21);
  });

  test("vertical: future days appear above today on request", () => {
    const days = daysShown("2026-11", "vertical", today, { withUpcoming: true, before: 0 });
    expect(days[0]).toBe("2026-11-30");
    expect(days).toHaveLength(30);
  });

  test("the last days of the month before are at the edge of the first, in both layouts", () => {
    const days = daysShown("2026-03", "vertical", "2026-03-02", { withUpcoming: false, before: 3 });
    expect(days).toEqual(["2026-03-02", "2026-03-01", "2026-02-28", "2026-02-27", "2026-02-26"]);
    const wide = daysShown("2026-03", "horizontal", "2026-03-02", { withUpcoming: false, before: 2 });
    expect(wide.slice(0, 3)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
    expect(wide).toHaveLength(33);
  });

  test("no day before the first of the century is shown or fetched", () => {
    const days = daysShown("2001-01", "horizontal", today, { withUpcoming: false, before: 7 });
    expect(days[0]).toBe("2001-01-01");
    expect(rangeShown("2001-01").from).toBe("2001-01-01");
  });

  test("a month other than the current one is shown completely in both layouts", () => {
    expect(daysShown("2027-02", "vertical", today, { withUpcoming: false, before: 0 })).toHaveLength(28);
    expect(daysShown("2025-02", "vertical", today, { withUpcoming: false, before: 0 })[0]).toBe("2025-02-28");
  });

  test("one range of days covers both layouts, and whole weeks", () => {
    expect(rangeShown("2026-11")).toEqual({ from: "2026-10-19", to: "2026-12-06" });
    expect(rangeShown("2026-03")).toEqual({ from: "2026-02-16", to: "2026-04-05" });
  });
});

test("beyond them come the other days of the months and quarters that the shown days touch", () => {
  const today = "2026-11-20";
  const habit = (schedule: Habit["schedule"]) => habitOf({ schedule });
  const weekly = [habit(null), habit({ times_per_week: 3 }), habit({ every_days: 3, from: "2026-01-01" })];
  expect(rangesBeyond("2026-11", weekly, today)).toEqual([]);
  // From 19 October to 6 December is shown; the last days of October need all of it.
  expect(rangesBeyond("2026-11", [...weekly, habit({ times_per_month: 3 })], today)).toEqual([
    { from: "2026-10-01", to: "2026-10-18" },
  ]);
  expect(rangesBeyond("2026-11", [habit({ target_per: "quarter" })], today)).toEqual([
    { from: "2026-10-01", to: "2026-10-18" },
    { from: "2026-12-07", to: "2026-12-31" },
  ]);
  expect(rangesBeyond("2001-01", [habit({ times_per_quarter: 3 })], today)).toEqual([
    { from: "2001-02-05", to: "2001-03-31" },
  ]);
  // Windows depend on all days up to today, and on the skips of those under way.
  expect(rangesBeyond("2026-09", [habit({ times_in_days: { times: 2, days: 7 } })], today)).toEqual([
    { from: "2026-08-11", to: "2026-08-23" },
    { from: "2026-10-05", to: "2026-12-04" },
  ]);
});

test("no query covers more than 366 days, however long ago the month is and however long the windows are", () => {
  const ranges = (month: `${number}-${number}`, days: number) =>
    rangesBeyond(month, [habitOf({ schedule: { times_in_days: { times: 2, days } } })], "2026-11-20");
  expect(ranges("2025-09", 7)).toEqual([
    { from: "2025-08-11", to: "2025-08-24" },
    { from: "2025-10-06", to: "2026-10-06" },
    { from: "2026-10-07", to: "2026-12-04" },
  ]);
  expect(ranges("2026-11", 366)).toEqual([
    { from: "2024-10-23", to: "2025-10-23" },
    { from: "2025-10-24", to: "2026-10-18" },
    { from: "2026-12-07", to: "2027-12-07" },
    { from: "2027-12-08", to: "2028-11-21" },
  ]);
});

describe("arrow keys follow the layout", () => {
  const from = { habitId: 3, day: "2026-11-20" };

  test("horizontal: left and right change the day, up and down the habit", () => {
    expect(moveCell(horizontal, from, "left")).toEqual({ habitId: 3, day: "2026-11-19" });
    expect(moveCell(horizontal, from, "right")).toEqual({ habitId: 3, day: "2026-11-21" });
    expect(moveCell(horizontal, from, "up")).toEqual({ habitId: 7, day: "2026-11-20" });
    expect(moveCell(horizontal, from, "down")).toEqual({ habitId: 9, day: "2026-11-20" });
  });

  test("vertical: up and down change the day, left and right the habit", () => {
    expect(moveCell(vertical, from, "up")).toEqual({ habitId: 3, day: "2026-11-21" });
    expect(moveCell(vertical, from, "down")).toEqual({ habitId: 3, day: "2026-11-19" });
    expect(moveCell(vertical, from, "left")).toEqual({ habitId: 7, day: "2026-11-20" });
    expect(moveCell(vertical, from, "right")).toEqual({ habitId: 9, day: "2026-11-20" });
  });

  test("Home and End stay in the row, with Ctrl they reach the corners", () => {
    expect(moveCell(horizontal, from, "row-start")).toEqual({ habitId: 3, day: "2026-11-01" });
    expect(moveCell(horizontal, from, "row-end")).toEqual({ habitId: 3, day: "2026-11-30" });
    expect(moveCell(vertical, from, "row-start")).toEqual({ habitId: 7, day: "2026-11-20" });
    expect(moveCell(vertical, from, "row-end")).toEqual({ habitId: 9, day: "2026-11-20" });
    expect(moveCell(horizontal, from, "grid-start")).toEqual({ habitId: 7, day: "2026-11-01" });
    expect(moveCell(horizontal, from, "grid-end")).toEqual({ habitId: 9, day: "2026-11-30" });
    expect(moveCell(vertical, from, "grid-start")).toEqual({ habitId: 7, day: "2026-11-21" });
    expect(moveCell(vertical, from, "grid-end")).toEqual({ habitId: 9, day: "2026-11-01" });
  });

  test("the habits' headers come before the first day", () => {
    const header = { habitId: 7, day: null };
    expect(moveCell(horizontal, { habitId: 7, day: "2026-11-01" }, "left")).toEqual(header);
    expect(moveCell(horizontal, header, "left")).toEqual(header);
    expect(moveCell(horizontal, header, "down")).toEqual({ habitId: 3, day: null });
    expect(moveCell(horizontal, header, "right")).toEqual({ habitId: 7, day: "2026-11-01" });
    expect(moveCell(vertical, { habitId: 7, day: today }, "up")).toEqual(header);
    expect(moveCell(vertical, header, "up")).toEqual(header);
    expect(moveCell(vertical, header, "right")).toEqual({ habitId: 3, day: null });
    expect(moveCell(vertical, header, "down")).toEqual({ habitId: 7, day: today });
  });

  test("the focus stops at the edges in both layouts", () => {
    for (const [grid, along, across] of [
      [horizontal, "left", "up"],
      [vertical, "up", "left"],
    ] as const) {
      const start = moveCell(grid, from, "grid-start");
      expect(moveCell(grid, start, across)).toEqual(start);
      expect(moveCell(grid, moveCell(grid, start, along), along)).toEqual({ ...start, day: null });
      const end = moveCell(grid, from, "grid-end");
      expect(moveCell(grid, end, "right")).toEqual(end);
      expect(moveCell(grid, end, "down")).toEqual(end);
    }
  });

  test("every cell can be reached from every other by arrows", () => {
    for (const grid of [horizontal, vertical]) {
      const rows = grid.layout === "horizontal" ? grid.habitIds.length : grid.days.length;
      const columns = grid.layout === "horizontal" ? grid.days.length : grid.habitIds.length;
      const seen = new Set<string>();
      let cell = moveCell(grid, from, "grid-start");
      for (let row = 0; row < rows; row += 1) {
        cell = moveCell(grid, cell, "row-start");
        for (let column = 0; column < columns; column += 1) {
          seen.add(`${cell.habitId} ${cell.day}`);
          cell = moveCell(grid, cell, "right");
        }
        cell = moveCell(grid, cell, "down");
      }
      expect(seen.size).toBe(rows * columns);
    }
  });
});

describe("the focused cell", () => {
  test("after an entry is the next day up to today, and then the next habit", () => {
    for (const grid of [horizontal, vertical]) {
      expect(cellAfterEntry(grid, { habitId: 3, day: "2026-11-19" }, today)).toEqual({ habitId: 3, day: "2026-11-20" });
      expect(cellAfterEntry(grid, { habitId: 3, day: today }, today)).toEqual({ habitId: 9, day: today });
      expect(cellAfterEntry(grid, { habitId: 9, day: today }, today)).toEqual({ habitId: 9, day: today });
    }
  });

  test("after the last day of an earlier month is a day of the next habit", () => {
    const grid: Grid = {
      ...horizontal,
      days: daysShown("2026-10", "horizontal", today, { withUpcoming: false, before: 0 }),
    };
    expect(cellAfterEntry(grid, { habitId: 7, day: "2026-10-31" }, today)).toEqual({ habitId: 3, day: "2026-10-31" });
  });

  test("is at first on today", () => {
    expect(nearestCell(vertical, undefined, today)).toEqual({ habitId: 7, day: today });
    expect(nearestCell(horizontal, undefined, today)).toEqual({ habitId: 7, day: today });
  });

  test("keeps habit and day when the layout changes", () => {
    const cell = { habitId: 9, day: "2026-11-04" };
    expect(nearestCell(vertical, cell, today)).toEqual(cell);
    expect(nearestCell(horizontal, cell, today)).toEqual(cell);
  });

  test("moves to a neighbor if its habit or day is no longer shown", () => {
    expect(nearestCell(horizontal, { habitId: 4, day: "2026-11-04" }, today)).toEqual({
      habitId: 7,
      day: "2026-11-04",
    });
    expect(nearestCell(vertical, { habitId: 3, day: "2026-11-25" }, today)).toEqual({ habitId: 3, day: today });
    const later: Grid = {
      ...horizontal,
      days: daysShown("2026-12", "horizontal", today, { withUpcoming: false, before: 0 }),
    };
    expect(nearestCell(later, { habitId: 3, day: today }, today)).toEqual({ habitId: 3, day: "2026-12-01" });
  });

  test("stays a habit's header when the layout or month changes", () => {
    expect(nearestCell(vertical, { habitId: 9, day: null }, today)).toEqual({ habitId: 9, day: null });
  });

  test("does not exist without habits", () => {
    expect(nearestCell({ ...horizontal, habitIds: [] }, undefined, today)).toBeUndefined();
  });
});

describe("a selection", () => {
  test("is the rectangle between its corners, in either order", () => {
    const corners = [
      { habitId: 3, day: "2026-11-20" },
      { habitId: 7, day: "2026-11-18" },
    ] as const;
    const expected = { habitIds: [7, 3], days: ["2026-11-18", "2026-11-19", "2026-11-20"] };
    expect(cellsBetween(horizontal, corners[0], corners[1])).toEqual(expected);
    expect(cellsBetween(horizontal, corners[1], corners[0])).toEqual(expected);
    expect(cellsBetween(vertical, corners[0], corners[1])?.days).toEqual(expected.days.toReversed());
  });

  test("needs more than one day, and excludes headers and hidden days", () => {
    const cell = { habitId: 3, day: "2026-11-20" };
    expect(cellsBetween(horizontal, cell, cell)).toBeNull();
    expect(cellsBetween(horizontal, cell, { habitId: 3, day: null })).toBeNull();
    expect(cellsBetween(horizontal, cell, { habitId: 3, day: "2026-10-20" })).toBeNull();
    expect(cellsBetween(horizontal, cell, { habitId: 4, day: "2026-11-20" })).toBeNull();
  });

  test("stops before the headers", () => {
    const first = { habitId: 3, day: "2026-11-01" };
    expect(extendTo(horizontal, first, "left")).toEqual(first);
    expect(extendTo(vertical, { habitId: 3, day: today }, "up")).toEqual({ habitId: 3, day: today });
    expect(extendTo(horizontal, first, "right")).toEqual({ habitId: 3, day: "2026-11-02" });
  });
});
