/**
 * The contract's rules a second time, for tests only: written from its text with calendar dates, strings and exact
 * fractions, with no thought for speed, so that it shares neither code nor mistakes with the rules it judges.
 */
import { getDayOfWeek, parseDate } from "@internationalized/date";

export interface NaiveHabit {
  type: "good" | "bad";
  unit: string;
  weekdays: number[];
  created_on: string;
  /** In any order. */
  targets: { set_on: string; target: number }[];
}

export interface NaiveEntry {
  day: string;
  value: number | null;
  unit: string;
  skipped: boolean;
}

export function dayAfter(day: string, count = 1): string {
  return parseDate(day).add({ days: count }).toString();
}

/** ISO weekday. */
export function naiveWeekday(day: string): number {
  return getDayOfWeek(parseDate(day), "en-GB", "mon") + 1;
}

type Fraction = readonly [top: bigint, bottom: bigint];

const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]];
const over = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1], a[1] * b[0]];
const plus = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]];
const whole = (value: number): Fraction => [BigInt(value), 1n];
const decimal = (text: string): Fraction => {
  const [before = "", after = ""] = text.split(".");
  return [BigInt(before + after), 10n ** BigInt(after.length)];
};

/** Four decimals by long division, the fifth and all after it deciding; no float before the last step. */
function fourDecimals([top, bottom]: Fraction): number {
  const digits = (top * 10_000n) / bottom;
  const rest = (top * 10_000n) % bottom;
  const rounded = rest * 2n >= bottom ? digits + 1n : digits;
  const text = rounded.toString().padStart(5, "0");
  return Number(`${text.slice(0, -4)}.${text.slice(-4)}`);
}

// Inch, pound and gallon by their definitions, the rest by how many of one go into the next.
const inch = decimal("0.0254");
const foot = times(inch, whole(12));
const yard = times(foot, whole(3));
const pound = decimal("453.59237");
const gallon = times(decimal("16.387064"), whole(231));
const quart = over(gallon, whole(4));
const pint = over(quart, whole(2));
const cup = over(pint, whole(2));

/** Every unit of the contract with its kind and its size. */
export const naiveUnits: Record<string, { kind: string; size: Fraction }> = {
  repetitions: { kind: "numeric", size: whole(1) },
  percentages: { kind: "numeric", size: whole(1) },
  seconds: { kind: "time", size: whole(1) },
  minutes: { kind: "time", size: whole(60) },
  hours: { kind: "time", size: whole(60 * 60) },
  meters: { kind: "distance", size: whole(1) },
  kilometers: { kind: "distance", size: whole(1000) },
  feet: { kind: "distance", size: foot },
  yards: { kind: "distance", size: yard },
  miles: { kind: "distance", size: times(yard, whole(1760)) },
  grams: { kind: "mass", size: whole(1) },
  kilograms: { kind: "mass", size: whole(1000) },
  ounces: { kind: "mass", size: over(pound, whole(16)) },
  pounds: { kind: "mass", size: pound },
  stones: { kind: "mass", size: times(pound, whole(14)) },
  milliliters: { kind: "volume", size: whole(1) },
  liters: { kind: "volume", size: whole(1000) },
  fluid_ounces: { kind: "volume", size: over(cup, whole(8)) },
  cups: { kind: "volume", size: cup },
  pints: { kind: "volume", size: pint },
  quarts: { kind: "volume", size: quart },
  gallons: { kind: "volume", size: gallon },
  calories: { kind: "energy", size: whole(1) },
  kilocalories: { kind: "energy", size: whole(1000) },
};

function sizeIn(from: string, to: string): Fraction {
  return over((naiveUnits[from] as { size: Fraction }).size, (naiveUnits[to] as { size: Fraction }).size);
}

export function naiveConvert(value: number, from: string, to: string): number {
  return fourDecimals(times(whole(value), sizeIn(from, to)));
}

export function naiveRatio(top: number, bottom: number): number {
  return fourDecimals([BigInt(top), BigInt(bottom)]);
}

/** "The earlier of the habit's creation date and its first day with a value or a skip." */
export function naiveFirstDay(habit: NaiveHabit, entries: NaiveEntry[]): string {
  const days = entries.filter((entry) => entry.value || entry.skipped).map((entry) => entry.day);
  return [habit.created_on, ...days].sort()[0] as string;
}

/** "A target holds from the day it was set; the oldest one holds for all earlier days." */
export function naiveTarget(habit: NaiveHabit, day: string): number {
  const newestFirst = [...habit.targets].sort((a, b) => (a.set_on < b.set_on ? 1 : -1));
  const set = newestFirst.find((candidate) => candidate.set_on <= day) ?? newestFirst.at(-1);
  return (set as { target: number }).target;
}

export function naiveResult(habit: NaiveHabit, entries: NaiveEntry[], day: string, today: string): string {
  if (day < naiveFirstDay(habit, entries)) return "none";
  if (day > today) return "upcoming";
  const entry = entries.find((candidate) => candidate.day === day);
  if (entry?.skipped) return "skipped";
  const isDayOff = !habit.weekdays.some((weekday) => weekday === naiveWeekday(day));
  if (isDayOff && !entry?.value) return "rest";
  const v = entry?.value ? naiveConvert(entry.value, entry.unit, habit.unit) : 0;
  const t = naiveTarget(habit, day);
  if (habit.type === "good") {
    if (v >= t) return "achieved";
    return day === today ? "awaiting" : "not_achieved";
  }
  return v > t ? "exceeded" : "not_exceeded";
}

export function naiveStatistics(habit: NaiveHabit, entries: NaiveEntry[], today: string) {
  const results: string[] = [];
  for (let day = naiveFirstDay(habit, entries); day <= today; day = dayAfter(day)) {
    results.push(naiveResult(habit, entries, day, today));
  }
  const successes = results.filter((result) => result === "achieved" || result === "not_exceeded").length;
  const failures = results.filter((result) => result === "not_achieved" || result === "exceeded").length;
  const recorded = entries.filter((entry) => entry.value);
  let sum: Fraction = [0n, 1n];
  for (const entry of recorded) sum = plus(sum, times(whole(entry.value as number), sizeIn(entry.unit, habit.unit)));
  const total = fourDecimals(sum);
  const counted = successes + failures;
  return {
    total,
    current_streak: longestRun(results, { reachingEnd: true }),
    longest_streak: longestRun(results, { reachingEnd: false }),
    recorded_days: recorded.length,
    successful_days: successes,
    counted_days: counted,
    success_rate: counted === 0 ? null : naiveRatio(successes, counted),
    average: recorded.length === 0 ? null : fourDecimals(over(decimal(total.toFixed(4)), whole(recorded.length))),
  };
}

/** "The number of successes in a run without a failure": every stretch there is, the fullest one counts. */
function longestRun(results: string[], { reachingEnd }: { reachingEnd: boolean }): number {
  let longest = 0;
  for (let start = 0; start < results.length; start += 1) {
    let successes = 0;
    for (let end = start; end < results.length; end += 1) {
      const result = results[end] as string;
      if (result === "not_achieved" || result === "exceeded") break;
      if (result === "achieved" || result === "not_exceeded") successes += 1;
      if (!reachingEnd || end === results.length - 1) longest = Math.max(longest, successes);
    }
  }
  return longest;
}

/** The contract's paragraph on plans, number by number. */
export const naivePlans = {
  free: { good: 3, bad: 3, hues: [0, 45, 90, 135, 180, 225, 270, 315] },
  paid: { good: 25, bad: 25, hues: [...Array(360).keys()] },
};
