import { weekdayOf } from "../base/day.ts";
import { dateOf } from "../base/period.ts";
import { weekDays } from "../base/week.ts";
import { type Association, associateSums, coefficientRange, deviationsOf } from "./association.ts";
import { averageOf, squaresOf } from "./moments.ts";
import { quantileOf, studentTail } from "./probability.ts";
import { lagsMax, type Residual, withoutLevel } from "./residual.ts";
import type { HabitSeries } from "./series.ts";
import type { Variables } from "./variables.ts";

/** A difference of shares that one habit shows between some of its days and its others. */
export interface Pattern {
  kind: "weekday" | "season";
  habitId: number;
  /** Of a weekday: its ISO number. Of a season: the number, 0 to 3, of {@link seasonOf}. */
  value: number;
  /** All days that were compared, and those that belong to the pattern. */
  days: number;
  patternDays: number;
  /** Of a season: how many of them were compared. */
  seasons: number | null;
  /** Shares of days with the event, on the days of the pattern and on the others. */
  share: number;
  otherShare: number;
  estimate: number;
}

/** A pattern that may be said, if it is among the discoveries. */
export interface PatternTest {
  pattern: Pattern;
  probability: number;
  /** @param error probability that the range misses the true value */
  rangeOf: (error: number) => [number, number];
}

const sideDaysMin = 8;
/** The smallest number of days of each kind that chance should put on each side (Cochran 1954). */
const expectedDaysMin = 5;
/** Less is not worth a sentence, however certain it is. */
const leastDifference = 0.1;

/** @param firstDay day number of the first value */
export function testPatterns(variables: Variables, firstDay: number): PatternTest[] {
  const { series, event } = variables;
  return event ? [...testWeekdays(series, event.residual, firstDay), ...testSeasons(series, firstDay)] : [];
}

/** True if a difference is large enough to be said. */
export function isWorthSaying({ estimate, share, otherShare }: Pattern): boolean {
  return Math.abs(estimate) >= leastDifference && Math.sign(share - otherShare) === Math.sign(estimate);
}

/** Each weekday with all others, the slow changes taken away. */
export function testWeekdays(series: HabitSeries, residual: Residual, firstDay: number): PatternTest[] {
  const { happened } = series;
  const level = withoutLevel(happened);
  const ofWeekday = Array.from({ length: weekDays }, () => ({ days: 0, events: 0, level: 0 }));
  let [sum, squares] = [0, 0];
  for (let index = 0; index < happened.length; index += 1) {
    const value = happened[index] as number;
    if (Number.isNaN(value)) continue;
    const own = ofWeekday[weekdayOf(firstDay + index) - 1] as (typeof ofWeekday)[number];
    own.days += 1;
    own.events += value;
    own.level += level[index] as number;
    sum += level[index] as number;
    squares += (level[index] as number) ** 2;
  }
  const all = totalOf(ofWeekday);
  return ofWeekday.flatMap((own, index) => {
    const sides = { inside: own, outside: { days: all.days - own.days, events: all.events - own.events } };
    if (!areEnough(sides)) return [];
    const sums = { days: all.days, x: own.days, xx: own.days, y: sum, yy: squares, xy: own.level };
    // The resemblance of days that chance makes is what is left once the weekdays have had their part.
    const association = associateSums(sums, weekdayAutocorrelations, residual.autocorrelations, residual.freedom);
    return association ? [toTest({ kind: "weekday", value: index + 1 }, series, sides, association)] : [];
  });
}

function totalOf(counts: readonly Count[]): Count {
  return {
    days: counts.reduce((sum, { days }) => sum + days, 0),
    events: counts.reduce((sum, { events }) => sum + events, 0),
  };
}

/** A weekday resembles itself exactly a week later, and a little less than nothing on the days between. */
const weekdayAutocorrelations = Float64Array.from({ length: lagsMax }, (_, index) =>
  (index + 1) % weekDays ? -1 / 6 : 1,
);

/** 0: December to February, 1: March to May, 2: June to August, 3: September to November. */
function seasonOf(month: number): number {
  return Math.floor(((month + 1) % 12) / 3);
}

/** A season is compared from this many of them on, each with enough days that say something. */
const seasonsMin = 3;
const seasonDaysMin = 45;
/**
 * A season is compared with the year around it: this many days on each side of its middle, most of which say something.
 */
const halfYearDays = 182;
const yearShareMin = 0.7;

/**
 * Each season with the year around it, over several years. A season counts once a year, however many days it has: only
 * what comes again each year is a pattern.
 */
