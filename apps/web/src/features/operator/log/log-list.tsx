import { Button } from "@daymark/ui/button";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import ArrowUp from "lucide-react/icons/arrow-up";
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { Refusal } from "../../account/settings/refusal.tsx";
import type { LogReader, LogView } from "./log-reader.ts";
import { LogRow } from "./log-row.tsx";
import { useRows } from "./use-rows.ts";

interface LogListProps {
  reader: LogReader;
  view: LogView;
  fileDay: string;
  /** The line in the address. */
  marked: number | undefined;
  linkOf: (offset: number) => string;
}

/** When fewer pixels of lines remain below the window, more are fetched. */
const fetchAheadPx = 1_200;

/** The lines of a file, newest first; arrow keys move between lines, Enter opens one. */
export function LogList({ reader, view, fileDay, marked, linkOf }: LogListProps) {
  const { t } = useLingui();
  const { lines, waiting, hasOlder, isLoadingOlder, error } = view;
  const keys = useMemo(() => lines.map(({ offset }) => offset), [lines]);
  const rows = useRows(keys);
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => new Set());
  const [current, setCurrent] = useState<number | null>(marked ?? null);
  const focusWanted = useRef<number | null>(null);
  const isRevealed = useRef(marked === undefined);
  const tabStop = current !== null && keys.includes(current) ? current : keys[rows.from === 0 ? 0 : rows.from + 1];

  useLayoutEffect(() => {
    if (isRevealed.current || lines.length === 0) return;
    isRevealed.current = true;
    const index = keys.indexOf(marked ?? -1);
    if (index >= 0) rows.reveal(index);
  });
  useEffect(() => {
    if (focusWanted.current === null) return;
    const row = rows.scroller.current?.querySelector<HTMLElement>(`[data-row="${focusWanted.current}"]`);
    if (!row) return;
    focusWanted.current = null;
    row.focus({ preventScroll: true });
  });

  const onScroll = () => {
    rows.onScroll();
    const list = rows.scroller.current;
    if (!list) return;
    reader.setHeld(list.scrollTop > 2);
    if (list.scrollHeight - list.scrollTop - list.clientHeight < fetchAheadPx && !error) void reader.loadOlder();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const offset = Number((event.target as HTMLElement).dataset.row ?? Number.NaN);
    const index = keys.indexOf(offset);
    if (index === -1 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: keys.length - 1 }[event.key];
    const key = next === undefined ? undefined : keys[next];
    if (next === undefined || key === undefined) return;
    event.preventDefault();
    setCurrent(key);
    const row = rows.scroller.current?.querySelector<HTMLElement>(`[data-row="${key}"]`);
    if (row) {
      row.focus();
      row.scrollIntoView({ block: "nearest", behavior: "instant" });
    } else {
      focusWanted.current = key;
      rows.reveal(next);
    }
  };
  const toggle = useToggle(setOpened);
  const count = waiting.length;
  return (
    <div className="relative mt-4">
      <p role="status" className="sr-only">
        {count > 0 ? <Plural value={count} one="# new line" other="# new lines" /> : null}
      </p>
      {count > 0 || (view.hasNewer && !view.isFollowing) ? (
        <Button
          kind="primary"
          size="small"
          icon={<ArrowUp aria-hidden="true" />}
          className="absolute top-3 left-1/2 z-10 -translate-x-1/2 shadow-lift"
          onClick={() => {
            if (count === 0) return void reader.loadNewer();
            rows.scroller.current?.scrollTo({ top: 0, behavior: "instant" });
            onScroll();
          }}
        >
          {count > 0 ? <Plural value={count} one="# new line" other="# new lines" /> : <Trans>Newer lines</Trans>}
        </Button>
      ) : null}
      <div
        ref={rows.scroller}
        onScroll={onScroll}
        className="h-[max(24rem,calc(100dvh-19rem))] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface [overflow-anchor:none]"
      >
        <ul aria-label={t`Lines, newest first`} onKeyDown={onKeyDown}>
          <Gap height={rows.before} />
          {lines.slice(rows.from, rows.to).map((line, index) => (
            <LogRow
              key={line.offset}
              line={line}
              fileDay={fileDay}
              position={rows.from + index + 1}
              isOpen={opened.has(line.offset)}
              isMarked={line.offset === marked}
              isCurrent={line.offset === tabStop}
              link={linkOf(line.offset)}
              onToggle={toggle}
              onFocus={setCurrent}
              observe={rows.observe}
            />
          ))}
          <Gap height={rows.after} />
        </ul>
        <ListFoot view={view} onRetry={() => void reader.loadOlder()} />
        {lines.length === 0 && !hasOlder && !isLoadingOlder ? (
          <p className="px-4 py-14 text-center text-ink-muted">
            <Trans>No matching lines.</Trans>
          </p>
        ) : null}
      </div>
    </div>
  );
}

/**
 * Replaces the rows outside the window. With reduced motion, an element without its own transition changes with a
 * minimal delay: the height would still be the old one when the list scrolls by it.
 */
function Gap({ height }: { height: number }) {
  return <li aria-hidden="true" style={{ height }} className="transition-none" />;
}

function useToggle(setOpened: (change: (opened: ReadonlySet<number>) => ReadonlySet<number>) => void) {
  const [toggle] = useState(() => (offset: number) => {
    setOpened((opened) => {
      const next = new Set(opened);
      if (!next.delete(offset)) next.add(offset);
      return next;
    });
  });
  return toggle;
}

/** Shown below the oldest loaded line. */
function ListFoot({ view, onRetry }: { view: LogView; onRetry: () => void }) {
  const format = useFormat();
  const { lines, isLoadingOlder, hasOlder, error, searched } = view;
  const share = format.percent(searched);
  if (error) {
    return (
      <div className="flex flex-col items-start gap-3 p-4">
        <Refusal error={error} />
        <Button size="small" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    );
  }
  if (isLoadingOlder) {
    return (
      <div role="status" className="px-4 py-3 text-sm text-ink-muted">
        <Trans>Still reading: {share} of the file so far.</Trans>
      </div>
    );
  }
  if (hasOlder) {
    return (
      <Button kind="quiet" size="small" className="m-2" onClick={onRetry}>
        <Trans>Older lines</Trans>
      </Button>
    );
  }
  return lines.length > 0 ? (
    <p className="px-4 py-3 text-sm text-ink-muted">
      <Trans>Beginning of the file</Trans>
    </p>
  ) : null;
}
