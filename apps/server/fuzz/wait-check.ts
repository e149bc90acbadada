import type { Exchange } from "./connection.ts";
import type { FaultReports } from "./fault-reports.ts";
import type { Wait } from "./probe.ts";
import type { StallWatch } from "./stall-watch.ts";
import type { Target } from "./target.ts";

export type WaitCheck = ReturnType<typeof createWaitCheck>;

/** Only a request that took about as long itself may have caused a wait. */
const suspectMilliseconds = 120;
const suspectsMax = 8;
/** A request is sent this many times, and makes others wait if two of these waits are long. */
export const repeats = 3;
const waitMillisecondsMax = 200;
/** Reproducing waits takes at most this share of the run. */
const confirmShareMax = 0.25;

/** Finds the requests that make other callers wait: it sends a suspect again, alone, and measures the wait. */
export function createWaitCheck(
  { send }: Target,
  { watch, report, minutes }: { watch: StallWatch; report: FaultReports["report"]; minutes: number },
) {
  const unconfirmed: string[] = [];
  let confirmMilliseconds = 0;

  /** @returns the probe's longest wait in milliseconds while only `sendAlone` sends requests */
  async function longestWait(sendAlone: () => Promise<unknown>): Promise<number> {
    await watch.take();
    await sendAlone();
    const waits = (await watch.take()).map(({ milliseconds }) => milliseconds);
    return Math.max(0, ...waits);
  }

  /** @returns the long waits of a few attempts; at least two if the request causes them */
  async function measureAlone({ sent }: Exchange): Promise<number[]> {
    const measured: number[] = [];
    while (measured.length < repeats) {
      measured.push(await longestWait(() => send(sent.request)));
      if (measured.length - longWaits(measured).length > 1) break;
    }
    return longWaits(measured);
  }

  /** Reports the exchanges that cause these waits, and notes the longest wait if none of them does. */
  async function confirm(waits: readonly Wait[], exchanges: readonly Exchange[]): Promise<void> {
    if (waits.length === 0) return;
    const startedAt = performance.now();
    const hasTimeLeft = () =>
      confirmMilliseconds + performance.now() - startedAt < Math.max(10_000, confirmShareMax * minutes * 60_000);
    const suspects = suspectsOf(waits, exchanges);
    let isConfirmed = false;
    for (const suspect of suspects) {
      if (!hasTimeLeft()) break;
      isConfirmed = reportLong(await measureAlone(suspect), suspect, null) || isConfirmed;
    }
    confirmMilliseconds += performance.now() - startedAt;
    if (isConfirmed) return;
    const longest = Math.round(Math.max(...waits.map(({ milliseconds }) => milliseconds)));
    const abouts = suspects.map(({ sent }) => sent.request.about).join(", ");
    unconfirmed.push(`${longest} ms, beside ${abouts || "nothing that took long itself"}`);
  }

  /** Reports an exchange with these long waits. @returns false, and reports nothing, if there are too few */
  function reportLong(waits: readonly number[], exchange: Exchange | null, kept: string | null): boolean {
    if (waits.length < 2) return false;
    const sentence = `another caller, of /healthz, waits ${Math.round(Math.max(...waits))} ms longer`;
    report({ kind: "stall", sentence }, exchange, kept);
    return true;
  }

  return { unconfirmed, longestWait, confirm, reportLong };
}

/** The waits that are too long. */
export function longWaits(waits: readonly number[]): number[] {
  return waits.filter((wait) => wait > waitMillisecondsMax);
}

/** The exchanges that ran during one of the waits, longest first. */
function suspectsOf(waits: readonly Wait[], exchanges: readonly Exchange[]): Exchange[] {
  return exchanges
    .filter((exchange) => exchange.endedAt - exchange.startedAt > suspectMilliseconds)
    .filter(({ startedAt, endedAt }) => waits.some((wait) => startedAt < wait.endedAt && endedAt > wait.startedAt))
    .sort((one, other) => other.endedAt - other.startedAt - (one.endedAt - one.startedAt))
    .slice(0, suspectsMax);
}
