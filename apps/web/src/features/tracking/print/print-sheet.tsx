import { toDayNumber } from "@daymark/domain/base/day";
import { calendarDays } from "@daymark/domain/calendar/calendar-days";
import type { DayResult, HabitRules } from "@daymark/domain/rules/result";
import { scheduledDays } from "@daymark/domain/schedule/history";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Fragment, useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { useFormat } from "../../../lib/language/format.ts";
import { type DayInfo, dayInfos } from "../calendar/grid/day-info.ts";
import { keyOf } from "../calendar/grid/shown-habits.ts";
import { useSectionNames } from "../calendar/type-names.ts";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import { daysOfMonth } from "../clock/month.ts";
import { useWeekdays } from "../clock/use-weekdays.ts";
import { goalName } from "../habit/form/goal-words.ts";
import { useRhythmWords } from "../habit/form/schedule/use-rhythm-words.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { createRulesMemo, dayEntryOf, isToggle, resultsAmong, shownValue } from "../habit/rules.ts";
import { indexEntries } from "../progress/entry-index.ts";
import { useRemainingWords } from "../remaining/use-remaining-words.ts";
import { PrintMark } from "./print-mark.tsx";
import "./print-sheet.css";

interface PrintSheetProps {
  board: ReturnType<typeof useDashboard>;
  /** What started the print: our menu, which then opens the browser's dialog, or the browser itself. Null: nothing. */
  by: "menu" | "browser" | null;
  onClose: () => void;
}

/** A month on paper: past days in black and white, and empty boxes for future days to tick by hand. */
export default function PrintSheet({ board, by, onClose }: PrintSheetProps) {
  const isReady = board.entries !== undefined && board.sections !== undefined;
  useEffect(() => {
    if (by === null) return;
    addEventListener("afterprint", onClose);
    return () => removeEventListener("afterprint", onClose);
  }, [by, onClose]);
  useEffect(() => {
    if (by !== "menu" || !isReady) return;
    // Waits for the layout of the sheet. Meanwhile the menu closes.
    const timer = setTimeout(() => print(), 100);
    return () => clearTimeout(timer);
  }, [by, isReady]);
  if (by === null || !isReady) return null;
  return createPortal(
    <div className="print-sheet" aria-hidden="true">
      <Sheet board={board} />
    </div>,
    document.body,
  );
}

