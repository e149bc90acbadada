import type { Habit } from "@daymark/domain/tracking/habit";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import { browserPreferences, usePreferenceValues } from "../../../lib/preferences/preferences.ts";
import { type DashboardSearch, withFilter } from "../calendar/grid/search.ts";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import { monthOf } from "../clock/month.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** True if the previous history entry is the dashboard below: closing the dialog then goes back. */
    isOver?: boolean;
    /** The view of the statistics with which their dialog opens: the explanation of the streak, or else the figures. */
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
  return useMemo(() => {
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
    return {
      showHabit: (habitId: number, view?: "why") => go({ ...below(), statistics: habitId }, { isOver: true, view }),
      onAnalytics: (habitId: number) => go({ ...below(), analytics: habitId }, { isOver: true }),
      onClose: () => {
        if (router.state.location.state.isOver) router.history.back();
        else go(below(), { replace: true });
      },
      /** Shows a day in the calendar, with a filter that includes the habit, and opens its entry. */
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
        go(month === monthOf(now.board.today) ? shown : { ...shown, month });
      },
    };
  }, [navigate, router]);
}
