import { averageOf, squaresOf } from "./moments.ts";
import { quantileOf, studentTail } from "./probability.ts";
import type { HabitSeries } from "./series.ts";

/** How often good habits were done after vacations, compared with before. */
export interface VacationEffect {
  vacations: number;
  /** Habits that had days before and after at least one of them. */
  habits: number;
  /** Averages of the vacations, each counting once. */
  shareBefore: number;
  shareAfter: number;
  /** `shareAfter` less `shareBefore`, with a range of 95 %. */
  estimate: number;
  low: number;
  high: number;
}

/** Fewer vacations say nothing. */
const vacationsMin = 5;
const daysBefore = 28;
const daysAfter = 14;
const daysMin = 7;
const leastDifference = 0.05;
const error = 0.05;
/** One test of an account, so the rate of false discoveries is its level. */
const level = 0.01;

/**
 * The two weeks after each vacation, compared with the four weeks before it: a paired test (Student) in which a vacation
 * counts once, however many habits and days it has. Null if there are too few vacations, or no difference that is certain.
 *
 * @param vacation 1 for each day of the span on which a vacation skips a habit
 */
export function findVacationEffect(all: readonly HabitSeries[], vacation: Uint8Array): VacationEffect | null {
  const good = all.filter(({ event }) => event !== "exceeded");
  const compared = new Set<number>();
  const pairs: { before: number; after: number }[] = [];
  const vacations = listVacations(vacation);
  for (const [index, { from, to }] of vacations.entries()) {
    const begin = Math.max(from - daysBefore, (vacations[index - 1]?.to ?? -1) + 1);
    const end = Math.min(to + daysAfter, (vacations[index + 1]?.from ?? vacation.length) - 1);
    const shares: { before: number; after: number }[] = [];
    for (const { id, happened } of good) {
      const before = known(happened.subarray(begin, from));
      const after = known(happened.subarray(to + 1, end + 1));
      if (before.length < daysMin || after.length < daysMin) continue;
      compared.add(id);
      shares.push({ before: averageOf(before), after: averageOf(after) });
    }
    if (shares.length === 0) continue;
    pairs.push({
      before: averageOf(shares.map(({ before }) => before)),
      after: averageOf(shares.map(({ after }) => after)),
    });
  }
  if (pairs.length < vacationsMin) return null;
  const differences = pairs.map(({ before, after }) => after - before);
  const estimate = averageOf(differences);
  const degrees = differences.length - 1;
  const deviation = Math.sqrt(squaresOf(differences) / degrees / differences.length);
  const tail = (t: number) => studentTail(t, degrees);
  if (deviation === 0 || 2 * tail(Math.abs(estimate) / deviation) > level) return null;
  if (Math.abs(estimate) < leastDifference) return null;
  const reach = deviation * quantileOf(tail, error / 2);
  return {
    vacations: pairs.length,
    habits: compared.size,
    shareBefore: averageOf(pairs.map(({ before }) => before)),
    shareAfter: averageOf(pairs.map(({ after }) => after)),
    estimate,
    low: Math.max(-1, estimate - reach),
    high: Math.min(1, estimate + reach),
  };
}

function known(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value));
}

function listVacations(vacation: Uint8Array): { from: number; to: number }[] {
  const vacations: { from: number; to: number }[] = [];
  for (let index = 0; index < vacation.length; index += 1) {
    if (!vacation[index]) continue;
    const last = vacations.at(-1);
    // Days off in between belong to the same vacation.
    if (last && index - last.to <= 3) last.to = index;
    else vacations.push({ from: index, to: index });
  }
  return vacations;
}
