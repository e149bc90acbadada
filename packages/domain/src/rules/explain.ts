import { amountMax } from "../base/bounds.ts";
import { fromDayNumber } from "../base/day.ts";
import { roundFigure } from "../base/unit.ts";
import { streakUnitOf } from "../schedule/schedule.ts";
import { AmountSum } from "./amount.ts";
import { missingAmount, type PeriodResult } from "./period-result.ts";
import { amountOf, type DayEntry, extendsStreak, type HabitRules, hasValue, isFailure } from "./result.ts";
import { computeStatistics } from "./statistics.ts";
import {
  type DayRule,
  type ExplainedDay,
  type ExplainedPeriod,
  type Failure,
  listRuns,
  type Streak,
} from "./streak.ts";
import { isAssumed } from "./streak-counts.ts";
import { type PeriodDay, walkHabit } from "./walk.ts";

/** Days that one answer explains. */
const explainedDaysMax = 366;
/** A user who missed more than a month did not merely forget to record it. */
const repairsMax = 31;

/** An element of a streak: a day, or a period of the schedule. */
interface Link {
  outcome: "success" | "failure" | "neutral";
  /** Day numbers. */
  from: number;
  to: number;
  days: readonly PeriodDay[];
  period: PeriodResult | null;
}

/**
 * Explains the current streak, or the last run before it if it is 0: each day with the rule that decided it, the
 * failures that broke the streak, and how to repair them.
 *
 * It walks over all days several times, so it yields between two walks: other work can run then.
 *
 * @param entries ascending by day, at most one a day
 * @param today day number of the user's today
 * @param options.vacation day numbers of skips that a vacation made
 * @param options.until day number of the newest explained day; by default the last day of the run
 */
export function* explainStreak(
  habit: HabitRules,
  entries: readonly DayEntry[],
  today: number,
  { vacation, until = today }: { vacation: ReadonlySet<number>; until?: number },
): Generator<void, Omit<Streak, "habit_id">> {
  const links = listLinks(habit, entries, today);
  yield;
  const begin = fromDayNumber(links[0]?.days[0]?.day ?? today);
  const { shown, gap, isCurrent } = findShown(links);
  const { current_streak, streak_unit, at_risk } = computeStatistics(habit, entries, today);
  yield;
  const runs = listRuns(habit, entries, today);
  yield;
  const days = shown
    .flatMap((link) => link.days)
    .filter(({ day, result }) => day <= until && result !== "none" && result !== "upcoming")
    .reverse();
  const told = days.slice(0, explainedDaysMax);
  const [newest, oldest] = [told[0]?.day ?? 0, told.at(-1)?.day ?? 0];
  const near = shown.filter(({ from, to }) => from <= newest && to >= oldest).reverse();
  const periods =
    told.length === 0
      ? []
      : near.flatMap(({ period }) => (period && !period.isContinued ? [explainPeriod(period)] : []));
  const next = days[explainedDaysMax];
  const last = links.at(-1);
  return {
    streak_unit,
    current_streak,
    at_risk,
    missing_today: last ? missingToday(habit, last, today) : null,
    run: runs.findLast((each) => each.streak_unit === streak_unit && each.to >= begin) ?? null,
    days: told.map((day) => explainDay(habit, day, near, vacation)),
    weeks: streak_unit === "weeks" ? periods : [],
    periods,
    next_until: next ? fromDayNumber(next.day) : null,
    broken:
      gap.length === 0
        ? null
        : yield* explainGap(
            habit,
            entries,
            isCurrent ? gap.slice(-repairsMax) : gap.slice(0, repairsMax),
            gap.length,
            today,
          ),
  };
}

/** The links of the present unit, after the last change of it. */
function listLinks(habit: HabitRules, entries: readonly DayEntry[], today: number): Link[] {
  let unit = streakUnitOf(habit);
  let links: Link[] = [];
  const range = { from: habit.firstDay, to: today, today };
  walkHabit(habit, entries, range, {
    segment: (ofSegment) => {
      if (ofSegment !== unit) links = [];
      unit = ofSegment;
    },
    day: (result, day, entry, target, isAvailable) => {
      const outcome = extendsStreak(result) ? "success" : isFailure(result) ? "failure" : "neutral";
      links.push({ outcome, from: day, to: day, days: [{ day, result, entry, target, isAvailable }], period: null });
    },
    period: (period) => {
      const outcome = period.result === "met" ? "success" : period.result === "missed" ? "failure" : "neutral";
      links.push({ outcome, from: period.from, to: period.to, days: period.days, period });
    },
  });
  return links;
}

/** What today still requires; with an amount of a period, what the period does. */
function missingToday(habit: HabitRules, { days, period }: Link, today: number): number | null {
  const last = days.find(({ day }) => day === today);
  if (last?.result !== "awaiting") return null;
  const ofPeriod = period && missingAmount(period);
  return ofPeriod ?? roundFigure(last.target - amountOf(habit, last.entry));
}

