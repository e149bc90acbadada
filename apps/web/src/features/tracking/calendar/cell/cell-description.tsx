import type { HabitRules } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { EntryIndex } from "../../progress/entry-index.ts";
import { RhythmLine } from "../../remaining/rhythm-line.tsx";
import { type Cursor, useCursorCell } from "../grid/cursor.ts";

/** The id of the element that describes the cell that Tab reaches. */
export const cellDescriptionId = "calendar-cell-description";

interface CellDescriptionProps {
  cursor: Cursor;
  habits: readonly Habit[];
  rules: ReadonlyMap<number, HabitRules>;
  rows: EntryIndex<number, string>;
  today: string;
  isLoading: boolean;
}

/**
 * What the tooltip of the cell at the cursor shows beyond its accessible name: the progress of its week or other period, and
 * the note. Screen readers read it when the cell gets the focus. One element for the calendar, because the progress of a cell
 * depends on up to a year of days; nothing computes it for the other cells.
 */
export function CellDescription({ cursor, habits, rules, rows, today, isLoading }: CellDescriptionProps) {
  const { habitId, day = null } = useCursorCell(cursor) ?? {};
  const habit = habits.find(({ id }) => id === habitId);
  const own = habit && rules.get(habit.id);
  const isKnown = habit && own && day !== null && !isLoading;
  const entryOn = (other: string) => habit && rows.get(habit.id)?.get(other);
  return (
    <div id={cellDescriptionId} hidden>
      {isKnown ? <RhythmLine habit={habit} rules={own} entryOn={entryOn} day={day} today={today} /> : null}{" "}
      {isKnown ? entryOn(day)?.note : null}
    </div>
  );
}
