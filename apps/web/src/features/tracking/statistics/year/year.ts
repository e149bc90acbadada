import { fromDayNumber, toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import { supportedParts } from "@daymark/domain/base/range-parts";
import { type DayResult, type HabitRules, isFailure, isSuccess } from "@daymark/domain/rules/result";
import { resultsOfRange } from "@daymark/domain/rules/walk";
import { rangeOfResults, type ScheduleHistory } from "@daymark/domain/schedule/history";
import type { Entry } from "@daymark/domain/tracking/progress";
import { dayEntryOf } from "../../habit/rules.ts";

/** A day of a year's picture. */
export interface YearDay {
  day: string;
  result: DayResult;
  entry: Entry | undefined;
}

/**
 * The ranges to fetch for a year: first the year, then the other days on which its results depend, within the supported days,
 * in parts that one query can cover. With a weekly goal these are the rest of the ISO weeks at its two ends.
 */
export function yearRanges(
  year: number,
  habits: readonly ScheduleHistory[],
  today: string,
): { from: string; to: string }[] {
  const [first, last] = [toDayNumber(`${year}-01-01`), toDayNumber(`${year}-12-31`)];
  const { from, to } = rangeOfResults(habits, { from: first, to: last }, toDayNumber(today));
  return [
    { from: first, to: last },
    { from, to: first - 1 },
    { from: last + 1, to },
  ].flatMap(supportedParts);
}

/** The days of a year with their results. */
export function yearDays(rules: HabitRules, entries: readonly Entry[], year: number, today: string): YearDay[] {
  const from = toDayNumber(`${year}-01-01`);
  const to = toDayNumber(`${year}-12-31`);
  const sorted = entries.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const byDay = new Map(sorted.map((entry) => [entry.day, entry]));
  return resultsOfRange(rules, sorted.map(dayEntryOf), from, to, toDayNumber(today)).map((result, index) => {
    const day = fromDayNumber(from + index);
    return { day, result, entry: byDay.get(day) };
  });
}

/**
 * True for a day of a bad habit without a record: it has no value, and the user did not confirm that there was nothing.
 */
export function isAssumedDay({ result, entry }: YearDay): boolean {
  return result === "not_exceeded" && !entry?.value && entry?.confirmed !== true;
}

/**
 * A year as a table: one row per weekday, one column per week; cells of another year are empty.
 *
 * @param weekdays ISO weekdays in the order of the week
 */
export function yearGrid(days: readonly YearDay[], weekdays: readonly number[]): (YearDay | undefined)[][] {
  const first = days[0];
  if (!first) return weekdays.map(() => []);
  const offset = weekdays.indexOf(weekdayOf(toDayNumber(first.day)));
  const columns = Math.ceil((offset + days.length) / weekdays.length);
  return weekdays.map((_, row) =>
    Array.from({ length: columns }, (_, column) => days[column * weekdays.length + row - offset]),
  );
}

/** {@link yearGrid} with memoized rows: a row without changes is the same object, so it does not render again. */
export function createGridMemo(): typeof yearGrid {
  let before: ReturnType<typeof yearGrid> = [];
  return (days, weekdays) => {
    before = yearGrid(days, weekdays).map((row, index) => {
      const known = before[index];
      return known?.length === row.length && row.every((day, column) => isSameDay(day, known[column])) ? known : row;
    });
    return before;
  };
}

function isSameDay(one: YearDay | undefined, other: YearDay | undefined): boolean {
  return one?.day === other?.day && one?.result === other?.result && one?.entry === other?.entry;
}

/** The months of a year: each starts at the column with its first day, and spans a number of columns. */
export function monthColumns(grid: readonly (YearDay | undefined)[][]): { month: string; span: number }[] {
  const starts: { month: string; column: number }[] = [];
  const columns = grid[0]?.length ?? 0;
  for (let column = 0; column < columns; column += 1) {
    const start = grid.map((row) => row[column]).find((day) => day?.day.endsWith("-01"));
    if (start) starts.push({ month: start.day.slice(0, 7), column });
  }
  return starts.map(({ month, column }, index) => ({
    month,
    span: (starts[index + 1]?.column ?? columns) - column,
  }));
}

export interface MonthFigures {
  month: string;
  successes: number;
  failures: number;
  skipped: number;
  recorded: number;
}

/** The same year in numbers, month by month, up to today. */
export function monthFigures(days: readonly YearDay[]): MonthFigures[] {
  const months = new Map<string, MonthFigures>();
  for (const { day, result, entry } of days) {
    if (result === "none" || result === "upcoming") continue;
    const month = day.slice(0, 7);
    const figures = months.get(month) ?? { month, successes: 0, failures: 0, skipped: 0, recorded: 0 };
    if (isSuccess(result)) figures.successes += 1;
    if (isFailure(result)) figures.failures += 1;
    if (result === "skipped") figures.skipped += 1;
    if (entry?.value) figures.recorded += 1;
    months.set(month, figures);
  }
  return [...months.values()];
}
