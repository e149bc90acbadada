import { describe, expect, it } from "vitest";
import { codesOf, errorsOf } from "../testing-codes.ts";
import { habitCreateInput, habitUpdateInput } from "./habit.ts";

const body = { title: "Read", type: "good", target: 10, unit: "minutes", hue: 45 };
const from = "2026-11-01";
const monday = { nth: 1, weekday: 1 };
const count = (length: number) => Array.from({ length }, (_, index) => index + 1);

const right = [
  { times_per_week: 1 },
  { times_per_week: 7 },
  { times_per_month: 1 },
  { times_per_month: 31 },
  { times_per_quarter: 1 },
  { times_per_quarter: 92 },
  { every_days: 1, from },
  { every_days: 366, from: "2001-01-01" },
  { every_weeks: 1, from },
  { every_weeks: 52, from: "2100-12-31" },
  { every_months: 1, from },
  { every_months: 24, from: "2028-02-29" },
  { months_since_last: 1 },
  { months_since_last: 12 },
  { month_days: [-1] },
  { month_days: [31, 1, 29] },
  { month_days: count(31) },
  { month_weekdays: [{ nth: -1, weekday: 7 }] },
  { month_weekdays: [-1, 1, 2, 3, 4].flatMap((nth) => count(7).map((weekday) => ({ nth, weekday }))) },
  { target_per: "week" },
  { target_per: "month" },
  { target_per: "quarter" },
];

describe("a schedule", () => {
  it("may be each kind of the contract, up to its bounds, and is kept as it is", () => {
    for (const schedule of [null, ...right]) {
      expect(habitCreateInput.parse({ ...body, schedule }).schedule).toEqual(schedule);
      expect(habitUpdateInput.parse({ id: 1, schedule }).schedule).toEqual(schedule);
    }
  });

  it("of a bad habit is only the limit of a period", () => {
    for (const schedule of right) {
      const codes = "target_per" in schedule ? {} : { schedule: ["schedule_good_only"] };
      expect(codesOf(habitCreateInput, { ...body, type: "bad", schedule }), JSON.stringify(schedule)).toEqual(codes);
    }
  });

  it.each([
    // Not an object.
    ["weekly", "invalid"],
    [3, "invalid"],
    [[], "invalid"],
    [true, "invalid"],
    // No kind, an unknown one, or two.
    [{}, "required"],
    [{ from }, "required", "unknown_field"],
    [{ times_per_day: 1 }, "unknown_field", "required"],
    [{ times_per_week: 3, days: 7 }, "unknown_field"],
    [{ times_per_week: 3, times_per_month: 3 }, "schedule_one_kind"],
    [{ every_days: 2, every_weeks: 1, from }, "schedule_one_kind"],
    [{ month_days: [1], target_per: "week" }, "schedule_one_kind"],
    // A number of days.
    [{ times_per_week: null }, "null"],
    [{ times_per_week: 0 }, "too_small"],
    [{ times_per_week: 8 }, "too_big"],
    [{ times_per_month: 0 }, "too_small"],
    [{ times_per_month: 32 }, "too_big"],
    [{ times_per_month: 1.5 }, "not_integer"],
    [{ times_per_month: "3" }, "not_integer"],
    [{ times_per_quarter: 0 }, "too_small"],
    [{ times_per_quarter: 93 }, "too_big"],
    // A distance from a day.
    [{ every_days: 0, from }, "too_small"],
    [{ every_days: 367, from }, "too_big"],
    [{ every_days: 2.5, from }, "not_integer"],
    [{ every_weeks: 0, from }, "too_small"],
    [{ every_weeks: 53, from }, "too_big"],
    [{ every_months: 0, from }, "too_small"],
    [{ every_months: 25, from }, "too_big"],
    [{ every_days: 2 }, "required"],
    [{ every_weeks: 2 }, "required"],
    [{ every_months: 2 }, "required"],
    [{ every_days: 2, from: null }, "null"],
    [{ every_days: 2, from: 5 }, "not_text"],
    [{ every_days: 2, from: "2026-2-3" }, "day_format"],
    [{ every_days: 2, from: "2026-02-30" }, "day_unknown"],
    [{ every_days: 2, from: "2000-12-31" }, "day_out_of_century"],
    [{ every_days: 2, from: "2101-01-01" }, "day_out_of_century"],
    [{ times_per_month: 3, from }, "unknown_field"],
    [{ month_days: [1], from }, "unknown_field"],
    [{ target_per: "week", from }, "unknown_field"],
    // Months since the last time.
    [{ months_since_last: 0 }, "too_small"],
    [{ months_since_last: 13 }, "too_big"],
    [{ months_since_last: 1.5 }, "not_integer"],
    [{ months_since_last: 2, from }, "unknown_field"],
    [{ months_since_last: 2, every_days: 2, from }, "schedule_one_kind"],
    // Days of the month.
    [{ month_days: 1 }, "not_list"],
    [{ month_days: [] }, "too_few"],
    [{ month_days: [0] }, "invalid"],
    [{ month_days: [-2] }, "too_small"],
    [{ month_days: [32] }, "too_big"],
    [{ month_days: [1, 1] }, "invalid"],
    [{ month_days: [1.5] }, "not_integer"],
    [{ month_days: ["1"] }, "not_integer"],
    [{ month_days: [null] }, "null"],
    [{ month_days: [...count(31), -1] }, "too_many"],
    // Weekdays of the month.
    [{ month_weekdays: "first" }, "not_list"],
    [{ month_weekdays: [] }, "too_few"],
    [{ month_weekdays: [5] }, "invalid"],
    [{ month_weekdays: [{ ...monday, nth: 0 }] }, "invalid"],
    [{ month_weekdays: [{ ...monday, nth: -2 }] }, "too_small"],
    [{ month_weekdays: [{ ...monday, nth: 5 }] }, "too_big"],
    [{ month_weekdays: [{ ...monday, weekday: 0 }] }, "too_small"],
    [{ month_weekdays: [{ ...monday, weekday: 8 }] }, "too_big"],
    [{ month_weekdays: [{ nth: 1 }] }, "required"],
    [{ month_weekdays: [{ weekday: 1 }] }, "required"],
    [{ month_weekdays: [{ ...monday, month: 1 }] }, "unknown_field"],
    [{ month_weekdays: [monday, monday] }, "invalid"],
    [{ month_weekdays: Array(36).fill(monday) }, "too_many"],
    // The sum of a period.
    [{ target_per: null }, "null"],
    [{ target_per: 1 }, "choice_invalid"],
    [{ target_per: "day" }, "choice_invalid"],
    [{ target_per: "Week" }, "choice_invalid"],
  ])("may not be %j", (schedule, ...codes) => {
    expect(codesOf(habitCreateInput, { ...body, schedule })).toEqual({ schedule: codes });
    expect(codesOf(habitUpdateInput, { id: 1, schedule })).toEqual({ schedule: codes });
  });

  it("with a wrong period gets an error that lists the periods", () => {
    expect(errorsOf(habitCreateInput, { ...body, schedule: { target_per: "year" } })).toEqual({
      schedule: [{ code: "choice_invalid", values: { options: "week, month, quarter" } }],
    });
  });
});
