import type { Entry, ProgressSetInput } from "@daymark/domain/progress";
import type { Unit } from "@daymark/domain/unit";

/** All that a person can say of one day of a habit. Nothing said is {@link blankDay}. */
export interface DayState {
  /** In `unit`; null where nothing, or only a note, is recorded, and where the day is skipped. */
  value: number | null;
  unit: Unit;
  skipped: boolean;
  note: string | null;
}

/** A day about which nothing is recorded. */
export function blankDay(unit: Unit): DayState {
  return { value: null, unit, skipped: false, note: null };
}

/** What an entry says; `unit` is the habit's, for a day without one. */
export function dayStateOf(entry: Entry | undefined, unit: Unit): DayState {
  if (!entry) return blankDay(unit);
  // After an increment down to nothing the wire says 0, which here is no value.
  return { value: entry.value || null, unit: entry.unit, skipped: entry.skipped, note: entry.note };
}

/** The entry a state looks like, or undefined where it says nothing. */
export function entryOf(habitId: number, day: string, state: DayState): Entry | undefined {
  return isBlank(state) ? undefined : { habit_id: habitId, day, ...state };
}

function isBlank(state: DayState): boolean {
  return state.value === null && !state.skipped && state.note === null;
}

/** The two parts of a day that are written apart, so that a check never overwrites a note made elsewhere. */
export type Part = "amount" | "note";

/** In which parts two states of a day differ. */
export function differingParts(a: DayState, b: DayState): Part[] {
  const isSameAmount = a.value === b.value && a.skipped === b.skipped && (a.value === null || a.unit === b.unit);
  return [...(isSameAmount ? [] : ["amount" as const]), ...(a.note === b.note ? [] : ["note" as const])];
}

/** `current` with those parts of `to` that a change from `from` to `to` touched. */
export function withChange(current: DayState, from: DayState, to: DayState): DayState {
  const parts = differingParts(from, to);
  const amount = parts.includes("amount") ? to : current;
  return { ...amount, note: parts.includes("note") ? to.note : current.note };
}

/** One call of the API. */
export type Call = { kind: "set"; input: ProgressSetInput } | { kind: "empty" } | { kind: "delete" };

/**
 * The calls that bring a day to `state`, whatever the server holds now: each says what is, not what changes, so that
 * one that is repeated, or arrives after a lost answer, does no harm.
 *
 * An amount goes by an increment that is clamped at 0 and leaves a note alone; a delete would take that too, so it is
 * used only where the note is to go as well.
 */
export function callsFor(id: number, day: string, state: DayState, parts: ReadonlySet<Part>): Call[] {
  const note = parts.has("note") ? { note: state.note } : {};
  if (!parts.has("amount")) return [{ kind: "set", input: { id, day, ...note } }];
  if (state.skipped) return [{ kind: "set", input: { id, day, skipped: true, ...note } }];
  if (state.value !== null) return [{ kind: "set", input: { id, day, value: state.value, ...note } }];
  if (!parts.has("note")) return [{ kind: "empty" }];
  return state.note === null ? [{ kind: "delete" }] : [{ kind: "set", input: { id, day, ...note } }, { kind: "empty" }];
}
