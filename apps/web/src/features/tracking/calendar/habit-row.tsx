import type { HabitRules } from "@daymark/domain/rules/result";
import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { memo } from "react";
import type { Month } from "../clock/month.ts";
import { periodProgressOf } from "../habit/period-progress.ts";
import { resultsAmong, resultWhileLoading } from "../habit/rules.ts";
import { DayCell } from "./cell/day-cell.tsx";
import { type Cursor, useCursorDay, useSelectedDays } from "./grid/cursor.ts";
import type { DayInfo } from "./grid/day-info.ts";
import { noColumns, partsOf, type Range, useIsNear } from "./grid/near-view.ts";
import { HabitHeader } from "./header/habit-header.tsx";
import { monthTotal } from "./total/month-total.ts";
import { TotalCell } from "./total/total-cell.tsx";

interface HabitRowProps {
  habit: Habit;
  /** The month whose total is at the end; null for none. */
  total: Month | null;
  isGrouped: boolean;
  rules: HabitRules;
  statistics: Statistics | undefined;
  days: readonly DayInfo[];
  entries: ReadonlyMap<string, Entry> | undefined;
  today: string;
  isLoading: boolean;
  cursor: Cursor;
  /** The days to render, by index; each gap between them is one empty cell. */
  shown: Range;
  /** True if the row may be on the screen before the browser has reported. */
  isNearAtFirst: boolean;
}

/** A habit and its month, in the horizontal layout. */
export const HabitRow = memo(function HabitRow(props: HabitRowProps) {
  const { habit, total, isGrouped, rules, statistics, days, entries, today, isLoading, cursor, shown, isNearAtFirst } =
    props;
  const tabStop = useCursorDay(cursor, habit.id);
  const selected = useSelectedDays(cursor, habit.id);
  const [isNear, ref] = useIsNear<HTMLTableRowElement>(isNearAtFirst);
  // If another month than today's is shown, the present period is not loaded.
  const isPeriodKnown = !isLoading && days.some((info) => info.day === today);
  const entryOn = (day: string) => entries?.get(day);
  const results = isLoading
    ? undefined
    : resultsAmong(
        rules,
        days.map(({ day }) => day),
        entryOn,
        today,
      );
  const progress = isPeriodKnown ? periodProgressOf(habit, rules, entryOn, today) : undefined;
  return (
    <tr ref={ref}>
      <HabitHeader
        habit={habit}
        statistics={statistics}
        progress={progress}
        today={isPeriodKnown ? today : undefined}
        from={days.find(({ isEarlier }) => !isEarlier)?.day}
        to={days.at(-1)?.day}
        isGrouped={isGrouped}
        layout="horizontal"
        isTabStop={tabStop === null}
      />
      {partsOf(days, isNear ? shown : noColumns, ({ day }) => day === tabStop).map((part) =>
        "gap" in part ? (
          <td key={`gap-${part.index}`} aria-hidden="true" colSpan={part.gap} />
        ) : (
          <DayCell
            // By place: another month then changes the cells instead of making 31 new ones per habit.
            key={part.index}
            habit={habit}
            rules={rules}
            info={part.item}
            entry={entries?.get(part.item.day)}
            result={isLoading ? resultWhileLoading(rules, part.item.day, today) : results?.[part.index]}
            today={today}
            isLoading={isLoading}
            isTabStop={tabStop === part.item.day}
            isSelected={selected?.includes(part.item.day) ?? false}
          />
        ),
      )}
      {total ? (
        <TotalCell
          layout="horizontal"
          habit={habit}
          total={isLoading ? undefined : monthTotal(habit, rules, { month: total, entryOn, today })}
        />
      ) : null}
    </tr>
  );
});
