import { type Period, periodBounds, type StreakUnit } from "../base/period.ts";
import { untilEnd } from "../schedule/end.ts";
import { rangeOfResults, type Segment, scheduledDays, segmentsOf, windowSpan } from "../schedule/history.ts";
import { periodOf, scheduledDaysOf, streakUnitOf, timesOf, type WindowGoal, windowOf } from "../schedule/schedule.ts";
import { type PeriodResult, settleAmount, settleTimes } from "./period-result.ts";
import { type DayEntry, type DayResult, type HabitRules, hasValue, judgeDay, targetOn } from "./result.ts";
import { WindowCover } from "./windows.ts";

/**
 * The result of one day. With a schedule of periods or windows, the result depends on other days too.
 *
 * @param day day number of the day
 * @param entryOn returns the entry of a day; called for this day, and for all days of {@link rangeOfResults}
 * @param today day number of the user's today
 */
export function dayResult(
  habit: HabitRules,
  day: number,
  entryOn: (day: number) => DayEntry | undefined,
  today: number,
): DayResult {
  const { from, to } = rangeOfResults([habit], { from: day, to: day }, today);
  if (from === to)
    return judgeDay(habit, day, entryOn(day), today, scheduledDays(habit)(day), targetOn(habit.targets, day));
  return resultsOfRange(habit, entriesOf(entryOn, { from, to }), day, day, today)[0] as DayResult;
}

/**
 * The results of a range of days, both ends included.
 *
 * @param entryOn returns the entry of a day; called for all days of {@link rangeOfResults}
 * @param today day number of the user's today
 */
export function resultsOfDays(
  habit: HabitRules,
  range: { from: number; to: number },
  entryOn: (day: number) => DayEntry | undefined,
  today: number,
): DayResult[] {
  const entries = entriesOf(entryOn, rangeOfResults([habit], range, today));
  return resultsOfRange(habit, entries, range.from, range.to, today);
}

function entriesOf(entryOn: (day: number) => DayEntry | undefined, { from, to }: Omit<Days, "today">): DayEntry[] {
  const entries: DayEntry[] = [];
  for (let day = from; day <= to; day += 1) {
    const entry = entryOn(day);
    if (entry) entries.push(entry);
  }
  return entries;
}

/**
 * The period of the schedule that a day belongs to, as a whole; null if the day is judged alone.
 *
 * @param day day number
 * @param entryOn returns the entry of a day; called for all days of {@link rangeOfResults}
 * @param today day number of the user's today
 */
export function periodAt(
  habit: HabitRules,
  day: number,
  entryOn: (day: number) => DayEntry | undefined,
  today: number,
): PeriodResult | null {
  let found: PeriodResult | null = null;
  const entries = entriesOf(entryOn, rangeOfResults([habit], { from: day, to: day }, today));
  const period = (state: PeriodResult) => {
    found = state;
  };
  walkHabit(habit, entries, { from: day, to: day, today }, { day: () => {}, period });
  return found;
}

/**
 * The result of every day of a range, both ends included.
 *
 * @param entries ascending by day, at most one a day, of {@link rangeOfResults}; the function ignores other days
 * @param from day number; the first of the list
 * @param to day number; the list is empty if it is before `from`
 * @param today day number of the user's today
 */
export function resultsOfRange(
  habit: HabitRules,
  entries: readonly DayEntry[],
  from: number,
  to: number,
  today: number,
): DayResult[] {
  const results: DayResult[] = [];
  walkResults(habit, entries, { from, to, today }, (result) => results.push(result));
  return results;
}

interface Days {
  from: number;
  to: number;
  today: number;
}

/**
 * Receives the result of a day, its number, its entry, the target in force, and whether it is available: not before the first
 * day, not skipped, and scheduled or with a value. A day to come that is covered already asks for nothing, so it is not.
 */
