import type { Habit } from "@daymark/domain/habit";
import type { Statistics } from "@daymark/domain/statistics";
import { classes } from "@daymark/ui/classes";
import { Plural, useLingui } from "@lingui/react/macro";
import { Flame } from "lucide-react";
import { memo } from "react";
import { useFormat } from "../../lib/format.ts";
import { hueStyle } from "../habit/hues.ts";
import { unitAmounts } from "../habit/unit-words.ts";
import type { Layout } from "./grid.ts";
import { withSoftHyphens } from "./soft-hyphens.ts";

interface HabitHeaderProps {
  habit: Habit;
  statistics: Statistics | undefined;
  layout: Layout;
  isTabStop: boolean;
}

/**
 * A habit at the head of its row or column: what it is called, what it asks for, how its streak stands. Pressing it
 * opens what can be done with the habit.
 */
export const HabitHeader = memo(function HabitHeader({ habit, statistics, layout, isTabStop }: HabitHeaderProps) {
  const { i18n, t } = useLingui();
  const amount = i18n._(unitAmounts[habit.unit](habit.target));
  const isRow = layout === "horizontal";
  return (
    <th
      scope={isRow ? "row" : "col"}
      aria-label={habit.title}
      className={isRow ? "calendar-corner sticky left-0 z-10 p-0 text-left" : "calendar-top p-0 align-bottom"}
      style={hueStyle(habit.hue)}
    >
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-haspopup="menu"
        data-habit-header={habit.id}
        title={habit.title}
        className={classes(
          "flex w-full min-w-0 rounded-lg outline-none transition-colors hover:bg-raised focus-visible:bg-raised",
          "focus-visible:ring-2 focus-visible:ring-accent-text focus-visible:ring-inset",
          isRow
            ? "h-(--row) items-center gap-2 pr-1.5 pl-3 md:gap-3 md:pr-2 md:pl-4"
            : "@container h-full flex-col items-center justify-end gap-1 px-px pt-2 pb-2 sm:px-0.5",
        )}
      >
        <span
          aria-hidden="true"
          className={classes("shrink-0 rounded-full bg-habit", isRow ? "h-7 w-1" : "order-last h-1 w-5")}
        />
        <span className={isRow ? "min-w-0 flex-1 text-left" : "calendar-column-title"}>
          <span
            className={classes(
              "text-[0.9375rem] leading-tight font-[560]",
              isRow
                ? "block truncate max-md:line-clamp-2 max-md:text-sm max-md:whitespace-normal"
                : "calendar-column-words",
            )}
          >
            {isRow ? habit.title : withSoftHyphens(habit.title)}
          </span>
          {isRow ? (
            <span className="block truncate text-xs leading-snug font-normal text-ink-muted max-md:hidden">
              {habit.type === "good" ? t`Goal: ${amount}` : t`Limit: ${amount}`}
            </span>
          ) : null}
        </span>
        {statistics && statistics.current_streak > 0 ? <Streak days={statistics.current_streak} /> : null}
      </button>
    </th>
  );
});

function Streak({ days }: { days: number }) {
  const format = useFormat();
  return (
    <span className="inline-flex shrink-0 items-center gap-0.5 text-xs font-[600] text-habit-text">
      <Flame aria-hidden="true" className="size-3.5" />
      <span aria-hidden="true">{format.number(days)}</span>
      <span className="sr-only">
        <Plural value={days} one="current streak # day" other="current streak # days" />
      </span>
    </span>
  );
}
