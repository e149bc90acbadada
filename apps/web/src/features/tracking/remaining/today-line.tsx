import type { HabitRules } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { useLingui } from "@lingui/react/macro";
import { wordProgress } from "../habit/form/period-words.ts";
import { periodProgressOf } from "../habit/period-progress.ts";
import { useRemainingWords } from "./use-remaining-words.ts";

interface TodayLineProps {
  habit: Habit;
  rules: HabitRules;
  /** Returns the entry of a day; called for all days of the present period. */
  entryOn: (day: string) => Entry | undefined;
  today: string;
  className: string;
}

/** The progress of the present period, and what is left until the end of the habit; nothing without both. */
export function TodayLine({ habit, rules, entryOn, today, className }: TodayLineProps) {
  const { i18n } = useLingui();
  const left = useRemainingWords(habit, today);
  const progress = periodProgressOf(habit, rules, entryOn, today);
  const words = [progress && wordProgress(i18n, habit, progress), left].filter(Boolean).join(" · ");
  return words ? <p className={className}>{words}</p> : null;
}
