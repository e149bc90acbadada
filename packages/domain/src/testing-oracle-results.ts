/** For tests only: the results of days by the contract and docs/schedules.md, without code of the tested rules. */
import { dayAfter } from "./testing-oracle-calendar.ts";
import { type NaiveDays, type NaiveEntry, type NaiveHabit, naiveTarget } from "./testing-oracle-habit.ts";
import { NaiveHistory, type NaivePart } from "./testing-oracle-history.ts";

/** The results of the days of a range, both ends included. */
export function naiveResults(
  habit: NaiveHabit,
  entries: NaiveEntry[],
  { from, to }: { from: string; to: string },
  today: string,
): string[] {
  const history = new NaiveHistory(habit, entries, today);
  const results: string[] = [];
  let part: NaivePart | null = null;
  for (let day = from; day <= to; day = dayAfter(day)) {
    if (!part?.own.includes(day)) part = history.partOf(day);
    const { known, period } = part;
    if (day < history.first) results.push("none");
    else if (day > today) results.push("upcoming");
    else if (known.isSkipped(day)) results.push("skipped");
    else results.push(period === null ? resultOfDay(known, day, today) : (period.days.get(day) as string));
  }
  return results;
}

/** A day that stands for itself. */
function resultOfDay(known: NaiveDays, day: string, today: string): string {
  if (!known.isAvailable(day)) return "rest";
  if (known.habit.type === "bad") {
    return known.value(day) > naiveTarget(known.habit, day) ? "exceeded" : "not_exceeded";
  }
  if (known.isAchieved(day)) return "achieved";
  return day === today ? "awaiting" : "not_achieved";
}
