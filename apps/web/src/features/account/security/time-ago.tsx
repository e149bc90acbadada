import { useEffect, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";

interface TimeProps {
  /** ISO 8601. */
  instant: string;
}

/** "2 hours ago", updated while it is visible; the exact time is its title. */
export function TimeAgo({ instant }: TimeProps) {
  const format = useFormat();
  const now = useNow();
  return (
    <time dateTime={instant} title={format.instant(instant, { dateStyle: "full", timeStyle: "medium" })}>
      {format.relative(instant, now)}
    </time>
  );
}

/** A day, with its exact time as the title. */
export function DayOf({ instant }: TimeProps) {
  const format = useFormat();
  return (
    <time dateTime={instant} title={format.instant(instant, { dateStyle: "full", timeStyle: "medium" })}>
      {format.instant(instant, { dateStyle: "medium" })}
    </time>
  );
}

const lookAgainMs = 30_000;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookAgainMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
