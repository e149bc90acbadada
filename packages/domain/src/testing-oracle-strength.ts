/** For tests only: the strength of a habit by docs/schedules.md, in closed form, without code of the tested rules. */
import {
  dayAfter,
  type NaiveSchedule,
  naivePeriodName,
  naiveTimes,
  naiveWindowGoal,
} from "./testing-oracle-calendar.ts";
import { type NaiveDays, type NaiveEntry, type NaiveHabit, naiveTarget } from "./testing-oracle-habit.ts";
import { NaiveHistory } from "./testing-oracle-history.ts";
import { naiveResults } from "./testing-oracle-results.ts";

const spans = { week: 7, month: 30, quarter: 91 };

/**
 * Loop's score in closed form: each day's share times (1 - m), multiplied by the m of each later counted day.
 *
 * @param end computes the strength before this day
 */
export function naiveStrength(habit: NaiveHabit, entries: NaiveEntry[], today: string, end = today): number | null {
  const history = new NaiveHistory(habit, entries, today);
  if (history.first >= end) return null;
  const past: string[] = [];
  for (let day = history.first; day < end; day = dayAfter(day)) past.push(day);
  const results = naiveResults(habit, entries, { from: history.first, to: past.at(-1) as string }, today);
  let part = history.partOf(history.first);
  // "Skipped days and days off leave the strength as it is."
  const counted = past.flatMap((day, index) => {
    if (!part.own.includes(day)) part = history.partOf(day);
    if (!part.known.isAvailable(day)) return [];
    const until = index + 1;
    const share = shareOf(part.known, past.slice(0, until), results.slice(0, until));
    return [{ share, m: 0.5 ** halvings(part.known.habit) }];
  });
  const weightAfter = (index: number) => counted.slice(index + 1).reduce((product, { m }) => product * m, 1);
  const start = habit.type === "bad" ? weightAfter(-1) : 0;
  const score = counted.reduce((sum, { share, m }, index) => sum + share * (1 - m) * weightAfter(index), start);
  return Number(score.toFixed(4));
}

/** "A number that needs every weekday counts as daily": it requires as many days as the usual period has. */
function isEachDay({ schedule, weekdays }: NaiveHabit): boolean {
  const windows = naiveWindowGoal(schedule);
  if (windows) return windows.times * 7 >= weekdays.length * windows.days;
  const period = naivePeriodName(schedule);
  const times = naiveTimes(schedule);
  return period !== null && times !== null && times * 7 >= weekdays.length * spans[period];
}

/** The number of halvings by which a day without any record weakens the habit. */
function halvings(habit: NaiveHabit): number {
  const period = naivePeriodName(habit.schedule);
  const windows = naiveWindowGoal(habit.schedule);
  if (windows) return Math.sqrt(isEachDay(habit) ? 1 : windows.times / windows.days) / 13;
  if (period === null) return habit.schedule ? 1 / (13 * Math.sqrt(duePerDay(habit.schedule, habit.weekdays))) : 1 / 13;
  const times = naiveTimes(habit.schedule) ?? 1;
  return Math.sqrt(isEachDay(habit) ? 1 : times / spans[period]) / 13;
}

/** "How often the schedule is due per day (a month has 30 days)". */
function duePerDay(schedule: NaiveSchedule, weekdays: number[]): number {
  if (schedule.every_days) return 1 / schedule.every_days;
  if (schedule.every_weeks) return (weekdays.length === 7 ? 1 : weekdays.length) / (7 * schedule.every_weeks);
  if (schedule.every_months) return 1 / (30 * schedule.every_months);
  // No day counts as due twice.
  return Math.min(1, (schedule.month_days ?? schedule.month_weekdays ?? []).length / 30);
}

/** @param past all days from the first one to the requested one, with their results */
function shareOf(known: NaiveDays, past: string[], results: string[]): number {
  const { habit } = known;
  const day = past.at(-1) as string;
  const period = naivePeriodName(habit.schedule);
  const times = naiveTimes(habit.schedule);
  if (period !== null && times !== null && !isEachDay(habit)) {
    const done = results.slice(-2 * spans[period]).filter((result) => result === "achieved");
    return Math.min(1, done.length / (2 * times));
  }
  const windows = naiveWindowGoal(habit.schedule);
  if (windows && !isEachDay(habit)) {
    const done = results.slice(-2 * windows.days).filter((result) => result === "achieved");
    return Math.min(1, done.length / (2 * windows.times));
  }
  const amount = habit.schedule?.target_per && period ? known.sum(past.slice(-spans[period])) : known.value(day);
  const part = amount / naiveTarget(habit, day);
  if (habit.type === "good") return Math.min(part, 1);
  return part <= 1 ? 1 : part >= 2 ? 0 : 2 - part;
}
