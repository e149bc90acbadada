import { toDayNumber } from "@daymark/domain/base/day";
import type { Remaining } from "@daymark/domain/rules/end";
import type { Statistics } from "@daymark/domain/rules/statistics";
import { plannedLastDay } from "@daymark/domain/schedule/end";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { partOf } from "../habit/form/period-words.ts";

/**
 * What is left until the end of an active habit; null without an end, once it has ended, and while the statistics of a
 * habit with a total are unknown. The days that are left follow the page's clock, so they are right before the next
 * request.
 *
 * @param today `YYYY-MM-DD`, the user's
 */
export function remainingOf(
  habit: Habit,
  statistics: Pick<Statistics, "remaining"> | undefined,
  today: string,
): Remaining | null {
  const { end, ended_on, archived } = habit;
  if (!end || ended_on || archived) return null;
  const lastDay = plannedLastDay(end);
  if (lastDay === null) return statistics?.remaining ?? null;
  const days = lastDay - toDayNumber(today) + 1;
  return days > 0 ? { days, amount: null, recorded: null } : null;
}

/** What is left until the end of a habit as text: "3 days left", "last day", "8 of 12 books left". */
export function remainingWords(i18n: I18n, habit: Habit, { days, amount }: Remaining): string {
  if (days !== null) {
    return i18n._(msg`${plural(days, { 1: "last day", one: "# day left", other: "# days left" })}`);
  }
  const { done: left, goal: total } = partOf(i18n, habit, amount ?? 0, habit.end?.total ?? 0);
  return i18n._(msg`${{ left }} of ${{ total }} left`);
}

/** The same where there is no space for the text: "3d", or what is recorded of the total, "4/12". */
export function remainingMark(i18n: I18n, habit: Habit, { days, recorded }: Remaining): string {
  if (days !== null) return i18n.number(days, { style: "unit", unit: "day", unitDisplay: "narrow" });
  return `${i18n.number(recorded ?? 0, compact)}/${i18n.number(habit.end?.total ?? 0, compact)}`;
}

/** Numbers of a narrow mark: "1.2K". */
export const compact = { notation: "compact", maximumFractionDigits: 1 } as const;
