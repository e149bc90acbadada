import type { LogItem } from "@daymark/domain/day-log/day-log";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { trpc } from "../../../lib/network/trpc.ts";
import type { DayState } from "../progress/day-state.ts";

/** A day has no more entries. */
const itemsMax = 100;

/** The input of the query for all entries of a day. */
export function logInput(id: number, day: string) {
  return { id, date: day, limit: itemsMax };
}

/**
 * The entries of a day that a change may take from its log, as far as the page has loaded them.
 *
 * @param amounts.before the day as the page shows it, before the change
 */
export function takenLog(
  { dayLog }: Pick<ReturnType<typeof trpc.useUtils>, "dayLog">,
  { habit, day }: { habit: Habit; day: string },
  { before, after }: { before: DayState; after: DayState },
): readonly LogItem[] | undefined {
  const isLess = after.value === null || after.unit !== before.unit || after.value < (before.value ?? 0);
  if (!habit.keeps_log || before.value === null || !isLess) return undefined;
  return dayLog.list.getData(logInput(habit.id, day))?.results;
}
