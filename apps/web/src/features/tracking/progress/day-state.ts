import type { Unit } from "@daymark/domain/base/unit";
import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";

/** Everything that a user can record for one day of a habit. A blank day is {@link blankDay}. */
export interface DayState {
  /** In `unit`; null if there is no amount, or only a note, and if the day is skipped. */
  value: number | null;
  unit: Unit;
  skipped: boolean;
  note: string | null;
  /** A bad habit's day without a value, for which the user confirmed that there was nothing. */
  confirmed: boolean;
}

/** An entry as the page shows it. */
export interface ShownEntry extends Entry {
  /**
   * Present if the server does not have the entry yet, because there is no connection: it is stored here and sent
   * later.
   */
  waiting?: true;
  /** The same day without the entries of its log that wait, if there are any; null if it is blank then. */
  withoutLog?: ShownEntry | null;
}

/** An entry without the entries of its log that wait. */
export function withoutLog(entry: ShownEntry | undefined): ShownEntry | undefined {
  return entry?.withoutLog === undefined ? entry : (entry.withoutLog ?? undefined);
}

/** A day without any records. */
export function blankDay(unit: Unit): DayState {
  return { value: null, unit, skipped: false, note: null, confirmed: false };
}

/** The state of an entry; `unit` is the habit's, for a day without an entry. */
export function dayStateOf(entry: Entry | undefined, unit: Unit): DayState {
  if (!entry) return blankDay(unit);
  const { value, skipped, note, confirmed } = entry;
  // After a decrement to nothing the API returns 0, which here is no value.
  return { value: value || null, unit: entry.unit, skipped, note, confirmed };
}

/** The entry for a state, or undefined for a blank one. */
export function entryOf(habitId: number, day: string, state: DayState): Entry | undefined {
  return isBlank(state) ? undefined : { habit_id: habitId, day, ...state };
}

/** True for a blank state. */
function isBlank(state: DayState): boolean {
  return state.value === null && !state.skipped && !state.confirmed && state.note === null;
}

/** True if a day has more than a note. */
export function hasAmount(state: DayState): boolean {
  return state.value !== null || state.skipped || state.confirmed;
}

/** The two parts of a day that are written separately, so that a check mark never overwrites a note made elsewhere. */
export type Part = "amount" | "note";

/** The parts in which two states of a day differ. */
export function differingParts(a: DayState, b: DayState): Part[] {
  const isSameAmount =
    a.value === b.value &&
    a.skipped === b.skipped &&
    a.confirmed === b.confirmed &&
    (a.value === null || a.unit === b.unit);
  return [...(isSameAmount ? [] : ["amount" as const]), ...(a.note === b.note ? [] : ["note" as const])];
}

/** `current` with the parts of `to` that differ between `from` and `to`. */
export function withChange(current: DayState, from: DayState, to: DayState): DayState {
  return withParts(current, to, new Set(differingParts(from, to)));
}

/** `current` with some parts of `to`. */
function withParts(current: DayState, to: DayState, parts: ReadonlySet<Part>): DayState {
  const amount = parts.has("amount") ? to : current;
  return { ...amount, note: parts.has("note") ? to.note : current.note };
}

/** One call of the API. */
export type Call = { kind: "set"; input: ProgressSetInput } | { kind: "empty" } | { kind: "delete" };

/** The parts of a day to write. */
interface Wanted {
  id: number;
  day: string;
  state: DayState;
  parts: ReadonlySet<Part>;
}

/**
 * The calls that bring a day to a state, regardless of its state on the server. Each sets a state and adds nothing, so
 * a call that is repeated, or arrives after a lost response, does no harm.
 *
 * To clear an amount, the call decrements it, clamped at 0, which keeps the note. A delete would remove the note too,
 * so it is used only if the note has to go as well.
 *
 * @param habitUnit the unit that the server assumes for a value without one
 */
export function callsFor({ id, day, state, parts }: Wanted, habitUnit = state.unit): Call[] {
  const note = parts.has("note") ? { note: state.note } : {};
  if (!parts.has("amount")) return [{ kind: "set", input: { id, day, ...note } }];
  const amount = amountOf(state, habitUnit);
  if (amount) return [{ kind: "set", input: { id, day, ...amount, ...note } }];
  if (!parts.has("note")) return [{ kind: "empty" }];
  return state.note === null ? [{ kind: "delete" }] : [{ kind: "set", input: { id, day, ...note } }, { kind: "empty" }];
}

/**
 * The one call that brings a day to a state, provided that it still is in the state last known; otherwise the server
 * answers `conflict` and writes nothing.
 *
 * @param found the state that the server is believed to hold
 */
export function comparingCall({ id, day, state, parts }: Wanted, found: DayState): ProgressSetInput {
  const expected = isBlank(found) ? null : { ...found };
  const next = withParts(found, state, parts);
  const note = parts.has("note") ? { note: next.note } : {};
  if (!parts.has("amount")) return { id, day, ...note, expected };
  // With its unit, because the habit's unit may change before this is sent.
  const amount = amountOf(next, null);
  if (amount) return { id, day, ...amount, ...note, expected };
  return { id, day, clear: true, ...(next.note !== null && { note: next.note }), expected };
}

function amountOf({ value, unit, skipped, confirmed }: DayState, habitUnit: Unit | null) {
  if (skipped) return { skipped: true };
  if (value !== null) return { value, ...(unit !== habitUnit && { unit }) };
  return confirmed ? { confirmed: true } : null;
}
