import { type Habit, habitTypes } from "@daymark/domain/habit";
import type { HabitRules } from "@daymark/domain/result";
import type { Statistics } from "@daymark/domain/statistics";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import { memo } from "react";
import type { EntryIndex } from "../progress/entry-index.ts";
import type { Cursor } from "./cursor.ts";
import type { DayInfo } from "./day-info.ts";
import { HabitRow } from "./habit-row.tsx";
import { useTypeNames } from "./type-names.ts";

interface HabitRowsProps {
  habits: readonly Habit[];
  statistics: ReadonlyMap<number, Statistics>;
  rules: ReadonlyMap<number, HabitRules>;
  days: readonly DayInfo[];
  rows: EntryIndex<number, string>;
  today: string;
  isLoading: boolean;
  cursor: Cursor;
}

/** The horizontal layout: a row a habit, a column a day, good and bad habits in sections of their own. */
export function HabitRows(props: HabitRowsProps) {
  const { habits, statistics, rules, days, rows, today, isLoading, cursor } = props;
  const typeNames = useTypeNames();
  return (
    <>
      <DayHeaders days={days} today={today} />
      {habitTypes.map((type) => {
        const ofType = habits.filter((habit) => habit.type === type);
        if (ofType.length === 0) return null;
        return (
          <tbody key={type}>
            <SectionHeading name={typeNames[type]} days={days} today={today} />
            {ofType.map((habit) => {
              const habitRules = rules.get(habit.id);
              return habitRules ? (
                <HabitRow
                  key={habit.id}
                  habit={habit}
                  rules={habitRules}
                  statistics={statistics.get(habit.id)}
                  days={days}
                  entries={rows.get(habit.id)}
                  today={today}
                  isLoading={isLoading}
                  cursor={cursor}
                />
              ) : null;
            })}
          </tbody>
        );
      })}
    </>
  );
}

interface SectionHeadingProps {
  name: string;
  days: readonly DayInfo[];
  today: string;
}

/** The name of a section; beside it only the stripes of the weekends and of today go on. */
const SectionHeading = memo(function SectionHeading({ name, days, today }: SectionHeadingProps) {
  return (
    <tr>
      <th
        scope="rowgroup"
        className="calendar-corner sticky left-0 z-10 h-9 p-0 pb-1 pl-3 text-left md:pl-4 align-bottom text-xs font-[560] text-ink-muted"
      >
        {name}
      </th>
      {days.map((info) => (
        <td
          key={info.day}
          aria-hidden="true"
          className={classes(info.isWeekend && "calendar-weekend", info.day === today && "calendar-today")}
        />
      ))}
    </tr>
  );
});

const DayHeaders = memo(function DayHeaders({ days, today }: { days: readonly DayInfo[]; today: string }) {
  const { t } = useLingui();
  return (
    <thead>
      <tr>
        <th scope="col" className="calendar-corner sticky left-0 z-10 w-(--names) p-0">
          <span className="sr-only">{t`Habit`}</span>
        </th>
        {days.map((info) => {
          const isToday = info.day === today;
          return (
            <th
              key={info.day}
              scope="col"
              aria-label={info.long}
              aria-current={isToday ? "date" : undefined}
              className={classes(
                "p-0 pt-2 pb-1 font-normal",
                info.isWeekend && "calendar-weekend",
                isToday && "calendar-today rounded-t-lg",
              )}
            >
              <span className="flex flex-col items-center gap-1 text-[0.6875rem] leading-none text-ink-muted">
                <span>{info.weekday}</span>
                <span
                  className={classes(
                    "grid size-6 place-items-center rounded-full text-[0.8125rem] font-[560]",
                    isToday ? "bg-accent text-accent-ink" : "text-ink",
                  )}
                >
                  {info.number}
                </span>
              </span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
});
