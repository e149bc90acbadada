import { toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import type { HabitType } from "@daymark/domain/tracking/habit";
import type { Schedule } from "@daymark/domain/tracking/schedule";

/** The schedules that the form offers under "Other", in their order. */
export const otherKinds = {
  good: [
    "every_days",
    "since_last",
    "every_weeks",
    "every_months",
    "month_days",
    "month_weekdays",
    "times_in_days",
    "times_per_month",
    "times_per_quarter",
    "amount_week",
    "amount_month",
    "amount_quarter",
  ],
  bad: ["amount_week", "amount_month", "amount_quarter"],
} as const satisfies Record<HabitType, readonly string[]>;
export type OtherKind = (typeof otherKinds)["good"][number];

const amounts = { week: "amount_week", month: "amount_month", quarter: "amount_quarter" } as const;

/** The kind of a schedule other than a number of times a week. */
export function otherKindOf(schedule: Schedule): OtherKind {
  if (schedule.target_per) return amounts[schedule.target_per];
  // "Once in any n days" means the same as "n days after the last time", which says more clearly when the habit is due.
  if (schedule.times_in_days?.times === 1 || schedule.months_since_last !== undefined) return "since_last";
  return otherKinds.good.find((kind) => kind in schedule) ?? "every_days";
}

/**
 * A schedule of a kind with values to begin with.
 *
 * @param today `YYYY-MM-DD`
 */
export function newSchedule(kind: OtherKind, today: string): Schedule {
  switch (kind) {
    case "since_last":
      return { times_in_days: { times: 1, days: 3 } };
    case "times_in_days":
      return { times_in_days: { times: 2, days: 5 } };
    case "every_days":
      return { every_days: 2, from: today };
    case "every_weeks":
      return { every_weeks: 2, from: today };
    case "every_months":
      return { every_months: 3, from: today };
    case "month_days":
      return { month_days: [1] };
    case "month_weekdays":
      return { month_weekdays: [{ nth: 1, weekday: weekdayOf(toDayNumber(today)) }] };
    case "times_per_month":
      return { times_per_month: 4 };
    case "times_per_quarter":
      return { times_per_quarter: 3 };
    case "amount_week":
      return { target_per: "week" };
    case "amount_month":
      return { target_per: "month" };
    default:
      return { target_per: "quarter" };
  }
}
