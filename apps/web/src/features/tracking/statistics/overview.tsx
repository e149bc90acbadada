import type { Analysis } from "@daymark/domain/analysis/analysis";
import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Skeleton } from "@daymark/ui/skeleton";
import { trpc } from "../../../lib/network/trpc.ts";
import { useWeekdays } from "../clock/use-weekdays.ts";
import { isToggle } from "../habit/rules.ts";
import { AssumedNote } from "./assumed-note.tsx";
import { DistributionPicture } from "./distribution-picture.tsx";
import { Figures } from "./figures.tsx";
import { HoursPicture } from "./hours-picture.tsx";
import { MonthPicture } from "./month-picture.tsx";
import { LoadFailed } from "./plot/load-failed.tsx";
import { NothingYet } from "./plot/nothing-yet.tsx";
import { StreakPicture } from "./streak-picture.tsx";
import { StrengthPicture } from "./strength-picture.tsx";
import { WeekdayPicture } from "./weekday-picture.tsx";
import { Story } from "./why/story.tsx";
import { YearPicture } from "./year/year-picture.tsx";

interface OverviewProps {
  habit: Habit;
  today: string;
  onDay: (day: string) => void;
}

/** A habit's statistics: text, figures and charts. */
export function Overview({ habit, today, onDay }: OverviewProps) {
  const statistics = trpc.habit.statistics.useQuery({ id: habit.id });
  const [weekStart] = useWeekdays();
  const analysis = trpc.habit.analysis.useQuery({ id: habit.id, ...(weekStart && { week_start: weekStart }) });
  const error = statistics.error ?? analysis.error;
  if (error && !(statistics.data && analysis.data)) {
    return <LoadFailed error={error} onRetry={() => Promise.all([statistics.refetch(), analysis.refetch()])} />;
  }
  if (!statistics.data || !analysis.data) return <OverviewSkeleton />;
  const current = analysis.data.streaks.find((run) => run.is_current);
  return (
    <div className="flex flex-col gap-6">
      <NothingYet habit={habit} statistics={statistics.data} analysis={analysis.data} today={today} />
      <Story habit={habit} statistics={statistics.data} analysis={analysis.data} />
      {current && current.assumed_days > 0 ? (
        <AssumedNote
          habit={habit}
          today={today}
          length={current.length}
          unit={analysis.data.streak_unit}
          assumed={current.assumed_days}
          from={current.from}
        />
      ) : null}
      <div className="@container">
        <Figures habit={habit} statistics={statistics.data} analysis={analysis.data} />
      </div>
      <Pictures habit={habit} today={today} statistics={statistics.data} analysis={analysis.data} onDay={onDay} />
    </div>
  );
}

interface PicturesProps {
  habit: Habit;
  today: string;
  statistics: Statistics;
  analysis: Analysis;
  onDay: (day: string) => void;
}

/** The charts that have data. */
function Pictures({ habit, today, statistics, analysis, onDay }: PicturesProps) {
  const hasCounted = statistics.counted_days > 0;
  const { streaks, streak_unit, months, weekdays, best_weekdays, distribution, strength_weeks } = analysis;
  const showsAmounts = distribution && !isToggle(habit);
  return (
    <div className="flex flex-col gap-9 border-t border-line pt-6">
      <YearPicture key={habit.id} habit={habit} today={today} onDay={onDay} />
      {streaks.length > 0 ? <StreakPicture habit={habit} streaks={streaks} unit={streak_unit} today={today} /> : null}
      {hasCounted ? <MonthPicture habit={habit} months={months} /> : null}
      {hasCounted ? <WeekdayPicture habit={habit} weekdays={weekdays} best={best_weekdays} /> : null}
      {habit.keeps_log ? <HoursPicture habit={habit} today={today} /> : null}
      {showsAmounts ? <DistributionPicture habit={habit} distribution={distribution} /> : null}
      {strength_weeks.length > 0 ? <StrengthPicture habit={habit} weeks={strength_weeks} /> : null}
    </div>
  );
}

function OverviewSkeleton() {
  return (
    <div aria-busy="true" className="@container flex flex-col gap-6">
      <Skeleton className="h-14" />
      <div className="grid grid-cols-2 gap-3 @lg:grid-cols-4">
        {["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => (
          <Skeleton key={key} className="h-24" />
        ))}
      </div>
      <Skeleton className="h-40" />
    </div>
  );
}