export type VisitDay = (
  result: DayResult,
  day: number,
  entry: DayEntry | undefined,
  target: number,
  isAvailable: boolean,
) => void;

/**
 * Visits the result of every day of a range, in order, in one pass over days, entries and targets.
 *
 * @param entries as in {@link resultsOfRange}
 * @param visit is called with each day in turn
 */
export function walkResults(
  habit: HabitRules,
  entries: readonly DayEntry[],
  { from, to, today }: Days,
  visit: VisitDay,
): void {
  const period = ({ days }: PeriodResult) => {
    for (const { result, day, entry, target, isAvailable } of days) {
      if (day >= from && day <= to) visit(result, day, entry, target, isAvailable);
    }
  };
  walkHabit(habit, entries, { from, to, today }, { day: visit, period });
}

/** A day of a period. */
export interface PeriodDay {
  day: number;
  result: DayResult;
  entry: DayEntry | undefined;
  target: number;
  /** True if the day is scheduled and not skipped. */
  isAvailable: boolean;
}

/** What {@link walkHabit} calls, in order. */
export interface Visitor {
  /** A schedule begins or goes on: its days or periods follow. */
  segment?: (streakUnit: StreakUnit) => void;
  /** A day that is judged alone. */
  day: VisitDay;
  /** A period with those of its days whose results it decides: not those before a change of the schedule. */
  period: (period: PeriodResult) => void;
}

/**
 * Visits a range of days in order, each by the schedule that held on it: day by day or, where the schedule has periods,
 * every period that the range touches as a whole.
 *
 * A period that a change of the schedule cuts stays as it stood at the end of its last day. It is neutral if it was open
 * then, or if the next schedule has periods of its kind and so judges it too. Of the days before the change, the period
 * in which the next schedule begins counts only those that were done.
 *
 * @param entries as in {@link resultsOfRange}
 */
export function walkHabit(
  habit: HabitRules,
  entries: readonly DayEntry[],
  { from, to, today }: Days,
  visitor: Visitor,
): void {
  const segments = habit.type === "bad" ? withWholePeriods(segmentsOf(habit)) : segmentsOf(habit);
  for (const [index, segment] of segments.entries()) {
    const range = { from: Math.max(from, segment.from), to: Math.min(to, segment.to), today };
    if (range.to < range.from) continue;
    visitor.segment?.(streakUnitOf(segment));
    const rules = { ...habit, weekdays: segment.weekdays, schedule: segment.schedule };
    const period = periodOf(segment);
    const next = segments[index + 1];
    const isOfSchedule = scheduledDaysOf(segment);
    const span = {
      ...{ from: segment.from, to: segment.to, habit: rules, isOfSchedule },
      isScheduled: untilEnd(habit.end, isOfSchedule),
      isContinued: period !== null && next !== undefined && periodOf(next) === period,
    };
    const goal = windowOf(segment);
    if (goal) walkWindows(goal, span, entries, range, visitor.day);
    else if (period === null) walkDays(span, entries, range, visitor.day);
    else walkPeriods(period, span, entries, range, visitor.period);
  }
}

/**
 * For a limit: a period in which the schedule changed belongs to the next schedule, if both have periods of its kind. So
 * a change takes back nothing that was recorded.
 */
function withWholePeriods(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const previous = joined.at(-1);
    const period = periodOf(segment);
    let { from } = segment;
    if (previous && period !== null && period === periodOf(previous)) {
      from = Math.max(previous.from, periodBounds(period, from).from);
      if (from === previous.from) joined.pop();
      else joined[joined.length - 1] = { ...previous, to: from - 1 };
    }
    joined.push({ ...segment, from });
  }
  return joined;
}

/** Days on which one schedule holds, and the habit with this schedule. */
interface Span {
  from: number;
  to: number;
  habit: HabitRules;
  /** By the schedule, whether or not the habit has ended. */
  isOfSchedule: (day: number) => boolean;
  isScheduled: (day: number) => boolean;
  /** The next schedule has periods of the same kind. */
  isContinued: boolean;
}

