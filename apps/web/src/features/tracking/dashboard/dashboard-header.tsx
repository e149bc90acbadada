import type { HabitType } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CircleCheckBig, Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import { isFull } from "../habit/habit-list.ts";
import { resultAmong, rulesOf } from "../habit/rules.ts";
import { OfflineStatus } from "../offline/offline-status.tsx";

export const LimitPopover = lazyComponent(
  () => import("../habit/limit-popover.tsx"),
  ({ open }) => open,
);

interface DashboardHeaderProps {
  board: ReturnType<typeof useDashboard>;
  isFirstRun: boolean;
  onCreate: (type: HabitType) => void;
}

/** The date, the progress of today, and the button for a new habit. */
export function DashboardHeader({ board, isFirstRun, onCreate }: DashboardHeaderProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { today } = board;
  return (
    <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
      <h1 className="text-2xl sm:text-3xl">{t`Dashboard`}</h1>
      <div className="sm:row-span-2">{isFirstRun ? null : <NewHabitButton board={board} onCreate={onCreate} />}</div>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-ink-muted max-sm:col-span-2">
        <time dateTime={today} className="inline-block first-letter:uppercase">
          {format.day(today, { weekday: "long", day: "numeric", month: "long" })}
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
    <span className="inline-flex items-center gap-1.5">
      {done === total ? <CircleCheckBig aria-hidden="true" className="size-4 text-success-text" /> : null}
      {done === total ? (
        <Trans>All goals achieved</Trans>
      ) : (
        <Plural value={total} one={`${done} of # goal achieved`} other={`${done} of # goals achieved`} />
      )}
    </span>
  );
}

/** Opens the dialog, or explains why the plan has no room for another habit. */
function NewHabitButton({ board, onCreate }: Pick<DashboardHeaderProps, "board" | "onCreate">) {
  const { t } = useLingui();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const { good, bad } = board.room;
  const hasNoRoom = isFull(good) && isFull(bad);
  return (
    <>
      <Button
        ref={anchor}
        // Secondary until the plan is known to have room. If the habits failed to load, the retry button is the primary
        // one.
        kind={hasNoRoom || !board.isRoomKnown || board.error ? "secondary" : "primary"}
        disabled={!board.isRoomKnown}
        className="shrink-0 whitespace-nowrap disabled:opacity-100!"
        icon={<Plus aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-describedby={hasNoRoom ? "habit-limit" : undefined}
        onClick={() => {
          if (!hasNoRoom) return onCreate(isFull(good) ? "bad" : "good");
          setOpened(true);
          setOpen(true);
        }}
      >
        {t`New habit`}
      </Button>
      {hasNoRoom ? (
        <span id="habit-limit" className="sr-only">
          {t`Your plan has no room for another habit.`}
        </span>
      ) : null}
      {wasOpened ? (
        <LimitPopover
          open={isOpen}
          onClose={() => setOpen(false)}
          anchor={anchor}
          plan={board.plan}
          room={board.room}
        />
      ) : null}
    </>
  );
}
