import type { HabitFilter } from "@daymark/domain/tracking/dashboard";
import type { Habit } from "@daymark/domain/tracking/habit";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { isTypingField } from "../../../layout/typing-fields.ts";
import { lazyComponent, useWarmParts } from "../../../lib/lazy-component.tsx";
import { usePreferenceValues } from "../../../lib/preferences/preferences.ts";
import { CellTooltip, EntryPopover } from "../calendar/calendar.tsx";
import { withFilter } from "../calendar/filtered-search.ts";
import { historyCommandOf } from "../calendar/grid/keyboard.ts";
import type { DashboardSearch } from "../calendar/grid/search.ts";
import { useDashboard } from "../calendar/use-dashboard.ts";
import { useHabitOverlays } from "../calendar/use-habit-overlays.ts";
import { type Month, monthOf } from "../clock/month.ts";
import { NoteList } from "../note/note-list.tsx";
import { OfflineTroubles } from "../offline/offline-status.tsx";
import { PastRhythmLine } from "../remaining/rhythm-line.tsx";
import { StatisticsOverlays, statisticsParts } from "../statistics/frame/statistics-overlays.tsx";
import { CalendarCard } from "./calendar-card.tsx";
import { DashboardHeader } from "./dashboard-header.tsx";
import { HabitOverlays, overlayParts } from "./habit-overlays.tsx";
import { LegendBody } from "./legend.tsx";
import { MonthPicker } from "./month-switch.tsx";
import { LimitPopover } from "./new-habit-button.tsx";
import { TravelNotice, travelParts } from "./travel-notice.tsx";
import { useIntents } from "./use-intents.ts";
import { useStatisticsSearch } from "./use-statistics-search.ts";

const parts = [
  EntryPopover,
  CellTooltip,
  PastRhythmLine,
  MonthPicker,
  LimitPopover,
  LegendBody,
  ...overlayParts,
  ...statisticsParts,
  ...travelParts,
].map(({ fetchPart }) => fetchPart);

/** A lazy component: an account shows it only once, so it is not part of the first load. */
const FirstRun = lazyComponent(
  () => import("./first-run.tsx"),
  () => true,
);

/** Lazy component, fetched once a habit has ended. */
const FinishedCard = lazyComponent(
  () => import("../finished/finished-card.tsx"),
  () => true,
  "statistics",
);

/** Lazy component, fetched once archived habits are shown that have ended. */
const FinishedList = lazyComponent(
  () => import("../finished/finished-list.tsx"),
  () => true,
  "statistics",
);

/** The main page: the calendar of habits, and the notes below. */
export function Dashboard({ search }: { search: DashboardSearch }) {
  const navigate = useNavigate();
  const board = useDashboard(search);
  const statistics = useStatisticsSearch(search, board);
  const overlays = useHabitOverlays(statistics.showHabit);
  const { today, recorder } = board;
  useWarmParts(parts);
  useHistoryKeys(recorder);
  useIntents(board.all, overlays, statistics.onAnalytics);

  const setSearch = useCallback(
    (next: DashboardSearch, options: { isStep: boolean }) =>
      void navigate({ to: "/dashboard", search: next, replace: !options.isStep, resetScroll: false }),
    [navigate],
  );
  const onMonthChange = useCallback(
    (month: Month) => {
      const { month: _, ...rest } = search;
      // The current month is not in the address, because tomorrow it may be another.
      setSearch(month === monthOf(today) ? rest : { ...rest, month }, { isStep: true });
    },
    [search, today, setSearch],
  );
  const { filter: saved } = usePreferenceValues();
  const onFilterChange = useCallback(
    // A filter tried in the settings is one history entry, not one for each letter typed.
    (filter: HabitFilter, { isStep = true } = {}) =>
      setSearch({ ...withFilter(search, filter, saved), ...statisticsOf(search) }, { isStep }),
    [search, saved, setSearch],
  );

  const hasEnded = ({ ended_on }: Habit) => ended_on !== null && ended_on <= today;
  const finished = board.listed?.filter(hasEnded);
  const Finished = board.search.archived ? FinishedList : FinishedCard;
  const isFirstRun = board.all?.length === 0 && board.archivedCount === 0;
  return (
    <div className="calendar-page mx-auto flex w-full max-w-7xl flex-1 flex-col gap-4 px-4 pb-16 sm:gap-6 sm:px-6 sm:pt-8">
      <DashboardHeader board={board} onCreate={overlays.create} isFirstRun={isFirstRun} />
      <TravelNotice />
      <OfflineTroubles />
      {finished?.length ? <Finished habits={finished} edits={recorder} /> : null}
      <div className="flex flex-1 gap-6">
        <div className="flex min-w-0 flex-1 flex-col gap-4 sm:gap-6">
          {isFirstRun ? (
            <FirstRun onCreated={board.addHabit} onOwn={() => overlays.create("good")} onTrash={overlays.openTrash} />
          ) : (
            <>
              <CalendarCard {...{ board, overlays, onMonthChange, onFilterChange }} />
              <NoteList />
            </>
          )}
        </div>
        <StatisticsOverlays search={search} today={today} {...statistics} />
      </div>
      <HabitOverlays
        board={board}
        overlays={overlays}
        onFilterChange={onFilterChange}
        onAnalytics={() => statistics.onAnalytics(0)}
      />
    </div>
  );
}

/** Statistics beside the calendar stay open while the calendar shows something else. */
function statisticsOf({ statistics }: DashboardSearch): DashboardSearch {
  return statistics === undefined ? {} : { statistics };
}

/** Ctrl+Z and Ctrl+Shift+Z anywhere on the page except in a field, which has its own undo. */
function useHistoryKeys(recorder: { undo: () => void; redo: () => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = historyCommandOf(event);
      if (!command || event.defaultPrevented || isTypingField(event.target)) return;
      event.preventDefault();
      if (command === "undo") recorder.undo();
      else recorder.redo();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [recorder]);
}
