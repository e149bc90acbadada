import { fromDayNumber } from "../base/day.ts";
import type { Unit } from "../base/unit.ts";
import { roundFigure } from "../base/unit.ts";
import { firstDayOfEnd } from "../schedule/end.ts";
import { hasFreeDays } from "../schedule/history.ts";
import type { HabitEnd } from "../tracking/schedule.ts";
import { type ChangeTest, isChangeWorthSaying, testChanges } from "./changes.ts";
import { selectDiscoveries } from "./false-discovery.ts";
import { type Forecast, forecastPeriod } from "./forecast.ts";
import type { Insights } from "./insights.ts";
import { isWorthSaying, type PatternTest, testPatterns } from "./patterns.ts";
import { findRelations, type Relation, type Side } from "./relations.ts";
import { type HabitHistory, type HabitSeries, type Span, toSeries, withoutSilence } from "./series.ts";
import { listStreakShares } from "./streak-shares.ts";
import { forecastTotal, type TotalForecast } from "./total-forecast.ts";
import { findVacationEffect } from "./vacation-effect.ts";
import { variablesOf } from "./variables.ts";

/** Ten years: older days say little about today. */
export const insightDaysMax = 3653;
/** Pairs grow with the square of the habits, so the fifty with the most days are compared. */
const insightHabitsMax = 50;

/** A habit with its end, and the days on which a vacation skips it. */
export interface InsightHistory extends HabitHistory {
  vacation: ReadonlySet<number>;
  /** Null for a habit without an end. */
  end: HabitEnd | null;
}

/**
 * Collects the histories of a user's active habits, one after another, and computes what they say. It keeps numbers only,
 * so a caller never holds more than one history.
 */
export class InsightCollector {
  readonly #today: number;
  readonly #span: Span;
  readonly #recorded = new Uint8Array(insightDaysMax);
  readonly #vacation = new Uint8Array(insightDaysMax);
  readonly #habits: CollectedHabit[] = [];

  /** @param today day number of the user's today */
  constructor(today: number) {
    this.#today = today;
    this.#span = { from: today - insightDaysMax, to: today - 1 };
  }

  add(history: InsightHistory): void {
    const { from, to } = this.#span;
    for (const { day } of history.entries) if (day >= from && day <= to) this.#recorded[day - from] = 1;
    for (const day of history.vacation) if (day >= from && day <= to) this.#vacation[day - from] = 1;
    this.#habits.push({
      series: toSeries(history, this.#span, this.#today),
      unit: history.habit.unit,
      isDaily: !hasFreeDays(history.habit),
      forecast: forecastPeriod(history, this.#today),
      total: this.#hasAllOf(history.end) ? forecastTotal(history, history.end, this.#today) : null,
    });
    if (this.#habits.length > insightHabitsMax) removeShortest(this.#habits);
  }

  /** Whether the days that a total counts are all within the span: of older ones the caller has none. */
  #hasAllOf(end: HabitEnd | null): boolean {
    return end !== null && firstDayOfEnd(end) >= this.#span.from;
  }

