import { convertUnit, sumUnits } from "../base/unit.ts";
import { type LogAmount, roundedSum, sumOfLog, sumsOfUnits } from "./amount-of-log.ts";

/** Items of one habit and day. Every list and every sum of a day contains all of them. */
export const logItemsOfDayMax = 100;
/**
 * Items of all habits of a user together: thirty a day for eighteen years. Once a user has as many, a day gets no second item.
 */
export const logItemsOfUserMax = 200_000;

export interface StoredLogItem extends LogAmount {
  id: string;
}

/** What brings the items of a day in line with its amount. */
export interface LogChange {
  removed: string[];
  updated: StoredLogItem[];
  /** In the order in which they were done. `at` is null if the time is not known. */
  added: (LogAmount & { at: string | null })[];
}

/**
 * The rule of a log: the items of a day add up to its value, rounded to a whole number of the day's unit. This function
 * says what a change of the day does to them.
 *
 * A larger amount adds one item of the difference; if the day has as many items as it may, the newest one grows. A
 * smaller amount takes from the newest items. A day without an amount has no items. What `before` has beyond its items, such
 * as an amount from the time before the habit kept a log, becomes an item without a time.
 *
 * @param items oldest first. The caller may put others last, which then count as the newest
 * @param days.before the day's amount before its change, null for none
 * @param days.after the amount after it
 * @param at when the difference was done; null if it is not known
 * @param itemsMax how many items the day may have, at least 1
 */
export function followDay(
  items: readonly StoredLogItem[],
  { before, after }: { before: LogAmount | null; after: LogAmount | null },
  at: string | null,
  itemsMax = logItemsOfDayMax,
): LogChange {
  const draft: Draft[] = items.map((item) => ({ ...item, at: null, isChanged: false }));
  settle(draft, before, { at: null, itemsMax });
  settle(draft, after, { at, itemsMax });
  const kept = new Set(draft.map(({ id }) => id));
  return {
    removed: items.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    updated: draft.flatMap(({ id, value, unit, isChanged }) => (id !== null && isChanged ? [{ id, value, unit }] : [])),
    added: draft.flatMap(({ id, value, unit, at: time }) => (id === null ? [{ value, unit, at: time }] : [])),
  };
}

/** An item while the change is computed; a new one has no id. */
interface Draft extends LogAmount {
  id: string | null;
  at: string | null;
  isChanged: boolean;
}

/** Makes the items add up to an amount. */
function settle(
  draft: Draft[],
  amount: LogAmount | null,
  { at, itemsMax }: { at: string | null; itemsMax: number },
): void {
  if (amount === null) {
    draft.length = 0;
    return;
  }
  if (roundedSum(draft, amount.unit) < amount.value && draft.length < itemsMax) {
    draft.push({ id: null, ...missing(draft, amount), at, isChanged: false });
    return;
  }
  // The sum of the items in each unit, which follows the removals: to add up all that are left each time takes too long.
  const sums = sumsOfUnits(draft);
  let sum = Math.round(sumUnits(sums, amount.unit));
  while (sum !== amount.value) {
    const newest = draft.pop();
    if (!newest) return;
    sums.set(newest.unit, (sums.get(newest.unit) ?? 0) - newest.value);
    sum = Math.round(sumUnits(sums, amount.unit));
    // Without the newest item there is still too much, or just enough.
    if (sum >= amount.value) continue;
    // The changed item fills the day exactly.
    draft.push({ ...newest, ...inUnitOf(newest, draft, amount), isChanged: true });
    return;
  }
}

/** What items lack to an amount that they do not reach, in the unit of the amount. */
function missing(items: readonly LogAmount[], { value, unit }: LogAmount): LogAmount {
  // A half is rounded down, because the sum rounds it up.
  return { value: Math.ceil(value - sumOfLog(items, unit) - 0.5), unit };
}

/** The same in the unit of an item if that is exact, so that an owner's 900 m of a kilometer stay meters. */
function inUnitOf(item: LogAmount, others: readonly LogAmount[], amount: LogAmount): LogAmount {
  const rest = Math.round(convertUnit(amount.value - sumOfLog(others, amount.unit), amount.unit, item.unit));
  const own = { value: rest, unit: item.unit };
  const isRight = rest >= 1 && rest <= item.value && roundedSum([...others, own], amount.unit) === amount.value;
  return isRight ? own : missing(others, amount);
}
