import { Button } from "@daymark/ui/button";
import { Card } from "@daymark/ui/card";
import { EmptyState } from "@daymark/ui/empty-state";
import { IconButton } from "@daymark/ui/icon-button";
import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarPlus, CloudOff, FoldVertical, Funnel, UnfoldVertical } from "lucide-react";
import { useState } from "react";
import { Calendar } from "./calendar.tsx";
import { CalendarScroll, verticalClass, verticalStyle } from "./calendar-scroll.tsx";
import { CalendarSkeleton } from "./calendar-skeleton.tsx";
import { CalendarToolbar } from "./calendar-toolbar.tsx";
import { Legend } from "./legend.tsx";
import { daysOfMonth, type Month, monthOf } from "./month.ts";
import { type DashboardSearch, isFiltered } from "./search.ts";
import type { useDashboard } from "./use-dashboard.ts";
import type { HabitOverlaysState } from "./use-habit-overlays.ts";

interface CalendarCardProps {
  board: ReturnType<typeof useDashboard>;
  search: DashboardSearch;
  overlays: HabitOverlaysState;
  onMonthChange: (month: Month) => void;
  onSearchChange: (search: DashboardSearch, options: { isStep: boolean }) => void;
}

/** The calendar with what turns it, or what stands in its place: its shape, an empty page, an error. */
export function CalendarCard({ board, search, overlays, onMonthChange, onSearchChange }: CalendarCardProps) {
  const { habits, month, layout } = board;
  return (
    <Card className="-mx-4 rounded-none border-x-0 sm:mx-0 sm:rounded-card sm:border-x">
      <CalendarToolbar
        board={board}
        search={search}
        onMonthChange={onMonthChange}
        onSearchChange={onSearchChange}
        onArrange={overlays.arrange}
      />
      {board.error ? (
        <Failed onRetry={board.retry} />
      ) : !habits ? (
        <CalendarSkeleton layout={layout} days={daysOfMonth(month).length} />
      ) : habits.length === 0 ? (
        <NoHabits search={search} onSearchChange={onSearchChange} onCreate={() => overlays.create("good")} />
      ) : (
        <Filled board={board} overlays={overlays} onMonthChange={onMonthChange} />
      )}
    </Card>
  );
}

function Filled({ board, overlays, onMonthChange }: Pick<CalendarCardProps, "board" | "overlays" | "onMonthChange">) {
  const { t } = useLingui();
  const { habits = [], layout, month, today } = board;
  const [unfolded, setUnfolded] = useState<Month>();
  const withUpcoming = unfolded === month;
  const upcoming = daysOfMonth(month).filter((day) => day > today).length;
  const canFold = layout === "vertical" && monthOf(today) === month && upcoming > 0;
  return (
    <div className="relative">
      {canFold ? (
        // In the empty corner of the table, but none of its cells: the grid has one tab stop.
        <div
          style={verticalStyle(habits.length)}
          className={`pointer-events-none absolute inset-x-0 top-2 z-30 pl-1 sm:pl-6 ${verticalClass}`}
        >
          <IconButton
            label={withUpcoming ? t`Hide upcoming days` : t`Show upcoming days`}
            size="small"
            aria-expanded={withUpcoming}
            onClick={() => setUnfolded(withUpcoming ? undefined : month)}
            className="pointer-events-auto"
          >
            {withUpcoming ? <FoldVertical aria-hidden="true" /> : <UnfoldVertical aria-hidden="true" />}
          </IconButton>
        </div>
      ) : null}
      <CalendarScroll layout={layout} columns={habits.length} month={month} today={today}>
        <Calendar
          habits={habits}
          statistics={board.statistics}
          entries={board.entries}
          month={month}
          today={today}
          layout={layout}
          withUpcoming={withUpcoming}
          cursor={board.cursor}
          recorder={board.recorder}
          onMonthChange={onMonthChange}
          onHabitMenu={overlays.openMenu}
        />
      </CalendarScroll>
      <Legend />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  return (
    <div role="alert">
      <EmptyState
        tone="danger"
        icon={<CloudOff />}
        title={t`The calendar could not be loaded`}
        text={t`Nothing is lost. Check your connection and try again.`}
        action={
          <Button
            kind="primary"
            isBusy={isBusy}
            onClick={async () => {
              setBusy(true);
              await onRetry();
              setBusy(false);
            }}
          >
            {t`Try again`}
          </Button>
        }
      />
    </div>
  );
}

interface NoHabitsProps {
  search: DashboardSearch;
  onSearchChange: CalendarCardProps["onSearchChange"];
  onCreate: () => void;
}

function NoHabits({ search, onSearchChange, onCreate }: NoHabitsProps) {
  const { t } = useLingui();
  if (isFiltered(search)) {
    const { month } = search;
    return (
      <EmptyState
        icon={<Funnel />}
        title={t`No habit fits this filter`}
        text={<Trans>Your habits are still there, only out of sight.</Trans>}
        action={
          <Button kind="primary" onClick={() => onSearchChange(month ? { month } : {}, { isStep: true })}>
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
      text={<Trans>Start a new one, or take one back: the filter shows them.</Trans>}
      action={
        <Button kind="primary" onClick={onCreate}>
          {t`New habit`}
        </Button>
      }
    />
  );
}
