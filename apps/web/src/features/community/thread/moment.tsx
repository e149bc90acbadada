import { useHydrated } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { useFormat } from "../../../lib/language/format.ts";

/** Further back a date says more than how long ago it was. */
const relativeMaxMs = 28 * 86_400_000;

interface MomentProps {
  /** ISO 8601. */
  instant: string;
}

/** "2 hours ago", kept true while it is looked at, with the exact time as its title; in a page as it is sent, the day. */
export function Moment({ instant }: MomentProps) {
  const format = useFormat();
  const isAlive = useHydrated();
  const now = useMinute();
  // The page is sent to readers in all zones, and is kept for a while: neither may be in it.
  if (!isAlive) return <time dateTime={instant}>{format.day(instant.slice(0, 10))}</time>;
  const isNear = now - Date.parse(instant) < relativeMaxMs;
  return (
    <time dateTime={instant} title={format.instant(instant, { dateStyle: "full", timeStyle: "short" })}>
      {isNear
        ? format.relative(instant, Math.max(now, Date.parse(instant)))
        : format.instant(instant, { dateStyle: "medium" })}
    </time>
  );
}

const minuteMs = 60_000;
let now = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Milliseconds since the epoch, to the minute: one clock for all that a page tells the time by. */
function useMinute(): number {
  return useSyncExternalStore(subscribe, readNow, () => 0);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, minuteMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    now = 0;
  };
}

function readNow(): number {
  now ||= Date.now();
  return now;
}
