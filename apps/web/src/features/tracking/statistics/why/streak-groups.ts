import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
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
  week_met: "neutral",
  week_open: "neutral",
  awaiting_today: "neutral",
  goal_missed: "breaks",
  limit_exceeded: "breaks",
};

/** Consecutive days with the same rule. */
export interface RuleRun {
  rule: DayRule;
  /** Newest first, one or more. */
  days: readonly ExplainedDay[];
}

/** The days of a streak that share a week or a month. */
export interface StreakGroup {
  /** The first day of the week, or the month `YYYY-MM`. */
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

/** The grouping of a streak's days: weekly goals always by week, others by month once there are too many days. */
export function groupingFor(count: number, { isWeekly }: { isWeekly: boolean }): "week" | "month" {
  return isWeekly || count <= daysByWeekMax ? "week" : "month";
}

/**
 * Groups the days of a streak by week or month, and within it by rule.
 *
 * @param days newest first
 * @param weekStart ISO weekday with which a week begins: Monday for a weekly goal, else the user's
 */
export function groupDays(days: readonly ExplainedDay[], by: "week" | "month", weekStart: number): StreakGroup[] {
  const keyOf = (day: string) =>
    by === "month" ? day.slice(0, 7) : fromDayNumber(firstOfWeek(toDayNumber(day), weekStart));
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
    if (last?.rule === day.rule) last.days.push(day);
    else runs.push({ rule: day.rule, days: [day] });
  }
  return runs;
}
