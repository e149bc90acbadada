import type { Habit } from "@daymark/domain/tracking/habit";
import { useLocation } from "@tanstack/react-router";
import { Once } from "../../../lib/form/once.tsx";
import { lazyComponent } from "../../../lib/lazy-component.tsx";

const StatisticsDialog = lazyComponent(
  () => import("./statistics-dialog.tsx"),
  ({ habitId }) => habitId,
  "statistics",
);
const AnalyticsDialog = lazyComponent(
  () => import("./analytics-dialog.tsx"),
  ({ open }) => open,
  "statistics",
);

/** Lazy components that are fetched at the first touch of the page. */
export const statisticsParts = [StatisticsDialog, AnalyticsDialog];

/** The search parameters for statistics. */
export interface StatisticsSearch {
  /** The habit whose statistics are open. */
  statistics?: number;
  /** Analytics are open, starting with this habit; 0 for the first one. */
  analytics?: number;
}

interface StatisticsOverlaysProps {
  search: StatisticsSearch;
  today: string;
  onAnalytics: (habitId: number) => void;
  onClose: () => void;
  onDay: (habit: Habit, day: string) => void;
}

/** The statistics of a habit and the analytics of all, over the dashboard, depending on its address. */
export function StatisticsOverlays({ search, today, onAnalytics, onClose, onDay }: StatisticsOverlaysProps) {
  const { statistics, analytics } = search;
  const firstView = useLocation({ select: ({ state }) => state.statisticsView ?? "overview" });
  return (
    <>
      <Once when={statistics !== undefined}>
        <StatisticsDialog
          habitId={statistics ?? null}
          firstView={firstView}
          today={today}
          onClose={onClose}
          onDay={onDay}
          onAnalytics={onAnalytics}
        />
      </Once>
      <Once when={analytics !== undefined}>
        <AnalyticsDialog open={analytics !== undefined} habitId={analytics || null} today={today} onClose={onClose} />
      </Once>
    </>
  );
}
