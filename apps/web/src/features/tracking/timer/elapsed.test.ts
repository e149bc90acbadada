import { describe, expect, test } from "vitest";
import { clockFace, elapsedSeconds, withSeconds } from "./elapsed.ts";

describe("time added to a day", () => {
  const nothing = { value: null, unit: "minutes" } as const;

  test("is exact in seconds up to the limit of 10,000", () => {
    expect(withSeconds(nothing, 754)).toEqual({ value: 754, unit: "seconds" });
    expect(withSeconds({ value: 30, unit: "minutes" }, 754)).toEqual({ value: 2554, unit: "seconds" });
    expect(withSeconds({ value: 1, unit: "hours" }, 61)).toEqual({ value: 3661, unit: "seconds" });
    expect(withSeconds({ value: 9999, unit: "seconds" }, 1)).toEqual({ value: 10_000, unit: "seconds" });
  });

  test("beyond that is a whole number of larger units, up to the day's limit", () => {
    expect(withSeconds({ value: 30, unit: "minutes" }, 60)).toEqual({ value: 31, unit: "minutes" });
    expect(withSeconds({ value: null, unit: "hours" }, 3600)).toEqual({ value: 60, unit: "minutes" });
    expect(withSeconds({ value: 30, unit: "seconds" }, 30)).toEqual({ value: 60, unit: "seconds" });
    expect(withSeconds({ value: 9999, unit: "seconds" }, 2)).toEqual({ value: 167, unit: "minutes" });
    expect(withSeconds({ value: 3, unit: "hours" }, 754)).toEqual({ value: 193, unit: "minutes" });
    expect(withSeconds({ value: 10_000, unit: "minutes" }, 60)).toEqual({ value: 167, unit: "hours" });
    expect(withSeconds({ value: 10_000, unit: "hours" }, 3600)).toEqual({ value: 10_000, unit: "hours" });
  });

  test("is whole minutes in minutes, and in seconds where the day is in seconds", () => {
    expect(withSeconds(nothing, 45 * 60)).toEqual({ value: 45, unit: "minutes" });
    expect(withSeconds({ value: null, unit: "hours" }, 90 * 60)).toEqual({ value: 90, unit: "minutes" });
    expect(withSeconds({ value: null, unit: "seconds" }, 120)).toEqual({ value: 120, unit: "seconds" });
    // A day of a habit in minutes, from when timers knew seconds only.
    expect(withSeconds({ value: 900, unit: "seconds" }, 2700)).toEqual({ value: 3600, unit: "seconds" });
  });

  test("is at least one second", () => {
    expect(withSeconds(nothing, 0)).toEqual({ value: 1, unit: "seconds" });
  });
});

test("after the clock was set back the elapsed time is zero, not negative", () => {
  expect(elapsedSeconds(5000, 2000)).toBe(0);
  expect(elapsedSeconds(5000, 7999)).toBe(2);
});

test("elapsed time is formatted like a clock", () => {
  expect(clockFace(42)).toBe("0:42");
  expect(clockFace(727)).toBe("12:07");
  expect(clockFace(3723)).toBe("1:02:03");
});
