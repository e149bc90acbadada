import type { Habit } from "@daymark/domain/habit";
import type { Entry } from "@daymark/domain/progress";
import type { HabitRules } from "@daymark/domain/result";
import type { Statistics } from "@daymark/domain/statistics";
import { memo } from "react";
import { type Cursor, useCursorDay } from "./cursor.ts";
import { DayCell } from "./day-cell.tsx";
import type { DayInfo } from "./day-info.ts";
import { HabitHeader } from "./habit-header.tsx";

interface HabitRowProps {
  habit: Habit;
  rules: HabitRules;
  statistics: Statistics | undefined;
  days: readonly DayInfo[];
  entries: ReadonlyMap<string, Entry> | undefined;
  today: string;
  isLoading: boolean;
  cursor: Cursor;
}

/** A habit and its month, in the horizontal layout. */
export const HabitRow = memo(function HabitRow(props: HabitRowProps) {
  const { habit, rules, statistics, days, entries, today, isLoading, cursor } = props;
  const tabStop = useCursorDay(cursor, habit.id);
  return (
    <tr>
      <HabitHeader habit={habit} statistics={statistics} layout="horizontal" isTabStop={tabStop === null} />
      {days.map((info) => (
        <DayCell
          key={info.day}
          habit={habit}
          rules={rules}
          info={info}
          entry={entries?.get(info.day)}
          today={today}
          isLoading={isLoading}
          isTabStop={tabStop === info.day}
        />
      ))}
    </tr>
  );
});
