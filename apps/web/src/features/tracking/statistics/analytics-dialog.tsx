import { hasAnalytics } from "@daymark/domain/account/plan";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Dialog } from "@daymark/ui/dialog";
import { EmptyState } from "@daymark/ui/empty-state";
import { Segmented } from "@daymark/ui/segmented";
import { Select } from "@daymark/ui/select";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";
import Sprout from "lucide-react/icons/sprout";
import { useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";
import { activeHabits } from "../calendar/queries.ts";
import { usePhone } from "../clock/use-phone.ts";
import { useWeekdays } from "../clock/use-weekdays.ts";
import { inOrder } from "../habit/habit-list.ts";
import { AnalyticsOffer } from "./analytics-offer.tsx";
import { type AnalyticsWeeks, analyticsRange } from "./analytics-range.ts";
import { ComparisonPicture } from "./comparison-picture.tsx";
import { CorrelationPicture } from "./correlation-picture.tsx";
import { InsightsView } from "./insight/insights-view.tsx";
import { LoadFailed } from "./plot/load-failed.tsx";
import { ReviewView } from "./review/review-view.tsx";
import { TrendPicture } from "./trend-picture.tsx";

interface AnalyticsDialogProps {
  open: boolean;
  /** The habit to start with; null for the first one. */
  habitId: number | null;
  today: string;
  onClose: () => void;
}

/**
 * What all habits say, a year of them, several side by side, one over time, or two together. The free plan shows a description of it.
 */
export default function AnalyticsDialog({ open, habitId, today, onClose }: AnalyticsDialogProps) {
  const { t } = useLingui();
  const profile = trpc.auth.profile.useQuery({});
  const habits = trpc.habit.list.useQuery(activeHabits);
  const error = (profile.data ? null : profile.error) ?? (habits.data ? null : habits.error);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Analytics`}
      description={t`Your habits side by side and over time.`}
      closeLabel={t`Close`}
      width="wide"
    >
      {error ? (
        <LoadFailed error={error} onRetry={() => Promise.all([profile.refetch(), habits.refetch()])} />
      ) : !profile.data || !habits.data ? (
        <div aria-busy="true">
          <Skeleton className="h-64" />
        </div>
      ) : !hasAnalytics(profile.data.plan) ? (
        <AnalyticsOffer />
      ) : habits.data.results.length === 0 ? (
        <EmptyState icon={<Sprout />} title={t`No habits yet`} text={t`Analytics appear once you create a habit.`} />
      ) : (
        <AnalyticsViews
          // Resets the view when it opens with another habit.
          key={habitId}
          habits={inOrder(habits.data.results)}
          habitId={habitId}
          today={today}
        />
      )}
    </Dialog>
  );
}

type View = "insights" | "review" | "comparison" | "trend" | "correlation";

function AnalyticsViews({ habits, habitId, today }: { habits: Habit[]; habitId: number | null; today: string }) {
  const { t } = useLingui();
  // Of one habit, its comparison; of all, what they say together.
  const [view, setView] = useState<View>(habitId === null ? "insights" : "comparison");
  const [weeks, setWeeks] = useState<`${AnalyticsWeeks}`>("26");
  const [weekStart = 1] = useWeekdays();
  const range = analyticsRange(Number(weeks) as AnalyticsWeeks, today, weekStart);
  const first = habits.some(({ id }) => id === habitId) ? habitId : (habits[0]?.id ?? null);
  const shared = { habits, range, firstId: first ?? 0 };
  const isPhone = usePhone();
  const views: { value: View; label: string }[] = [
    { value: "insights", label: t`Insights` },
    { value: "review", label: t`Year in review` },
    { value: "comparison", label: t`Compare` },
    { value: "trend", label: t`Trend` },
    { value: "correlation", label: t`Together` },
  ];
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap gap-3">
        {isPhone ? (
          // The names do not fit side by side.
          <Select<View>
            label={t`What to compare`}
            groups={[{ options: views }]}
            value={view}
            onValueChange={setView}
            className="max-sm:w-full"
          />
        ) : (
          <Segmented<View> label={t`What to compare`} options={views} value={view} onValueChange={setView} />
        )}
        {view === "insights" || view === "review" ? null : (
          <Segmented<`${AnalyticsWeeks}`>
            label={t`How far back`}
            className="max-sm:w-full"
            options={[
              { value: "13", label: t`3 months` },
              { value: "26", label: t`6 months` },
              { value: "52", label: t`1 year` },
            ]}
            value={weeks}
            onValueChange={setWeeks}
          />
        )}
      </div>
      {view === "insights" ? <InsightsView habits={habits} /> : null}
      {view === "review" ? <ReviewView habits={habits} today={today} /> : null}
      {view === "comparison" ? <ComparisonPicture {...shared} /> : null}
      {view === "trend" ? <TrendPicture {...shared} /> : null}
      {view === "correlation" ? <CorrelationPicture {...shared} /> : null}
    </div>
  );
}
