import type { Habit } from "@daymark/domain/habit";
import type { DayResult } from "@daymark/domain/result";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../lib/format.ts";
import { shownValue } from "../habit/rules.ts";
import { unitAmounts } from "../habit/unit-words.ts";
import { weekdayName, weekdaysFrom } from "../habit/week.ts";
import { resultWords } from "../progress/result-words.ts";
import "./year-heat-map.css";
import { monthColumns, type YearDay, yearGrid } from "./year.ts";

interface YearHeatMapProps {
  habit: Habit;
  days: readonly YearDay[];
  year: number;
}

/** A year at a glance: a table of weekdays and weeks, in which every day has its words. */
export function YearHeatMap({ habit, days, year }: YearHeatMapProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const weekdays = weekdaysFrom(format.locale);
  const grid = yearGrid(days, weekdays);
  const name = t`${{ title: habit.title }} in ${{ year: String(year) }}`;
  const words = ({ day, result, entry }: YearDay) => {
    const value = shownValue(habit, entry);
    const parts = [
      format.day(day, { day: "numeric", month: "long" }),
      value !== null && i18n._(unitAmounts[habit.unit](value)),
      i18n._(resultWords[result]),
    ];
    return parts.filter(Boolean).join(", ");
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it is scrolled, and so has to take the focus.
    <section ref={scrollToEnd} aria-label={name} tabIndex={0} className="overflow-x-auto rounded-lg pb-2">
      <table className="year">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            <td />
            {monthColumns(grid).map(({ month, span }) => (
              <th key={month} scope="colgroup" colSpan={span}>
                {span > 1 ? format.day(`${month}-01`, { month: "short" }) : ""}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.map((row, index) => {
            const weekday = weekdays[index] as number;
            return (
              <tr key={weekday}>
                <th scope="row">
                  <span className="sr-only">{weekdayName(weekday, format, "long")}</span>
                  <span aria-hidden="true">{index % 2 === 1 ? weekdayName(weekday, format, "short") : ""}</span>
                </th>
                {row.map((day, column) =>
                  day ? (
                    <td key={day.day} data-result={day.result} title={words(day)}>
                      <span className="sr-only">{words(day)}</span>
                      <span aria-hidden="true">{glyphs[day.result]}</span>
                    </td>
                  ) : (
                    <td key={`gap-${column}`} />
                  ),
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** On a phone the days just past are what is looked for: the last day that is over stands at the right edge. */
function scrollToEnd(box: HTMLElement | null) {
  if (!box) return;
  const over = box.querySelectorAll('td[data-result]:not([data-result="upcoming"])');
  const end = Math.max(...Array.from(over, (cell) => cell.getBoundingClientRect().right));
  box.scrollLeft += Math.max(0, end - box.getBoundingClientRect().right);
}

/** At this size a glyph is a dot or a stroke, enough to tell the results apart without colour. */
const glyphs: Record<DayResult, string> = {
  none: "",
  upcoming: "",
  skipped: "›",
  rest: "·",
  achieved: "",
  awaiting: "",
  not_achieved: "",
  not_exceeded: "",
  exceeded: "×",
};
