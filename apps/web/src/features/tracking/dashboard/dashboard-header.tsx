import type { HabitType } from "@daymark/domain/tracking/habit";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import { OfflineStatus } from "../offline/offline-status.tsx";
import { NewHabitButton } from "./new-habit-button.tsx";
import { TodaysGoals } from "./todays-goals.tsx";

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
