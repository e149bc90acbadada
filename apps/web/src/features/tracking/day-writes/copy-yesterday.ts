import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { scheduledDays } from "@daymark/domain/schedule/history";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { trpc } from "../../../lib/network/trpc.ts";
import { rulesOf } from "../habit/rules.ts";
import { type DayState, hasAmount } from "../progress/day-state.ts";
import type { ProgressCache } from "../progress/progress-cache.ts";
import type { DayToRecord } from "./recorder.ts";

interface Parts {
  utils: ReturnType<typeof trpc.useUtils>;
  cache: ProgressCache;
  read: (habit: Habit, day: string) => DayState;
}

/**
 * The copies of yesterday to record: each habit's amount, if today is blank and not a day off. Skips and confirmed
 * zeros are not copied: they concern a single day.
 */
export async function loadCopies({ utils, cache, read }: Parts, today: string): Promise<DayToRecord[]> {
  const yesterday = fromDayNumber(toDayNumber(today) - 1);
  const range = { from: yesterday, to: today };
  const list = utils.habit.list.getData({ archived: false }) ?? (await utils.habit.list.fetch({ archived: false }));
  if (!cache.isShown(range)) await utils.progress.list.fetch(range);
  return list.results.flatMap((habit) => {
    const now = read(habit, today);
    const before = read(habit, yesterday);
    if (hasAmount(now) || before.value === null || !scheduledDays(rulesOf(habit))(toDayNumber(today))) return [];
    return [{ habit, day: today, state: { ...now, value: before.value, unit: before.unit } }];
  });
}