/** The links of the explained run, and the failures that end it or, for the current run, precede it. */
function findShown(links: readonly Link[]): { shown: Link[]; gap: Link[]; isCurrent: boolean } {
  const lastFailure = links.findLastIndex(({ outcome }) => outcome === "failure");
  if (lastFailure === -1) return { shown: [...links], gap: [], isCurrent: true };
  const before = links.slice(0, lastFailure + 1);
  const lastSuccess = before.findLastIndex(({ outcome }) => outcome === "success");
  const gap = before.slice(lastSuccess + 1).filter(({ outcome }) => outcome === "failure");
  const after = links.slice(lastFailure + 1);
  const isCurrent = lastSuccess === -1 || after.some(({ outcome }) => outcome === "success");
  if (isCurrent) return { shown: after, gap, isCurrent };
  const end = before.findIndex(({ outcome }, index) => index > lastSuccess && outcome === "failure");
  const start = before.findLastIndex(({ outcome }, index) => index < lastSuccess && outcome === "failure") + 1;
  return { shown: before.slice(start, end), gap, isCurrent };
}

function explainDay(
  habit: HabitRules,
  told: PeriodDay,
  links: readonly Link[],
  vacation: ReadonlySet<number>,
): ExplainedDay {
  const { day, entry, target } = told;
  const period = links.find(({ from, to }) => from <= day && day <= to)?.period ?? null;
  return {
    day: fromDayNumber(day),
    rule: ruleOf(told, {
      isVacation: vacation.has(day),
      isAfterEnd: habit.end !== null && day > habit.end.lastDay,
      period,
    }),
    value: entry && hasValue(entry) ? amountOf(habit, entry) : null,
    target,
  };
}

function ruleOf(
  { result, entry, isAvailable }: PeriodDay,
  { isVacation, isAfterEnd, period }: { isVacation: boolean; isAfterEnd: boolean; period: PeriodResult | null },
): DayRule {
  switch (result) {
    case "achieved":
      return "goal_reached";
    case "covered":
      return "covered";
    case "not_exceeded":
      return isAssumed(result, entry) ? "assumed" : entry?.confirmed ? "confirmed" : "under_limit";
    case "skipped":
      return isVacation ? "vacation" : "skipped";
    case "awaiting":
      return "awaiting_today";
    case "not_achieved":
      return "goal_missed";
    case "exceeded":
      return "limit_exceeded";
    default:
      if (isAfterEnd) return "after_end";
      if (!isAvailable) return "day_off";
      return period ? ruleOfSpareDay(period) : "still_possible";
  }
}

/** An available day in a period that did not need it, or whose limit was exceeded before it. */
function ruleOfSpareDay({ period, result }: PeriodResult): DayRule {
  if (period === "week" && result !== "missed") return result === "met" ? "week_met" : "week_open";
  return result === "met" ? "period_met" : result === "missed" ? "period_missed" : "period_open";
}

function explainPeriod({ period, result, achieved, required, amount, ...bounds }: PeriodResult): ExplainedPeriod {
  return {
    ...daysOf(bounds),
    rule: result,
    done: achieved,
    required,
    period,
    amount: amount?.recorded ?? null,
    amount_due: amount?.due ?? null,
  };
}

function daysOf({ from, to }: { from: number; to: number }) {
  return { from: fromDayNumber(from), to: fromDayNumber(to) };
}

function* explainGap(
  habit: HabitRules,
  entries: readonly DayEntry[],
  mendable: readonly Link[],
  count: number,
  today: number,
): Generator<void, NonNullable<Streak["broken"]>> {
  const mends = mendable.map((link) => (link.period ? mendOfPeriod(habit, link.period, today) : mendOfDay(link.days)));
  const streakAfter = (changed: readonly (DayEntry[] | null)[]) =>
    changed.includes(null)
      ? null
      : computeStatistics(habit, withEntries(entries, changed.flat() as DayEntry[]), today).current_streak;
  const failures = mendable.map((link, index) => failureOf(habit, link, mends[index] as Mend));
  if (count > mendable.length) return { count, failures, streak_if_recorded: null, streak_if_skipped: null };
  const streak_if_recorded = streakAfter(mends.map(({ record }) => record && recordsOf(habit, record)));
  yield;
  const streak_if_skipped = streakAfter(mends.map(({ skip }) => skip && skipsOf(habit, skip)));
  return { count, failures, streak_if_recorded, streak_if_skipped };
}

/** Days to choose from, and on how many of them the user must act. */
interface Choice {
  days: readonly PeriodDay[];
  count: number;
}

/** How a failure can be repaired; null where no choice of whole days would do it. */
interface Mend {
  /** `amount` is what such a day must have then: of a goal at least, of a limit at most. */
  record: (Choice & { amount: number }) | null;
  skip: Choice | null;
}

function mendOfDay(days: readonly PeriodDay[]): Mend {
  const amount = Math.max(...days.map(({ target }) => target));
  return { record: { days, count: 1, amount }, skip: { days, count: 1 } };
}

/**
 * To repair a number of days, the user records as many missed days as the goal lacks beyond the days still left. Or the
 * user skips all missed days, after which no available day remains that the goal requires.
 */
