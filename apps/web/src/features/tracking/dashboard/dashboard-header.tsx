import type { HabitType } from "@daymark/domain/tracking/habit";
import { classes } from "@daymark/ui/classes";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CircleCheckBig, Target } from "lucide-react";
import { useMemo } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import { resultAmong, rulesOf } from "../habit/rules.ts";
import { OfflineStatus } from "../offline/offline-status.tsx";
import { NewHabitButton } from "./new-habit-button.tsx";

interface DashboardHeaderProps {
  board: ReturnType<typeof useDashboard>;
  isFirstRun: boolean;
  onCreate: (type: HabitType) => void;
}

/** The date, the progress of today, and the button for a new habit. On a phone one line, directly over the calendar. */
export function DashboardHeader({ board, isFirstRun, onCreate }: DashboardHeaderProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { today } = board;
  return (
    <header
      className={classes(
        "group/head grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 max-sm:flex max-sm:h-8 max-sm:justify-between",
        isFirstRun ? "max-sm:mt-4" : "max-sm:-mb-4",
      )}
    >
      <h1 className="text-2xl max-sm:text-lg sm:text-3xl">{t`Dashboard`}</h1>
      {isFirstRun ? null : (
        // On a phone it is in the toolbar of the calendar.
        <div className="max-sm:hidden sm:row-span-2">
          <NewHabitButton board={board} onCreate={onCreate} />
        </div>
      )}
      <p className="flex min-w-0 items-center gap-x-3 text-ink-muted max-sm:text-sm sm:mt-1 sm:flex-wrap">
        {/* On a phone, the state of the connection needs its place. */}
        <time dateTime={today} className="truncate max-sm:group-has-data-offline/head:hidden">
          <span className="inline-block first-letter:uppercase max-sm:hidden">
            {format.day(today, { weekday: "long", day: "numeric", month: "long" })}
          </span>
          <span className="inline-block first-letter:uppercase sm:hidden">
            {format.day(today, { weekday: "short", day: "numeric", month: "short" })}
          </span>
        </time>
        {isFirstRun ? null : <TodaysGoals board={board} />}
        <OfflineStatus />
      </p>
    </header>
  );
}

/** How many of today's goals are achieved; empty until that is known, or if there are no goals. */
function TodaysGoals({ board }: { board: ReturnType<typeof useDashboard> }) {
  const { all, entries, today, month } = board;
  const results = useMemo(() => {
    if (!all || !entries || !today.startsWith(month)) return [];
    return all
      .filter((habit) => habit.type === "good")
      .map((habit) => {
        const entryOn = (day: string) => entries.find((other) => other.habit_id === habit.id && other.day === day);
        return resultAmong(rulesOf(habit), today, entryOn, today);
      })
      .filter((result) => result === "achieved" || result === "awaiting");
  }, [all, entries, today, month]);
  const total = results.length;
  const done = results.filter((result) => result === "achieved").length;
  if (total === 0) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 max-sm:group-has-data-offline/head:sr-only">
      {done === total ? (
        <CircleCheckBig aria-hidden="true" className="size-4 text-success-text" />
      ) : (
        <Target aria-hidden="true" className="size-4 sm:hidden" />
      )}
      <span aria-hidden="true" className="tabular-nums sm:hidden">
        {done}/{total}
      </span>
      <span className="max-sm:sr-only">
        {done === total ? (
          <Trans>All goals achieved</Trans>
        ) : (
          <Plural value={total} one={`${done} of # goal achieved`} other={`${done} of # goals achieved`} />
        )}
      </span>
    </span>
  );
}
