import { useEffect, useState } from "react";
import { clockFace, elapsedSeconds } from "./elapsed.ts";

/** A visible clock that counts up. Screen readers get the minutes on request. */
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