/**
 * Visits days with a schedule of n days in any m. The windows of a schedule that has ended are those of its last day, but what
 * was done before the schedule began counts in the first ones. An end of the habit cuts them in the same way.
 */
function walkWindows(goal: WindowGoal, span: Span, entries: readonly DayEntry[], range: Days, visit: VisitDay): void {
  const last = Math.min(span.to, span.habit.end?.lastDay ?? Infinity);
  // Those of windows that ended before the range change nothing in it, and a habit may have had a hundred schedules.
  const known = entriesIn(entries, { from: range.from - windowSpan(goal), to: last });
  const cover = new WindowCover(goal, span.habit, known, Math.min(range.today, last + 1));
  walkDays(span, entries, range, (result, day, entry, target, isAvailable) => {
    if (day > last) visit(result, day, entry, target, isAvailable);
    else {
      const isAsked = isAvailable && !(result === "upcoming" && cover.isCovered(day));
      visit(cover.settle(result, day), day, entry, target, isAsked);
    }
  });
}

/**
 * Whether the streak ends with today if nothing is recorded any more, for a today that is awaited. With n days in any m,
 * today is often awaited while a later day would still do.
 *
 * @param entries ascending by day, at most one a day
 */
export function endsWithToday(habit: HabitRules, entries: readonly DayEntry[], today: number): boolean {
  const segment = segmentsOf(habit).find(({ to }) => today <= to) as Segment;
  const goal = windowOf(segment);
  if (!goal) return true;
  // The days of a schedule that has ended stay as they are.
  const from = Math.max(today - windowSpan(goal), segment.from);
  const known = entries.filter(({ day, skipped }) => day <= today || skipped);
  const now = resultsOfRange(habit, known, from, today, today);
  const tomorrow = resultsOfRange(habit, known, from, today, today + 1);
  return tomorrow.some((result, index) => result === "not_achieved" && now[index] !== "not_achieved");
}

function walkPeriods(
  period: Period,
  span: Span,
  entries: readonly DayEntry[],
  { from, to, today }: Days,
  visit: (period: PeriodResult) => void,
): void {
  for (let bounds = periodBounds(period, from); bounds.from <= to; bounds = periodBounds(period, bounds.to + 1)) {
    const end = Math.min(span.to, reachedWithin(span, bounds));
    visit(
      bounds.to <= end
        ? judgePeriod(period, span, entries, { ...bounds, today })
        : judgeCutPeriod(period, span, entries, { ...bounds, today, end }),
    );
  }
}

/** The day of a period on which a total was reached; infinite if it was not reached in it. */
function reachedWithin({ habit: { end } }: Span, { from, to }: Omit<Days, "today">): number {
  return end && !end.isPlanned && end.lastDay >= from && end.lastDay <= to ? end.lastDay : Infinity;
}

/** @param bounds.end the day with which the schedule ended or a total was reached, before the last day of the period */
function judgeCutPeriod(
  period: Period,
  span: Span,
  entries: readonly DayEntry[],
  { end, ...bounds }: Days & { end: number },
): PeriodResult {
  const { result, ...state } = judgePeriod(
    period,
    asItEnded(span, end),
    entriesIn(entries, { from: bounds.from, to: end }),
    {
      ...bounds,
      today: Math.min(bounds.today, end + 1),
    },
  );
  const to = Math.min(bounds.to, span.to);
  const isContinued = span.isContinued && span.to < bounds.to;
  return {
    ...state,
    to,
    days: [
      ...state.days.filter(({ day }) => day <= end),
      ...restingDays(span, entries, { from: Math.max(span.from, end + 1), to, today: bounds.today }),
    ],
    // Nothing is left to do. The repairs of a missed period need its own numbers.
    ...(end < to && result !== "missed" && { left: 0, required: Math.min(state.required, state.achieved) }),
    isContinued,
    result: result === "open" || isContinued ? "neutral" : result,
  };
}

