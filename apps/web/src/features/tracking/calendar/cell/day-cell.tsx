import { toDayNumber } from "@daymark/domain/base/day";
import { type DayResult, type HabitRules, targetOn } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import { classes } from "@daymark/ui/classes";
import { DayMark } from "@daymark/ui/day-mark";
import { useLingui } from "@lingui/react/macro";
import { memo } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { hueStyle } from "../../habit/hues.ts";
import { isToggle, shownValue } from "../../habit/rules.ts";
import type { ShownEntry } from "../../progress/day-state.ts";
import type { DayInfo } from "../grid/day-info.ts";
import { compactAmount } from "../total/compact-amount.ts";
import { cellDescriptionId } from "./cell-description.tsx";
import { isAssumedContent, wordsOfDay } from "./day-words.ts";

interface DayCellProps {
  habit: Habit;
  rules: HabitRules;
  info: DayInfo;
  entry: ShownEntry | undefined;
  /** Undefined while the records that it depends on load. */
  result: DayResult | undefined;
  today: string;
  /** True while the content of the day is not known yet. */
  isLoading: boolean;
  /** True for the only cell that Tab reaches. */
  isTabStop: boolean;
  /** True if the day is one of several that are filled together. */
  isSelected: boolean;
}

/**
 * One day of one habit. It has no handlers: the table listens for all of its cells. Its accessible name contains habit,
 * date, value and result, because a screen reader may read a cell alone. `CellDescription` describes the cell that Tab reaches.
 */
export const DayCell = memo(function DayCell(props: DayCellProps) {
  const { habit, rules, info, entry, result, today, isLoading, isTabStop, isSelected } = props;
  const { i18n, t } = useLingui();
  const format = useFormat();
  const { day } = info;
  const value = isLoading ? null : shownValue(habit, entry);
  const content = { habit, day, entry, result, isLoading };
  const { amount, status, waiting } = wordsOfDay(i18n, content);
  const name = [habit.title, info.long, amount, status, entry?.note && t`with a note`, waiting];
  const [number, word] = value !== null && !isToggle(habit) ? compactAmount(habit.unit, value, format) : [];
  const isToday = day === today;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell, which can be selected.
    <td
      tabIndex={isTabStop ? 0 : -1}
      aria-label={name.filter(Boolean).join(", ")}
      aria-description={entry?.note || undefined}
      // It has the note too, because it replaces the description above.
      aria-describedby={isTabStop ? cellDescriptionId : undefined}
      aria-current={isToday ? "date" : undefined}
      aria-selected={isSelected || undefined}
      style={hueStyle(habit.hue)}
      data-habit={habit.id}
      data-day={day}
      data-result={result}
      className={classes(
        "calendar-day",
        info.isWeekend && "calendar-weekend",
        info.isWeekStart && "calendar-week-start",
        info.isMonthStart && "calendar-month-start",
        info.isEarlier && "calendar-earlier",
        isToday && "calendar-today",
        (entry?.note || entry?.waiting) && "calendar-day-marked",
      )}
    >
      <DayMark
        result={result ?? "none"}
        className={result ? undefined : classes("calendar-ghost", habit.type === "bad" && "rounded-full!")}
        value={number}
        word={word && <span style={wordStyle}>{word}</span>}
        share={value === null ? 0 : value / targetOn(rules.targets, toDayNumber(day))}
        isAssumed={isAssumedContent(content)}
      />
      {entry?.note ? <span aria-hidden="true" className="calendar-note" /> : null}
      {entry?.waiting ? <span aria-hidden="true" className="calendar-waiting" /> : null}
    </td>
  );
});

const wordStyle = { display: "block", fontSize: "0.5rem" };
