import { useHydrated } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { useFormat } from "../../../lib/language/format.ts";

/** For an older time, a date says more than the distance. */
const relativeMaxMs = 28 * 86_400_000;

interface MomentProps {
  /** ISO 8601. */
  instant: string;
}

/** "2 hours ago", updated while it is visible, with the exact time as its title; on the server, the date. */
export function Moment({ instant }: MomentProps) {
  const format = useFormat();
  const isAlive = useHydrated();
  const now = useMinute();
  // Readers in all time zones get this page, and it is cached for a while: so it must depend on neither.
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

/** Milliseconds since the epoch, to the minute: one clock for all times on the page. */
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
