import { toDayNumber } from "@daymark/domain/base/day";
import { remainingUntilEnd } from "@daymark/domain/rules/end";
import { computeStatistics } from "@daymark/domain/rules/statistics";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { History } from "../habit/statistics/history-rows.ts";
import type { Announced } from "../webhook-event/announce.ts";

/**
 * The event of a habit that has ended; null unless it ended within some days. Its key makes each end send one event.
 *
 * @param days.after the day before the first of them, a day number
 * @param days.until the last of them, a day number
 * @param today day number of the user's today, of which the statistics are
 */
export function finished(
  { habit: rules, entries }: Pick<History, "habit" | "entries">,
  habit: Habit,
  days: { after: number; until: number },
  today: number,
): Announced | null {
  if (habit.ended_on === null) return null;
  const endedOn = toDayNumber(habit.ended_on);
  if (endedOn <= days.after || endedOn > days.until) return null;
  const remaining = remainingUntilEnd(habit.end, entries, habit.unit, today);
  const statistics = { habit_id: habit.id, ...computeStatistics(rules, entries, today), remaining };
  const key = `habit.finished ${habit.id} ${JSON.stringify(habit.end)}`;
  return { type: "habit.finished", habitId: habit.id, key, data: { habit, statistics } };
}
