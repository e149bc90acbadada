import { fromDayNumber } from "../base/day.ts";
import { roundFigure } from "../base/unit.ts";
import { weekDays } from "../base/week.ts";
import {
  amountOf,
  type DayEntry,
  type HabitRules,
  hasValue,
  isFailure,
  isSuccess,
  type Week,
  type WeekDay,
  walkResults,
  walkWeeks,
} from "./result.ts";
import { computeStatistics } from "./statistics.ts";
import { type DayRule, type ExplainedDay, type Failure, listRuns, type Streak } from "./streak.ts";
import { isAssumed } from "./streak-counts.ts";

/** Days that one answer explains. */
const explainedDaysMax = 366;
/** A user who missed more than a month did not merely forget to record it. */
const repairsMax = 31;

/** An element of a streak: a day, or a week of a weekly goal. */
interface Link {
  outcome: "success" | "failure" | "neutral";
  /** Day numbers. */
  from: number;
  to: number;
  days: readonly Day[];
  week: Week | null;
}

type Day = Omit<WeekDay, "isAvailable"> & { isAvailable?: boolean };

/**
 * Explains the current streak, or the last run before it if it is 0: each day with the rule that decided it, the
 * failures that broke the streak, and how to repair them.
 *
 * @param entries ascending by day, at most one a day
 * @param today day number of the user's today
 * @param options.vacation day numbers of skips that a vacation made
 * @param options.until day number of the newest explained day; by default the last day of the run
 */
export function explainStreak(
  habit: HabitRules,
  entries: readonly DayEntry[],
  today: number,
  { vacation, until = today }: { vacation: ReadonlySet<number>; until?: number },
): Omit<Streak, "habit_id"> {
  const links = listLinks(habit, entries, today);
  const { shown, gap, isCurrent } = findShown(links);
  const { current_streak, streak_unit, at_risk } = computeStatistics(habit, entries, today);
  const days = shown
    .flatMap((link) => link.days)
    .filter(({ day, result }) => day <= until && result !== "none" && result !== "upcoming")
    .reverse();
  const told = days.slice(0, explainedDaysMax);
  const [newest, oldest] = [told[0]?.day ?? 0, told.at(-1)?.day ?? 0];
  const weeks = shown.filter(({ from, to }) => from <= newest && to >= oldest).reverse();
  const next = days[explainedDaysMax];
  const last = links.at(-1)?.days.find(({ day }) => day === today);
  return {
    streak_unit,
    current_streak,
    at_risk,
    missing_today: last?.result === "awaiting" ? roundFigure(last.target - amountOf(habit, last.entry)) : null,
    run: listRuns(habit, entries, today).at(-1) ?? null,
    days: told.map((day) => explainDay(habit, day, weeks, vacation)),
    weeks: told.length === 0 ? [] : weeks.flatMap(({ week }) => (week ? [explainWeek(week)] : [])),
    next_until: next ? fromDayNumber(next.day) : null,
    broken:
      gap.length === 0
        ? null
        : explainGap(habit, entries, isCurrent ? gap.slice(-repairsMax) : gap.slice(0, repairsMax), gap.length, today),
  };
}

