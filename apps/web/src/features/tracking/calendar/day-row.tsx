import type { DayResult, HabitRules } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { classes } from "@daymark/ui/classes";
import { memo } from "react";
import { resultOf, resultWhileLoading } from "../habit/rules.ts";
import { DayCell } from "./cell/day-cell.tsx";
import type { Column } from "./grid/columns.ts";
import { type Cursor, useCursorHabit, useSelectedHabits } from "./grid/cursor.ts";
import type { DayInfo } from "./grid/day-info.ts";
import { noColumns, partsOf, type Range, useIsNear } from "./grid/near-view.ts";

interface DayRowProps {
  info: DayInfo;
  columns: readonly Column[];
  rules: ReadonlyMap<number, HabitRules>;
  entries: ReadonlyMap<number, Entry> | undefined;
  /** Results of the day for habits with a schedule of periods, which depend on other days too. */
  ofPeriods: ReadonlyMap<number, DayResult> | undefined;
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
  const { info, columns, rules, entries, ofPeriods, today, isLoading, cursor, shown, isNearAtFirst } = props;
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
          info.isMonthStart && "calendar-month-start",
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
              isToday ? "bg-accent text-accent-ink" : info.isEarlier ? "text-ink-muted" : "text-ink",
            )}
          >
            {info.number}
          </span>
          <span className="text-xs max-sm:text-[0.6875rem]">{info.caption}</span>
        </span>
      </th>
      {partsOf(columns, visible, ({ habit }) => habit?.id === tabStop && habit !== undefined).map((part) =>
        "gap" in part ? (
          <td key={`gap-${part.index}`} aria-hidden="true" colSpan={part.gap} />
        ) : part.item.habit === undefined ? (
          <td
            key={`${part.item.section}-${part.item.group}`}
            aria-hidden="true"
            className={classes("calendar-folded", info.isWeekend && "calendar-weekend", isToday && "calendar-today")}
          />
        ) : (
          <DayCell
            key={part.item.habit.id}
            habit={part.item.habit}
            rules={rules.get(part.item.habit.id) as HabitRules}
            info={info}
            entry={entries?.get(part.item.habit.id)}
            result={
              isLoading
                ? resultWhileLoading(rules.get(part.item.habit.id) as HabitRules, info.day, today)
                : (ofPeriods?.get(part.item.habit.id) ?? resultIn(rules, part.item.habit, info.day, entries, today))
            }
            today={today}
            isLoading={isLoading}
            isTabStop={tabStop === part.item.habit.id}
            isSelected={selected?.includes(part.item.habit.id) ?? false}
          />
        ),
      )}
    </tr>
  );
});

function resultIn(
  rules: DayRowProps["rules"],
  { id }: Habit,
  day: string,
  entries: DayRowProps["entries"],
  today: string,
): DayResult {
  return resultOf(rules.get(id) as HabitRules, day, entries?.get(id), today);
}
