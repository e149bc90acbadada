import { isDay } from "@daymark/domain/base/day";
import type { Schedule } from "@daymark/domain/tracking/schedule";
import { everyDaysMax, everyMonthsMax, everyWeeksMax } from "@daymark/domain/tracking/schedule-bounds";

const weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
/** Days of the units of RFC 5545, as Loop counts a month and a year. */
const periodDays = new Map([
  ["DAILY", 1],
  ["WEEKLY", 7],
  ["MONTHLY", 31],
  ["YEARLY", 365],
]);
/** Every month has this day. RFC 5545 leaves out a month without the day, and we take its last one. */
const dayOfEveryMonthMax = 28;

interface Recurrence {
  /** The only weekdays on which the habit is due; none if all are. */
  weekdays: number[];
  /** The frequency, if no schedule is exactly the rule. */
  times: number;
  days: number;
  schedule: Schedule | null;
}

/**
 * A recurrence rule (RFC 5545, 3.3.10) as weekdays, as one of our schedules, or else as a number of times in a number of
 * days. Intervals need the rule's `DTSTART`. Older files have `daily`, `weekly` or `monthly`.
 */
export function readRecurrence(text: string): Recurrence {
  const start = /^DTSTART[^:\n]{0,100}:(\d{4})(\d\d)(\d\d)/.exec(text);
  const startsOn = start ? start.slice(1).join("-") : "";
  const rule = text.replace(/^DTSTART[^\n]*\n/, "").replace(/^RRULE:/, "");
  const parts = new Map(rule.split(";", 20).map((part) => part.split("=", 2) as [string, string | undefined]));
  const unit = parts.get("FREQ") ?? text.toUpperCase();
  const interval = Math.max(1, Number.parseInt(parts.get("INTERVAL") ?? "1", 10) || 1);
  const list = (name: string) => parts.get(name)?.split(",", 31).filter(Boolean) ?? [];
  const byDay = weekdayNames.flatMap((name, at) => (list("BYDAY").includes(name) ? [at + 1] : []));
  const isOfWeek = interval === 1 && (unit === "WEEKLY" || unit === "DAILY");
  const isLimited = ["COUNT", "UNTIL", "BYMONTH", "BYWEEKNO", "BYYEARDAY"].some((name) => parts.has(name));
  const isOnlyWeekdays = byDay.length === list("BYDAY").length;
  const days = list("BYMONTHDAY").map(Number);
  const schedule = isLimited
    ? null
    : unit === "MONTHLY" && interval === 1
      ? ofMonth(days, list("BYDAY"), list("BYSETPOS"))
      : isDay(startsOn) && isOnlyWeekdays && days.length === 0 && interval > 1
        ? ofInterval(unit, interval, startsOn, byDay)
        : null;
  const weekdays = isOfWeek || (schedule?.every_weeks && byDay.length > 0) ? byDay : [];
  const isWeekdays = isOfWeek && byDay.length > 0;
  const times = unit === "DAILY" ? 1 : Math.max(1, list("BYDAY").length, list("BYMONTHDAY").length);
  return {
    weekdays,
    times: isWeekdays ? 1 : times,
    days: isWeekdays ? 1 : interval * (periodDays.get(unit) ?? 1),
    schedule,
  };
}

function ofMonth(days: number[], byDay: string[], positions: string[]): Schedule | null {
  if (days.length === 0 && byDay.length === 0) return positions.length === 0 ? { times_per_month: 1 } : null;
  if (days.length > 0) {
    const isExact = days.every((day) => day === -1 || (day >= 1 && day <= dayOfEveryMonthMax && Number.isInteger(day)));
    return isExact && byDay.length + positions.length === 0 ? { month_days: [...new Set(days)] } : null;
  }
  // `BYDAY=FR;BYSETPOS=-1` is the same as `BYDAY=-1FR`.
  const [first = "", ...others] = byDay;
  if (positions.length > 0 && (others.length > 0 || !weekdayNames.includes(first))) return null;
  const named = positions.length > 0 ? positions.map((position) => `${position}${first}`) : byDay;
  const month_weekdays = [...new Set(named)].flatMap((name) => {
    const [, nth, weekday = ""] = /^\+?(-1|[1-4])([A-Z]{2})$/.exec(name) ?? [];
    const at = weekdayNames.indexOf(weekday);
    return at < 0 ? [] : [{ nth: Number(nth), weekday: at + 1 }];
  });
  return month_weekdays.length === new Set(named).size ? { month_weekdays } : null;
}

/** Intervals of weeks begin on Monday, as both rules have it. */
function ofInterval(unit: string, interval: number, from: string, byDay: number[]): Schedule | null {
  if (unit === "DAILY" && byDay.length === 0 && interval <= everyDaysMax) return { every_days: interval, from };
  if (unit === "WEEKLY" && interval <= everyWeeksMax) return { every_weeks: interval, from };
  const isDayOfEveryMonth = Number(from.slice(8)) <= dayOfEveryMonthMax;
  if (unit === "MONTHLY" && byDay.length === 0 && isDayOfEveryMonth && interval <= everyMonthsMax) {
    return { every_months: interval, from };
  }
  return null;
}