function listLinks(habit: HabitRules, entries: readonly DayEntry[], today: number): Link[] {
  const links: Link[] = [];
  const range = { from: habit.firstDay, to: today, today };
  if (habit.timesPerWeek === null) {
    walkResults(habit, entries, range, (result, day, entry, target) => {
      const outcome = isSuccess(result) ? "success" : isFailure(result) ? "failure" : "neutral";
      links.push({ outcome, from: day, to: day, days: [{ day, result, entry, target }], week: null });
    });
  } else {
    walkWeeks(habit, entries, range, (week) => {
      const outcome = week.result === "met" ? "success" : week.result === "missed" ? "failure" : "neutral";
      links.push({ outcome, from: week.monday, to: week.monday + weekDays - 1, days: week.days, week });
    });
  }
  return links;
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

function explainDay(habit: HabitRules, told: Day, weeks: readonly Link[], vacation: ReadonlySet<number>): ExplainedDay {
  const { day, entry, target } = told;
  const week = weeks.find(({ from, to }) => from <= day && day <= to)?.week ?? null;
  return {
    day: fromDayNumber(day),
    rule: ruleOf(told, { isVacation: vacation.has(day), week }),
    value: entry && hasValue(entry) ? amountOf(habit, entry) : null,
    target,
  };
}

function ruleOf(
  { result, entry, isAvailable }: Day,
  { isVacation, week }: { isVacation: boolean; week: Week | null },
): DayRule {
  switch (result) {
    case "achieved":
      return "goal_reached";
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
      // An available day in a week that did not need it.
      if (isAvailable) return week?.result === "met" ? "week_met" : "week_open";
      return "day_off";
  }
}

function explainWeek({ monday, result, achieved, required }: Week): Streak["weeks"][number] {
  return { ...weekBounds(monday), rule: result, done: achieved, required };
}

function weekBounds(monday: number) {
  return { from: fromDayNumber(monday), to: fromDayNumber(monday + weekDays - 1) };
}

function explainGap(
  habit: HabitRules,
  entries: readonly DayEntry[],
  mendable: readonly Link[],
  count: number,
  today: number,
): NonNullable<Streak["broken"]> {
  const mends = mendable.map((link) =>
    link.week ? mendsOfWeek(link.week, today) : { days: link.days, count: 1, skips: 1 },
  );
  const streakAfter = (changed: DayEntry[]) =>
    computeStatistics(habit, withEntries(entries, changed), today).current_streak;
  const recorded = mends.flatMap(({ days, count }) => days.slice(0, count).map((day) => recordOf(habit, day)));
  const skipped = mends.flatMap(({ days, skips }) => days.slice(0, skips).map((day) => skipOf(habit, day)));
  const isWhole = count === mendable.length;
  return {
    count,
    failures: mendable.map((link, index) => failureOf(habit, link, mends[index] as Mend)),
    streak_if_recorded: isWhole ? streakAfter(recorded) : null,
    streak_if_skipped: isWhole ? streakAfter(skipped) : null,
  };
}

/** Days that could be repaired, and how many of them need a record, or a skip. */
interface Mend {
  days: readonly Day[];
  count: number;
  skips: number;
}

/**
 * To repair a week, the user records as many missed days as the goal lacks beyond the days still left. Or the user
 * skips all missed days, after which no available day remains that the goal requires.
 */
function mendsOfWeek({ days, required, achieved, left }: Week, today: number): Mend {
  const missed = days.filter(({ day, result, isAvailable }) => isAvailable && day < today && result !== "achieved");
  return { days: missed, count: required - achieved - left, skips: missed.length };
}

function failureOf(habit: HabitRules, { days, week }: Link, mend: Mend): Failure {
  const first = days.find(({ result }) => isFailure(result)) as Day;
  const isLimit = habit.type === "bad";
  const shared = {
    day: fromDayNumber(first.day),
    repairs: [
      {
        action: isLimit ? ("correct" as const) : ("record" as const),
        days: mend.days.map(({ day }) => fromDayNumber(day)),
        count: mend.count,
        amount: Math.max(...mend.days.map(({ target }) => target)),
      },
      {
        action: "skip" as const,
        days: mend.days.map(({ day }) => fromDayNumber(day)),
        count: mend.skips,
        amount: null,
      },
    ],
  };
  if (week) {
    const bounds = weekBounds(week.monday);
    return { ...shared, rule: "week_missed", value: week.achieved, target: week.required, week: bounds };
  }
  const value = amountOf(habit, first.entry);
  return { ...shared, rule: isLimit ? "limit_exceeded" : "goal_missed", value, target: first.target, week: null };
}

/** A day as it would be with just enough (for a bad habit: with no more than the limit). */
function recordOf({ unit }: HabitRules, { day, target }: Day): DayEntry {
  return { day, value: target, unit, skipped: false, confirmed: false };
}

function skipOf({ unit }: HabitRules, { day }: Day): DayEntry {
  return { day, value: null, unit, skipped: true, confirmed: false };
}

function withEntries(entries: readonly DayEntry[], changed: readonly DayEntry[]): DayEntry[] {
  const days = new Set(changed.map(({ day }) => day));
  return [...entries.filter(({ day }) => !days.has(day)), ...changed].sort((a, b) => a.day - b.day);
}
