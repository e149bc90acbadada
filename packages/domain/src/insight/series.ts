import { amountOf, type DayEntry, type DayResult, type HabitRules, hasValue } from "../rules/result.ts";
import { walkHabit } from "../rules/walk.ts";
import { scheduledDays } from "../schedule/history.ts";

/**
 * What a day of a habit is asked for: whether it was done, whether there was some of it (an amount of a period), or
 * whether its limit was exceeded (a bad habit).
 */
export const insightEvents = ["done", "some", "exceeded"] as const;
export type InsightEvent = (typeof insightEvents)[number];

export interface HabitHistory {
  id: number;
  habit: HabitRules;
  /** Ascending by day, at most one a day. */
  entries: readonly DayEntry[];
}

/** A habit as numbers, one for each day of a span; NaN on a day that says nothing. */
export interface HabitSeries {
  id: number;
  event: InsightEvent;
  /** 1 if the event happened, 0 if not. */
  happened: Float64Array;
  /** The amount of each day, in the habit's unit. */
  recordedAmounts: Float64Array;
  /**
   * The amounts that are compared: of a good habit those of the days with some, because a day without a record of mood or
   * weight is no zero. Null if they say no more than the events.
   */
  amounts: Float64Array | null;
  /** Days that say something. */
  days: number;
}

/** Day numbers, both included. */
export interface Span {
  from: number;
  to: number;
}

/** Amounts are compared if at least this many days have one, and if no amount takes nearly all of them. */
const amountDaysMin = 30;
const sameAmountShareMax = 0.8;

/** The event that insights count for a habit, by its present schedule. */
function eventOf({ type, schedule }: Pick<HabitRules, "type" | "schedule">): InsightEvent {
  if (schedule?.target_per) return "some";
  return type === "bad" ? "exceeded" : "done";
}

/**
 * The days of a habit as numbers. A day says nothing if it is skipped, before the first day, or today, which is not over.
 * Nor does a day off, even with a value: such days count only if something was done, so they would look like good days.
 * With a schedule of periods or of n days in any m, a day that rests or is covered says that the habit was not done, which is no failure.
 *
 * @param span ends before today
 * @param today day number of the user's today
 */
export function toSeries({ id, habit, entries }: HabitHistory, span: Span, today: number): HabitSeries {
  const length = Math.max(0, span.to - span.from + 1);
  const happened = new Float64Array(length).fill(Number.NaN);
  const amounts = new Float64Array(length).fill(Number.NaN);
  const event = eventOf(habit);
  let days = 0;
  const isScheduled = scheduledDays(habit);
  const note = (day: number, isEvent: boolean, entry: DayEntry | undefined) => {
    if (!isScheduled(day)) return;
    happened[day - span.from] = isEvent ? 1 : 0;
    amounts[day - span.from] = amountOf(habit, entry);
    days += 1;
  };
  const known = { from: Math.max(span.from, habit.firstDay), to: span.to, today };
  walkHabit(habit, entries, known, {
    day: (result, day, entry, _target, isAvailable) => {
      if (isAvailable) note(day, isEvent(event, result, entry), entry);
    },
    period: (period) => {
      for (const { day, result, entry, isAvailable } of period.days) {
        if (!isAvailable || day < known.from || day > known.to) continue;
        note(day, isEvent(event, result, entry), entry);
      }
    },
  });
  return { id, event, happened, recordedAmounts: amounts, amounts: comparedAmounts(habit, amounts), days };
}

function isEvent(event: InsightEvent, result: DayResult, entry: DayEntry | undefined): boolean {
  if (event === "some") return hasValue(entry);
  return result === (event === "done" ? "achieved" : "exceeded");
}

function comparedAmounts({ type }: HabitRules, amounts: Float64Array): Float64Array | null {
  if (!doAmountsVary(amounts)) return null;
  return type === "bad" ? amounts : amounts.map((amount) => (amount > 0 ? amount : Number.NaN));
}

function doAmountsVary(amounts: Float64Array): boolean {
  const counts = new Map<number, number>();
  let days = 0;
  for (const amount of amounts) {
    if (!(amount > 0)) continue;
    days += 1;
    counts.set(amount, (counts.get(amount) ?? 0) + 1);
  }
  return days >= amountDaysMin && Math.max(...counts.values()) <= days * sameAmountShareMax;
}

/** A break of this many days without a record of any habit says nothing, because the user recorded nothing. */
const silentDaysMin = 14;
/** Who records seldom has such breaks anyway. So a break must also be this improbable for the two months around it. */
const silenceProbability = 1e-5;
const aroundSilenceDays = 60;

/**
 * Makes the days of long silence say nothing in every series.
 *
 * Shorter breaks stay: to leave out each day on which nothing was done would make independent habits look opposed
 * (Berkson's paradox).
 *
 * @param recorded 1 for each day of the span on which any habit has an entry
 */
export function withoutSilence(series: readonly HabitSeries[], recorded: Uint8Array): HabitSeries[] {
  const silent = silentDays(recorded);
  if (silent.length === 0) return [...series];
  return series.map((each) => {
    const happened = each.happened.slice();
    const amounts = each.amounts?.slice() ?? null;
    let days = each.days;
    for (const index of silent) {
      if (!Number.isNaN(happened[index])) days -= 1;
      happened[index] = Number.NaN;
      if (amounts) amounts[index] = Number.NaN;
    }
    return { ...each, happened, amounts, days };
  });
}

function silentDays(recorded: Uint8Array): number[] {
  const silent: number[] = [];
  let begin = 0;
  for (let index = 0; index <= recorded.length; index += 1) {
    if (index < recorded.length && recorded[index] === 0) continue;
    if (isSilence(recorded, begin, index)) for (let day = begin; day < index; day += 1) silent.push(day);
    begin = index + 1;
  }
  return silent;
}

/** @param to index after the last day of the break */
function isSilence(recorded: Uint8Array, from: number, to: number): boolean {
  if (to - from < silentDaysMin) return false;
  const before = recorded.subarray(Math.max(0, from - aroundSilenceDays), from);
  const after = recorded.subarray(to, to + aroundSilenceDays);
  const sum = [...before, ...after].reduce((total, each) => total + each, 0);
  const share = sum / Math.max(1, before.length + after.length);
  return (1 - share) ** (to - from) < silenceProbability;
}
