import { toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Schedule } from "@daymark/domain/tracking/schedule";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural, select } from "@lingui/core/macro";

/**
 * A schedule in a few words, such as "3 times a week" or "last Friday of the month"; null for one that the goal names
 * ("Goal: 300 minutes a week").
 */
export function wordSchedule(i18n: I18n, schedule: Schedule): string | null {
  const { times_per_week, times_per_month, times_per_quarter, every_days, every_weeks, every_months } = schedule;
  const { month_days, month_weekdays, times_in_days, months_since_last } = schedule;
  const say = (message: MessageDescriptor) => i18n._(message);
  if (times_per_week) return say(msg`${plural(times_per_week, { one: "# time a week", other: "# times a week" })}`);
  if (times_per_month) return say(msg`${plural(times_per_month, { one: "# time a month", other: "# times a month" })}`);
  if (times_per_quarter) {
    return say(msg`${plural(times_per_quarter, { one: "# time a quarter", other: "# times a quarter" })}`);
  }
  if (times_in_days) {
    const { times, days } = times_in_days;
    return times === 1
      ? say(msg`${plural(days, { one: "# day after the last time", other: "# days after the last time" })}`)
      : say(
          msg`${plural(times, { one: "# time", other: "# times" })} in any ${plural(days, { one: "# day", other: "# days" })}`,
        );
  }
  if (months_since_last) {
    return say(
      msg`${plural(months_since_last, { one: "# month after the last time", other: "# months after the last time" })}`,
    );
  }
  if (every_days) return say(msg`${plural(every_days, { one: "every day", other: "every # days" })}`);
  if (every_weeks) return say(msg`${plural(every_weeks, { one: "every week", other: "every # weeks" })}`);
  if (every_months) return say(msg`${plural(every_months, { one: "every month", other: "every # months" })}`);
  if (month_days) {
    const days = month_days.map((day) => (day < 0 ? say(msg`last`) : i18n.number(day))).join(", ");
    return say(msg`days of the month: ${days}`);
  }
  return month_weekdays
    ? month_weekdays.map(({ nth, weekday }) => say(nthWords[nth]?.(weekday) ?? msg`a weekday of the month`)).join(", ")
    : null;
}

/**
 * When a habit is due: its schedule and its weekdays, such as "every 2 weeks, Mon, Wed"; null for every day, and for a
 * schedule that the goal names.
 *
 * @param week the ISO weekdays in the user's order
 * @param nameOf writes a weekday
 */
export function wordRhythm(
  i18n: I18n,
  { schedule, weekdays }: Pick<Habit, "schedule" | "weekdays">,
  { week, nameOf }: { week: readonly number[]; nameOf: (weekday: number) => string },
): string | null {
  const isWholeWeek = weekdays.length === week.length;
  const due =
    schedule?.every_weeks && schedule.from && isWholeWeek ? [weekdayOf(toDayNumber(schedule.from))] : weekdays;
  const days = due.length < week.length ? week.filter((weekday) => due.includes(weekday)).map(nameOf) : [];
  const parts = [schedule && wordSchedule(i18n, schedule), ...days].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : null;
}

/** Which one of its weekday in the month. A language may have a gender for each weekday, so each has its own words. */
const nthWords: Record<string, (weekday: number) => MessageDescriptor> = {
  "1": (weekday) =>
    msg`${select(`_${weekday}`, {
      _1: "first Monday of the month",
      _2: "first Tuesday of the month",
      _3: "first Wednesday of the month",
      _4: "first Thursday of the month",
      _5: "first Friday of the month",
      _6: "first Saturday of the month",
      other: "first Sunday of the month",
    })}`,
  "2": (weekday) =>
    msg`${select(`_${weekday}`, {
      _1: "second Monday of the month",
      _2: "second Tuesday of the month",
      _3: "second Wednesday of the month",
      _4: "second Thursday of the month",
      _5: "second Friday of the month",
      _6: "second Saturday of the month",
      other: "second Sunday of the month",
    })}`,
  "3": (weekday) =>
    msg`${select(`_${weekday}`, {
      _1: "third Monday of the month",
      _2: "third Tuesday of the month",
      _3: "third Wednesday of the month",
      _4: "third Thursday of the month",
      _5: "third Friday of the month",
      _6: "third Saturday of the month",
      other: "third Sunday of the month",
    })}`,
  "4": (weekday) =>
    msg`${select(`_${weekday}`, {
      _1: "fourth Monday of the month",
      _2: "fourth Tuesday of the month",
      _3: "fourth Wednesday of the month",
      _4: "fourth Thursday of the month",
      _5: "fourth Friday of the month",
      _6: "fourth Saturday of the month",
      other: "fourth Sunday of the month",
    })}`,
  "-1": (weekday) =>
    msg`${select(`_${weekday}`, {
      _1: "last Monday of the month",
      _2: "last Tuesday of the month",
      _3: "last Wednesday of the month",
      _4: "last Thursday of the month",
      _5: "last Friday of the month",
      _6: "last Saturday of the month",
      other: "last Sunday of the month",
    })}`,
};
