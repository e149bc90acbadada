import type { DayResult } from "@daymark/domain/rules/result";
import { formatLocale, type Language } from "@daymark/domain/text/language";
import { linkClass } from "@daymark/ui/link";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useSessionStatus, useSite } from "../../../lib/app.ts";
import { useFormat } from "../../../lib/language/format.ts";
import { CalendarPicture, daysClass, HabitLine, visibility } from "./calendar-picture.tsx";
import { type DemoDay, daysBefore, demoDates } from "./demo-days.ts";
import { type DemoHabit, demoHabits } from "./demo-habits.ts";
import { DemoMark } from "./demo-mark.tsx";
import { readDemoMarks, writeDemoMarks } from "./demo-marks.ts";
import { judgeDemo, nextValue } from "./demo-rules.ts";

interface DemoCalendarProps {
  /** `YYYY-MM-DD` */
  today: string;
}

interface Place {
  row: number;
  column: number;
}

/** The interactive calendar: it uses the product's rules, and stores the marks only in the browser. */
export default function DemoCalendar({ today }: DemoCalendarProps) {
  const { t, i18n } = useLingui();
  const [marks, setMarks] = useState(() => readDemoMarks(localStorage));
  const [cursor, setCursor] = useState<Place>({ row: 0, column: daysBefore });
  const [said, setSaid] = useState("");
  const words = useDayWords();
  const grid = useRef<HTMLDivElement>(null);
  const dates = demoDates(today);
  const rows = demoHabits.map((habit) => ({ habit, ...judgeDemo(habit, marks[habit.id], today) }));
  const hasMarks = Object.keys(marks).length > 0;

  const press = (habit: DemoHabit, { day, value }: DemoDay) => {
    const next = { ...marks, [habit.id]: { ...marks[habit.id], [day]: nextValue(habit, value) } };
    setMarks(next);
    writeDemoMarks(localStorage, next);
    const judged = judgeDemo(habit, next[habit.id], today);
    const marked = judged.days.find((other) => other.day === day);
    if (marked) setSaid(`${words.cell(habit, marked)}. ${words.streak(judged.streak)}`);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const cells = [...(grid.current?.querySelectorAll<HTMLElement>("button[data-place]") ?? [])];
    const next = placeAfter(cursor, step, cells);
    if (!next) return;
    next.focus();
  };

  return (
    <CalendarPicture
      ref={grid}
      role="group"
      label={t`A calendar to try. Move with the arrow keys, mark with Enter.`}
      dates={dates}
      today={today}
      onKeyDown={onKeyDown}
      foot={hasMarks ? <CarryNote /> : <Trans>Try it: press a day.</Trans>}
    >
      {rows.map(({ habit, days, streak }, row) => (
        <HabitLine
          key={habit.id}
          isGroup
          title={i18n._(habit.title)}
          goal={i18n._(habit.goal)}
          hue={habit.hue}
          streak={streak}
          isFirstBad={row === 3}
        >
          <div className={daysClass}>
            {days.map((shown, column) => (
              <span key={shown.day} className={visibility(column)}>
                {column > daysBefore ? (
                  <DemoMark habit={habit} day={shown} />
                ) : (
                  <button
                    type="button"
                    data-place={`${row} ${column}`}
                    tabIndex={cursor.row === row && cursor.column === column ? 0 : -1}
                    aria-label={words.cell(habit, shown)}
                    onFocus={() => setCursor({ row, column })}
                    onClick={() => press(habit, shown)}
                    className="relative block cursor-pointer rounded-[27%] before:absolute before:-inset-0.5 hover:[filter:brightness(1.1)] pointer-coarse:before:-inset-1.5"
                  >
                    <DemoMark habit={habit} day={shown} />
                  </button>
                )}
              </span>
            ))}
          </div>
        </HabitLine>
      ))}
      <p role="status" className="sr-only">
        {said}
      </p>
    </CalendarPicture>
  );
}

function CarryNote() {
  const isUser = useSessionStatus() === "user";
  const { signUp } = useSite();
  return isUser || signUp !== "open" ? (
    <Trans>What you mark here stays in this browser.</Trans>
  ) : (
    <Trans>
      <Link to="/signup" className={linkClass}>
        Sign up
      </Link>{" "}
      to keep your marks.
    </Trans>
  );
}

const steps: Record<string, Place> = {
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  Home: { row: 0, column: Number.NEGATIVE_INFINITY },
  End: { row: 0, column: Number.POSITIVE_INFINITY },
};

/** The cell one step away among the visible ones: a narrow window shows fewer days. */
function placeAfter(cursor: Place, step: Place, cells: readonly HTMLElement[]): HTMLElement | undefined {
  const shown = cells.filter((cell) => cell.offsetParent !== null);
  const placeOf = (cell: HTMLElement) => {
    const [row = 0, column = 0] = (cell.dataset.place ?? "").split(" ").map(Number);
    return { row, column };
  };
  const columns = [...new Set(shown.map((cell) => placeOf(cell).column))].sort((a, b) => a - b);
  const wanted = Math.min(Math.max(cursor.column + step.column, columns[0] ?? 0), columns.at(-1) ?? 0);
  return shown.find((cell) => {
    const { row, column } = placeOf(cell);
    return row === cursor.row + step.row && column === wanted;
  });
}

function useDayWords() {
  const { t, i18n } = useLingui();
  const format = useFormat();
  return useMemo(() => {
    const results: Partial<Record<DayResult, string>> = {
      achieved: t`goal reached`,
      awaiting: t`not there yet`,
      not_achieved: t`goal missed`,
      not_exceeded: t`within the limit`,
      exceeded: t`over the limit`,
      rest: t`day off`,
      skipped: t`skipped`,
    };
    const amount = (value: number, unit: DemoHabit["unit"]) => {
      if (unit === "cups") return t`${plural(value, { one: "# cup", other: "# cups" })}`;
      const name = { minutes: "minute", kilometers: "kilometer", liters: "liter" }[unit as "minutes"];
      return new Intl.NumberFormat(formatLocale[i18n.locale as Language], {
        style: "unit",
        unit: name,
        unitDisplay: "long",
      }).format(value);
    };
    return {
      cell: (habit: DemoHabit, { day, value, result }: DemoDay) =>
        [
          i18n._(habit.title),
          format.day(day, { weekday: "long", day: "numeric", month: "long" }),
          value > 0 ? amount(value, habit.unit) : null,
          results[result],
        ]
          .filter(Boolean)
          .join(", "),
      streak: (streak: number) => t`Streak: ${plural(streak, { one: "# day", other: "# days" })}`,
    };
  }, [t, i18n, format]);
}
