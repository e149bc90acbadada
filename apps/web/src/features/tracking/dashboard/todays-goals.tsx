import { Plural, Trans, useLingui } from "@lingui/react/macro";
import CircleCheckBig from "lucide-react/icons/circle-check-big";
import Target from "lucide-react/icons/target";
import { useEffect, useMemo, useRef, useState } from "react";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import type { Recorder } from "../day-writes/recorder.ts";
import { resultAmong, rulesOf } from "../habit/rules.ts";
import { indexEntries } from "../progress/entry-index.ts";

/** How many of today's goals are achieved; empty until that is known, or if there are no goals. */
export function TodaysGoals({ board }: { board: ReturnType<typeof useDashboard> }) {
  const { t } = useLingui();
  const { done, total } = useGoals(board);
  const isAll = total > 0 && done === total;
  const moments = useReachedMoments({ done, isAll, today: board.today, recorder: board.recorder });
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (moments > 0) acknowledge(ref.current);
  }, [moments]);
  return (
    <>
      <span role="status" className="sr-only">
        {isAll && moments > 0 ? t`You achieved all of today’s goals.` : null}
      </span>
      {total === 0 ? null : (
        <span
          ref={ref}
          className="inline-flex shrink-0 items-center gap-1.5 max-sm:group-has-data-offline/head:sr-only"
        >
          {isAll ? (
            <CircleCheckBig aria-hidden="true" className="size-4 text-success-text" />
          ) : (
            <Target aria-hidden="true" className="size-4 sm:hidden" />
          )}
          <span aria-hidden="true" className="tabular-nums sm:hidden">
            {done}/{total}
          </span>
          <span className="max-sm:sr-only">
            {isAll ? (
              <Trans>All goals achieved</Trans>
            ) : (
              <Plural value={total} one={`${done} of # goal achieved`} other={`${done} of # goals achieved`} />
            )}
          </span>
        </span>
      )}
    </>
  );
}

function useGoals({ all, entries, today, month }: ReturnType<typeof useDashboard>): { done: number; total: number } {
  return useMemo(() => {
    if (!all || !entries || !today.startsWith(month)) return { done: 0, total: 0 };
    const rows = indexEntries(
      entries,
      (entry) => entry.habit_id,
      (entry) => entry.day,
    );
    const results = all
      .filter((habit) => habit.type === "good")
      .map((habit) => resultAmong(rulesOf(habit), today, (day) => rows.get(habit.id)?.get(day), today));
    const done = results.filter((result) => result === "achieved").length;
    return { done, total: done + results.filter((result) => result === "awaiting").length };
  }, [all, entries, today, month]);
}

interface Goals {
  done: number;
  isAll: boolean;
  today: string;
}

/** Counts how often an edit on this page has achieved the last goal of today. */
function useReachedMoments({ done, isAll, today, recorder }: Goals & { recorder: Pick<Recorder, "editCount"> }) {
  const [moments, setMoments] = useState(0);
  const last = useRef({ done, today, edits: recorder.editCount });
  // After each render, so that an edit counts only for what it changed: another device may achieve the last goal too.
  useEffect(() => {
    const before = last.current;
    const edits = recorder.editCount;
    last.current = { done, today, edits };
    if (isAll && done > before.done && today === before.today && edits > before.edits) setMoments((count) => count + 1);
  });
  return moments;
}

const glowMs = 2400;
const glow = "var(--success-soft)";

/** A light behind the text that comes and goes. It moves nothing, and is not shown with reduced motion. */
function acknowledge(element: HTMLElement | null): void {
  if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const light = (color: string) => ({
    backgroundColor: color,
    boxShadow: `0 0 0 0.25rem ${color}`,
    borderRadius: "0.5rem",
  });
  element.animate(
    [light("transparent"), { ...light(glow), offset: 0.15 }, { ...light(glow), offset: 0.6 }, light("transparent")],
    { duration: glowMs, easing: "ease-in-out" },
  );
  element
    .querySelector("svg")
    ?.animate([{ transform: "scale(0.5)" }, { transform: "scale(1.15)", offset: 0.6 }, { transform: "none" }], {
      duration: 500,
      easing: "ease-out",
    });
}
