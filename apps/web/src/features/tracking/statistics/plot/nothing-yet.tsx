import type { Analysis } from "@daymark/domain/analysis/analysis";
import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Habit } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import Sprout from "lucide-react/icons/sprout";

interface NothingYetProps {
  habit: Habit;
  statistics: Statistics;
  analysis: Analysis;
  today: string;
}

/** Shown until a day has counted: explains why, and what happens next. */
export function NothingYet({ habit, statistics, analysis, today }: NothingYetProps) {
  const { t } = useLingui();
  if (statistics.counted_days > 0) return null;
  const skipped = analysis.months.reduce((sum, month) => sum + month.skipped_days, 0);
  const words =
    statistics.recorded_days > 0
      ? t`Your records are in the future or on days that don’t count. They are in the total; streaks and rates start once a day has counted.`
      : skipped > 0
        ? t`So far every day was skipped or off. Such days neither break nor extend a streak, so there is nothing to count yet.`
        : habit.first_day === today
          ? t`Today is the first day. Record it to see figures.`
          : t`No day has counted yet. Record one to see figures.`;
  return (
    <p className="flex items-start gap-3 rounded-card bg-sunken p-4 leading-snug">
      <Sprout aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-habit-text" />
      {words}
    </p>
  );
}
