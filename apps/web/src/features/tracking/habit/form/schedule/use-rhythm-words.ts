import type { Habit } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../../../lib/language/format.ts";
import { useWeekdays } from "../../../clock/use-weekdays.ts";
import { weekdayName } from "../../../clock/week.ts";
import { wordRhythm } from "./schedule-words.ts";

/** Words a habit's schedule and weekdays; null for every day, and for a schedule that the goal names. */
export function useRhythmWords(): (habit: Habit) => string | null {
  const { i18n } = useLingui();
  const format = useFormat();
  const week = useWeekdays();
  return (habit) => wordRhythm(i18n, habit, { week, nameOf: (weekday) => weekdayName(weekday, format, "short") });
}
