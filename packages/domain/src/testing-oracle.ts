/**
 * A second implementation of the contract's rules, for tests only. It follows the contract's text with calendar dates,
 * strings and exact fractions, without regard to speed, so that it shares neither code nor mistakes with the tested
 * rules.
 */
import { getDayOfWeek, parseDate } from "@internationalized/date";

export interface NaiveHabit {
  type: "good" | "bad";
  unit: string;
  weekdays: number[];
  /** Null for a bad habit. */
  times_per_week: number | null;
  created_on: string;
  /** In the order in which the user set them; the first at creation. `set_on` is the user's today at that time. */
  targets: { set_on: string; target: number; effective: "from_today" | "always" }[];
}

export interface NaiveEntry {
  day: string;
  value: number | null;
  unit: string;
  skipped: boolean;
  confirmed: boolean;
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

/** Four decimals by long division, rounded by the fifth; no float before the last step. */
function fourDecimals([top, bottom]: Fraction): number {
  const digits = (top * 10_000n) / bottom;
  const rest = (top * 10_000n) % bottom;
  const rounded = rest * 2n >= bottom ? digits + 1n : digits;
  const text = rounded.toString().padStart(5, "0");
  return Number(`${text.slice(0, -4)}.${text.slice(-4)}`);
}

// Inch, pound and gallon by their definitions; the other units by how many of a smaller unit they contain.
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

/** "A target holds from the day it was set (the oldest one holds for all earlier days), or holds for all days." */
export function naiveTarget(habit: NaiveHabit, day: string): number {
  const holding = habit.targets.filter(
    ({ set_on, effective }, index) => index === 0 || effective === "always" || set_on <= day,
  );
  return (holding.at(-1) as { target: number }).target;
}

export function naiveResult(habit: NaiveHabit, entries: NaiveEntry[], day: string, today: string): string {
  if (day < naiveFirstDay(habit, entries)) return "none";
  if (day > today) return "upcoming";
  const entry = entries.find((candidate) => candidate.day === day);
  if (entry?.skipped) return "skipped";
  if (isDayOff(habit, day) && !entry?.value) return "rest";
  const v = naiveValue(habit, entry);
  const t = naiveTarget(habit, day);
  if (habit.type === "bad") return v > t ? "exceeded" : "not_exceeded";
  if (v >= t) return "achieved";
  if (habit.times_per_week === null) return day === today ? "awaiting" : "not_achieved";
  // "A day without success in a week is not_achieved exactly where it makes the week's goal unreachable."
  const { required, available } = naiveWeek(habit, entries, day);
  const achievedSoFar = available.filter((other) => other <= day && isAchieved(habit, entries, other)).length;
  const stillAvailable = available.filter((other) => other > day).length;
  if (day === today) return achievedSoFar >= required ? "rest" : "awaiting";
  return achievedSoFar + stillAvailable < required ? "not_achieved" : "rest";
}

function isDayOff(habit: NaiveHabit, day: string): boolean {
  return !habit.weekdays.some((weekday) => weekday === naiveWeekday(day));
}

function naiveValue(habit: NaiveHabit, entry: NaiveEntry | undefined): number {
  return entry?.value ? naiveConvert(entry.value, entry.unit, habit.unit) : 0;
}

function isAchieved(habit: NaiveHabit, entries: NaiveEntry[], day: string): boolean {
  const entry = entries.find((candidate) => candidate.day === day);
  return naiveValue(habit, entry) >= naiveTarget(habit, day);
}

/** The ISO week of a day, Monday first. */
export function naiveWeekOf(day: string): string[] {
  const monday = dayAfter(day, 1 - naiveWeekday(day));
  return [0, 1, 2, 3, 4, 5, 6].map((count) => dayAfter(monday, count));
}

/** "A skipped day, a day before first_day, a day off without value is not available." */
function naiveWeek(habit: NaiveHabit, entries: NaiveEntry[], day: string) {
  const first = naiveFirstDay(habit, entries);
  const available = naiveWeekOf(day).filter((other) => {
    const entry = entries.find((candidate) => candidate.day === other);
    return other >= first && !entry?.skipped && (!isDayOff(habit, other) || Boolean(entry?.value));
  });
  return { available, required: Math.min(habit.times_per_week ?? 0, available.length) };
}

/** A week's result in the names of a day's: met, missed, or neither. */
function naiveWeekResult(habit: NaiveHabit, entries: NaiveEntry[], day: string, today: string): string {
  const { available, required } = naiveWeek(habit, entries, day);
  const achieved = available.filter((other) => other <= today && isAchieved(habit, entries, other)).length;
  const open = available.filter((other) => other > today || (other === today && !isAchieved(habit, entries, other)));
  if (required === 0) return "rest";
  if (achieved >= required) return "achieved";
  return achieved + open.length < required ? "not_achieved" : "awaiting";
}

export function naiveStatistics(habit: NaiveHabit, entries: NaiveEntry[], today: string) {
  const first = naiveFirstDay(habit, entries);
  const days: string[] = [];
  for (let day = first; day <= today; day = dayAfter(day)) days.push(day);
  const results = days.map((day) => naiveResult(habit, entries, day, today));
  const isWeekly = habit.times_per_week !== null;
  const links = isWeekly ? naiveWeeks(habit, entries, days, today) : results;
  const successes = results.filter((result) => result === "achieved" || result === "not_exceeded").length;
  const failures = results.filter((result) => result === "not_achieved" || result === "exceeded").length;
  const recorded = entries.filter((entry) => entry.value);
  let sum: Fraction = [0n, 1n];
  for (const entry of recorded) sum = plus(sum, times(whole(entry.value as number), sizeIn(entry.unit, habit.unit)));
  const total = fourDecimals(sum);
  const counted = successes + failures;
  const current = longestRun(links, { reachingEnd: true });
  return {
    total,
    current_streak: current,
    longest_streak: longestRun(links, { reachingEnd: false }),
    streak_unit: isWeekly ? "weeks" : "days",
    assumed_days: naiveAssumed(habit, entries, days, results),
    at_risk: current > 0 && isLostTomorrow(habit, entries, today),
    recorded_days: recorded.length,
    successful_days: successes,
    counted_days: counted,
    success_rate: counted === 0 ? null : naiveRatio(successes, counted),
    average: recorded.length === 0 ? null : fourDecimals(over(decimal(total.toFixed(4)), whole(recorded.length))),
    strength: naiveStrength(habit, entries, today),
  };
}

function naiveWeeks(habit: NaiveHabit, entries: NaiveEntry[], days: string[], today: string): string[] {
  const mondays = new Set(days.map((day) => naiveWeekOf(day)[0] as string));
  return [...mondays].map((monday) => naiveWeekResult(habit, entries, monday, today));
}

/** True if today, as recorded now, is a failure tomorrow and is none yet. */
function isLostTomorrow(habit: NaiveHabit, entries: NaiveEntry[], today: string): boolean {
  const seenFrom = (now: string) =>
    habit.times_per_week === null
      ? naiveResult(habit, entries, today, now)
      : naiveWeekResult(habit, entries, today, now);
  return seenFrom(today) === "awaiting" && seenFrom(dayAfter(today)) === "not_achieved";
}

/** "How many of the days of a bad habit's streak were assumed." */
function naiveAssumed(habit: NaiveHabit, entries: NaiveEntry[], days: string[], results: string[]): number {
  if (habit.type === "good") return 0;
  const sinceFailure = days.slice(results.lastIndexOf("exceeded") + 1);
  const isKnown = (day: string) =>
    entries.some((entry) => entry.day === day && (entry.value || entry.skipped || entry.confirmed));
  return sinceFailure.filter((day) => !isKnown(day) && !isDayOff(habit, day)).length;
}

/**
 * Loop's score in closed form: each day's share times (1 - m) at its end, multiplied by m for each later counted day,
 * where m = 0.5^(sqrt(frequency) / 13).
 */
export function naiveStrength(habit: NaiveHabit, entries: NaiveEntry[], today: string): number | null {
  const first = naiveFirstDay(habit, entries);
  if (first >= today) return null;
  const perWeek = habit.times_per_week;
  const isSmoothed = perWeek !== null && perWeek < habit.weekdays.length;
  const m = 0.5 ** (Math.sqrt(isSmoothed ? perWeek / 7 : 1) / 13);
  const shares: number[] = [];
  for (let day = first; day < today; day = dayAfter(day)) {
    const entry = entries.find((candidate) => candidate.day === day);
    if (entry?.skipped || (isDayOff(habit, day) && !entry?.value)) continue;
    const part = naiveValue(habit, entry) / naiveTarget(habit, day);
    if (isSmoothed) {
      const start = dayAfter(day, -13);
      const done = entries.filter(
        (other) => other.day >= start && other.day <= day && !other.skipped && isAchieved(habit, entries, other.day),
      );
      shares.push(Math.min(1, done.length / (2 * perWeek)));
    } else if (habit.type === "good") shares.push(Math.min(part, 1));
    else shares.push(part <= 1 ? 1 : part >= 2 ? 0 : 2 - part);
  }
  const start = habit.type === "bad" ? m ** shares.length : 0;
  const score = shares.reduce((sum, share, index) => sum + share * (1 - m) * m ** (shares.length - 1 - index), start);
  return Number(score.toFixed(4));
}

/** "The number of successes in a run without a failure": tries every run and returns the longest. */
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
