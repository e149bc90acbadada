import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";

/** Rows that stand ready above and below what is seen. */
const overscan = 12;
/** Of a row that has never been shown, where none has. */
const heightGuess = 36;

export interface Rows {
  scroller: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** Which rows to render: from the first one, up to and without the second. */
  from: number;
  to: number;
  /** Heights of what is left out above and below, in pixels. */
  before: number;
  after: number;
  /** To be the `ref` of each row, which tells its key by `data-key`. */
  observe: (row: HTMLElement | null) => (() => void) | undefined;
  /** Has a row in sight, a third from the top. */
  reveal: (index: number) => void;
}

/**
 * A long list of which only what is seen is rendered. Rows may be of any height: it is known once they were shown.
 * Whatever is added above and however heights turn out, what is being read stays where it is; at the very top, the top
 * does.
 *
 * @param keys of the rows, in their order; no two are the same
 */
export function useRows(keys: readonly number[]): Rows {
  const scroller = useRef<HTMLDivElement>(null);
  /** The first row in sight, and how far above the edge it begins; null at the top. */
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
    // One that is being taken out has none.
    if (key !== undefined && height > 0) known.set(Number(key), height);
  }
  return { known, least: known.size > 0 ? Math.min(...[...known.values()].slice(-50)) : heightGuess };
}

/** The row that a height falls into; the last one below the end. */
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
