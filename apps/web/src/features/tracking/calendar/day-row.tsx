import type { DayResult, HabitRules } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { classes } from "@daymark/ui/classes";
import { memo } from "react";
import { resultOf, resultWhileLoading } from "../habit/rules.ts";
import { DayCell } from "./day-cell.tsx";
import type { Column } from "./grid/columns.ts";
import { type Cursor, useCursorHabit, useSelectedHabits } from "./grid/cursor.ts";
import type { DayInfo } from "./grid/day-info.ts";
import { type Range, useIsNear } from "./grid/near-view.ts";

interface DayRowProps {
  info: DayInfo;
  columns: readonly Column[];
  rules: ReadonlyMap<number, HabitRules>;
  entries: ReadonlyMap<number, Entry> | undefined;
  /** Results of the day for habits with a weekly goal, which depend on other days too. */
  weekly: ReadonlyMap<number, DayResult> | undefined;
  today: string;
  isLoading: boolean;
  cursor: Cursor;
  /** The columns to render; the others are one empty cell on each side. */
  shown: Range;
  /** True if the row may be on the screen before the browser has reported. */
  isNearAtFirst: boolean;
}

/** A day and its habits, in the vertical layout. */
export const DayRow = memo(function DayRow(props: DayRowProps) {
  const { info, columns, rules, entries, weekly, today, isLoading, cursor, shown, isNearAtFirst } = props;
  const tabStop = useCursorHabit(cursor, info.day);
  const selected = useSelectedHabits(cursor, info.day);
  const [isNear, ref] = useIsNear<HTMLTableRowElement>(isNearAtFirst);
  const isToday = info.day === today;
  const visible = isNear ? shown : noColumns;
  return (
    <tr ref={ref}>
      <th
        scope="row"
        aria-label={info.long}
        data-date={info.day}
        aria-current={isToday ? "date" : undefined}
        className={classes(
          "calendar-corner sticky left-0 z-10 p-0 font-normal",
          info.isWeekend && "calendar-weekend",
          isToday && "calendar-today",
        )}
      >
        <span
          className={classes(
            "flex h-(--row) items-center gap-2 pl-3 text-sm leading-none max-sm:flex-col max-sm:justify-center max-sm:gap-0.5 max-sm:pl-0",
            isToday ? "text-ink" : "text-ink-muted",
          )}
        >
          <span
            className={classes(
              "grid size-7 place-items-center rounded-full font-[600] max-sm:h-6",
              isToday ? "bg-accent text-accent-ink" : "text-ink",
            )}
          >
            {info.number}
          </span>
          <span className="text-xs max-sm:text-[0.6875rem]">{info.otherMonth ?? info.weekday}</span>
        </span>
      </th>
      {partsOf(columns, visible, tabStop).map((part) =>
        "gap" in part ? (
          <td key={`gap-${part.from}`} aria-hidden="true" colSpan={part.gap} />
        ) : part.habit === undefined ? (
          <td
            key={`${part.type}-${part.group}`}
            aria-hidden="true"
            className={classes("calendar-folded", info.isWeekend && "calendar-weekend", isToday && "calendar-today")}
          />
        ) : (
          <DayCell
            key={part.habit.id}
            habit={part.habit}
            rules={rules.get(part.habit.id) as HabitRules}
            info={info}
            entry={entries?.get(part.habit.id)}
            result={
              isLoading
                ? resultWhileLoading(rules.get(part.habit.id) as HabitRules, info.day, today)
                : (weekly?.get(part.habit.id) ?? resultIn(rules, part.habit, info.day, entries, today))
            }
            today={today}
            isLoading={isLoading}
            isTabStop={tabStop === part.habit.id}
            isSelected={selected?.includes(part.habit.id) ?? false}
          />
        ),
      )}
    </tr>
  );
});

const noColumns: Range = { from: 0, to: 0 };

/** The columns in the range and the column of the tab stop, with one gap for each run of others. */
function partsOf(
  columns: readonly Column[],
  { from, to }: Range,
  tabStop: number | undefined,
): (Column | { gap: number; from: number })[] {
  const parts: (Column | { gap: number; from: number })[] = [];
  columns.forEach((column, index) => {
    const last = parts.at(-1);
    if ((index >= from && index < to) || (column.habit && column.habit.id === tabStop)) parts.push(column);
    else if (last && "gap" in last) last.gap += 1;
    else parts.push({ gap: 1, from: index });
  });
  return parts;
}

function resultIn(
  rules: DayRowProps["rules"],
  { id }: Habit,
  day: string,
  entries: DayRowProps["entries"],
  today: string,
): DayResult {
  return resultOf(rules.get(id) as HabitRules, day, entries?.get(id), today);
}
