import { fromDayNumber, toDayNumber } from "../base/day.ts";
import type { Unit } from "../base/unit.ts";
import type { InsightHistory } from "../insight/collect.ts";
import { type HabitSeries, toSeries } from "../insight/series.ts";
import { type DayResult, type HabitRules, hasValue, isFailure, isSuccess } from "../rules/result.ts";
import { hasFreeDays, scheduledDays, segmentsOf, windowSpan } from "../schedule/history.ts";
import type { HabitType } from "../tracking/habit.ts";
import { windowDaysMax } from "../tracking/schedule-bounds.ts";
import { type HabitYear, streakDays, type YearSpan, yearOfHabit } from "./habit-year.ts";
import type { Review } from "./review.ts";
import { findBestMonth, findBestWeekday, findGrowth, monthsOf } from "./review-findings.ts";

/** A habit with the days on which a vacation skips it. */
export interface ReviewHistory extends Omit<InsightHistory, "end"> {
  archived: boolean;
}

interface CollectedHabit {
  id: number;
  type: HabitType;
  unit: Unit;
  archived: boolean;
  figures: HabitYear;
}

/**
 * Collects the histories of a user's habits, one after another, and computes the review of a year. It keeps numbers only,
 * so a caller never holds more than one history.
 */
export class ReviewCollector {
  readonly #year: number;
  readonly #today: number;
  readonly #span: YearSpan;
  /** First day of the year before. */
  readonly #before: number;
  readonly #habits: CollectedHabit[] = [];
  readonly #days: DayCounts[];
  /** Days, from the year before on, on which anything was recorded. */
  readonly #recorded: Uint8Array;
  readonly #weekdaySeries: HabitSeries[] = [];
  readonly #growthSeries: HabitSeries[] = [];
  #firstDay: number | null = null;

  /** @param today day number of the user's today */
  constructor(year: number, today: number) {
    const end = toDayNumber(`${year}-12-31`);
    this.#year = year;
    this.#today = today;
    this.#span = { from: toDayNumber(`${year}-01-01`), to: Math.min(end, today), end };
    this.#before = toDayNumber(`${year - 1}-01-01`);
    const { from, to } = this.#span;
    this.#days = Array.from({ length: Math.max(0, to - from + 1) }, emptyDay);
    this.#recorded = new Uint8Array(Math.max(0, to - this.#before + 1));
  }

  /** The first day (a day number) whose entries {@link add} needs. */
  get readsFrom(): number {
    // Windows begin so long before a day that they contain. The week at the turn of the year is judged as a whole, too;
    // months and quarters begin with the year.
    return this.#before - windowSpan({ times: 1, days: windowDaysMax });
  }

