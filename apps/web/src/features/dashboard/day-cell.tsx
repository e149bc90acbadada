import { toDayNumber } from "@daymark/domain/day";
import type { Habit } from "@daymark/domain/habit";
import type { Entry } from "@daymark/domain/progress";
import { type HabitRules, targetOn } from "@daymark/domain/result";
import { classes } from "@daymark/ui/classes";
import { DayMark } from "@daymark/ui/day-mark";
import { useLingui } from "@lingui/react/macro";
import { memo } from "react";
import { useFormat } from "../../lib/format.ts";
import { hueStyle } from "../habit/hues.ts";
import { isToggle, resultOf, shownValue } from "../habit/rules.ts";
import { unitAmounts } from "../habit/unit-words.ts";
import { resultWords } from "../progress/result-words.ts";
import type { DayInfo } from "./day-info.ts";

interface DayCellProps {
  habit: Habit;
  rules: HabitRules;
  info: DayInfo;
  entry: Entry | undefined;
  today: string;
  /** True while it is not known yet what the day holds. */
  isLoading: boolean;
  /** True for the one cell that Tab reaches. */
  isTabStop: boolean;
}

/**
 * One day of one habit. It has no handlers: the table listens for all of its cells. Its name says habit, date, value
 * and result, because a cell that is read alone has to make sense alone.
 */
export const DayCell = memo(function DayCell({ habit, rules, info, entry, today, isLoading, isTabStop }: DayCellProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const { day } = info;
  const result = isLoading ? "none" : resultOf(rules, day, entry, today);
  const value = isLoading ? null : shownValue(habit, entry);
  const name = [
    habit.title,
    info.long,
    value !== null && i18n._(unitAmounts[habit.unit](value)),
    isLoading ? t`loading` : i18n._(resultWords[result]),
    entry?.note && t`with a note`,
  ];
  const isToday = day === today;
  return (
    <td
      tabIndex={isTabStop ? 0 : -1}
      aria-label={name.filter(Boolean).join(", ")}
      aria-current={isToday ? "date" : undefined}
      style={hueStyle(habit.hue)}
      data-habit={habit.id}
      data-day={day}
      data-result={result}
      className={classes("calendar-day", info.isWeekend && "calendar-weekend", isToday && "calendar-today")}
    >
      <span className="calendar-target">
        <DayMark
          result={result}
          value={value !== null && !isToggle(habit) ? compactNumber(value, format.number) : undefined}
          share={value === null ? 0 : value / targetOn(rules.targets, toDayNumber(day))}
        />
        {entry?.note ? <span aria-hidden="true" className="calendar-note" /> : null}
      </span>
    </td>
  );
});

/** At most four characters: a mark has no room for "10,000". */
function compactNumber(value: number, number: (value: number, options?: Intl.NumberFormatOptions) => string): string {
  if (value >= 1000) return `${number(value / 1000, { maximumFractionDigits: value >= 10_000 ? 0 : 1 })}k`;
  return number(value, { maximumFractionDigits: value >= 10 ? 0 : 1 });
}
