import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { useMemo, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import type { Month } from "../clock/month.ts";
import { useWeekdays } from "../clock/use-weekdays.ts";
import { createRulesMemo } from "../habit/rules.ts";
import { type EntryIndex, indexEntries } from "../progress/entry-index.ts";
import { dayInfos } from "./grid/day-info.ts";
import { daysShown, type Grid, type Layout } from "./grid/grid.ts";
import { isOpenToday } from "./grid/open-habit.ts";
import type { HabitSection } from "./grid/shown-habits.ts";
import { useDaysBefore } from "./grid/use-days-before.ts";

const noEntries: readonly Entry[] = [];

interface CalendarInput {
  habits: readonly Habit[];
  /** The same habits and those in folded groups, by type and group. */
  sections: readonly HabitSection[];
  entries: readonly Entry[] | undefined;
  month: Month;
  today: string;
  layout: Layout;
  withUpcoming: boolean;
}

/**
 * Everything that a calendar renders, in objects that stay the same while their content stays the same: so a changed
 * cell renders alone.
 */
export function useCalendar(input: CalendarInput) {
  const { habits, sections, entries = noEntries, month, today, layout, withUpcoming } = input;
  const format = useFormat();
  const [weekStart = 1] = useWeekdays();
  const [memos] = useState(createMemos);
  const before = useDaysBefore(layout);
  const days = useMemo(
    () => daysShown(month, layout, today, { withUpcoming, before }),
    [month, layout, today, withUpcoming, before],
  );
  const infos = useMemo(() => dayInfos(days, month, format, weekStart), [days, month, format, weekStart]);
  const grid = useMemo<Grid>(
    () => ({ layout, days, habitIds: habits.map((habit) => habit.id) }),
    [layout, days, habits],
  );
  const all = useMemo(() => sections.flatMap(({ blocks }) => blocks.flatMap((block) => block.habits)), [sections]);
  const rules = useMemo(() => memos.rules(all, entries), [memos, all, entries]);
  const byHabit = useMemo(() => memos.byHabit(entries), [memos, entries]);
  const byDay = useMemo(() => memos.byDay(entries), [memos, entries]);
  const isKnown = input.entries !== undefined;
  const isOpen = useMemo(() => {
    if (!isKnown) return undefined;
    const byId = new Map(habits.map((habit) => [habit.id, habit]));
    return (id: number) => {
      const [habit, own] = [byId.get(id), rules.get(id)];
      return (
        habit !== undefined && own !== undefined && isOpenToday(habit, own, (day) => byHabit.get(id)?.get(day), today)
      );
    };
  }, [isKnown, habits, rules, byHabit, today]);
  return {
    grid,
    infos,
    rules,
    byHabit,
    byDay,
    /** Whether a habit waits for its user today; undefined while the days load. */
    isOpen,
  };
}

function createMemos() {
  let habitRows: EntryIndex<number, string> | undefined;
  let dayRows: EntryIndex<string, number> | undefined;
  return {
    rules: createRulesMemo(),
    byHabit(entries: readonly Entry[]) {
      habitRows = indexEntries(
        entries,
        (entry) => entry.habit_id,
        (entry) => entry.day,
        habitRows,
      );
      return habitRows;
    },
    byDay(entries: readonly Entry[]) {
      dayRows = indexEntries(
        entries,
        (entry) => entry.day,
        (entry) => entry.habit_id,
        dayRows,
      );
      return dayRows;
    },
  };
}
