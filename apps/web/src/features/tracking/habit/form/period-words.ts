import type { Period } from "@daymark/domain/base/period";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { PeriodProgress } from "../period-progress.ts";
import { targetAmount } from "./goal-words.ts";
import { isLongMinutes } from "./long-minutes.ts";

interface Progress {
  done: string;
  goal: string;
}

const progressWords: Record<Period, (progress: Progress) => MessageDescriptor> = {
  week: ({ done, goal }) => msg`${{ done }} of ${{ goal }} this week`,
  month: ({ done, goal }) => msg`${{ done }} of ${{ goal }} this month`,
  quarter: ({ done, goal }) => msg`${{ done }} of ${{ goal }} this quarter`,
};

/** "2 of 3 this week", "120 of 300 minutes this month". */
export function wordProgress(i18n: I18n, habit: Habit, { period, done, goal, of }: PeriodProgress): string {
  const words = of === "days" ? { done: i18n.number(done), goal: i18n.number(goal) } : partOf(i18n, habit, done, goal);
  return i18n._(progressWords[period](words));
}

/** An amount and its whole; the unit is named once, unless hours and minutes are shown: "20 of 90 minutes". */
export function partOf(i18n: I18n, habit: Habit, done: number, goal: number): { done: string; goal: string } {
  const isNamedOnce = !isLongMinutes(habit.unit, goal);
  return {
    done: isNamedOnce ? i18n.number(done) : targetAmount(i18n, habit, done),
    goal: targetAmount(i18n, habit, goal),
  };
}