  /** Pauses every few milliseconds, so that the caller can let other work run. */
  *compute(): Generator<void, Insights> {
    const begin = firstKnown(this.#habits);
    const from = this.#span.from + begin;
    const trimmed = this.#habits.map(({ series }) => trim(series, begin));
    const all = withoutSilence(trimmed, this.#recorded.subarray(begin));
    const isDaily = new Set(this.#habits.filter((each) => each.isDaily).map(({ series }) => series.id));
    const variables = yield* inTurns(all, (series) => variablesOf(series, from) ?? []);
    const { relations, found, tests } = yield* findRelations(variables);
    const patterns = yield* inTurns(variables, (each) => testPatterns(each, from));
    const changes = yield* inTurns(all, testChanges);
    return {
      from: fromDayNumber(from),
      to: fromDayNumber(this.#span.to),
      habits: all.map(({ id, event, days }, index) => ({
        habit_id: id,
        event,
        unit: (this.#habits[index] as CollectedHabit).unit,
        days,
      })),
      tests: tests + patterns.length + changes.length,
      relations_found: found,
      relations: relations.map(toRelation),
      ...toPatterns(patterns),
      streaks: all
        .filter(({ id }) => isDaily.has(id))
        .map((series) => ({ habit_id: series.id, after: listStreakShares(series).map(toStreakShare) }))
        .filter(({ after }) => after.length > 0),
      vacations: toVacations(findVacationEffect(all, this.#vacation.subarray(begin))),
      changes: toChanges(changes, from),
      forecasts: this.#habits.flatMap(({ forecast }) => forecast ?? []).map(toForecast),
      totals: this.#habits.flatMap(({ total }) => total ?? []).map(toTotal),
    };
  }
}

interface CollectedHabit {
  series: HabitSeries;
  unit: Unit;
  isDaily: boolean;
  forecast: Forecast | null;
  total: TotalForecast | null;
}

function removeShortest(habits: CollectedHabit[]): void {
  const shortest = habits.reduce((least, each) => (each.series.days < least.series.days ? each : least));
  habits.splice(habits.indexOf(shortest), 1);
}

/** The first day on which any habit says something; 0 if none does. */
function firstKnown(habits: readonly CollectedHabit[]): number {
  const firsts = habits.map(({ series }) => series.happened.findIndex((value) => !Number.isNaN(value)));
  return Math.max(0, Math.min(...firsts.map((first) => (first < 0 ? insightDaysMax : first)), insightDaysMax - 1));
}

function trim(series: HabitSeries, begin: number): HabitSeries {
  return {
    ...series,
    happened: series.happened.subarray(begin),
    recordedAmounts: series.recordedAmounts.subarray(begin),
    amounts: series.amounts?.subarray(begin) ?? null,
  };
}

function* inTurns<Item, T>(all: readonly Item[], compute: (item: Item) => T | T[]): Generator<void, T[]> {
  const results: T[] = [];
  for (const item of all) {
    results.push(...([compute(item)].flat() as T[]));
    yield;
  }
  return results;
}

/** To four decimals, like every figure, with its sign. */
function round(value: number): number {
  return Math.sign(value) * roundFigure(Math.abs(value)) || 0;
}

function toEstimate(estimate: number, [low, high]: [number, number]) {
  return { estimate: round(estimate), low: round(low), high: round(high) };
}

function toPatterns(tests: readonly PatternTest[]): Pick<Insights, "weekdays" | "seasons"> {
  const { selected, intervalError } = selectDiscoveries(tests);
  const said = selected.filter(({ pattern }) => isWorthSaying(pattern));
  const shared = ({ pattern, rangeOf }: PatternTest) => ({
    habit_id: pattern.habitId,
    days: pattern.days,
    share: round(pattern.share),
    other_share: round(pattern.otherShare),
    ...toEstimate(pattern.estimate, rangeOf(intervalError)),
  });
  return {
    weekdays: said
      .filter(({ pattern }) => pattern.kind === "weekday")
      .map((test) => ({ ...shared(test), weekday: test.pattern.value, weekday_days: test.pattern.patternDays })),
    seasons: said
      .filter(({ pattern }) => pattern.kind === "season")
      .map((test) => ({
        ...shared(test),
        first_month: test.pattern.value * 3 || 12,
        years: test.pattern.seasons ?? 0,
        season_days: test.pattern.patternDays,
      })),
  };
}

function toChanges(tests: readonly ChangeTest[], firstDay: number): Insights["changes"] {
  const { selected, intervalError } = selectDiscoveries(tests);
  const said = new Set<number>();
  const changes: Insights["changes"] = [];
  for (const { change, rangeOf } of selected) {
    // A habit that is done less often also has a smaller average amount: one sentence says both.
    if (said.has(change.habitId) || !isChangeWorthSaying(change)) continue;
    said.add(change.habitId);
    changes.push({
      habit_id: change.habitId,
      measure: change.measure,
      since: fromDayNumber(firstDay + change.since),
      days_before: change.daysBefore,
      days_after: change.daysAfter,
      before: round(change.before),
      after: round(change.after),
      ...toEstimate(change.after - change.before, rangeOf(intervalError)),
    });
  }
  return changes;
}

function toRelation(relation: Relation): Insights["relations"][number] {
  return {
    habit_id: relation.firstId,
    other_id: relation.secondId,
    lag_days: relation.lag,
    measure: relation.measure,
    days: relation.days,
    threshold: relation.threshold === null ? null : round(relation.threshold),
    with: toSide(relation.with),
    without: toSide(relation.without),
    ...toEstimate(relation.estimate, [relation.low, relation.high]),
  };
}

function toSide({ days, share: part, median }: Side) {
  return { days, share: part === null ? null : round(part), median: median === null ? null : round(median) };
}

function toStreakShare({ from, to, days, share: part, low, high }: ReturnType<typeof listStreakShares>[number]) {
  return { from, to, days, share: round(part), low: round(low), high: round(high) };
}

function toVacations(effect: ReturnType<typeof findVacationEffect>): Insights["vacations"] {
  return (
    effect && {
      vacations: effect.vacations,
      habits: effect.habits,
      share_before: round(effect.shareBefore),
      share_after: round(effect.shareAfter),
      ...toEstimate(effect.estimate, [effect.low, effect.high]),
    }
  );
}

function toForecast(forecast: Forecast): Insights["forecasts"][number] {
  return {
    habit_id: forecast.habitId,
    period: forecast.period,
    from: fromDayNumber(forecast.from),
    to: fromDayNumber(forecast.to),
    measure: forecast.measure,
    due: forecast.due,
    so_far: round(forecast.soFar),
    days_left: forecast.daysLeft,
    low: round(forecast.low),
    high: round(forecast.high),
    days: forecast.days,
  };
}

function toTotal({ habitId, total, recorded, days, ...on }: TotalForecast): Insights["totals"][number] {
  return {
    habit_id: habitId,
    total,
    recorded: round(recorded),
    earliest_on: fromDayNumber(on.earliest),
    expected_on: fromDayNumber(on.expected),
    latest_on: fromDayNumber(on.latest),
    days,
  };
}