function testSeasons(series: HabitSeries, firstDay: number): PatternTest[] {
  const { happened } = series;
  const seasons = listSeasons(firstDay, happened.length);
  const deviations: number[][] = [[], [], [], []];
  const counts = deviations.map(() => ({ days: 0, events: 0 }));
  for (const { season, from, to } of seasons) {
    const { mean, days } = meanOf(happened, from, to);
    const count = counts[season] as Count;
    count.days += days;
    count.events += mean * days;
    const middle = Math.floor((from + to) / 2);
    if (middle < halfYearDays || middle + halfYearDays >= happened.length) continue;
    const inYear = meanOf(happened, middle - halfYearDays, middle + halfYearDays);
    if (days < seasonDaysMin || inYear.days < yearShareMin * 2 * halfYearDays) continue;
    deviations[season]?.push(mean - inYear.mean);
  }
  const compared = deviations
    .map((values, season) => ({ values, season }))
    .filter(({ values }) => values.length >= seasonsMin);
  const degrees = compared.reduce((sum, { values }) => sum + values.length - 1, 0);
  if (degrees === 0) return [];
  const squares = compared.reduce((sum, { values }) => sum + squaresOf(values), 0);
  const deviation = Math.sqrt(squares / degrees);
  if (deviation === 0) return [];
  const tail = (t: number) => studentTail(t, degrees);
  const all = totalOf(counts);
  return compared.map(({ values, season }) => {
    const inside = counts[season] as Count;
    const outside = { days: all.days - inside.days, events: all.events - inside.events };
    const error = deviation / Math.sqrt(values.length);
    // The year around a season contains it, so the difference to the other three is a third larger.
    const scale = 4 / 3;
    const mean = averageOf(values);
    const pattern = patternOf({ kind: "season", value: season }, series, { inside, outside }, mean * scale);
    return {
      pattern: { ...pattern, seasons: values.length },
      probability: 2 * tail(Math.abs(mean) / error),
      rangeOf: (miss: number) => rangeAround(mean * scale, scale * error * quantileOf(tail, miss / 2)),
    };
  });
}

function listSeasons(firstDay: number, length: number): { season: number; from: number; to: number }[] {
  const seasons: { season: number; from: number; to: number }[] = [];
  for (let index = 0; index < length; ) {
    const { month, date, monthLength } = dateOf(firstDay + index);
    const season = seasonOf(month);
    const last = seasons.at(-1);
    const end = Math.min(length, index + monthLength - date + 1) - 1;
    if (last?.season === season) last.to = end;
    else seasons.push({ season, from: index, to: end });
    index = end + 1;
  }
  return seasons;
}

interface Count {
  days: number;
  events: number;
}

interface Sides {
  inside: Count;
  outside: Count;
}

/** True if both sides have days, and chance would put some of each kind on both. */
function areEnough({ inside, outside }: Sides): boolean {
  if (inside.days < sideDaysMin || outside.days < sideDaysMin) return false;
  const share = (inside.events + outside.events) / (inside.days + outside.days);
  return Math.min(inside.days, outside.days) * Math.min(share, 1 - share) >= expectedDaysMin;
}

function toTest(
  what: Pick<Pattern, "kind" | "value">,
  series: HabitSeries,
  sides: Sides,
  association: Association,
): PatternTest {
  return {
    pattern: patternOf(what, series, sides, association.slope),
    probability: association.probability,
    rangeOf: (error) => {
      const scale = association.slope / association.coefficient;
      const [low, high] = coefficientRange(association, deviationsOf(error));
      return [Math.max(-1, low * scale), Math.min(1, high * scale)];
    },
  };
}

function patternOf(
  what: Pick<Pattern, "kind" | "value">,
  series: HabitSeries,
  { inside, outside }: Sides,
  estimate: number,
): Pattern {
  return {
    ...what,
    habitId: series.id,
    days: series.days,
    patternDays: inside.days,
    seasons: null,
    share: inside.events / inside.days,
    otherShare: outside.events / outside.days,
    estimate,
  };
}

function rangeAround(estimate: number, reach: number): [number, number] {
  return [Math.max(-1, estimate - reach), Math.min(1, estimate + reach)];
}

function meanOf(happened: Float64Array, from: number, to: number): { mean: number; days: number } {
  let [sum, days] = [0, 0];
  for (let index = Math.max(0, from); index <= Math.min(to, happened.length - 1); index += 1) {
    const value = happened[index] as number;
    if (Number.isNaN(value)) continue;
    sum += value;
    days += 1;
  }
  return { mean: sum / Math.max(1, days), days };
}
