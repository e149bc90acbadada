import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";

/** Rows rendered above and below the visible ones. */
const overscan = 12;
/** The height of a row before any row has been measured. */
const heightGuess = 36;

export interface Rows {
  scroller: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** The rows to render: from the first index, up to but not including the second. */
  from: number;
  to: number;
  /** Heights of the rows left out above and below, in pixels. */
  before: number;
  after: number;
  /** The `ref` of each row, which has its key in `data-key`. */
  observe: (row: HTMLElement | null) => (() => void) | undefined;
  /** Scrolls to a row, a third from the top. */
  reveal: (index: number) => void;
}

/**
 * A long list that renders only the visible rows. Rows may have any height: it is measured when they are rendered. If
 * rows are added above or heights change, the scroll position keeps the same rows in view; at the very top, the list
 * stays at the top.
 *
 * @param keys of the rows, in their order, without duplicates
 */
export function useRows(keys: readonly number[]): Rows {
  const scroller = useRef<HTMLDivElement>(null);
  /** The first visible row, and how far above the edge it begins; null at the top. */
  const anchor = useRef<{ key: number; above: number } | null>(null);
  const [heights, setHeights] = useState({ known: new Map<number, number>(), least: heightGuess });
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  const tops = useMemo(() => {
    const sums = new Float64Array(keys.length + 1);
    for (const [index, key] of keys.entries()) {
      sums[index + 1] = (sums[index] ?? 0) + (heights.known.get(key) ?? heights.least);
    }
    return sums;
  }, [keys, heights]);
  const topOf = useCallback((index: number) => tops[Math.max(0, Math.min(index, tops.length - 1))] ?? 0, [tops]);

  const onScroll = () => {
    const list = scroller.current;
    if (!list) return;
    const top = list.scrollTop;
    const first = indexAt(tops, top);
    anchor.current = top < 1 ? null : { key: keys[first] ?? 0, above: top - topOf(first) };
    setSeen({ top, height: list.clientHeight });
  };

  useLayoutEffect(() => {
    const list = scroller.current;
    const held = anchor.current;
    if (!list || !held) return;
    const index = keys.indexOf(held.key);
    if (index === -1) return;
    const top = topOf(index) + held.above;
    if (Math.abs(list.scrollTop - top) >= 1) list.scrollTo({ top, behavior: "instant" });
  }, [keys, topOf]);

  const [observer, setObserver] = useState<ResizeObserver | null>(null);
  useEffect(() => {
    const sizes = new ResizeObserver((entries) => {
      const list = scroller.current;
      if (list) setSeen({ top: list.scrollTop, height: list.clientHeight });
      setHeights((heights) => measured(heights, entries));
    });
    if (scroller.current) sizes.observe(scroller.current);
    setObserver(sizes);
    return () => sizes.disconnect();
  }, []);
  const observe = useCallback(
    (row: HTMLElement | null) => {
      if (!row || !observer) return undefined;
      observer.observe(row);
      return () => observer.unobserve(row);
    },
    [observer],
  );

  const from = Math.max(0, indexAt(tops, seen.top) - overscan);
  const to = Math.min(keys.length, indexAt(tops, seen.top + seen.height) + 1 + overscan);
  return {
    scroller,
    onScroll,
    from,
    to,
    before: topOf(from),
    after: topOf(keys.length) - topOf(to),
    observe,
    reveal: (index) => {
      const list = scroller.current;
      if (!list) return;
      list.scrollTo({ top: topOf(index) - list.clientHeight / 3, behavior: "instant" });
      onScroll();
    },
  };
}

function measured(
  heights: { known: ReadonlyMap<number, number>; least: number },
  entries: readonly ResizeObserverEntry[],
): { known: Map<number, number>; least: number } {
  const known = new Map(heights.known);
  for (const { target, borderBoxSize } of entries) {
    const key = (target as HTMLElement).dataset.key;
    const height = borderBoxSize[0]?.blockSize ?? 0;
    // A row that is being removed has no height.
    if (key !== undefined && height > 0) known.set(Number(key), height);
  }
  return { known, least: known.size > 0 ? Math.min(...[...known.values()].slice(-50)) : heightGuess };
}

/** The row at a height; the last one if it is below the end. */
function indexAt(tops: Float64Array, height: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}