  add(history: ReviewHistory): void {
    const { id, habit, entries, archived, vacation } = history;
    if (this.#firstDay === null || habit.firstDay < this.#firstDay) this.#firstDay = habit.firstDay;
    const span = archived ? this.#untilLastRecord(history) : this.#span;
    if (span.to < Math.max(span.from, habit.firstDay)) return;
    for (const { day, value, confirmed } of entries) {
      if (day > span.to || day < this.#before) continue;
      if (hasValue({ value }) || confirmed) this.#recorded[day - this.#before] = 1;
    }
    if (hasEndedBefore(history, span)) return;
    for (const day of vacation) {
      const counts = this.#days[day - span.from];
      if (counts && day <= span.to) counts.vacation = true;
    }
    const figures = yearOfHabit(habit, entries, span, this.#today, (result, day) =>
      countDay(this.#days[day - span.from] as DayCounts, habit.type, result),
    );
    this.#habits.push({ id, type: habit.type, unit: habit.unit, archived, figures });
    if (habit.type === "good" && !archived) this.#addSeries(history);
  }

  #untilLastRecord({ entries }: ReviewHistory): YearSpan {
    const last = entries.findLast(({ value, confirmed }) => hasValue({ value }) || confirmed)?.day ?? -Infinity;
    return { ...this.#span, to: Math.min(this.#span.to, last) };
  }

  #addSeries(history: ReviewHistory): void {
    const to = this.#lastWholeDay;
    if (to < this.#span.from) return;
    const years = { from: this.#before, to };
    const series = toSeries(history, years, this.#today);
    if (isComparable(history.habit, years)) this.#growthSeries.push(series);
    if (!isAskedDaily(history.habit, { from: this.#span.from, to })) return;
    const happened = series.happened.subarray(this.#span.from - this.#before);
    this.#weekdaySeries.push({ ...series, happened });
  }

  /** Today is not over. */
  get #lastWholeDay(): number {
    return Math.min(this.#span.end, this.#today - 1);
  }

  compute(): Review {
    const { from, to } = this.#span;
    const months = this.#months();
    const sum = (member: keyof (typeof months)[number]["counts"]) =>
      months.reduce((total, { counts }) => total + counts[member], 0);
    const last = this.#lastWholeDay;
    const recorded = this.#recorded.subarray(0, Math.max(0, last - this.#before + 1));
    return {
      year: this.#year,
      from: fromDayNumber(from),
      to: fromDayNumber(to),
      first_year: this.#firstDay === null ? null : Number(fromDayNumber(this.#firstDay).slice(0, 4)),
      active_days: sum("active_days"),
      vacation_days: this.#days.filter(({ vacation }) => vacation).length,
      done_days: sum("done_days"),
      due_days: sum("due_days"),
      kept_days: sum("kept_days"),
      assumed_days: this.#habits.reduce((total, { figures }) => total + figures.assumed_days, 0),
      limit_days: sum("limit_days"),
      habits: this.#habits
        .toSorted((a, b) => Number(a.archived) - Number(b.archived))
        .map(({ id, archived, unit, figures }) => ({ habit_id: id, archived, unit, ...figures })),
      longest_streak: longestOf(this.#habits.filter(({ type }) => type === "good")),
      longest_limit_streak: longestOf(this.#habits.filter(({ type }) => type === "bad")),
      months: months.map(({ month, counts }) => ({ month, ...counts })),
      best_month: findBestMonth(months.map(({ month, whole }) => ({ month, ...whole }))),
      best_weekday:
        last < from ? null : findBestWeekday(this.#weekdaySeries, from, recorded.subarray(from - this.#before)),
      growth: last < from ? null : findGrowth(this.#growthSeries, { firstDay: this.#before, from, to: last }, recorded),
      days: this.#days.map(({ achieved, awaiting, counted, kept, exceeded, vacation }, index) => ({
        day: fromDayNumber(from + index),
        done: achieved,
        due: counted + awaiting,
        kept,
        exceeded,
        vacation,
      })),
    };
  }

  #months() {
    const { from, to } = this.#span;
    const offset = from - this.#before;
    const months = monthsOf(from, to).map((month) => ({
      month,
      /** Without today, which counts only if it is done. */
      whole: { done: 0, due: 0, days: 0 },
      counts: { active_days: 0, done_days: 0, due_days: 0, kept_days: 0, limit_days: 0 },
    }));
    this.#days.forEach((day, index) => {
      const month = months[Number(fromDayNumber(from + index).slice(5, 7)) - 1];
      if (!month) return;
      if (from + index <= this.#lastWholeDay && day.counted > 0) {
        month.whole.done += day.achieved;
        month.whole.due += day.counted;
        month.whole.days += 1;
      }
      month.counts.active_days += this.#recorded[offset + index] as number;
      month.counts.done_days += day.achieved;
      month.counts.due_days += day.counted;
      month.counts.kept_days += day.kept;
      month.counts.limit_days += day.kept + day.exceeded;
    });
    return months;
  }
}

/** The habit asks for no day of a span, and nothing is recorded in it. */
function hasEndedBefore({ habit, entries }: ReviewHistory, { from, to }: YearSpan): boolean {
  if (habit.end === null || habit.end.lastDay >= from) return false;
  return !entries.some(({ day, value, confirmed }) => day >= from && day <= to && (hasValue({ value }) || confirmed));
}

/** How many habits had which result on a day. */
interface DayCounts {
  achieved: number;
  /** Good habits that were done or not done. */
  counted: number;
  awaiting: number;
  kept: number;
  exceeded: number;
  vacation: boolean;
}

function emptyDay(): DayCounts {
  return { achieved: 0, counted: 0, awaiting: 0, kept: 0, exceeded: 0, vacation: false };
}

function countDay(counts: DayCounts, type: HabitType, result: DayResult): void {
  if (result === "awaiting") counts.awaiting += 1;
  if (type === "good") {
    if (isSuccess(result)) counts.achieved += 1;
    if (isSuccess(result) || isFailure(result)) counts.counted += 1;
    return;
  }
  if (isSuccess(result)) counts.kept += 1;
  if (isFailure(result)) counts.exceeded += 1;
}

/** The goal and the schedule held on all days, so that more days done are no easier goal. */
function isComparable(habit: HabitRules, { from, to }: { from: number; to: number }): boolean {
  const isSameGoal = habit.targets.every((target, index) => index === 0 || target.from <= from || target.from > to);
  const schedules = segmentsOf(habit).filter((segment) => segment.to >= from && segment.from <= to);
  return isSameGoal && schedules.length === 1;
}

/**
 * The habit asks for each day of a span. Other habits would make weekdays differ that do not: with a schedule of periods the
 * days that fail are the last ones, and with days off the weekdays have other habits.
 */
function isAskedDaily(habit: HabitRules, { from, to }: { from: number; to: number }): boolean {
  if (hasFreeDays(habit)) return false;
  const isScheduled = scheduledDays(habit);
  for (let day = from; day <= to; day += 1) if (!isScheduled(day)) return false;
  return true;
}

function longestOf(habits: readonly CollectedHabit[]): Review["longest_streak"] {
  let longest: Review["longest_streak"] = null;
  for (const { id, figures } of habits) {
    const streak = figures.longest_streak;
    if (streak && (!longest || streakDays(streak) > streakDays(longest))) longest = { habit_id: id, ...streak };
  }
  return longest;
}
