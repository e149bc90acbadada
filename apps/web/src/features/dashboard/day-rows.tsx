import { type Habit, habitTypes } from "@daymark/domain/habit";
import type { HabitRules } from "@daymark/domain/result";
import type { Statistics } from "@daymark/domain/statistics";
import { useLingui } from "@lingui/react/macro";
import type { EntryIndex } from "../progress/entry-index.ts";
import { type Cursor, useCursorHabit } from "./cursor.ts";
import type { DayInfo } from "./day-info.ts";
import { DayRow } from "./day-row.tsx";
import { HabitHeader } from "./habit-header.tsx";
import { useTypeNames } from "./type-names.ts";

interface DayRowsProps {
  habits: readonly Habit[];
  statistics: ReadonlyMap<number, Statistics>;
  rules: ReadonlyMap<number, HabitRules>;
  days: readonly DayInfo[];
  rows: EntryIndex<string, number>;
  today: string;
  isLoading: boolean;
  cursor: Cursor;
}

/** The vertical layout: a row a day, newest first, a column a habit, good habits left of bad ones. */
export function DayRows({ habits, statistics, rules, days, rows, today, isLoading, cursor }: DayRowsProps) {
  const { t } = useLingui();
  const typeNames = useTypeNames();
  const tabStop = useCursorHabit(cursor, null);
  return (
    <>
      <thead className="sticky top-(--sticky-top,4rem) z-20">
        <tr>
          <td className="calendar-corner sticky left-0 z-10 w-13 p-0 sm:w-22" />
          {habitTypes.map((type) => {
            const count = habits.filter((habit) => habit.type === type).length;
            return count === 0 ? null : (
              <th
                key={type}
                scope="colgroup"
                colSpan={count}
                className="calendar-top truncate px-1 pt-3 pb-0 text-xs font-[560] text-ink-muted"
              >
                {typeNames[type]}
              </th>
            );
          })}
        </tr>
        <tr className="h-px">
          <th scope="col" className="calendar-corner sticky left-0 z-10 p-0">
            <span className="sr-only">{t`Day`}</span>
          </th>
          {habits.map((habit) => (
            <HabitHeader
              key={habit.id}
              habit={habit}
              statistics={statistics.get(habit.id)}
              layout="vertical"
              isTabStop={tabStop === habit.id}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((info) => (
          <DayRow
            key={info.day}
            info={info}
            habits={habits}
            rules={rules}
            entries={rows.get(info.day)}
            today={today}
            isLoading={isLoading}
            cursor={cursor}
          />
        ))}
      </tbody>
    </>
  );
}
