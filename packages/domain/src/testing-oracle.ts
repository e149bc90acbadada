/**
 * A second implementation of the contract's rules and of docs/schedules.md, for tests only. It follows the text with
 * calendar dates, strings and exact fractions, without regard to speed, so that it shares neither code nor mistakes with
 * the tested rules.
 */
import { decimal, fourDecimals, naiveRatio, over, whole } from "./testing-oracle-amount.ts";
import { dayAfter, naivePeriodDays, naivePeriodName, naiveTimes } from "./testing-oracle-calendar.ts";
import { NaiveDays, type NaiveEntry, type NaiveHabit, naiveTarget } from "./testing-oracle-habit.ts";
import { naivePeriod } from "./testing-oracle-period.ts";
import { naiveStrength } from "./testing-oracle-strength.ts";

/** The results of the days of a range, both ends included. */
export function naiveResults(
  habit: NaiveHabit,
  entries: NaiveEntry[],
  { from, to }: { from: string; to: string },
  today: string,
): string[] {
  const known = new NaiveDays(habit, entries);
  const period = naivePeriodName(habit.schedule);
  const results: string[] = [];
  /** The results of the days of the last period, and its last day. */
  let ofPeriod = new Map<string, string>();
  let until = "";
  for (let day = from; day <= to; day = dayAfter(day)) {
    if (period !== null && day > until) {
      const days = naivePeriodDays(period, day);
      ofPeriod = naivePeriod(known, days, today, naiveTimes(habit.schedule)).days;
      until = days.at(-1) as string;
    }
    if (day < known.first) results.push("none");
    else if (day > today) results.push("upcoming");
    else if (known.isSkipped(day)) results.push("skipped");
    else results.push(period === null ? resultOfDay(known, day, today) : (ofPeriod.get(day) as string));
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

export function naiveStatistics(habit: NaiveHabit, entries: NaiveEntry[], today: string) {
  const known = new NaiveDays(habit, entries);
  const days: string[] = [];
  for (let day = known.first; day <= today; day = dayAfter(day)) days.push(day);
  const results = naiveResults(habit, entries, { from: known.first, to: today }, today);
  const period = naivePeriodName(habit.schedule);
  const links = period === null ? linksOfDays(results) : naivePeriods(known, today);
  const successes = results.filter((result) => result === "achieved" || result === "not_exceeded").length;
  const failures = results.filter((result) => result === "not_achieved" || result === "exceeded").length;
  const recorded = entries.filter((entry) => entry.value);
  const total = known.sum(recorded.map(({ day }) => day));
  const counted = successes + failures;
  const current = longestRun(links, { reachingEnd: true });
  return {
    total,
    current_streak: current,
    longest_streak: longestRun(links, { reachingEnd: false }),
    streak_unit: period === null ? "days" : `${period}s`,
    assumed_days: naiveAssumed(known, days, results, links),
    at_risk: current > 0 && (links.at(-1)?.needsToday ?? false),
    recorded_days: recorded.length,
    successful_days: successes,
    counted_days: counted,
    success_rate: counted === 0 ? null : naiveRatio(successes, counted),
    average: recorded.length === 0 ? null : fourDecimals(over(decimal(total.toFixed(4)), whole(recorded.length))),
    strength: naiveStrength(habit, entries, today),
  };
}

/** An element of a streak. */
interface NaiveLink {
  result: string;
  needsToday: boolean;
  /** The last day of a period. */
  to?: string;
}

const outcomes: Record<string, string> = {
  achieved: "met",
  not_exceeded: "met",
  not_achieved: "missed",
  exceeded: "missed",
};

/** An awaited today is lost if it ends as it is. */
function linksOfDays(results: string[]): NaiveLink[] {
  return results.map((result) => ({ result: outcomes[result] ?? "neutral", needsToday: result === "awaiting" }));
}

/** Every period from that of the first day to that of today. */
function naivePeriods(known: NaiveDays, today: string): NaiveLink[] {
  const { schedule } = known.habit;
  const name = naivePeriodName(schedule);
  if (name === null) return [];
  const periods: NaiveLink[] = [];
  let day = known.first;
  while (day <= today) {
    const days = naivePeriodDays(name, day);
    const to = days.at(-1) as string;
    const { result, needsToday } = naivePeriod(known, days, today, naiveTimes(schedule));
    periods.push({ result, needsToday, to });
    day = dayAfter(to);
  }
  return periods;
}

/** "The days of a bad habit's current streak without a value and without a confirmation." */
function naiveAssumed(known: NaiveDays, days: string[], results: string[], links: NaiveLink[]): number {
  if (known.habit.type === "good") return 0;
  const lost = links.findLastIndex(({ result }) => result === "missed");
  const broken = lost === -1 ? "" : (links[lost]?.to ?? (days[lost] as string));
  return days.filter(
    (day, index) =>
      day > broken && results[index] === "not_exceeded" && !known.hasValue(day) && !known.isConfirmed(day),
  ).length;
}

/** "The number of successes in a run without a failure": tries every run and returns the longest. */
function longestRun(links: NaiveLink[], { reachingEnd }: { reachingEnd: boolean }): number {
  let longest = 0;
  for (let start = 0; start < links.length; start += 1) {
    let successes = 0;
    for (let end = start; end < links.length; end += 1) {
      const { result } = links[end] as NaiveLink;
      if (result === "missed") break;
      if (result === "met") successes += 1;
      if (!reachingEnd || end === links.length - 1) longest = Math.max(longest, successes);
    }
  }
  return longest;
}

/** The contract's paragraph on plans, number by number. */
export const naivePlans = {
  free: { good: 3, bad: 3, hues: [0, 45, 90, 135, 180, 225, 270, 315] },
  paid: { good: 25, bad: 25, hues: [...Array(360).keys()] },
};
