import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Popover } from "@daymark/ui/popover";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import Square from "lucide-react/icons/square";
import Trash from "lucide-react/icons/trash";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { HabitTitle } from "../habit/habit-title.tsx";
import { hueStyle } from "../habit/hues.ts";
import { elapsedSeconds } from "./elapsed.ts";
import { ElapsedTime } from "./elapsed-time.tsx";
import { browserTimers, type Timer } from "./timers.ts";
import { useTimerEnd } from "./use-timer-end.ts";

const TimerDialog = lazyComponent(
  () => import("./timer-dialog.tsx"),
  ({ question }) => question,
);

/** The running timer in the header of every page, with its controls. */
export default function TimerPill() {
  const { t } = useLingui();
  const { running, title, habit, question, add, discard, goOn } = useTimerEnd();
  return (
    <>
      {/* Announces its start and its end, but not the seconds. */}
      <p role="status" className="sr-only">
        {running && habit ? t`The timer for ${{ title }} is running.` : ""}
      </p>
      {running ? <Pill timer={running} title={title} habit={habit} /> : null}
      <TimerDialog
        question={question}
        onAdd={(...added) => void add(...added)}
        onDiscard={discard}
        onGoOn={goOn}
        finalFocus={(timer) => document.querySelector<HTMLElement>("[data-timer] button") ?? placeAfter(timer)}
      />
    </>
  );
}

/**
 * The element that gets the focus after a timer has ended: its day, else the heading; null while the page has neither.
 */
function placeAfter(timer: Timer): HTMLElement | null {
  const cell = document.querySelector<HTMLElement>(`[data-habit="${timer.habitId}"][data-day="${timer.day}"]`);
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!cell && heading) heading.tabIndex = -1;
  return cell ?? heading;
}

/**
 * Moves the focus when React removes the pill while it has the focus. That happens if its popover or dialog closed
 * before the page had an element for the focus, or before the time was recorded, and if another tab ends the timer.
 */
function useFocusHandover(pill: RefObject<HTMLButtonElement | null>, timer: Timer) {
  const latest = useRef(timer);
  useLayoutEffect(() => {
    latest.current = timer;
  });
  useLayoutEffect(() => {
    const button = pill.current;
    return () => {
      // Here the button is still in the document. The microtask runs after React's commit, which has removed it.
      if (button !== document.activeElement) return;
      queueMicrotask(() => placeAfter(latest.current)?.focus());
    };
  }, [pill]);
}

function Pill({ timer, title, habit }: { timer: Timer; title: string; habit: Habit | undefined }) {
  const { t } = useLingui();
  const timers = browserTimers(useBrowser());
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [minutes, setMinutes] = useState(0);
  const isEnding = useRef(false);
  useFocusHandover(anchor, timer);
  const end = (how: "add" | "discard") => {
    isEnding.current = true;
    setOpen(false);
    timers.end(how);
  };
  return (
    <div data-timer="" style={hueStyle(habit?.hue ?? 0)}>
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={t`Timer for ${title}`}
        onClick={() => {
          isEnding.current = false;
          setMinutes(Math.floor(elapsedSeconds(timer.startedAt, Date.now()) / 60));
          setOpen(!isOpen);
        }}
        className="flex min-h-9 items-center gap-2 rounded-full border border-habit-line bg-habit-soft px-3 text-sm font-[600] text-habit-text pointer-coarse:min-h-11"
      >
        <span aria-hidden="true" className="size-2 rounded-full bg-habit motion-safe:animate-pulse" />
        <span className="sr-only">{t`Timer for ${title}`}</span>
        <ElapsedTime startedAt={timer.startedAt} />
      </button>
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        anchor={anchor}
        label={t`Timer for ${title}`}
        align="end"
        // The pill is removed with its timer.
        finalFocus={() => (isEnding.current ? placeAfter(timer) : null) ?? anchor.current}
        className="w-72 max-w-[94vw]"
      >
        <div style={hueStyle(habit?.hue ?? 0)} className="flex flex-col gap-4">
          <div>
            <h2 className="truncate text-base leading-tight tracking-normal">
              {habit ? <HabitTitle habit={habit} /> : title}
            </h2>
            <p className="text-sm text-ink-muted">
              {t`${plural(minutes, { 0: "Just started", one: "Running for # minute", other: "Running for # minutes" })}. Its time is added to the day it began.`}
            </p>
          </div>
          <div className="flex gap-2">
            <Button
              kind="primary"
              size="small"
              className="grow"
              icon={<Square aria-hidden="true" />}
              onClick={() => end("add")}
            >
              {t`Stop and add`}
            </Button>
            <Button size="small" kind="quiet" icon={<Trash aria-hidden="true" />} onClick={() => end("discard")}>
              {t`Discard`}
            </Button>
          </div>
        </div>
      </Popover>
    </div>
  );
}
