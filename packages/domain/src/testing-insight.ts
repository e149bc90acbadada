/** For tests only: daily series with planted effects, and unrelated series that resemble real ones. */
import { InsightCollector, type InsightHistory } from "./insight/collect.ts";
import type { Insights } from "./insight/insights.ts";
import type { HabitRules } from "./rules/result.ts";
import { entryOf, habitOf } from "./testing-days.ts";

/** Pseudorandom numbers between 0 and 1 from a seed (mulberry32), so that a test is repeatable. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function normalNumbers(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** How the days of an independent series resemble each other. */
interface NullShape {
  /** Share of days with the event. */
  share: number;
  /** Correlation with the day before, -1 to 1. */
  autocorrelation: number;
  /** Yearly change of the level in standard deviations, as a random walk. */
  drift: number;
  /** Difference between weekend and other days in standard deviations. */
  weekend: number;
}

/** The latent strength of each day, which decides whether an event happens. */
function latentSeries(days: number, shape: NullShape, random: () => number): Float64Array {
  const normal = normalNumbers(random);
  const latent = new Float64Array(days);
  let noise = normal();
  let level = 0;
  for (let day = 0; day < days; day += 1) {
    noise = shape.autocorrelation * noise + Math.sqrt(1 - shape.autocorrelation ** 2) * normal();
    level += (shape.drift / Math.sqrt(365)) * normal();
    latent[day] = noise + level + (day % 7 >= 5 ? shape.weekend : 0);
  }
  return latent;
}

/** The latent value above which the event happens on this share of the days. */
function thresholdOf(latent: Float64Array, share: number): number {
  const ascending = latent.toSorted();
  return ascending[Math.min(latent.length - 1, Math.floor(latent.length * (1 - share)))] as number;
}

/** A Saturday, 2026-11-28. */
export const insightToday = 20_785;

/**
 * A habit whose days are numbers: an amount above 0 is done, 0 has no entry, null is skipped. The last day is
 * yesterday.
 */
export function historyOf(
  id: number,
  amounts: readonly (number | null)[],
  changes: Partial<HabitRules> = {},
): InsightHistory {
  const firstDay = insightToday - amounts.length;
  const entries = amounts.flatMap((value, index) => {
    if (value === 0) return [];
    return [entryOf(firstDay + index, value === null ? { skipped: true } : { value })];
  });
  return {
    id,
    habit: habitOf(firstDay, { targets: [{ from: 0, target: 1 }], ...changes }),
    entries,
    vacation: new Set(),
    end: null,
  };
}

/** All insights of these histories. */
export function insightsOf(histories: readonly InsightHistory[]): Insights {
  return insightsInSteps(histories).insights;
}

/** The same, with the number of steps of the computation. Other requests run between the steps. */
export function insightsInSteps(histories: readonly InsightHistory[]): { insights: Insights; steps: number } {
  const collector = new InsightCollector(insightToday);
  for (const history of histories) collector.add(history);
  const computation = collector.compute();
  for (let steps = 1; ; steps += 1) {
    const { done, value } = computation.next();
    if (done) return { insights: value, steps };
  }
}

/** Draws the days of an event, as an amount of 1, with a probability for each day. */
export function drawDays(days: number, random: () => number, chanceOf: (day: number) => number): number[] {
  return Array.from({ length: days }, (_, day) => (random() < chanceOf(day) ? 1 : 0));
}

/** Habits with amounts that share good and bad days, so that nearly all of them correlate. */
export function correlatedAccount(seed: number, habits: number, days: number): InsightHistory[] {
  const random = randomNumbers(seed);
  const mood = Array.from({ length: days }, random);
  return Array.from({ length: habits }, (_, id) =>
    historyOf(
      id + 1,
      mood.map((good) => (random() < 0.1 + 0.8 * good ? Math.round(1 + 60 * good + 20 * random()) : 0)),
    ),
  );
}

/**
 * Habits that follow the calendar, each some days after the previous one, so that nearly all comparisons are
 * discoveries.
 */
export function periodicAccount(habits: number, days: number): InsightHistory[] {
  return Array.from({ length: habits }, (_, id) =>
    historyOf(
      id + 1,
      Array.from({ length: days }, (__, day) => ((7 * day + 3 * id) % 11 === 0 ? 0 : 1 + ((7 * day + id) % 60))),
    ),
  );
}

/**
 * Six independent habits: with and without amounts, daily, by period, and bad, some with skipped days, of 120 to 1,460
 * days, whose days resemble those before them, or alternate.
 *
 * @param drift yearly change of each habit's level in standard deviations
 */
export function nullAccount(seed: number, drift = 0): InsightHistory[] {
  const random = randomNumbers(seed);
  const days = [120, 250, 400, 730, 1460][Math.floor(random() * 5)] as number;
  return Array.from({ length: 6 }, (_, id) => {
    const shape = {
      share: 0.1 + 0.8 * random(),
      autocorrelation: -0.5 + 1.3 * random(),
      drift,
      weekend: 0,
    };
    const latent = latentSeries(days, shape, random);
    const threshold = thresholdOf(latent, shape.share);
    const hasAmounts = random() < 0.5;
    const skipped = random() < 0.3 ? 0.1 : 0;
    const amounts = Array.from(latent, (value) => {
      if (random() < skipped) return null;
      if (value <= threshold) return 0;
      return hasAmounts ? Math.min(10_000, Math.round(1 + 10 * Math.exp(value - threshold))) : 1;
    });
    const kinds: Partial<HabitRules>[] = [
      {},
      {},
      { schedule: { times_per_week: 3 } },
      { schedule: { target_per: "month" }, targets: [{ from: 0, target: 100 }] },
      { type: "bad" },
      { weekdays: [1, 3, 5, 6] },
    ];
    return historyOf(id + 1, amounts, kinds[id]);
  });
}

declare module "vitest" {
  interface ProvidedContext {
    /** How many data sets of each kind a test draws (DATA_SETS). */
    dataSets: number;
  }
}
