import { useEffect, useState } from "react";
import { clockFace, elapsedSeconds } from "./elapsed.ts";

/** A clock that counts, for the eye: what is read out tells the minutes where it is asked for. */
export function ElapsedTime({ startedAt }: { startedAt: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time aria-hidden="true" className="tabular-nums">
      {clockFace(elapsedSeconds(startedAt, now))}
    </time>
  );
}
