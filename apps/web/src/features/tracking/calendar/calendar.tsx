import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Density } from "@daymark/domain/tracking/dashboard";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { useLingui } from "@lingui/react/macro";
import { type CSSProperties, useCallback, useRef, useSyncExternalStore } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import type { Recorder } from "../day-writes/recorder.ts";
import type { GroupMenuTarget } from "../habit/menu-targets.ts";
import "./calendar.css";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import type { Month } from "../clock/month.ts";
import { usePhone } from "../clock/use-phone.ts";
import { CellDescription } from "./cell/cell-description.tsx";
import type { CellTooltipProps } from "./cell/cell-tooltip.tsx";
import { DayRows } from "./day-rows.tsx";
import { columnsOf } from "./grid/columns.ts";
import type { Cursor } from "./grid/cursor.ts";
import type { Layout } from "./grid/grid.ts";
import type { HabitSection } from "./grid/shown-habits.ts";
import { useGridFocus } from "./grid/use-grid-focus.ts";
import { useOpeningFocus } from "./grid/use-opening-focus.ts";
import { HabitRows } from "./habit-rows.tsx";
import { SelectionStatus } from "./selection-status.tsx";
import { useCalendar } from "./use-calendar.ts";
import { useCellHint } from "./use-cell-hint.ts";
import { useGridInput } from "./use-grid-input.ts";

export const EntryPopover = lazyComponent(
  () => import("../entry/entry-popover.tsx"),
  ({ draft }) => draft && `${draft.habit.id} ${draft.day}`,
);

export const CellTooltip = lazyComponent(
  () => import("./cell/cell-tooltip.tsx"),
  ({ shown }) => shown,
);

export interface CalendarProps {
  /** In display order: good habits first. Without those in folded groups. */
  habits: readonly Habit[];
  sections: readonly HabitSection[];
  statistics: ReadonlyMap<number, Statistics>;
  /** Undefined while they load. */
  entries: readonly Entry[] | undefined;
  month: Month;
  /** The month that the user chose, which the calendar shows next; a further step starts from it. */
  chosenMonth: Month;
  today: string;
  layout: Layout;
  density: Density;
  /** Whether the total of each habit in the month is shown. */
  hasTotal: boolean;
  withUpcoming: boolean;
  cursor: Cursor;
  recorder: Recorder;
  onMonthChange: (month: Month) => void;
  onHabitMenu: (habit: Habit, anchor: HTMLElement) => void;
  /** Opens the explanation of the habit's streak. */
  onHabitStreak: (habit: Habit) => void;
  onGroupMenu: (target: GroupMenuTarget) => void;
  onFold: (group: string) => void;
}

/**
 * The habits and their days: a grid with one tab stop, in which the user can record every day by pointer and by
 * keyboard.
 */
export function Calendar(props: CalendarProps) {
  const { sections, statistics, entries, month, today, layout, density, hasTotal, cursor, onFold, onGroupMenu } = props;
  const { t } = useLingui();
  const format = useFormat();
  const isPhone = usePhone();
  const tableRef = useRef<HTMLTableElement>(null);
  const { grid, infos, rules, byHabit, byDay, isOpen } = useCalendar(props);
  const focus = useGridFocus({ tableRef, grid, cursor, today });
  const { editor, handlers, saveAndMoveOn } = useGridInput({ ...props, grid, focus, isOpen });
  useOpeningFocus({ grid, cursor, focus, today, isOpen });
  const hint = useCellHint({ tableRef, grid, editor });
  const draft = useSyncExternalStore(editor.subscribe, editor.read);
  const anchor = useCallback(() => {
    const open = editor.read();
    return open ? focus.cellElement({ habitId: open.habit.id, day: open.day }) : null;
  }, [editor, focus]);

  const monthName = format.month(month);
  const isLoading = entries === undefined;
  const columnCount = layout === "horizontal" ? infos.length : columnsOf(sections).length;
  const total = hasTotal ? month : null;
  const ofCell = { habits: props.habits, rules, rows: byHabit, today, isLoading };
  const shared = { total, sections, statistics, rules, today, isLoading, cursor, onFold, onGroupMenu };
  return (
    <>
      <table
        ref={tableRef}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of the ARIA practices is a table whose cells are operated.
        role="grid"
        aria-label={t`Habits in ${monthName}`}
        aria-multiselectable="true"
        aria-busy={entries === undefined}
        data-layout={layout}
        data-density={density}
        style={sizes({ layout, hasTotal, columnCount })}
        className="calendar w-full table-fixed"
        {...handlers}
      >
        {layout === "horizontal" ? (
          <HabitRows {...shared} days={infos} rows={byHabit} />
        ) : (
          <DayRows {...shared} days={infos} rows={byDay} />
        )}
      </table>
      <CellDescription {...ofCell} cursor={cursor} />
      <SelectionStatus cursor={cursor} habits={props.habits} />
      <Hinted {...ofCell} hint={hint} layout={layout} cellElement={focus.cellElement} />
      {editor.wasOpened ? (
        <EntryPopover
          draft={draft}
          editor={editor}
          isPhone={isPhone}
          anchor={anchor}
          finalFocus={focus.currentElement}
          onEnter={saveAndMoveOn}
        />
      ) : null}
    </>
  );
}

interface SizesInput extends Pick<CalendarProps, "layout" | "hasTotal"> {
  columnCount: number;
}

function sizes({ layout, hasTotal, columnCount }: SizesInput): CSSProperties {
  const isColumn = hasTotal && layout === "horizontal";
  const total = isColumn ? "2.75rem" : "0rem";
  const style: Record<string, string> = {
    minWidth: `calc(var(--first) + ${columnCount} * var(--cell) + ${total})`,
    "--total": total,
    "--foot": hasTotal && !isColumn ? "2.5rem" : "0rem",
  };
  return style;
}

/** The tooltip alone renders when another cell shows it. */
function Hinted(props: Omit<CellTooltipProps, "shown">) {
  const { hint } = props;
  const shown = useSyncExternalStore(hint.subscribe, hint.read);
  return <CellTooltip {...props} shown={shown} />;
}
