import type { LogLine, LogLineList } from "@daymark/domain/operator/log";

/** The most lines of one call. */
const pageSize = 100;
/** Lines above the linked one. */
const contextLines = 20;
/** If a filter matches few lines, the reader continues until it has this many, or the file ends. */
const linesAtLeast = 40;
/**
 * When a file is followed for hours, the oldest lines are dropped: they are read again when the user scrolls to them.
 */
const linesMax = 5_000;
const pollMs = 2_000;

export type AskLines = (
  place: { cursor?: string; line?: number; limit: number },
  signal: AbortSignal,
) => Promise<LogLineList>;

/** The part of a file on the screen. */
export interface LogView {
  /** Newest first. */
  lines: readonly LogLine[];
  /** New lines that wait until the user is back at the top. */
  waiting: readonly LogLine[];
  status: "loading" | "ready" | "failed";
  /** The error of the last call, if it failed. */
  error: unknown;
  isLoadingOlder: boolean;
  hasOlder: boolean;
  hasNewer: boolean;
  isFollowing: boolean;
  /** The searched part of the file, from its end, 0 to 1. */
  searched: number;
}

export type LogReader = ReturnType<typeof createLogReader>;

/**
 * Reads a file from its end, or from a line, in both directions, on request.
 *
 * @param ask fetches one page; it applies the filter itself
 */
export function createLogReader(ask: AskLines, { line }: { line?: number | undefined } = {}) {
  const leaving = new AbortController();
  const listeners = new Set<() => void>();
  let view: LogView = {
    ...{ lines: [], waiting: [], status: "loading", error: null, isLoadingOlder: false },
    ...{ hasOlder: false, hasNewer: false, isFollowing: false, searched: 0 },
  };
  /** Where to continue: a cursor, or the offset of the oldest line in memory. */
  let older: string | number | null = null;
  let newer = "";
  let isHeld = false;
  let isAsking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (change: Partial<LogView>) => {
    if (leaving.signal.aborted) return;
    view = { ...view, ...change };
    for (const tell of listeners) tell();
  };
  const askPage = (place: Parameters<AskLines>[0]) => ask(place, leaving.signal);

  async function start() {
    show({ status: "loading", error: null });
    try {
      const first = await askPage({ limit: pageSize, ...(line !== undefined && { line }) });
      let { results: lines, is_newest: isNewest } = first;
      ({ next: older, newer } = first);
      if (line !== undefined && !isNewest) {
        const above = await askPage({ cursor: newer, limit: contextLines });
        lines = [...above.results, ...lines];
        ({ newer, is_newest: isNewest } = above);
      }
      show({ status: "ready", lines, hasOlder: older !== null, hasNewer: !isNewest, searched: shareOf(first) });
      if (lines.length < linesAtLeast) await loadOlder();
    } catch (error) {
      show({ status: "failed", error });
    }
  }

  /** Reads towards the beginning of the file. */
  async function loadOlder() {
    if (view.isLoadingOlder || older === null) return;
    show({ isLoadingOlder: true, error: null });
    try {
      for (let found = 0; older !== null && found < linesAtLeast && !leaving.signal.aborted; ) {
        const from: string | number = older;
        const page = await askPage({
          limit: pageSize,
          ...(typeof from === "number" ? { line: from } : { cursor: from }),
        });
        const added = typeof from === "number" ? page.results.filter(({ offset }) => offset < from) : page.results;
        older = page.next;
        found += added.length;
        show({ lines: [...view.lines, ...added], hasOlder: older !== null, searched: shareOf(page) });
      }
      show({ isLoadingOlder: false });
    } catch (error) {
      show({ isLoadingOlder: false, error });
    }
  }

  /** Reads one page of newer lines. */
  async function loadNewer() {
    if (isAsking || view.status !== "ready") return;
    isAsking = true;
    try {
      const page = await askPage({ cursor: newer, limit: pageSize });
      newer = page.newer;
      take(page.results);
      show({ hasNewer: !page.is_newest, error: null });
    } catch (error) {
      show({ error });
    } finally {
      isAsking = false;
    }
  }

  function take(added: readonly LogLine[]) {
    const lowest = added.at(-1)?.offset;
    if (lowest === undefined) return;
    // New lines may include the complete version of a line that was half written before, or the whole content of a file
    // that was emptied.
    const isBefore = ({ offset }: LogLine) => offset < lowest;
    const waiting = [...added, ...view.waiting.filter(isBefore)];
    const lines = view.lines.filter(isBefore);
    if (isHeld) show({ lines, waiting });
    else showAll([...waiting, ...lines]);
  }

  function showAll(lines: readonly LogLine[]) {
    if (lines.length <= linesMax || view.isLoadingOlder) return show({ lines, waiting: [] });
    const kept = lines.slice(0, linesMax);
    older = kept.at(-1)?.offset ?? null;
    show({ lines: kept, waiting: [], hasOlder: true });
  }

  async function follow() {
    await loadNewer();
    if (!view.isFollowing || leaving.signal.aborted) return;
    // If there are more new lines than one page, they are fetched at once.
    timer = setTimeout(() => void follow(), view.hasNewer && view.error === null ? 0 : pollMs);
  }

  return {
    start,
    loadOlder,
    loadNewer,
    setFollowing(isFollowing: boolean) {
      clearTimeout(timer);
      show({ isFollowing });
      if (isFollowing) void follow();
    },
    /** Whether new lines wait, because the user reads further down. */
    setHeld(held: boolean) {
      isHeld = held;
      if (!held && view.waiting.length > 0) showAll([...view.waiting, ...view.lines]);
    },
    stop() {
      clearTimeout(timer);
      leaving.abort();
    },
    get: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function shareOf({ below, bytes }: LogLineList): number {
  return bytes === 0 ? 1 : 1 - below / bytes;
}
