import type { Unit } from "@daymark/domain/base/unit";
import { amountOfLog, type LogAmount, sumOfLog } from "@daymark/domain/day-log/amount-of-log";
import { type DayState, dayStateOf, differingParts, entryOf, type ShownEntry, withoutLog } from "./day-state.ts";
import type { LoggedWrite, WaitingLogs } from "./waiting-logs.ts";

/** An entry of the log of a day that waits to be saved. */
export interface WaitingLogEntry {
  habitId: number;
  day: string;
  item: LogAmount & { id: string };
}

interface OverlayParts {
  /** All entries that wait, oldest first. */
  waiting(): readonly WaitingLogEntry[];
  /** The unit of a habit; undefined if the page does not know the habit. */
  unitOf(habitId: number): Unit | undefined;
  drop(id: string): void;
}

/** Adds the entries of logs that wait to their days, as the server will. */
export class LogOverlay implements WaitingLogs {
  readonly #parts: OverlayParts;
  /** Ids of entries that were dropped: their removal from the store takes a moment. */
  readonly #dropped = new Set<string>();

  constructor(parts: OverlayParts) {
    this.#parts = parts;
  }

  days(): WaitingLogEntry[] {
    return this.#parts.waiting().filter(({ item }) => !this.#dropped.has(item.id));
  }

  add(habitId: number, day: string, shown: ShownEntry | undefined): ShownEntry | undefined {
    const entry = withoutLog(shown);
    const items = this.#itemsOf(habitId, day);
    const [first] = items;
    if (!first) return entry;
    const habitUnit = this.#parts.unitOf(habitId) ?? first.unit;
    const state = dayStateOf(entry, habitUnit);
    const sum = amountOfLog([...amountsOf(state), ...items], habitUnit, state.unit);
    // The server will refuse an entry with which the day is too large.
    const amount = sum ? { ...sum, skipped: false, confirmed: false } : {};
    return { habit_id: habitId, day, ...state, ...amount, waiting: true, withoutLog: entry ?? null };
  }

  take(before: DayState, { habitId, day, state }: LoggedWrite): DayState {
    const items = this.#itemsOf(habitId, day);
    if (items.length === 0) return state;
    const shown = dayStateOf(this.add(habitId, day, entryOf(habitId, day, before)), before.unit);
    if (!differingParts(shown, state).includes("amount")) return { ...before, note: state.note };
    let rest = restOf(state, items);
    while (items.length > 0 && sumOfLog(rest, state.unit) < 0) {
      this.#drop(items.pop());
      rest = restOf(state, items);
    }
    if (items.length === 0) return state;
    const amount = amountOfLog(rest, this.#parts.unitOf(habitId) ?? state.unit, state.unit);
    return { ...state, ...(amount ?? { value: null }) };
  }

  #itemsOf(habitId: number, day: string): WaitingLogEntry["item"][] {
    return this.days().flatMap((entry) => (entry.habitId === habitId && entry.day === day ? [entry.item] : []));
  }

  #drop(item: WaitingLogEntry["item"] | undefined): void {
    if (!item) return;
    this.#dropped.add(item.id);
    this.#parts.drop(item.id);
  }
}

function amountsOf({ value, unit }: DayState): LogAmount[] {
  return value === null ? [] : [{ value, unit }];
}

/** What an amount has beyond entries; their amounts are negative here. */
function restOf(state: DayState, items: readonly LogAmount[]): LogAmount[] {
  return [...amountsOf(state), ...items.map(({ value, unit }) => ({ value: -value, unit }))];
}
