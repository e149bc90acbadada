import type { Habit } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import { memo, useMemo, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { useWeekdays } from "../clock/use-weekdays.ts";
import { weekdayName } from "../clock/week.ts";
import { amountText } from "../habit/form/unit-words.ts";
import { shownValue } from "../habit/rules.ts";
import type { ShownEntry } from "../progress/day-state.ts";
import { isNotNeeded, resultWords, wordsOfResult } from "../progress/result-words.ts";
import { createGridMemo, isAssumedDay, monthColumns, type YearDay } from "../statistics/year/year.ts";
import "../statistics/year/year-heat-map.css";
import "./year-board.css";

interface YearMapProps {
  habit: Habit;
  days: readonly YearDay[];
  year: string;
  today: string;
  /** The label of each day, by day. */
  labels: ReadonlyMap<string, string>;
  /** How many of its seven rows are rendered: all at once would take longer than a frame. */
  rows: number;
}

/**
 * A year of a habit: a grid of weekdays and weeks with one tab stop. A cell is an element without children. Its text is
 * its accessible name, and the style sheet draws its glyph: fifty of these tables have eighteen thousand cells.
 */
export const YearMap = memo(function YearMap({ habit, days, year, today, labels, rows }: YearMapProps) {
  const { t } = useLingui();
  const format = useFormat();
  const weekdays = useWeekdays();
  const [gridOf] = useState(createGridMemo);
  const grid = useMemo(() => gridOf(days, weekdays), [gridOf, days, weekdays]);
  const stop = today.startsWith(year) ? today : days.at(-1)?.day;
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of the ARIA practices is a table whose cells are operated.
      role="grid"
      aria-label={t`${{ title: habit.title }} in ${{ year }}`}
      className="year year-map"
    >
      <thead>
        <tr>
          <td />
          {monthColumns(grid).map(({ month, span }) => (
            <th key={month} scope="colgroup" colSpan={span}>
              {/* The name does not fit above a single week. */}
              <span className={span > 1 ? undefined : "sr-only"}>{format.day(`${month}-01`, { month: "short" })}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grid.slice(0, rows).map((row, index) => (
          <WeekdayRow
            key={weekdays[index]}
            habit={habit}
            weekday={weekdays[index] as number}
            isNamed={index % 2 === 1}
            row={row}
            stop={stop}
            today={today}
            labels={labels}
          />
        ))}
      </tbody>
    </table>
  );
});

interface WeekdayRowProps extends Pick<YearMapProps, "habit" | "today" | "labels"> {
  weekday: number;
  /** Only every second weekday has a visible name. */
  isNamed: boolean;
  row: readonly (YearDay | undefined)[];
  /** The day that Tab reaches first. */
  stop: string | undefined;
}

const WeekdayRow = memo(function WeekdayRow(props: WeekdayRowProps) {
  const { habit, weekday, isNamed, row, stop, today, labels } = props;
  const { i18n, t } = useLingui();
  const format = useFormat();
  // Texts are translated once for all days that share them.
  const results = Object.fromEntries(Object.entries(resultWords).map(([result, words]) => [result, i18n._(words)]));
  const assumed = t`assumed`;
  const [confirmed, noted, waiting] = [t`confirmed`, t`with a note`, t`waiting to be saved`];
  const nameOf = (day: YearDay) => {
    const value = shownValue(habit, day.entry);
    const amount = value === null ? "" : `, ${amountText(i18n, habit, value)}`;
    const result = isNotNeeded(habit, day) ? i18n._(wordsOfResult(habit, day)) : results[day.result];
    const entry: ShownEntry | undefined = day.entry;
    const more = [
      isAssumedDay(day) && assumed,
      entry?.confirmed && confirmed,
      entry?.note && noted,
      entry?.waiting && waiting,
    ];
    return [`${labels.get(day.day)}${amount}`, result, ...more].filter(Boolean).join(", ");
  };
  return (
    <tr>
      <th scope="row">
        <span className="sr-only">{weekdayName(weekday, format, "long")}</span>
        <span aria-hidden="true">{isNamed ? weekdayName(weekday, format, "short") : ""}</span>
      </th>
      {row.map((day, column) =>
        day ? (
          <td
            key={day.day}
            tabIndex={day.day === stop ? 0 : -1}
            aria-label={nameOf(day)}
            aria-current={day.day === today ? "date" : undefined}
            data-habit={habit.id}
            data-day={day.day}
            data-result={day.result}
            data-assumed={isAssumedDay(day) || undefined}
            data-part={day.result === "not_achieved" && day.entry?.value ? "" : undefined}
            data-note={day.entry?.note ? "" : undefined}
          />
        ) : (
          <td key={`gap-${column}`} />
        ),
      )}
    </tr>
  );
});