/** The later days of a period in which a total was reached: nothing on them counts. */
function restingDays(span: Span, entries: readonly DayEntry[], days: Days): PeriodDay[] {
  const resting: PeriodDay[] = [];
  walkDays(span, entries, days, (judged, day, entry, target) => {
    const result = judged === "upcoming" || judged === "skipped" ? judged : "rest";
    resting.push({ day, result, entry, target, isAvailable: false });
  });
  return resting;
}

/** A span as its owner left it at the end of a day, without later targets and without a total that is reached later. */
function asItEnded({ habit, ...span }: Span, end: number): Span {
  const targets = habit.targets.filter(({ from }, index) => index === 0 || from <= end);
  const isToCome = habit.end !== null && !habit.end.isPlanned && habit.end.lastDay >= end;
  const isScheduled = isToCome ? span.isOfSchedule : span.isScheduled;
  return { ...span, to: end, isScheduled, habit: { ...habit, targets } };
}

function entriesIn(entries: readonly DayEntry[], { from, to }: { from: number; to: number }): DayEntry[] {
  return entries.slice(firstFrom(entries, from), firstFrom(entries, to + 1));
}

/** @param bounds the period as a whole, and today */
function judgePeriod(period: Period, span: Span, entries: readonly DayEntry[], bounds: Days): PeriodResult {
  const { habit } = span;
  const times = timesOf(habit);
  const days: PeriodDay[] = [];
  walkDays(span, entries, bounds, (result, day, entry, target, isAvailable) => {
    if (day >= span.from) {
      days.push({ day, result, entry, target, isAvailable });
    } else {
      // Another schedule judged this day. What was done on it counts, but what was not is not asked for.
      const isDone = times ? result === "achieved" : habit.type === "good" && hasValue(entry);
      days.push({ day, result: isDone ? result : "none", entry, target, isAvailable: isDone });
    }
  });
  const state = times
    ? settleTimes({ period, days, times: times.times })
    : settleAmount(habit, { period, days, today: bounds.today, isScheduled: span.isOfSchedule });
  if (bounds.from >= span.from) return state;
  const own = days.filter(({ day }) => day >= span.from && day <= span.to);
  return { ...state, days: own, result: own.some((day) => day.isAvailable) ? state.result : "neutral" };
}

function isAvailableOn(
  habit: Pick<HabitRules, "firstDay">,
  day: number,
  entry: DayEntry | undefined,
  isScheduled: boolean,
): boolean {
  if (day < habit.firstDay || entry?.skipped) return false;
  return hasValue(entry) || isScheduled;
}

/** Visits every day of a range, each judged by its own entry alone. */
function walkDays(
  { habit, isScheduled }: Pick<Span, "habit" | "isScheduled">,
  entries: readonly DayEntry[],
  { from, to, today }: Days,
  visit: VisitDay,
): void {
  let target = targetOn(habit.targets, from);
  const laterTargets = habit.targets.length > 1 ? habit.targets.filter((later) => later.from > from) : [];
  let nextTarget = 0;
  let nextEntry = firstFrom(entries, from);
  for (let day = from; day <= to; day += 1) {
    const later = laterTargets[nextTarget];
    if (later?.from === day) {
      target = later.target;
      nextTarget += 1;
    }
    const entry = entries[nextEntry];
    const recorded = entry?.day === day ? entry : undefined;
    if (recorded) nextEntry += 1;
    const scheduled = isScheduled(day);
    const result = judgeDay(habit, day, recorded, today, scheduled, target);
    visit(result, day, recorded, target, isAvailableOn(habit, day, recorded, scheduled));
  }
}

/** The index of the first entry on or after a day, or the number of entries. */
function firstFrom(entries: readonly DayEntry[], day: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle] as DayEntry).day < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
