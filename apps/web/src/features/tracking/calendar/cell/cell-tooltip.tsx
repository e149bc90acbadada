import type { HabitRules } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import { type Side, Tooltip } from "@daymark/ui/tooltip";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../../lib/language/format.ts";
import { HabitTitle } from "../../habit/habit-title.tsx";
import { hueStyle } from "../../habit/hues.ts";
import { resultAmong, resultWhileLoading } from "../../habit/rules.ts";
import type { EntryIndex } from "../../progress/entry-index.ts";
import { RhythmLine } from "../../remaining/rhythm-line.tsx";
import type { CellHint, Hint } from "../grid/cell-hint.ts";
import type { Cell, Layout } from "../grid/grid.ts";
import { wordsOfDay } from "./day-words.ts";

export interface CellTooltipProps {
  /** Null while no cell shows its tooltip. */
  shown: Hint | null;
  hint: CellHint;
  habits: readonly Habit[];
  rules: ReadonlyMap<number, HabitRules>;
  rows: EntryIndex<number, string>;
  today: string;
  isLoading: boolean;
  layout: Layout;
  cellElement: (cell: Cell) => HTMLElement | null;
}

/**
 * What the cell under the pointer or the keys holds: the exact amount, the result, the progress of its week or other period,
 * and the note. One for the whole calendar. For sighted users: the accessible name and description of the focused cell have
 * the same.
 */
export default function CellTooltip({ shown, hint, cellElement, layout, ...content }: CellTooltipProps) {
  const cell = shown && cellElement(shown);
  if (!cell) return null;
  return (
    <Tooltip
      anchor={cell}
      sides={sides[layout]}
      free={focusedCell()}
      isHoverable={shown.by === "pointer"}
      onPointerEnter={hint.hold}
      onPointerLeave={hint.release}
      onDismiss={hint.hide}
    >
      <TooltipText shown={shown} {...content} />
    </Tooltip>
  );
}

/** First the sides that the pointer does not cross when it follows the days of a habit. */
const sides: Record<Layout, readonly Side[]> = {
  horizontal: ["top", "bottom"],
  vertical: ["right", "left", "bottom", "top"],
};

/** The cell with the focus stays visible (WCAG 2.4.11). */
function focusedCell(): Element | null {
  const { activeElement } = document;
  return activeElement?.matches("td[data-day]") ? activeElement : null;
}

type TextProps = Pick<CellTooltipProps, "habits" | "rules" | "rows" | "today" | "isLoading"> & { shown: Hint };

function TooltipText({ shown, habits, rules, rows, today, isLoading }: TextProps) {
  const { i18n } = useLingui();
  const format = useFormat();
  const { habitId, day } = shown;
  const habit = habits.find(({ id }) => id === habitId);
  const own = rules.get(habitId);
  if (!habit || !own) return null;
  const entryOn = (other: string) => rows.get(habitId)?.get(other);
  const entry = entryOn(day);
  const result = isLoading ? resultWhileLoading(own, day, today) : resultAmong(own, day, entryOn, today);
  const { amount, status, waiting } = wordsOfDay(i18n, { habit, day, entry, result, isLoading });
  return (
    <div style={hueStyle(habit.hue)} className="flex flex-col gap-1 leading-snug">
      <p className="text-xs text-ink-muted">
        <span className="font-[560] text-ink">
          <HabitTitle habit={habit} />
        </span>
        {" · "}
        {format.day(day, { weekday: "short", day: "numeric", month: "short" })}
      </p>
      <p className="first-letter:uppercase">
        {amount ? <strong className="font-[620] tabular-nums">{amount}</strong> : null}
        {amount ? ", " : null}
        {status}
      </p>
      {isLoading ? null : (
        <RhythmLine
          habit={habit}
          rules={own}
          entryOn={entryOn}
          day={day}
          today={today}
          className="text-xs text-ink-muted"
        />
      )}
      {waiting ? <p className="text-xs text-ink-muted first-letter:uppercase">{waiting}</p> : null}
      {entry?.note ? (
        <p className="border-t border-line pt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{entry.note}</p>
      ) : null}
    </div>
  );
}