function Sheet({ board }: Pick<PrintSheetProps, "board">) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const sectionName = useSectionNames();
  const [weekStart = 1] = useWeekdays();
  const { month, today, sections = [], entries = [] } = board;
  const infos = useMemo(() => dayInfos(daysOfMonth(month), month, format, weekStart), [month, format, weekStart]);
  const [rulesMemo] = useState(createRulesMemo);
  const all = sections.flatMap(({ blocks }) => blocks.flatMap(({ habits }) => habits));
  const rules = rulesMemo(all, entries);
  const rows = indexEntries(
    entries,
    (entry) => entry.habit_id,
    (entry) => entry.day,
  );
  const columns = infos.length + 1;
  return (
    <table className="print-month">
      <colgroup>
        <col className="print-names" />
        {infos.map(({ day }) => (
          <col key={day} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th colSpan={columns} className="print-title">
            <span>{format.month(month)}</span>
            <span className="print-brand">Daymark</span>
          </th>
        </tr>
        <tr className="print-days">
          <th />
          {infos.map((info) => (
            <th key={info.day} className={classOf(info, today)}>
              <span className="print-weekday">{info.weekday}</span>
              <span className="print-number">{info.number}</span>
            </th>
          ))}
        </tr>
      </thead>
      {sections.map(({ type, time, blocks }) => (
        <tbody key={keyOf({ type, time })}>
          <tr className="print-section">
            <th colSpan={columns}>{sectionName({ type, time })}</th>
          </tr>
          {blocks.map(({ group, habits }) => (
            <Fragment key={group ?? habits[0]?.id}>
              {group === null ? null : (
                <tr className="print-group">
                  <th colSpan={columns}>{group}</th>
                </tr>
              )}
              {habits.map((habit) => (
                <tr key={habit.id} className="print-habit">
                  <th>
                    <span className="print-habit-title">
                      <HabitTitle habit={habit} />
                    </span>
                    <span className="print-goal">
                      <Goal
                        habit={habit}
                        name={goalName(i18n, habit, { from: `${month}-01`, to: infos.at(-1)?.day ?? today })}
                        today={today}
                        isPresent={today.startsWith(month)}
                      />
                    </span>
                  </th>
                  <Marks habit={habit} infos={infos} today={today} rules={rules} row={rows.get(habit.id)} />
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      ))}
      <tbody>
        <tr className="print-end">
          <td colSpan={columns}>
            <Legend />
            <p className="print-foot">
              {t`Printed on ${{ date: format.day(today, { dateStyle: "long" }) }}`}
              {" · "}
              <Plural value={all.length} one="# habit" other="# habits" />
            </p>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

interface GoalProps {
  habit: Habit;
  name: string;
  today: string;
  /** Whether the present month is printed, in which the time left until an end is counted from today. */
  isPresent: boolean;
}

function Goal({ habit, name, today, isPresent }: GoalProps) {
  const rhythm = useRhythmWords()(habit);
  const left = useRemainingWords(habit, today);
  return [name, rhythm, isPresent && left].filter(Boolean).join(", ");
}

interface MarksProps {
  habit: Habit;
  infos: readonly DayInfo[];
  today: string;
  rules: ReadonlyMap<number, HabitRules>;
  row: ReadonlyMap<string, Entry> | undefined;
}

function Marks({ habit, infos, today, rules, row }: MarksProps) {
  const format = useFormat();
  const own = rules.get(habit.id);
  if (!own) return null;
  const days = infos.map(({ day }) => day);
  const results = resultsAmong(own, days, (day) => row?.get(day), today);
  const isToFill = daysToFill(own, days, row, today);
  return infos.map((info, index) => {
    const entry = row?.get(info.day);
    const value = shownValue(habit, entry);
    const isUpcoming = info.day > today;
    const result: DayResult = isUpcoming && value === null && !isToFill(info.day) ? "rest" : (results[index] ?? "none");
    return (
      <td key={info.day} className={classOf(info, today)}>
        <PrintMark
          type={habit.type}
          result={result}
          value={value !== null && !isToggle(habit) ? format.number(value, { maximumFractionDigits: 1 }) : undefined}
        />
      </td>
    );
  });
}

/**
 * Which days to come have a box: the scheduled ones. Of a good habit, as in a calendar, none that is covered or of a
 * period whose goal is met.
 */
function daysToFill(
  rules: HabitRules,
  days: readonly string[],
  row: ReadonlyMap<string, Entry> | undefined,
  today: string,
): (day: string) => boolean {
  const isScheduled = scheduledDays(rules);
  if (rules.type === "bad") return (day) => isScheduled(toDayNumber(day));
  const range = {
    from: toDayNumber(days[0] as string),
    to: toDayNumber(days.at(-1) as string),
    today: toDayNumber(today),
  };
  const entries = Array.from(row?.values() ?? [], dayEntryOf).sort((one, other) => one.day - other.day);
  const due = new Set(calendarDays(rules, entries, range).flatMap(({ day, mark }) => (mark === "due" ? [day] : [])));
  return (day) => due.has(toDayNumber(day));
}

function classOf(info: DayInfo, today: string): string {
  return [info.isWeekend && "print-weekend", info.isWeekStart && "print-week", info.day === today && "print-today"]
    .filter(Boolean)
    .join(" ");
}

/** The meaning of the marks and of the empty boxes. */
function Legend() {
  const { t } = useLingui();
  const marks: { type: Habit["type"]; result: DayResult; words: string }[] = [
    { type: "good", result: "achieved", words: t`Goal achieved` },
    { type: "good", result: "not_achieved", words: t`Goal not achieved` },
    { type: "bad", result: "not_exceeded", words: t`Limit not exceeded` },
    { type: "bad", result: "exceeded", words: t`Limit exceeded` },
    { type: "good", result: "skipped", words: t`Skipped` },
    { type: "good", result: "covered", words: t`Covered by other days` },
    { type: "good", result: "rest", words: t`Day off, or not needed` },
    { type: "good", result: "upcoming", words: t`To fill in by hand` },
  ];
  return (
    <ul className="print-legend">
      {marks.map(({ words, ...mark }) => (
        <li key={mark.result}>
          <PrintMark {...mark} />
          {words}
        </li>
      ))}
      <li>
        <Trans>Numbers show what was recorded.</Trans>
      </li>
    </ul>
  );
}
