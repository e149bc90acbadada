import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Habit } from "@daymark/domain/tracking/habit";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import { memo } from "react";
import { goalName } from "../../habit/form/goal-words.ts";
import { wordProgress } from "../../habit/form/period-words.ts";
import { HabitTitle } from "../../habit/habit-title.tsx";
import { hueStyle } from "../../habit/hues.ts";
import type { PeriodProgress } from "../../habit/period-progress.ts";
import { remainingOf, remainingWords } from "../../remaining/remaining-words.ts";
import type { Layout } from "../grid/grid.ts";
import { withSoftHyphens } from "../grid/soft-hyphens.ts";
import { HeaderMark } from "./header-mark.tsx";
import { hasStreak, headerButtonClass, StreakButton } from "./streak-button.tsx";

interface HabitHeaderProps {
  habit: Habit;
  statistics: Statistics | undefined;
  /** For a habit whose schedule has periods. */
  progress?: PeriodProgress | undefined;
  /** If it is among the days shown: the header then says what is left until the end of the habit. */
  today?: string | undefined;
  /** The days shown: the header shows the goal that held on them. */
  from?: string;
  to?: string;
  /** A habit of a group is indented. */
  isGrouped?: boolean;
  layout: Layout;
  /** Its index in the vertical layout. */
  column?: number;
  isTabStop: boolean;
}

/** The foot of a column's header: the streak over the color of the habit. */
const columnFoot = "calendar-foot flex w-full flex-col items-center justify-end gap-0.5 pb-0.5 pointer-coarse:min-h-11";
const columnBar = <span aria-hidden="true" className="h-1 w-5 shrink-0 rounded-full bg-habit" />;

/**
 * The header of a habit's row or column: its title and its goal, which open the habit menu, and its streak, which opens
 * the explanation of the streak. The table listens for both buttons.
 */
export const HabitHeader = memo(function HabitHeader(props: HabitHeaderProps) {
  const { habit, statistics, progress, today, from, to, isGrouped = false, layout, column, isTabStop } = props;
  const { i18n } = useLingui();
  const goal = from && to ? goalName(i18n, habit, { from, to }) : undefined;
  const isRow = layout === "horizontal";
  const remaining = today === undefined ? null : remainingOf(habit, statistics, today);
  const left = remaining && remainingWords(i18n, habit, remaining);
  // What is left comes first: a number that the end of the line cuts would be another one.
  const line = [left, progress ? wordProgress(i18n, habit, progress) : goal].filter(Boolean).join(" · ");
  const mark =
    progress || remaining ? <HeaderMark habit={habit} progress={progress} remaining={remaining} isRow={isRow} /> : null;
  const hasAssumed = (statistics?.assumed_days ?? 0) > 0;
  return (
    <th
      scope={isRow ? "row" : "col"}
      aria-label={habit.title}
      data-column={column}
      className={isRow ? "calendar-corner sticky left-0 z-10 p-0 text-left" : "calendar-top p-0 align-bottom"}
      style={hueStyle(habit.hue)}
    >
      <div className={isRow ? "flex h-(--row) items-center" : "@container flex h-full flex-col items-center"}>
        <button
          type="button"
          tabIndex={isTabStop ? 0 : -1}
          aria-haspopup="menu"
          data-habit-header={habit.id}
          title={left ? `${habit.title}\n${line}` : habit.title}
          className={classes(
            headerButtonClass,
            "flex w-full min-w-0 flex-1 focus-visible:bg-raised",
            isRow
              ? classes("h-full items-center gap-2 pr-1.5 md:gap-3", isGrouped ? "pl-5 md:pl-7" : "pl-3 md:pl-4")
              : classes(
                  "flex-col items-center justify-end gap-1 px-px pt-2 pb-1 max-sm:gap-0.5 max-sm:py-1 sm:px-0.5 pointer-coarse:min-h-11",
                  hasAssumed && "calendar-over-two",
                ),
          )}
        >
          {isRow ? <span aria-hidden="true" className="h-7 w-1 shrink-0 rounded-full bg-habit" /> : null}
          <span className={isRow ? "min-w-0 flex-1 text-left" : "calendar-column-title"}>
            <span
              className={classes(
                "text-[0.9375rem] leading-tight font-[560]",
                isRow
                  ? classes(
                      "block truncate max-md:text-sm max-md:whitespace-normal",
                      mark ? "max-md:line-clamp-1" : "max-md:line-clamp-2",
                    )
                  : "calendar-column-words",
              )}
            >
              <HabitTitle habit={habit} text={isRow ? habit.title : withSoftHyphens(habit.title)} />
            </span>
            {isRow ? (
              <span className="block truncate text-xs leading-snug font-normal text-ink-muted max-md:hidden">
                {line}
              </span>
            ) : null}
            {isRow ? mark : null}
          </span>
          {isRow ? null : mark}
        </button>
        {hasStreak(statistics) ? (
          <StreakButton
            statistics={statistics}
            isTabStop={isTabStop}
            className={isRow ? "flex h-full items-center justify-end px-1.5" : columnFoot}
            linesClassName={isRow ? "items-end" : "items-center"}
          >
            {isRow ? null : columnBar}
          </StreakButton>
        ) : isRow ? null : (
          // The first streak must not move the days below while the user presses them.
          <span aria-hidden="true" className={classes(columnFoot, "pointer-events-none")}>
            <span className="h-4" />
            {columnBar}
          </span>
        )}
      </div>
    </th>
  );
});
