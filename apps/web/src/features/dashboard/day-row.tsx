import type { Habit } from "@daymark/domain/habit";
import type { Entry } from "@daymark/domain/progress";
import type { HabitRules } from "@daymark/domain/result";
import { classes } from "@daymark/ui/classes";
import { memo } from "react";
import { type Cursor, useCursorHabit } from "./cursor.ts";
import { DayCell } from "./day-cell.tsx";
import type { DayInfo } from "./day-info.ts";

interface DayRowProps {
  info: DayInfo;
  habits: readonly Habit[];
  rules: ReadonlyMap<number, HabitRules>;
  entries: ReadonlyMap<number, Entry> | undefined;
  today: string;
  isLoading: boolean;
  cursor: Cursor;
}

/** A day and its habits, in the vertical layout. */
export const DayRow = memo(function DayRow(props: DayRowProps) {
  const { info, habits, rules, entries, today, isLoading, cursor } = props;
  const tabStop = useCursorHabit(cursor, info.day);
  const isToday = info.day === today;
  return (
    <tr>
      <th
        scope="row"
        aria-label={info.long}
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
      {habits.map((habit) => (
        <DayCell
          key={habit.id}
          habit={habit}
          rules={rules.get(habit.id) as HabitRules}
          info={info}
          entry={entries?.get(habit.id)}
          today={today}
          isLoading={isLoading}
          isTabStop={tabStop === habit.id}
        />
      ))}
    </tr>
  );
});
