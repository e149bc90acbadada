/**
 * A second implementation of the contract's rules and of docs/schedules.md, for tests only. It follows the text with
 * calendar dates, strings and exact fractions, without regard to speed, so that it shares neither code nor mistakes with
 * the tested rules.
 */
import { decimal, fourDecimals, naiveRatio, over, whole } from "./testing-oracle-amount.ts";
import { dayAfter, naiveWindowGoal } from "./testing-oracle-calendar.ts";
import { NaiveDays, type NaiveEntry, type NaiveHabit } from "./testing-oracle-habit.ts";
import { NaiveHistory } from "./testing-oracle-history.ts";
import { naiveResults } from "./testing-oracle-results.ts";
import { naiveStrength } from "./testing-oracle-strength.ts";

export function naiveStatistics(habit: NaiveHabit, entries: NaiveEntry[], today: string) {
  const known = new NaiveDays(habit, entries);
  const days: string[] = [];
  for (let day = known.first; day <= today; day = dayAfter(day)) days.push(day);
  const results = naiveResults(habit, entries, { from: known.first, to: today }, today);
  const history = new NaiveHistory(habit, entries, today);
  const { unit } = history.partOf(today);
  const links = naiveLinks(history, days, results);
  const lost = () => naiveLost(habit, entries, { days, results, today });
  const successes = results.filter((result) => ["achieved", "not_exceeded"].includes(result)).length;
  const failures = results.filter((result) => result === "not_achieved" || result === "exceeded").length;
  const recorded = entries.filter((entry) => entry.value);
  const total = known.sum(recorded.map(({ day }) => day));
  const counted = successes + failures;
  // "A streak counts one unit": another one between two links ends it as a failure does.
  const ofUnit = links.map((link) => (link.unit === unit ? link : { ...link, result: "missed", needsToday: false }));
  const current = longestRun(ofUnit, { reachingEnd: true });
  return {
    total,
    current_streak: current,
    longest_streak: longestRun(ofUnit, { reachingEnd: false }),
    streak_unit: unit,
    assumed_days: naiveAssumed(known, days, results, ofUnit),
    at_risk: current > 0 && (links.at(-1)?.needsToday ?? false) && (!naiveWindowGoal(habit.schedule) || lost()),
    recorded_days: recorded.length,
    successful_days: successes,
    counted_days: counted,
    success_rate: counted === 0 ? null : naiveRatio(successes, counted),
    average: recorded.length === 0 ? null : fourDecimals(over(decimal(total.toFixed(4)), whole(recorded.length))),
    strength: naiveStrength(habit, entries, today),
  };
}

/** A day or period that counts for a streak. */
interface NaiveLink {
  result: string;
  unit: string;
  needsToday: boolean;
  /** The last day of the link. */
  to: string;
}

const outcomes: Record<string, string> = {
  achieved: "met",
  covered: "met",
  not_exceeded: "met",
  not_achieved: "missed",
  exceeded: "missed",
};

/** Every day and every period from the first day to today. An awaited today fails if nothing more is recorded. */
function naiveLinks(history: NaiveHistory, days: string[], results: string[]): NaiveLink[] {
  const links: NaiveLink[] = [];
  let known = "";
  for (const [index, day] of days.entries()) {
    if (day <= known) continue;
    const { own, unit, period } = history.partOf(day);
    const to = own.at(-1) as string;
    const result = results[index] as string;
    links.push(
      period
        ? { result: period.result, unit, needsToday: period.needsToday, to }
        : { result: outcomes[result] ?? "neutral", unit, needsToday: result === "awaiting", to },
    );
    known = to;
  }
  return links;
}

/** "A day is missed tomorrow that is not missed today", if nothing more is recorded. */
function naiveLost(
  habit: NaiveHabit,
  entries: NaiveEntry[],
  { days, results, today }: { days: string[]; results: string[]; today: string },
): boolean {
  const known = entries.filter(({ day, skipped }) => day <= today || skipped);
  const range = { from: days[0] as string, to: today };
  const tomorrow = naiveResults(habit, known, range, dayAfter(today));
  return tomorrow.some((result, index) => result === "not_achieved" && results[index] !== "not_achieved");
}

/** "The days of a bad habit's current streak without a value and without a confirmation." */
function naiveAssumed(known: NaiveDays, days: string[], results: string[], links: NaiveLink[]): number {
  if (known.habit.type === "good") return 0;
  const broken = links.findLast(({ result }) => result === "missed")?.to ?? "";
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
