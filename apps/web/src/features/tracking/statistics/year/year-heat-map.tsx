import { toDayNumber } from "@daymark/domain/base/day";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { useLingui } from "@lingui/react/macro";
import CalendarSearch from "lucide-react/icons/calendar-search";
import { type KeyboardEvent, memo, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { useWeekdays } from "../../clock/use-weekdays.ts";
import { weekdayName } from "../../clock/week.ts";
import { amountText } from "../../habit/form/unit-words.ts";
import { shownValue } from "../../habit/rules.ts";
import { wordsOfResult } from "../../progress/result-words.ts";
import "./year-heat-map.css";
import { isAssumedDay, monthColumns, type YearDay, yearGrid } from "./year.ts";
import { YearLegend, yearGlyphs } from "./year-legend.tsx";

interface YearHeatMapProps {
  habit: Habit;
  days: readonly YearDay[];
  year: number;
  today: string;
  /** Opens a day in the calendar. */
  onDay: (day: string) => void;
}

/**
 * A year at a glance: a table of weekdays and weeks, in which every day has a text. The line below shows the text of
 * the day under the pointer or chosen with the arrow keys.
 */
export function YearHeatMap({ habit, days, year, today, onDay }: YearHeatMapProps) {
  const { t } = useLingui();
  const box = useRef<HTMLElement>(null);
  const dayWords = useDayWords(habit);
  const resting = Math.max(
    0,
    days.findLastIndex(({ day }) => day <= today),
  );
  const [pointed, setPointed] = useState<number | null>(null);
  const active = days[pointed ?? resting] as YearDay;
  const name = t`${{ title: habit.title }} in ${{ year: String(year) }}`;

  useEffect(() => {
    const cell = box.current?.querySelector(`td[data-day="${pointed === null ? "" : active.day}"]`);
    cell?.setAttribute("data-active", "");
    return () => cell?.removeAttribute("data-active");
  }, [pointed, active.day]);

  const point = (event: PointerEvent) => {
    const day = (event.target as Element).closest<HTMLElement>("td[data-day]")?.dataset.day;
    if (day) setPointed(toDayNumber(day) - toDayNumber(days[0]?.day ?? day));
  };
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Math.min(days.length - 1, Math.max(0, (pointed ?? resting) + by));
    setPointed(next);
    box.current
      ?.querySelector(`td[data-day="${days[next]?.day}"]`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  return (
    <div className="flex flex-col gap-2">
      <section
        ref={box}
        aria-label={name}
        className="overflow-x-auto rounded-lg pb-2"
        onPointerMove={point}
        onPointerDown={point}
      >
        <div className="relative w-fit">
          <YearTable habit={habit} days={days} name={name} />
          <input
            type="range"
            aria-label={t`Day by day`}
            aria-valuetext={dayWords(active)}
            min={0}
            max={days.length - 1}
            value={pointed ?? resting}
            onChange={(event) => setPointed(Number(event.currentTarget.value))}
            onKeyDown={step}
            onFocus={() => setPointed(pointed ?? resting)}
            className="plot-slider"
          />
        </div>
      </section>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-muted">
        <p aria-hidden="true">{dayWords(active)}</p>
        <Button
          kind="quiet"
          size="small"
          icon={<CalendarSearch aria-hidden="true" />}
          aria-label={t`Open in the calendar: ${{ day: dayWords(active) }}`}
          onClick={() => onDay(active.day)}
        >
          {t`Open in the calendar`}
        </Button>
      </div>
      <YearLegend habit={habit} days={days} />
    </div>
  );
}

/** As in the layout: weeks side by side, days of a week below each other. */
const steps: Record<string, number> = {
  ArrowLeft: -7,
  ArrowRight: 7,
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -28,
  PageDown: 28,
};

/** The text of a day: date, amount, result. */
function useDayWords(habit: Habit) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  return useCallback(
    (day: YearDay) => {
      const value = shownValue(habit, day.entry);
      const parts = [
        format.day(day.day, { day: "numeric", month: "long" }),
        value !== null && amountText(i18n, habit, value),
        i18n._(wordsOfResult(habit, day)),
        isAssumedDay(day) && t`assumed`,
      ];
      return parts.filter(Boolean).join(", ");
    },
    [habit, i18n, t, format],
  );
}

interface YearTableProps {
  habit: Habit;
  days: readonly YearDay[];
  name: string;
}

/** Memoized, so that moving the pointer does not render it again. */
const YearTable = memo(function YearTable({ habit, days, name }: YearTableProps) {
  const format = useFormat();
  const dayWords = useDayWords(habit);
  const weekdays = useWeekdays();
  const grid = yearGrid(days, weekdays);
  return (
    <table ref={scrollToEnd} className="year">
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
                  <td
                    key={day.day}
                    data-day={day.day}
                    data-result={day.result}
                    data-assumed={isAssumedDay(day) || undefined}
                  >
                    <span className="sr-only">{dayWords(day)}</span>
                    <span aria-hidden="true">{yearGlyphs[day.result]}</span>
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
  );
});

/** On a phone users look for recent days: the last past day is at the right edge. */
function scrollToEnd(table: HTMLElement | null) {
  const box = table?.closest("section");
  if (!table || !box) return;
  const over = table.querySelectorAll('td[data-result]:not([data-result="upcoming"])');
  const end = Math.max(...Array.from(over, (cell) => cell.getBoundingClientRect().right));
  box.scrollLeft += Math.max(0, end - box.getBoundingClientRect().right);
}
