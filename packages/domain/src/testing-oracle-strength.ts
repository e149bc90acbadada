/** For tests only: the strength of a habit by docs/schedules.md, in closed form, without code of the tested rules. */
import { dayAfter, type NaiveSchedule, naivePeriodName, naiveTimes } from "./testing-oracle-calendar.ts";
import { NaiveDays, type NaiveEntry, type NaiveHabit, naiveTarget } from "./testing-oracle-habit.ts";

const spans = { week: 7, month: 30, quarter: 91 };

/**
 * Loop's score in closed form: each day's share times (1 - m) at its end, multiplied by m for each later counted day.
 */
export function naiveStrength(habit: NaiveHabit, entries: NaiveEntry[], today: string): number | null {
  const known = new NaiveDays(habit, entries);
  if (known.first >= today) return null;
  const past: string[] = [];
  for (let day = known.first; day < today; day = dayAfter(day)) past.push(day);
  // "Skipped days and days off leave the strength as it is."
  const shares = past.flatMap((day, index) =>
    known.isAvailable(day) ? [shareOf(known, past.slice(0, index + 1))] : [],
  );
  const m = 0.5 ** halvings(habit);
  const start = habit.type === "bad" ? m ** shares.length : 0;
  const score = shares.reduce((sum, share, index) => sum + share * (1 - m) * m ** (shares.length - 1 - index), start);
  return Number(score.toFixed(4));
}

/** "A number that needs every weekday counts as daily": it asks for as many days as there are in the usual period. */
function isEachDay({ schedule, weekdays }: NaiveHabit): boolean {
  const period = naivePeriodName(schedule);
  const times = naiveTimes(schedule);
  return period !== null && times !== null && times * 7 >= weekdays.length * spans[period];
}

/** By how many halvings a day without anything weakens the habit. */
function halvings(habit: NaiveHabit): number {
  const period = naivePeriodName(habit.schedule);
  if (period === null) return habit.schedule ? 1 / (13 * Math.sqrt(duePerDay(habit.schedule, habit.weekdays))) : 1 / 13;
  const times = naiveTimes(habit.schedule) ?? 1;
  return Math.sqrt(isEachDay(habit) ? 1 : times / spans[period]) / 13;
}

/** "How often the schedule is due per day (a month has 30 days)". */
function duePerDay(schedule: NaiveSchedule, weekdays: number[]): number {
  if (schedule.every_days) return 1 / schedule.every_days;
  if (schedule.every_weeks) return (weekdays.length === 7 ? 1 : weekdays.length) / (7 * schedule.every_weeks);
  if (schedule.every_months) return 1 / (30 * schedule.every_months);
  // No day is due twice.
  return Math.min(1, (schedule.month_days ?? schedule.month_weekdays ?? []).length / 30);
}

/** @param past all days from the first one to the one whose share is wanted */
function shareOf(known: NaiveDays, past: string[]): number {
  const { habit } = known;
  const day = past.at(-1) as string;
  const period = naivePeriodName(habit.schedule);
  const times = naiveTimes(habit.schedule);
  if (period !== null && times !== null && !isEachDay(habit)) {
    const done = past.slice(-2 * spans[period]).filter((other) => !known.isSkipped(other) && known.isAchieved(other));
    return Math.min(1, done.length / (2 * times));
  }
  const amount = habit.schedule?.target_per && period ? known.sum(past.slice(-spans[period])) : known.value(day);
  const part = amount / naiveTarget(habit, day);
  if (habit.type === "good") return Math.min(part, 1);
  return part <= 1 ? 1 : part >= 2 ? 0 : 2 - part;
}
