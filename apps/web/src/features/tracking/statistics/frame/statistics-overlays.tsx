import type { Habit } from "@daymark/domain/tracking/habit";
import { Once } from "../../../../lib/form/once.tsx";
import { lazyComponent } from "../../../../lib/lazy-component.tsx";
import { useWide } from "../../calendar/header/use-wide.ts";
import type { StatisticsView } from "./habit-statistics.tsx";

const StatisticsFrame = lazyComponent(
  () => import("./statistics-frame.tsx"),
  ({ habitId }) => habitId,
  "statistics",
);
const AnalyticsDialog = lazyComponent(
  () => import("../analytics-dialog.tsx"),
  ({ open }) => open,
  "statistics",
);

/** Lazy components that are fetched at the first touch of the page. */
export const statisticsParts = [StatisticsFrame, AnalyticsDialog];

/** The search parameters for statistics. */
export interface StatisticsSearch {
  /** The habit whose statistics are open. */
  statistics?: number;
  /** Analytics are open, starting with this habit; 0 for the first one. */
  analytics?: number;
}

interface StatisticsOverlaysProps {
  search: StatisticsSearch;
  view: StatisticsView;
  today: string;
  onAnalytics: (habitId: number) => void;
  onView: (view: StatisticsView) => void;
  onFollow: (habitId: number) => void;
  onClose: () => void;
  onDay: (habit: Habit, day: string) => void;
}

/**
 * The statistics of a habit and the analytics of all, depending on the address of the dashboard: over it, or in a wide
 * window the statistics beside its calendar.
 */
export function StatisticsOverlays(props: StatisticsOverlaysProps) {
  const { search, view, today, onAnalytics, onView, onFollow, onClose, onDay } = props;
  const { statistics, analytics } = search;
  const isWide = useWide();
  const content = { view, today, onView, onFollow, onClose, onDay, onAnalytics };
  const dialogId = isWide ? undefined : statistics;
  return (
    <>
      {isWide && statistics !== undefined ? (
        // Keeps the space while the panel loads.
        <div className="w-[min(25vw,40rem)] shrink-0">
          <StatisticsFrame {...content} habitId={statistics} isBeside />
        </div>
      ) : null}
      <Once when={dialogId !== undefined}>
        <StatisticsFrame {...content} habitId={dialogId ?? null} isBeside={false} />
      </Once>
      <Once when={analytics !== undefined}>
        <AnalyticsDialog open={analytics !== undefined} habitId={analytics || null} today={today} onClose={onClose} />
      </Once>
    </>
  );
}
