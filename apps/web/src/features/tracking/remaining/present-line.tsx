import type { HabitRules } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { useLingui } from "@lingui/react/macro";
import { wordProgress } from "../habit/form/period-words.ts";
import { periodProgressOf } from "../habit/period-progress.ts";
import { useRemainingWords } from "./use-remaining-words.ts";

export interface RhythmProps {
  habit: Habit;
  rules: HabitRules;
  /** Returns the entry of a day; called for all days that are judged together with the day. */
  entryOn: (day: string) => Entry | undefined;
  day: string;
  today: string;
  className?: string;
}

/** The progress of the present period and, for today, what is left until the end of the habit; nothing without both. */
export function PresentLine({ habit, rules, entryOn, day, today, className }: RhythmProps) {
  const { i18n } = useLingui();
  const left = useRemainingWords(habit, today);
  const progress = periodProgressOf(habit, rules, entryOn, today);
  const words = [progress && wordProgress(i18n, habit, progress), day === today && left].filter(Boolean).join(" · ");
  return words ? <p className={className}>{words}</p> : null;
}
