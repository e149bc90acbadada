import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { type Period, periodBounds } from "@daymark/domain/base/period";
import { firstOfWeek } from "@daymark/domain/base/week";
import type { DayRule, ExplainedDay } from "@daymark/domain/rules/streak";

/** The effect of a day on its streak. */
export type Effect = "counts" | "neutral" | "breaks";

/** The effect of each rule. */
export const effects: Record<DayRule, Effect> = {
  goal_reached: "counts",
  under_limit: "counts",
  assumed: "counts",
  confirmed: "counts",
  skipped: "neutral",
  vacation: "neutral",
  day_off: "neutral",
  after_end: "neutral",
  week_met: "neutral",
  week_open: "neutral",
  period_met: "neutral",
  period_open: "neutral",
  period_missed: "neutral",
  covered: "counts",
  still_possible: "neutral",
  awaiting_today: "neutral",
  goal_missed: "breaks",
  limit_exceeded: "breaks",
};

/** Consecutive days with the same rule, all with an amount or all without. */
export interface RuleRun {
  rule: DayRule;
  /** Newest first, one or more. */
  days: readonly ExplainedDay[];
}

/** The days of a streak that share a week, a month or a quarter. */
export interface StreakGroup {
  /** The first day of the week or the quarter, or the month `YYYY-MM`. */
  key: string;
  /** Newest and oldest shown day of the group. */
  newest: string;
  oldest: string;
  /** Days that lengthened the streak. */
  counted: number;
  runs: readonly RuleRun[];
}

/** A longer streak of days is grouped by month and not by week. */
const daysByWeekMax = 35;

/** The grouping of a streak's days: by the period of the schedule, else by month once there are too many days. */
export function groupingFor(count: number, period: Period | null): Period {
  return period ?? (count <= daysByWeekMax ? "week" : "month");
}

/**
 * Groups the days of a streak by week, month or quarter, and within it by rule.
 *
 * @param days newest first
 * @param weekStart ISO weekday with which a week begins: Monday for a schedule of weeks, else the user's
 */
export function groupDays(days: readonly ExplainedDay[], by: Period, weekStart: number): StreakGroup[] {
  const keyOf = (day: string) => {
    if (by === "month") return day.slice(0, 7);
    const number = toDayNumber(day);
    return fromDayNumber(by === "week" ? firstOfWeek(number, weekStart) : periodBounds(by, number).from);
  };
  const groups = new Map<string, ExplainedDay[]>();
  for (const day of days) {
    const key = keyOf(day.day);
    const group = groups.get(key) ?? [];
    group.push(day);
    groups.set(key, group);
  }
  return Array.from(groups, ([key, members]) => ({
    key,
    newest: members[0]?.day ?? key,
    oldest: members.at(-1)?.day ?? key,
    counted: members.filter(({ rule }) => effects[rule] === "counts").length,
    runs: runsOf(members),
  }));
}

function runsOf(days: readonly ExplainedDay[]): RuleRun[] {
  const runs: { rule: DayRule; days: ExplainedDay[] }[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last?.rule === day.rule && hasAmount(last.days[0]) === hasAmount(day)) last.days.push(day);
    else runs.push({ rule: day.rule, days: [day] });
  }
  return runs;
}

function hasAmount(day: ExplainedDay | undefined): boolean {
  return day !== undefined && day.value !== null;
}
