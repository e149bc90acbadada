import { weekdayOf } from "../base/day.ts";
import type { Period } from "../base/period.ts";
import { roundFigure } from "../base/unit.ts";
import { weekDays } from "../base/week.ts";
import { hasValue, isSuccess } from "../rules/result.ts";
import { type PeriodDay, periodAt } from "../rules/walk.ts";
import { scheduleOn } from "../schedule/history.ts";
import { periodOf } from "../schedule/schedule.ts";
import { quantileOf, studentTail } from "./probability.ts";
import { type HabitHistory, toSeries } from "./series.ts";
import { pastWeeks } from "./weeks.ts";

/** What the present period of a schedule may come to, if the days to come are like the past weeks. */
export interface Forecast {
  habitId: number;
  period: Period;
  /** Day numbers of the period. */
  from: number;
  to: number;
  /** What is counted: days done, or the amount in the habit's unit. */
  measure: "days" | "amount";
  /** The goal or limit of the period. */
  due: number;
  soFar: number;
  /** Days to come, today included until it is done. */
  daysLeft: number;
  /** In four of five periods the end is between both. */
  low: number;
  high: number;
  /** The past days that it is computed from. */
  days: number;
}

/** The past half-year, at least eight weeks of it. */
const forecastWeeksMax = 26;
const weeksMin = 8;
const missShare = 0.2;

/**
 * The range of what a period may come to: the average of each weekday, and the spread of whole weeks as in the prediction
 * interval of a normal sample (Hahn and Meeker, Statistical intervals, 1991). Null for a habit without periods, a goal that is
 * already met or lost, a period without days to come, and too short a past.
 *
 * @param today day number of the user's today
 */
export function forecastPeriod(history: HabitHistory, today: number): Forecast | null {
  const { habit, entries } = history;
  if (periodOf(scheduleOn(habit, today)) === null) return null;
  const byDay = new Map(entries.map((entry) => [entry.day, entry]));
  const state = periodAt(habit, today, (day) => byDay.get(day), today);
  if (!state) return null;
  const past = toSeries(history, { from: today - forecastWeeksMax * weekDays, to: today - 1 }, today);
  const measure = state.amount ? "amount" : "days";
  const due = state.amount?.due ?? state.required;
  const isDecided = state.result === "missed" || (state.result === "met" && habit.type === "good");
  const left = state.days.filter((day) => isToCome(day, today, measure));
  if (due === 0 || isDecided || left.length === 0) return null;
  const values = measure === "amount" ? past.recordedAmounts : past.happened;
  const expected = expect(values, left, today);
  if (!expected) return null;
  const soFar = state.amount?.recorded ?? state.achieved;
  const end = soFar + expected.total;
  const most = measure === "days" ? soFar + left.length : Number.POSITIVE_INFINITY;
  return {
    habitId: history.id,
    period: state.period,
    from: state.from,
    to: state.to,
    measure,
    due,
    soFar,
    daysLeft: left.length,
    low: Math.max(soFar, Math.floor(end - expected.reach)),
    high: Math.min(most, Math.ceil(roundFigure(end + expected.reach))),
    days: expected.days,
  };
}

function isToCome(
  { day, isAvailable, entry, result }: PeriodDay,
  today: number,
  measure: Forecast["measure"],
): boolean {
  if (!isAvailable || day < today) return false;
  if (day > today) return true;
  return measure === "amount" ? !hasValue(entry) : !isSuccess(result);
}

/** The sum of the days to come and the distance of its bounds, and the days that both come from. */
function expect(values: Float64Array, left: readonly PeriodDay[], today: number) {
  const { weeks, weekdays, variance: ofWeek, days } = pastWeeks(values, today);
  const count = weeks.length;
  if (count < weeksMin) return null;
  const total = left.reduce((sum, { day }) => sum + (weekdays[weekdayOf(day) - 1] as number), 0);
  const ahead = left.length / weekDays;
  const variance = ofWeek * ahead * (1 + ahead / count);
  const reach = Math.sqrt(variance) * quantileOf((t) => studentTail(t, count - 1), missShare / 2);
  return { total, reach, days };
}
