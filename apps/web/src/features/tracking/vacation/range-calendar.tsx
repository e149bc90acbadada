import { toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import { classes } from "@daymark/ui/classes";
import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFormat } from "../../../lib/language/format.ts";
import { dayInMonth, daysOfMonth, monthMax, monthMin, monthOf, shiftMonth } from "../clock/month.ts";
import { useWeekdays } from "../clock/use-weekdays.ts";
import { weekdayName } from "../clock/week.ts";
import { addDays, type DayRange, type RangeEnd, weeksOf, withEnd } from "./day-range.ts";

interface RangeCalendarProps {
  range: DayRange;
  today: string;
  onRangeChange: (range: DayRange) => void;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A range of days: two fields that select an end, and a month to choose it from, by pointer and by keyboard. */
export function RangeCalendar({ range, today, onRangeChange }: RangeCalendarProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [end, setEnd] = useState<RangeEnd>("from");
  /** The day with the keyboard focus; its month is the one shown. */
  const [current, setCurrent] = useState(range.from);
  const table = useRef<HTMLTableElement>(null);
  const month = monthOf(current);
  const weekdays = useWeekdays();

  const choose = (day: string) => {
    setCurrent(day);
    onRangeChange(withEnd(range, end, day));
    setEnd(end === "from" ? "to" : "from");
  };
  const turn = (by: number) => setCurrent(dayInMonth(shiftMonth(month, by), current));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event, current, weekdays);
    if (next === undefined) return;
    event.preventDefault();
    // Synchronously: the next key is meant for that day.
    flushSync(() => setCurrent(next));
    table.current?.querySelector<HTMLElement>(`[data-choose="${next}"]`)?.focus();
  };

  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-2">
        {(["from", "to"] as const).map((which) => (
          <button
            key={which}
            type="button"
            aria-pressed={end === which}
            onClick={() => {
              setEnd(which);
              setCurrent(range[which]);
            }}
            className={
              "flex min-h-14 flex-col items-start justify-center rounded-control border border-line px-3 py-2 text-left " +
              "transition-colors hover:border-line-strong aria-pressed:border-accent-text aria-pressed:bg-accent-soft " +
              "forced-colors:aria-pressed:border-[Highlight]"
            }
          >
            <span className="text-xs text-ink-muted">{which === "from" ? t`First day` : t`Last day`}</span>
            <span className="text-[0.9375rem] leading-tight font-[560]">
              {format.day(range[which], { weekday: "short", day: "numeric", month: "short", year: "numeric" })}
            </span>
          </button>
        ))}
      </div>
      <div className="flex items-center justify-between">
        <IconButton label={t`Previous month`} disabled={month === monthMin} onClick={() => turn(-1)}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <span aria-live="polite" className="font-[600] first-letter:uppercase">
          {format.month(month)}
        </span>
        <IconButton label={t`Next month`} disabled={month === monthMax} onClick={() => turn(1)}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <table
        ref={table}
        aria-label={end === "from" ? t`First day` : t`Last day`}
        onKeyDown={onKeyDown}
        className="w-full table-fixed border-separate [border-spacing:0_0.25rem] text-center"
      >
        <Weekdays />
        <tbody>
          <Weeks {...{ range, today, current, onChoose: choose }} />
        </tbody>
      </table>
    </div>
  );
}

function Weekdays() {
  const format = useFormat();
  return (
    <thead>
      <tr>
        {useWeekdays().map((weekday) => (
          <th key={weekday} scope="col" className="pb-1 text-xs font-[530] text-ink-muted">
            <span aria-hidden="true">{weekdayName(weekday, format, "short")}</span>
            <span className="sr-only">{weekdayName(weekday, format, "long")}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface WeeksProps {
  range: DayRange;
  today: string;
  current: string;
  onChoose: (day: string) => void;
}

function Weeks({ range, today, current, onChoose }: WeeksProps) {
  const { t } = useLingui();
  const format = useFormat();
  const weeks = weeksOf(daysOfMonth(monthOf(current)), useWeekdays());
  const nameOf = (day: string) => {
    const date = format.day(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
    if (day === range.from && day === range.to) return t`${date}, first and last day`;
    if (day === range.from) return t`${date}, first day`;
    if (day === range.to) return t`${date}, last day`;
    return day > range.from && day < range.to ? t`${date}, within` : date;
  };
  return weeks.map((week, row) => (
    <tr key={row}>
      {week.map((day, column) =>
        day === undefined ? (
          <td key={`gap-${column}`} />
        ) : (
          <td
            key={day}
            className={classes(
              "p-0",
              day > range.from && day <= range.to && "bg-accent-soft",
              day === range.from && day < range.to && "rounded-l-lg bg-accent-soft",
              day === range.to && "rounded-r-lg",
            )}
          >
            <button
              type="button"
              data-choose={day}
              tabIndex={day === current ? 0 : -1}
              aria-label={nameOf(day)}
              aria-current={day === today ? "date" : undefined}
              aria-pressed={day >= range.from && day <= range.to}
              onClick={() => onChoose(day)}
              className={classes(
                "h-10 w-full rounded-lg text-sm font-[530] transition-colors pointer-coarse:h-11",
                day === range.from || day === range.to
                  ? "bg-accent text-accent-ink forced-colors:outline-2 forced-colors:outline-[Highlight]"
                  : "hover:bg-sunken dark:hover:bg-line",
                day === today && day !== range.from && day !== range.to && "text-accent-text ring-1 ring-inset",
              )}
            >
              {Number(day.slice(8))}
            </button>
          </td>
        ),
      )}
    </tr>
  ));
}

/** The target day of a key, as in the date grids of the ARIA practices. */
function dayAfterKey({ key, shiftKey }: KeyboardEvent, day: string, weekdays: readonly number[]): string | undefined {
  const step = steps[key];
  if (step !== undefined) return addDays(day, step);
  const months = shiftKey ? 12 : 1;
  if (key === "PageUp") return dayInMonth(shiftMonth(monthOf(day), -months), day);
  if (key === "PageDown") return dayInMonth(shiftMonth(monthOf(day), months), day);
  const place = weekdays.indexOf(weekdayOf(toDayNumber(day)));
  if (key === "Home") return addDays(day, -place);
  return key === "End" ? addDays(day, weekdays.length - 1 - place) : undefined;
}
