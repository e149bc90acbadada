/** For tests only: the results of days by the contract and docs/schedules.md, without code of the tested rules. */
import { dayAfter } from "./testing-oracle-calendar.ts";
import { type NaiveDays, type NaiveEntry, type NaiveHabit, naiveTarget } from "./testing-oracle-habit.ts";
import { NaiveHistory, type NaivePart } from "./testing-oracle-history.ts";
import type { NaiveWindows } from "./testing-oracle-window.ts";

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
    const { known, period, windows } = part;
    if (day < history.first) results.push("none");
    else if (day > today) results.push("upcoming");
    else if (known.isSkipped(day)) results.push("skipped");
    else if (period) results.push(period.days.get(day) as string);
    else
      results.push(
        settled(resultOfDay(known, day, today), day, known.last !== null && day > known.last ? null : windows),
      );
  }
  return results;
}

/** With n days in any m, a day that was not done is `covered`, or `rest` while it can still be. */
function settled(result: string, day: string, windows: NaiveWindows | null): string {
  if (!windows || result === "achieved") return result;
  if (windows.isCovered(day)) return "covered";
  return result === "not_achieved" && windows.isPossible(day) ? "rest" : result;
}

/** The result of a day that is judged alone. */
function resultOfDay(known: NaiveDays, day: string, today: string): string {
  if (!known.isAvailable(day)) return "rest";
  if (known.habit.type === "bad") {
    return known.value(day) > naiveTarget(known.habit, day) ? "exceeded" : "not_exceeded";
  }
  if (known.isAchieved(day)) return "achieved";
  return day === today ? "awaiting" : "not_achieved";
}
