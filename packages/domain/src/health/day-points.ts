import { fromDayNumber, isDay, toDayNumber, todayIn } from "../base/day.ts";
import { roundFigure, type Unit } from "../base/unit.ts";
import type { HealthWay } from "./mapping-choice.ts";
import type { HealthPoint, HealthSeries } from "./series.ts";
import { wholeAmount } from "./unit-text.ts";

/** Days before today that a payload may still fill. */
const healthDaysBack = 366;
/** Points that are kept for one day of one habit: one a minute, and some more. */
export const pointsOfDayMax = 1_500;

/**
 * The points of one day, in the base unit of the habit's kind, by what tells them apart: the instant in base 36, or
 * {@link wholeDay}.
 */
export type DayPoints = Record<string, number>;

/** The key of a total of a whole day, which apps send instead of single points if they are set so. */
const wholeDay = "day";

/** Whose days they are. */
export interface Clock {
  /** IANA name. */
  timezone: string;
  /** Hours after midnight, 0 to 6. */
  dayStartHour: number;
  /** `YYYY-MM-DD` */
  today: string;
}

/** The points of a series by day, and how many were left out. */
export interface PointsByDay {
  days: Map<string, DayPoints>;
  /** In the future, or more than {@link healthDaysBack} days ago. */
  outOfRange: number;
  /** More than {@link pointsOfDayMax} on one day. */
  tooMany: number;
}

/**
 * Assigns points to days: by the user's time zone and start of the day. A series that consists of midnights alone has totals
 * of calendar days, which keep their day, whenever the user's day begins.
 *
 * @param factor to the base unit of the habit's kind
 */
export function pointsByDay(series: HealthSeries, clock: Clock, factor: number): PointsByDay {
  const oldest = fromDayNumber(toDayNumber(clock.today) - healthDaysBack);
  const totalDays = totalDaysOf(series.points, clock);
  const counts = new Map<string, number>();
  const result: PointsByDay = { days: new Map(), outOfRange: 0, tooMany: 0 };
  for (const [index, { at, day: ownDay, quantity }] of series.points.entries()) {
    const total = at === null ? ownDay : totalDays?.[index];
    const day = total ?? ownDay ?? todayIn(at ?? 0, clock.timezone, clock.dayStartHour);
    if (!isDay(day) || day < oldest || day > clock.today) {
      result.outOfRange += 1;
      continue;
    }
    const key = total || at === null ? wholeDay : at.toString(36);
    const points = result.days.get(day) ?? {};
    result.days.set(day, points);
    const before = points[key];
    const count = counts.get(day) ?? 0;
    if (before === undefined && count >= pointsOfDayMax) {
      result.tooMany += 1;
      continue;
    }
    if (before === undefined) counts.set(day, count + 1);
    points[key] = Math.max(before ?? 0, roundFigure(quantity * factor));
  }
  return result;
}

/** The calendar day of each point, if all are midnights; else null. */
function totalDaysOf(points: readonly HealthPoint[], clock: Clock): (string | null)[] | null {
  const days: string[] = [];
  for (const point of points) {
    const day = midnightOf(point, clock.timezone);
    if (day === null) return null;
    days.push(day);
  }
  return days;
}

function midnightOf({ at, day, midnightOf: told }: HealthPoint, timezone: string): string | null {
  if (at === null || day !== null) return null;
  if (told !== undefined) return told;
  // Where clocks change at midnight, a day begins at another hour.
  const date = todayIn(at, timezone);
  return todayIn(at - 1, timezone) === date ? null : date;
}

/** Days back from today on whose points may be many: apps send again what is some days old. */
const manyPointsDaysBack = 31;
/** Points that are kept for an older day: one an hour. */
const pointsOfOldDayMax = 24;

/**
 * The points that are kept of a day; null if there are too many for a day so long ago, and the day then takes
 * no further points. A habit so has at most some 50,000 points.
 */
export function pointsToKeep(points: DayPoints, day: string, today: string): DayPoints | null {
  const isOld = toDayNumber(today) - toDayNumber(day) > manyPointsDaysBack;
  return isOld && Object.keys(points).length > pointsOfOldDayMax ? null : points;
}

/**
 * The points without those that a neighbouring day has already: after a change of the time zone or of the hour at which
 * the day begins, an instant that is sent again would count on two days.
 */
export function withoutNeighbours(points: DayPoints, neighbours: readonly (DayPoints | null | undefined)[]): DayPoints {
  const isTaken = (key: string) =>
    key !== wholeDay && neighbours.some((known) => known != null && Object.hasOwn(known, key));
  return Object.fromEntries(Object.entries(points).filter(([key]) => !isTaken(key)));
}

/** Whether two payloads left the same points. */
export function isSamePoints(points: DayPoints, other: DayPoints): boolean {
  const keys = Object.keys(points);
  return keys.length === Object.keys(other).length && keys.every((key) => points[key] === other[key]);
}

/**
 * Joins two payloads' points of a day. Where both have a point, the larger amount counts: so the result does not depend on
 * the order in which payloads arrive, and one that arrives again changes nothing.
 *
 * @returns the points, and how many did not fit
 */
export function mergePoints(known: DayPoints, incoming: DayPoints): { points: DayPoints; tooMany: number } {
  const points = { ...known };
  let tooMany = 0;
  let count = Object.keys(points).length;
  for (const [key, quantity] of Object.entries(incoming)) {
    const before = points[key];
    if (before === undefined && count >= pointsOfDayMax) tooMany += 1;
    else {
      if (before === undefined) count += 1;
      points[key] = Math.max(before ?? 0, quantity);
    }
  }
  return { points, tooMany };
}

/**
 * The amount of a day in the habit's unit, a whole number, halves up; 0 if nothing is left after rounding. Beside single
 * points, a total of the day counts only if it is larger than they together.
 */
export function amountOf(points: DayPoints, way: HealthWay, habitUnit: Unit): number {
  const { [wholeDay]: total, ...single } = points;
  const quantities = Object.values(single);
  switch (way) {
    case "count":
      return quantities.length || (total === undefined ? 0 : 1);
    case "sum":
      return wholeAmount(
        Math.max(
          total ?? 0,
          quantities.reduce((sum, quantity) => sum + quantity, 0),
        ),
        habitUnit,
      );
    case "max":
      return wholeAmount(Math.max(total ?? 0, ...quantities), habitUnit);
    case "last": {
      const last = Object.keys(single)
        .toSorted((a, b) => Number.parseInt(a, 36) - Number.parseInt(b, 36))
        .at(-1);
      return wholeAmount((last === undefined ? total : single[last]) ?? 0, habitUnit);
    }
  }
}
