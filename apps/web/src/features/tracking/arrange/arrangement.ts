import { type TimeOfDay, timesOfDay } from "@daymark/domain/tracking/habit-type";
import type { Block } from "../habit/habit-list.ts";

/** A row of the list that the user arranges: a block of habits, or the heading of a part of the day. */
export type Row = { block: Block } | { time: TimeOfDay | null };

/** @param hasTimes true: the blocks of a type stand below the headings of all parts of the day */
export function rowsOf(blocks: readonly Block[], hasTimes: boolean): Row[] {
  if (!hasTimes) return blocks.map((block) => ({ block }));
  return [...timesOfDay, null].flatMap((time): Row[] => [
    { time },
    ...blocks.filter((block) => block.time === time).map((block) => ({ block })),
  ]);
}

/** The blocks in the order of such rows, each in the part of the day below whose heading it is. */
export function blocksIn(rows: readonly Row[]): Block[] {
  let time: TimeOfDay | null = null;
  return rows.flatMap((row) => {
    if ("block" in row) return { ...row.block, time };
    time = row.time;
    return [];
  });
}

/** An item of a sorted list. */
export interface SectionItem {
  title: string;
  /** True for the heading of a section, to which the items after it belong. */
  isHeading?: boolean;
}

/**
 * The indices of a list after an item has moved to another place. No item moves above the first heading.
 */
export function orderAfter(items: readonly SectionItem[], from: number, to: number): number[] {
  const order = items.map((_, index) => index);
  const first = items[0]?.isHeading ? 1 : 0;
  order.splice(Math.max(first, to), 0, ...order.splice(from, 1));
  return order;
}

/** The place of an item in its section after it has moved to another place in the list. */
export function placeAfter(
  items: readonly SectionItem[],
  from: number,
  to: number,
): { place: number; count: number; section: string | undefined } {
  const order = orderAfter(items, from, to);
  const isHeading = (index: number) => items[index]?.isHeading === true;
  const at = order.indexOf(from);
  const heading = order.slice(0, at).findLastIndex(isHeading);
  const next = order.findIndex((index, place) => place > at && isHeading(index));
  const end = next < 0 ? order.length : next;
  return { place: at - heading, count: end - heading - 1, section: items[order[heading] ?? -1]?.title };
}
