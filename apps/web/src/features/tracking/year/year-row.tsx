import { type HabitRules, isFailure, isSuccess } from "@daymark/domain/rules/result";
import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";
import Ellipsis from "lucide-react/icons/ellipsis";
import { memo, useLayoutEffect, useMemo, useRef } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { hasStreak, StreakButton } from "../calendar/header/streak-button.tsx";
import { goalName } from "../habit/form/goal-words.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { hueStyle } from "../habit/hues.ts";
import { successShare } from "../statistics/why/streak-words.ts";
import { yearDays } from "../statistics/year/year.ts";
import { useTurns } from "./turns.ts";
import { YearMap } from "./year-map.tsx";

interface YearRowProps {
  habit: Habit;
  rules: HabitRules;
  /** Undefined while they load. */
  entries: readonly Entry[] | undefined;
  statistics: Statistics | undefined;
  year: string;
  today: string;
  labels: ReadonlyMap<string, string>;
  onMenu: (habit: Habit, anchor: HTMLElement) => void;
  onStreak: (habit: Habit) => void;
}

/** A habit and its year. */
export const YearRow = memo(function YearRow(props: YearRowProps) {
  const { habit, rules, entries, year, today, labels } = props;
  const ref = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const turns = useTurns(ref, rowsAfterTurn.length - 1);
  const isDrawn = turns > 0 && entries !== undefined;
  const days = useMemo(
    () => (isDrawn ? yearDays(rules, entries ?? [], Number(year), today) : undefined),
    [isDrawn, rules, entries, year, today],
  );
  const isWhole = isDrawn && turns === rowsAfterTurn.length - 1;
  useLayoutEffect(() => {
    if (isWhole) showToday(box.current, year, today);
  }, [isWhole, year, today]);
  return (
    <section
      ref={ref}
      aria-label={habit.title}
      style={hueStyle(habit.hue)}
      className="year-row grid gap-x-4 gap-y-2 border-t border-line px-3 py-4 md:grid-cols-[12rem_minmax(0,1fr)] md:px-4"
    >
      <RowHeader {...props} done={days && tally(days)} />
      {days ? (
        <div ref={box} className="overflow-x-auto overscroll-x-contain py-1 pr-1 [scrollbar-width:thin]">
          <YearMap
            habit={habit}
            days={days}
            year={year}
            today={today}
            labels={labels}
            rows={rowsAfterTurn[turns] ?? 0}
          />
        </div>
      ) : (
        <Skeleton className="h-28 pointer-coarse:h-44" />
      )}
    </section>
  );
});

/** Rendered rows of a map's seven after each turn: no turn takes longer than a part of a frame. */
const rowsAfterTurn = [0, 2, 5, 7];

/** On a phone users look for recent days: they are at the right edge. */
function showToday(box: HTMLElement | null, year: string, today: string) {
  if (!box || box.scrollWidth <= box.clientWidth) return;
  const last = today.startsWith(year) ? box.querySelector<HTMLElement>(`[data-day="${today}"]`) : null;
  box.scrollLeft = last ? Math.max(0, last.offsetLeft + last.offsetWidth * 2 - box.clientWidth) : 0;
}

/** Successful days among those that counted. */
function tally(days: ReturnType<typeof yearDays>) {
  const done = days.filter(({ result }) => isSuccess(result)).length;
  return { done, counted: done + days.filter(({ result }) => isFailure(result)).length };
}

function RowHeader(props: YearRowProps & { done: { done: number; counted: number } | undefined }) {
  const { habit, statistics, year, done, onMenu, onStreak } = props;
  const { i18n } = useLingui();
  const format = useFormat();
  const goal = goalName(i18n, habit, { from: `${year}-01-01`, to: `${year}-12-31` });
  const counted = format.number(done?.counted ?? 0);
  return (
    <div className="flex min-w-0 items-start gap-2 md:flex-col md:gap-1.5">
      <button
        type="button"
        aria-haspopup="menu"
        data-habit-header={habit.id}
        title={habit.title}
        onClick={(event) => onMenu(habit, event.currentTarget)}
        className={
          "-mx-2 flex max-w-full min-h-9 items-center gap-2 rounded-lg px-2 text-left outline-none hover:bg-raised " +
          "focus-visible:ring-2 focus-visible:ring-accent-text pointer-coarse:min-h-11"
        }
      >
        <span aria-hidden="true" className="h-6 w-1 shrink-0 rounded-full bg-habit" />
        <span className="line-clamp-2 min-w-0 text-[0.9375rem] leading-tight font-[560]">
          <HabitTitle habit={habit} />
        </span>
        <Ellipsis aria-hidden="true" className="size-4 shrink-0 text-ink-muted" />
      </button>
      <p title={goal} className="truncate text-xs text-ink-muted max-md:hidden">
        {goal}
      </p>
      <p className="flex shrink-0 flex-wrap items-center gap-x-3 text-xs text-ink-muted max-md:ml-auto max-md:min-h-9 max-md:justify-end">
        {done && done.counted > 0 ? <span>{i18n._(successShare(habit, done.done, counted))}</span> : null}
        {hasStreak(statistics) ? (
          <StreakButton
            statistics={statistics}
            className="-mx-1.5 flex min-h-6 items-center px-1.5 pointer-coarse:min-h-11 pointer-coarse:justify-center"
            linesClassName="items-end"
            onPress={() => onStreak(habit)}
          />
        ) : null}
      </p>
    </div>
  );
}
