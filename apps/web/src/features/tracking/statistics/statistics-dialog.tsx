import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { EmptyState } from "@daymark/ui/empty-state";
import { Segmented } from "@daymark/ui/segmented";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";
import { ChartSpline, SearchX } from "lucide-react";
import { useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";
import { activeHabits, archivedHabits } from "../calendar/queries.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { hueStyle } from "../habit/hues.ts";
import { Overview } from "./overview.tsx";
import { LoadFailed } from "./plot/load-failed.tsx";
import { WhyStreak } from "./why/why-streak.tsx";

interface StatisticsDialogProps {
  /** The habit; null while the dialog is closed. */
  habitId: number | null;
  firstView: View;
  today: string;
  onClose: () => void;
  /** Opens a day of the habit in the calendar. */
  onDay: (habit: Habit, day: string) => void;
  onAnalytics: (habitId: number) => void;
}

type View = "overview" | "why";

/** Everything about one habit: its figures and charts, and the explanation of its streak. */
export default function StatisticsDialog(props: StatisticsDialogProps) {
  const { habitId, firstView, today, onClose, onDay, onAnalytics } = props;
  const { t } = useLingui();
  const isOpen = habitId !== null;
  // The content stays during the exit animation.
  const [shown, setShown] = useState({ id: habitId, view: firstView, isOpen });
  if (isOpen && (habitId !== shown.id || !shown.isOpen)) setShown({ id: habitId, view: firstView, isOpen });
  else if (!isOpen && shown.isOpen) setShown({ ...shown, isOpen });
  const { habit, isKnown, error, retry } = useHabit(shown.id);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={habit ? <HabitTitle habit={habit} /> : t`Statistics`}
      description={habit ? habit.description || t`Statistics` : undefined}
      closeLabel={t`Close`}
      width="wide"
    >
      {habit ? (
        <div style={hueStyle(habit.hue)} className="flex flex-col gap-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Segmented<View>
              label={t`View`}
              className="max-sm:w-full"
              options={[
                { value: "overview", label: t`Overview` },
                { value: "why", label: t`Why this streak?` },
              ]}
              value={shown.view}
              onValueChange={(view) => setShown({ ...shown, view })}
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
          {shown.view === "overview" ? (
            <Overview habit={habit} today={today} onDay={(day) => onDay(habit, day)} />
          ) : (
            <WhyStreak key={habit.id} habit={habit} onDay={(day) => onDay(habit, day)} />
          )}
        </div>
      ) : error ? (
        <LoadFailed error={error} onRetry={retry} />
      ) : isKnown ? (
        <EmptyState
          icon={<SearchX />}
          title={t`This habit is not here`}
          text={t`It may have been deleted, or it belongs to another account.`}
        />
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-64" />
        </div>
      )}
    </Dialog>
  );
}

/** One of the user's habits, active or archived, from the lists that the dashboard has loaded anyway. */
function useHabit(id: number | null) {
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