function mendOfPeriod(habit: HabitRules, state: PeriodResult, today: number): Mend {
  const { days, required, achieved, left, amount } = state;
  if (amount) return habit.type === "bad" ? mendOfLimit(habit, state) : mendOfAmount(state, amount, today);
  const missed = days.filter(({ day, result, isAvailable }) => isAvailable && day < today && result !== "achieved");
  const most = Math.max(...missed.map(({ target }) => target));
  return {
    record: { days: missed, count: required - achieved - left, amount: most },
    skip: { days: missed, count: missed.length },
  };
}

/**
 * The user records the missing amount on an empty day. Or the user skips empty days, until the reduced goal is no more than
 * the recorded amount.
 */
function mendOfAmount(
  { days, available }: PeriodResult,
  amount: { recorded: number; due: number },
  today: number,
): Mend {
  const own = days.filter(({ day, isAvailable }) => isAvailable && day <= today);
  const empty = own.filter(({ entry }) => !hasValue(entry));
  const missing = Math.ceil(amount.due - amount.recorded);
  // The goal is in proportion to the available days, and the period neutral without any of its schedule.
  const isMetWithout = (skips: number) =>
    skips === own.length || Math.ceil((amount.due * (available - skips)) / available) <= amount.recorded;
  const skips = empty.findIndex((_, index) => isMetWithout(index + 1)) + 1;
  return {
    record: empty.length > 0 && missing <= amountMax ? { days: empty, count: 1, amount: missing } : null,
    skip: skips > 0 ? { days: empty, count: skips } : null,
  };
}

/** The user corrects the largest value, or skips the fewest days without which the sum stays within the limit. */
function mendOfLimit(habit: HabitRules, { days, amount }: PeriodResult): Mend {
  const excess = roundFigure((amount?.recorded ?? 0) - (amount?.due ?? 0));
  const byValue = days
    .filter(({ result, entry }) => result !== "skipped" && result !== "upcoming" && entry && hasValue(entry))
    .toSorted((a, b) => amountOf(habit, b.entry) - amountOf(habit, a.entry));
  const largest = byValue[0];
  const corrected = largest ? Math.floor(amountOf(habit, largest.entry) - excess) : 0;
  const skipped: PeriodDay[] = [];
  for (const day of byValue) {
    if (sumOf(habit, skipped) >= excess) break;
    skipped.push(day);
  }
  return {
    record: largest && corrected >= 1 ? { days: [largest], count: 1, amount: corrected } : null,
    skip: { days: skipped, count: skipped.length },
  };
}

function sumOf(habit: HabitRules, days: readonly PeriodDay[]): number {
  const sum = new AmountSum();
  for (const { entry } of days) sum.add(entry);
  return sum.total(habit.unit);
}

function failureOf(habit: HabitRules, { days, period }: Link, { record, skip }: Mend): Failure {
  // A limit may have been exceeded before the schedule began, but within its first period.
  const first = (days.find(({ result }) => isFailure(result)) ?? days[0]) as PeriodDay;
  const isLimit = habit.type === "bad";
  const choices = [
    { action: isLimit ? ("correct" as const) : ("record" as const), choice: record, amount: record?.amount ?? null },
    { action: "skip" as const, choice: skip, amount: null },
  ];
  const shared = {
    day: fromDayNumber(first.day),
    repairs: choices.flatMap(({ action, choice, amount }) =>
      choice ? [{ action, days: choice.days.map(({ day }) => fromDayNumber(day)), count: choice.count, amount }] : [],
    ),
  };
  const ofDay = isLimit ? ("limit_exceeded" as const) : ("goal_missed" as const);
  if (!period) {
    const value = amountOf(habit, first.entry);
    return { ...shared, rule: ofDay, value, target: first.target, week: null, period: null };
  }
  const bounds = daysOf(period);
  const isWeek = period.period === "week";
  const ofPeriod = isWeek ? ("week_missed" as const) : ("period_missed" as const);
  return {
    ...shared,
    rule: isLimit ? "limit_exceeded" : ofPeriod,
    value: period.amount?.recorded ?? period.achieved,
    target: period.amount?.due ?? period.required,
    week: isWeek ? bounds : null,
    period: bounds,
  };
}

/** Days as they would be with just enough (for a bad habit: with no more than the limit). */
function recordsOf({ unit }: HabitRules, { days, count, amount }: NonNullable<Mend["record"]>): DayEntry[] {
  return days.slice(0, count).map(({ day }) => ({ day, value: amount, unit, skipped: false, confirmed: false }));
}

function skipsOf({ unit }: HabitRules, { days, count }: Choice): DayEntry[] {
  return days.slice(0, count).map(({ day }) => ({ day, value: null, unit, skipped: true, confirmed: false }));
}

function withEntries(entries: readonly DayEntry[], changed: readonly DayEntry[]): DayEntry[] {
  const days = new Set(changed.map(({ day }) => day));
  return [...entries.filter(({ day }) => !days.has(day)), ...changed].sort((a, b) => a.day - b.day);
}
