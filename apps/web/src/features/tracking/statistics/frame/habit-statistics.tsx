import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { EmptyState } from "@daymark/ui/empty-state";
import { Segmented } from "@daymark/ui/segmented";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";
import ChartSpline from "lucide-react/icons/chart-spline";
import SearchX from "lucide-react/icons/search-x";
import { trpc } from "../../../../lib/network/trpc.ts";
import { activeHabits, archivedHabits } from "../../calendar/queries.ts";
import { goalName } from "../../habit/form/goal-words.ts";
import { useRhythmWords } from "../../habit/form/schedule/use-rhythm-words.ts";
import { hueStyle } from "../../habit/hues.ts";
import { Overview } from "../overview.tsx";
import { LoadFailed } from "../plot/load-failed.tsx";
import { WhyStreak } from "../why/why-streak.tsx";

/** The figures and charts of a habit, or the explanation of its streak. */
export type StatisticsView = "overview" | "why";

/** The props that the dialog and the panel share. */
export interface StatisticsProps {
  view: StatisticsView;
  today: string;
  onView: (view: StatisticsView) => void;
  onClose: () => void;
  /** Opens a day of the habit in the calendar. */
  onDay: (habit: Habit, day: string) => void;
  onAnalytics: (habitId: number) => void;
}

interface HabitStatisticsProps extends Omit<StatisticsProps, "onClose"> {
  found: ReturnType<typeof useStatisticsHabit>;
}

/** Everything about one habit: its figures and charts, and the explanation of its streak. */
export function HabitStatistics({ found, view, today, onView, onDay, onAnalytics }: HabitStatisticsProps) {
  const { t } = useLingui();
  const { habit, isKnown, error, retry } = found;
  if (habit) {
    return (
      <div style={hueStyle(habit.hue)} className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Segmented<StatisticsView>
            label={t`View`}
            className="max-sm:w-full"
            options={[
              { value: "overview", label: t`Overview` },
              { value: "why", label: t`Why this streak?` },
            ]}
            value={view}
            onValueChange={onView}
          />
          <Button
            kind="quiet"
            size="small"
            icon={<ChartSpline aria-hidden="true" />}
            onClick={() => onAnalytics(habit.id)}
          >
            {t`Analytics`}
          </Button>
        </div>
        <Rhythm habit={habit} today={today} />
        {view === "overview" ? (
          <Overview habit={habit} today={today} onDay={(day) => onDay(habit, day)} />
        ) : (
          <WhyStreak key={habit.id} habit={habit} onDay={(day) => onDay(habit, day)} />
        )}
      </div>
    );
  }
  if (error) return <LoadFailed error={error} onRetry={retry} />;
  return isKnown ? (
    <EmptyState
      icon={<SearchX />}
      title={t`Habit not found`}
      text={t`It may have been deleted, or it belongs to another account.`}
    />
  ) : (
    <div aria-busy="true">
      <Skeleton className="h-64" />
    </div>
  );
}

/** The goal and when the habit is due: "Goal: 1 repetition, every 3 days". */
function Rhythm({ habit, today }: { habit: Habit; today: string }) {
  const { i18n } = useLingui();
  const rhythm = useRhythmWords()(habit);
  const goal = goalName(i18n, habit, { from: today, to: today });
  return <p className="text-sm text-ink-muted">{[goal, rhythm].filter(Boolean).join(", ")}</p>;
}

/** One of the user's habits, active or archived, from the lists that the dashboard has loaded anyway. */
export function useStatisticsHabit(id: number | null) {
  const active = trpc.habit.list.useQuery(activeHabits);
  const archived = trpc.habit.list.useQuery(archivedHabits);
  const lists = [active, archived];
  const habit = lists.flatMap(({ data }) => data?.results ?? []).find((other) => other.id === id);
  return {
    habit,
    isKnown: lists.every(({ data }) => data !== undefined),
    error: lists.find((list) => list.error && !list.data)?.error ?? null,
    retry: () => Promise.all(lists.map((list) => list.refetch())),
  };
}
