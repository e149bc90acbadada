import type { Habit } from "@daymark/domain/tracking/habit";
import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { browserPreferences, usePreferenceValues } from "../../../lib/preferences/preferences.ts";
import { withFilter } from "../calendar/filtered-search.ts";
import type { DashboardSearch } from "../calendar/grid/search.ts";
import { wideQuery } from "../calendar/header/use-wide.ts";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import { monthOf } from "../clock/month.ts";
import type { StatisticsView } from "../statistics/frame/habit-statistics.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** True if the previous history entry is the dashboard without statistics: closing them then goes back. */
    isOver?: boolean;
    /** The view with which the statistics open: the explanation of the streak, or else the figures. */
    statisticsView?: "why";
  }
}

/**
 * Open statistics and analytics are part of the address: back navigation closes them, and a link opens them. The
 * functions stay the same while the page is open.
 */
export function useStatisticsSearch(search: DashboardSearch, board: ReturnType<typeof useDashboard>) {
  const navigate = useNavigate();
  const router = useRouter();
  const { filter: saved, folded_groups: folded = [] } = usePreferenceValues();
  const latest = useRef({ search, board, saved, folded });
  useEffect(() => {
    latest.current = { search, board, saved, folded };
  });
  const firstView = useLocation({ select: ({ state }): StatisticsView => state.statisticsView ?? "overview" });
  const isOpen = search.statistics !== undefined;
  // The view stays when another habit, month or width is chosen, and during the exit animation.
  const [shown, setShown] = useState({ isOpen, view: firstView });
  if (isOpen !== shown.isOpen) setShown({ isOpen, view: isOpen ? firstView : shown.view });
  const actions = useMemo(() => {
    const go = (
      next: DashboardSearch,
      options: { isOver?: boolean; view?: "why" | undefined; replace?: boolean } = {},
    ) => {
      const { isOver = false, view, replace = false } = options;
      const state = { isOver, ...(view && { statisticsView: view }) };
      void navigate({ to: "/dashboard", search: next, replace, resetScroll: false, state });
    };
    /** The dashboard without an open dialog. */
    const below = (): DashboardSearch => {
      const { statistics: _, analytics: __, ...rest } = latest.current.search;
      return rest;
    };
    /** Shows another habit in the history entry of open statistics. */
    const change = (habitId: number, view: "why" | undefined) => {
      const { isOver = false } = router.state.location.state;
      go({ ...below(), statistics: habitId }, { isOver, view, replace: true });
    };
    const onView = (view: StatisticsView) => setShown((now) => ({ ...now, view }));
    return {
      showHabit: (habitId: number, view?: "why") => {
        if (latest.current.search.statistics === undefined) {
          return go({ ...below(), statistics: habitId }, { isOver: true, view });
        }
        onView(view ?? "overview");
        change(habitId, view);
      },
      /** Shows the statistics of another habit, if they are open. */
      onFollow: (habitId: number) => {
        const { statistics } = latest.current.search;
        if (statistics === undefined || statistics === habitId) return;
        change(habitId, router.state.location.state.statisticsView);
      },
      onView,
      onAnalytics: (habitId: number) => go({ ...below(), analytics: habitId }, { isOver: true }),
      onClose: () => {
        if (router.state.location.state.isOver) router.history.back();
        else go(below(), { replace: true });
      },
      /**
       * Shows a day in the calendar, with a filter that includes the habit, and opens its entry. Statistics beside the
       * calendar stay open.
       */
      onDay: (habit: Habit, day: string) => {
        const now = latest.current;
        const { month: _, ...shown } = now.board.habits?.some(({ id }) => id === habit.id)
          ? below()
          : withFilter(below(), habit.archived ? { archived: true } : {}, now.saved);
        const group = habit.group_name;
        if (group !== null && now.folded.includes(group)) {
          browserPreferences().set({ folded_groups: now.folded.filter((name) => name !== group) });
        }
        now.board.cursor.requestEntry({ habitId: habit.id, day });
        const month = monthOf(day);
        const isBeside = matchMedia(wideQuery).matches;
        go({
          ...shown,
          ...(month !== monthOf(now.board.today) && { month }),
          ...(isBeside && { statistics: habit.id }),
        });
      },
    };
  }, [navigate, router]);
  return { ...actions, view: shown.view };
}
