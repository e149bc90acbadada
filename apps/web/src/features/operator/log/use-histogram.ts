import type { LogHistogram } from "@daymark/domain/operator/log";
import { useEffect, useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";
import type { LogFilter } from "./log-search.ts";

/** How many calls count without a question: a quarter of a gigabyte. */
const callsMax = 16;

type Buckets = Map<string, LogHistogram["buckets"][number]["lines"]>;

export interface HistogramView {
  /** The answer of the first call, for the time and the width of the buckets; undefined until it arrives. */
  head: LogHistogram | undefined;
  /** The sums of all calls, by the beginning of the bucket. */
  buckets: Buckets;
  /** The counted part of the file, 0 to 1. */
  counted: number;
  isCounting: boolean;
  error: unknown;
  /** Counts the rest; absent if everything is counted or is being counted. */
  onMore: (() => void) | undefined;
}

/**
 * Counts the lines of a file over time. One call counts a bounded part, so the calls follow each other until the file
 * is counted; for a very large file the user requests the rest.
 */
export function useHistogram(
  { appDir, dateFile }: { appDir: string; dateFile: string },
  filter: LogFilter,
): HistogramView {
  const { client } = trpc.useUtils();
  const key = JSON.stringify([appDir, dateFile, filter]);
  const [state, setState] = useState(() => emptyOf(key));
  const [round, setRound] = useState(1);
  // Another filter: what was counted does not belong to it.
  if (state.key !== key) {
    setState(emptyOf(key));
    setRound(1);
  }
  const { next } = state;
  useEffect(() => {
    const leaving = new AbortController();
    void (async () => {
      let cursor = next;
      try {
        for (let calls = 0; calls < callsMax && cursor !== null; calls += 1) {
          const input = { app_dir: appDir, date_file: dateFile, ...filter, ...(cursor !== undefined && { cursor }) };
          const part = await client.log.histogram.get.query(input, { signal: leaving.signal });
          if (leaving.signal.aborted) return;
          cursor = part.next;
          setState((known) => (known.key === key ? added(known, part) : known));
        }
        setState((known) => (known.key === key ? { ...known, isCounting: false } : known));
      } catch (error) {
        if (!leaving.signal.aborted) setState((known) => ({ ...known, isCounting: false, error }));
      }
    })();
    return () => leaving.abort();
    // A round continues where the last one ended; only its number and the filter begin one.
  }, [client, key, round]);
  return {
    ...state,
    onMore:
      state.isCounting || (state.next === null && !state.error)
        ? undefined
        : () => {
            setState((known) => ({ ...known, isCounting: true, error: null }));
            setRound(round + 1);
          },
  };
}

interface State {
  key: string;
  head: LogHistogram | undefined;
  buckets: Buckets;
  counted: number;
  isCounting: boolean;
  error: unknown;
  /** The cursor of the next call; undefined before the first one, null after the last one. */
  next: string | null | undefined;
}

function emptyOf(key: string): State {
  return {
    ...{ key, head: undefined, buckets: new Map(), counted: 0 },
    ...{ isCounting: true, error: null, next: undefined },
  };
}

function added(known: State, part: LogHistogram): State {
  const buckets: Buckets = new Map(known.buckets);
  for (const { from, lines } of part.buckets) {
    const before = buckets.get(from);
    buckets.set(from, before ? sumOf(before, lines) : lines);
  }
  const counted = part.next === null || part.bytes === 0 ? 1 : 1 - part.below / part.bytes;
  return { ...known, head: known.head ?? part, buckets, counted, next: part.next };
}

function sumOf<Counts extends Record<string, number>>(one: Counts, other: Counts): Counts {
  return Object.fromEntries(
    Object.entries(one).map(([level, lines]) => [level, lines + (other[level] ?? 0)]),
  ) as Counts;
}
