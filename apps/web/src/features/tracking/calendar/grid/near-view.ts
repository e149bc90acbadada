import { type RefCallback, type RefObject, useCallback, useEffect, useState } from "react";

/** How far above, below and beside the visible part an element counts as near: far enough for a flick of the page. */
const reach = "300px 150px";

/**
 * One observer for all elements of all calendars. The browser reports an element once when it begins to watch it, and
 * then on each change.
 */
const watched = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

function watch(element: Element, onChange: (isNear: boolean) => void): () => void {
  // `scrollMargin` is the same reach for the box in which a wide calendar scrolls; older browsers ignore it.
  const options: IntersectionObserverInit & { scrollMargin: string } = { rootMargin: reach, scrollMargin: reach };
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
  }, options);
  watched.set(element, onChange);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}

/**
 * Whether an element is in or near the visible part of the page, and the ref of that element. A row outside it renders
 * no days: fifty habits have 1,550 of them, and a phone shows 60.
 *
 * @param isNearAtFirst until the browser has reported
 */
export function useIsNear<Watched extends Element>(isNearAtFirst: boolean): [boolean, RefCallback<Watched>] {
  const [isNear, setNear] = useState(isNearAtFirst);
  const ref = useCallback((element: Watched) => watch(element, setNear), []);
  return [isNear, ref];
}

/** Part of a list, by index; `to` is not part of it. */
export interface Range {
  from: number;
  to: number;
}

/** Columns are rendered in steps, so that a slow swipe does not render each row at each column. */
const step = 4;

/**
 * The columns in or near the visible part of the calendar.
 *
 * @param headRef its header cells have the index of their column as `data-column`
 * @param columns a new list whenever the header cells may be others
 * @param at the index of the column that the calendar scrolls to at first, and again with each new list if it is given
 */
export function useNearColumns(headRef: RefObject<Element | null>, columns: readonly unknown[], at?: number): Range {
  const expected = () => {
    const count = roundUp(Math.ceil(innerWidth / columnWidth));
    return { from: Math.max(0, (at ?? 0) - count), to: (at ?? 0) + count };
  };
  const [range, setRange] = useState<Range>(expected);
  const [known, setKnown] = useState(columns);
  if (known !== columns) {
    setKnown(columns);
    if (at !== undefined) setRange(expected());
  }
  useEffect(() => {
    const near = new Set<number>();
    const headers = columns.length > 0 ? (headRef.current?.querySelectorAll<HTMLElement>("[data-column]") ?? []) : [];
    const ends = Array.from(headers, (header) => {
      const index = Number(header.dataset.column);
      return watch(header, (isNear) => {
        if (isNear) near.add(index);
        else near.delete(index);
        // While the page shows another part, the columns stay.
        if (near.size === 0) return;
        const next = { from: Math.floor(Math.min(...near) / step) * step, to: roundUp(Math.max(...near) + 1) };
        setRange((now) => (now.from === next.from && now.to === next.to ? now : next));
      });
    });
    return () => {
      for (const end of ends) end();
    };
  }, [headRef, columns]);
  return range;
}

/** The items in the range, and the kept one, with one gap for each run of others. */
export function partsOf<Item>(
  items: readonly Item[],
  { from, to }: Range,
  isKept: (item: Item) => boolean,
): ({ item: Item; index: number } | { gap: number; index: number })[] {
  const parts: ({ item: Item; index: number } | { gap: number; index: number })[] = [];
  items.forEach((item, index) => {
    const last = parts.at(-1);
    if ((index >= from && index < to) || isKept(item)) parts.push({ item, index });
    else if (last && "gap" in last) last.gap += 1;
    else parts.push({ gap: 1, index });
  });
  return parts;
}

/** Of a row outside the view. */
export const noColumns: Range = { from: 0, to: 0 };

/** In pixels, of the narrowest column and the lowest row. */
const columnWidth = 44;
export const rowHeight = 36;

function roundUp(count: number): number {
  return Math.ceil(count / step) * step;
}
