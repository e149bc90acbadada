import type { HabitFilter } from "@daymark/domain/tracking/dashboard";
import { Button } from "@daymark/ui/button";
import { Card } from "@daymark/ui/card";
import { EmptyState } from "@daymark/ui/empty-state";
import { IconButton } from "@daymark/ui/icon-button";
import { Trans, useLingui } from "@lingui/react/macro";
import ArrowsFromAxisDashedHorizontal from "lucide-react/icons/arrows-from-axis-dashed-horizontal";
import ArrowsToAxisDashedHorizontal from "lucide-react/icons/arrows-to-axis-dashed-horizontal";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import CloudOff from "lucide-react/icons/cloud-off";
import Funnel from "lucide-react/icons/funnel";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useCallback, useEffect, useRef, useState } from "react";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { browserPreferences } from "../../../lib/preferences/preferences.ts";
import { Calendar } from "../calendar/calendar.tsx";
import { CalendarScroll, verticalClass, verticalStyle } from "../calendar/calendar-scroll.tsx";
import { CalendarSkeleton } from "../calendar/calendar-skeleton.tsx";
import { filterOf, isFiltered } from "../calendar/filtered-search.ts";
import { widthOf } from "../calendar/grid/columns.ts";
import type { Layout } from "../calendar/grid/grid.ts";
import type { HabitSection } from "../calendar/grid/shown-habits.ts";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import type { HabitOverlaysState } from "../calendar/use-habit-overlays.ts";
import { daysOfMonth, type Month, monthOf } from "../clock/month.ts";
import { toggledFold } from "../habit/folded-groups.ts";
import { FailedState } from "../offline/failed-state.tsx";
import { ActiveFilters } from "./active-filters.tsx";
import { CalendarToolbar } from "./calendar-toolbar.tsx";
import { Legend } from "./legend.tsx";

const YearBoard = lazyComponent(
  () => import("../year/year-board.tsx"),
  ({ board }) => board.layout,
  "statistics",
);

interface CalendarCardProps {
  board: ReturnType<typeof useDashboard>;
  overlays: HabitOverlaysState;
  onMonthChange: (month: Month) => void;
  onFilterChange: (filter: HabitFilter) => void;
}

/** The calendar with its toolbar, or in its place a skeleton, an empty state or an error. */
export function CalendarCard({ board, overlays, onMonthChange, onFilterChange }: CalendarCardProps) {
  const { sections, month, layout } = board;
  const onFold = useToggleFolded(board.groups);
  const { t } = useLingui();
  return (
    <Card className="-mx-4 rounded-none border-x-0 sm:mx-0 sm:rounded-card sm:border-x">
      <CalendarToolbar board={board} overlays={overlays} onMonthChange={onMonthChange} />
      <ActiveFilters filter={filterOf(board.search)} count={board.shownCount} onFilterChange={onFilterChange} />
      {board.error ? (
        <FailedState
          icon={<CloudOff />}
          title={t`The calendar could not be loaded`}
          text={t`Nothing is lost. Check your connection and try again.`}
          onRetry={board.retry}
        />
      ) : !sections ? (
        <CalendarSkeleton layout={layout} days={daysOfMonth(month).length} />
      ) : sections.length === 0 ? (
        <NoHabits board={board} onShowAll={() => onFilterChange({})} onCreate={() => overlays.create("good")} />
      ) : layout === "year" ? (
        <YearBoard board={board} sections={sections} overlays={overlays} onFold={onFold} />
      ) : (
        <Filled {...{ board, sections, layout, overlays, onMonthChange, onFold }} />
      )}
    </Card>
  );
}

/** A function that folds or unfolds a group; the same function on each render. */
function useToggleFolded(groups: readonly string[]) {
  const latest = useRef(groups);
  useEffect(() => {
    latest.current = groups;
  });
  return useCallback((group: string) => {
    const { folded_groups: folded = [] } = browserPreferences().read();
    browserPreferences().set({ folded_groups: toggledFold(folded, group, latest.current) });
  }, []);
}

interface FilledProps extends Pick<CalendarCardProps, "board" | "overlays" | "onMonthChange"> {
  sections: readonly HabitSection[];
  layout: Layout;
  onFold: (group: string) => void;
}

function Filled({ board, sections, layout, overlays, onMonthChange, onFold }: FilledProps) {
  const { t } = useLingui();
  const { habits = [], month, chosenMonth, today } = board;
  const isBehind = month !== chosenMonth || layout !== board.chosenLayout;
  const [unfolded, setUnfolded] = useState<Month>();
  const withUpcoming = unfolded === month;
  const upcoming = daysOfMonth(month).filter((day) => day > today).length;
  const canFold = layout === "vertical" && monthOf(today) === month && upcoming > 0;
  const columns = sections.flatMap(({ blocks }) => blocks).reduce((sum, block) => sum + widthOf(block), 0);
  return (
    <div className="relative">
      {canFold ? (
        // Placed over the empty corner of the table but outside its cells: the grid has one tab stop.
        <div
          style={verticalStyle(columns)}
          className={`pointer-events-none absolute inset-x-0 top-2 z-30 pl-1 sm:pl-6 ${verticalClass}`}
        >
          <IconButton
            label={withUpcoming ? t`Hide upcoming days` : t`Show upcoming days`}
            size="small"
            aria-expanded={withUpcoming}
            onClick={() => setUnfolded(withUpcoming ? undefined : month)}
            className="pointer-events-auto"
          >
            {withUpcoming ? (
              <ArrowsToAxisDashedHorizontal aria-hidden="true" />
            ) : (
              <ArrowsFromAxisDashedHorizontal aria-hidden="true" />
            )}
          </IconButton>
        </div>
      ) : null}
      <CalendarScroll layout={layout} columns={columns} month={month} today={today} isBehind={isBehind}>
        <Calendar
          habits={habits}
          sections={sections}
          statistics={board.statistics}
          entries={board.entries}
          month={month}
          chosenMonth={chosenMonth}
          today={today}
          layout={layout}
          density={board.density}
          hasTotal={board.hasTotal}
          withUpcoming={withUpcoming}
          cursor={board.cursor}
          recorder={board.recorder}
          onMonthChange={onMonthChange}
          onHabitMenu={overlays.openMenu}
          onHabitStreak={overlays.explainStreak}
          onGroupMenu={overlays.openGroupMenu}
          onFold={onFold}
        />
      </CalendarScroll>
      <Legend />
    </div>
  );
}

interface NoHabitsProps {
  board: CalendarCardProps["board"];
  onShowAll: () => void;
  onCreate: () => void;
}

function NoHabits({ board, onShowAll, onCreate }: NoHabitsProps) {
  const { t } = useLingui();
  const { search } = board;
  if (isFiltered(search)) {
    // No habit at risk is good news.
    const isSafe = search.at_risk && Object.keys(filterOf(search)).length === 1;
    return (
      <EmptyState
        icon={isSafe ? <ShieldCheck /> : <Funnel />}
        title={isSafe ? t`No streak is at risk today` : t`No habits match this filter`}
        text={isSafe ? <Trans>All done for today.</Trans> : <Trans>Your habits are still there, just hidden.</Trans>}
        action={
          <Button kind="primary" onClick={onShowAll}>
            {t`Show all habits`}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<CalendarPlus />}
      title={t`All your habits are archived`}
      text={<Trans>Start a new one, or unarchive one: the filter shows them.</Trans>}
      action={
        <Button kind="primary" onClick={onCreate}>
          {t`New habit`}
        </Button>
      }
    />
  );
}
