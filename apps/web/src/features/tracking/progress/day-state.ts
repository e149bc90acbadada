import type { Unit } from "@daymark/domain/base/unit";
import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";

/** All that a person can say of one day of a habit. Nothing said is {@link blankDay}. */
export interface DayState {
  /** In `unit`; null where nothing, or only a note, is recorded, and where the day is skipped. */
  value: number | null;
  unit: Unit;
  skipped: boolean;
  note: string | null;
  /** A bad habit's day without a value, of which its owner said that there was nothing. */
  confirmed: boolean;
}

/** An entry as the page holds it. */
export interface ShownEntry extends Entry {
  /** There where the server does not have it yet, because there is no connection: it is kept here and sent later. */
  waiting?: true;
}

/** A day about which nothing is recorded. */
export function blankDay(unit: Unit): DayState {
  return { value: null, unit, skipped: false, note: null, confirmed: false };
}

/** What an entry says; `unit` is the habit's, for a day without one. */
export function dayStateOf(entry: Entry | undefined, unit: Unit): DayState {
  if (!entry) return blankDay(unit);
  const { value, skipped, note, confirmed } = entry;
  // After an increment down to nothing the wire says 0, which here is no value.
  return { value: value || null, unit: entry.unit, skipped, note, confirmed };
}

/** The entry a state looks like, or undefined where it says nothing. */
export function entryOf(habitId: number, day: string, state: DayState): Entry | undefined {
  return isBlank(state) ? undefined : { habit_id: habitId, day, ...state };
}

/** True where a state says nothing. */
function isBlank(state: DayState): boolean {
  return state.value === null && !state.skipped && !state.confirmed && state.note === null;
}

/** True where a day says more than a note. */
export function hasAmount(state: DayState): boolean {
  return state.value !== null || state.skipped || state.confirmed;
}

/** The two parts of a day that are written apart, so that a check never overwrites a note made elsewhere. */
export type Part = "amount" | "note";

/** In which parts two states of a day differ. */
export function differingParts(a: DayState, b: DayState): Part[] {
  const isSameAmount =
    a.value === b.value &&
    a.skipped === b.skipped &&
    a.confirmed === b.confirmed &&
    (a.value === null || a.unit === b.unit);
  return [...(isSameAmount ? [] : ["amount" as const]), ...(a.note === b.note ? [] : ["note" as const])];
}

/** `current` with those parts of `to` that a change from `from` to `to` touched. */
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

/** What is to be written of a day. */
interface Wanted {
  id: number;
  day: string;
  state: DayState;
  parts: ReadonlySet<Part>;
}

/**
 * The calls that bring a day to a state, whatever the server holds now: each says what is, not what changes, so that
 * one that is repeated, or arrives after a lost answer, does no harm.
 *
 * An amount goes by an increment that is clamped at 0 and leaves a note alone; a delete would take that too, so it is
 * used only where the note is to go as well.
 *
 * @param habitUnit what the server takes a value to be in that does not say so
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
 * The one call that brings a day to a state, provided that it still is as it was found; otherwise the server answers
 * `conflict` and has written nothing.
 *
 * @param found what the day is believed to be on the server
 */
export function comparingCall({ id, day, state, parts }: Wanted, found: DayState): ProgressSetInput {
  const expected = isBlank(found) ? null : { ...found };
  const next = withParts(found, state, parts);
  const note = parts.has("note") ? { note: next.note } : {};
  if (!parts.has("amount")) return { id, day, ...note, expected };
  // With its unit, because it may be changed before this is sent.
  const amount = amountOf(next, null);
  if (amount) return { id, day, ...amount, ...note, expected };
  return { id, day, clear: true, ...(next.note !== null && { note: next.note }), expected };
}

function amountOf({ value, unit, skipped, confirmed }: DayState, habitUnit: Unit | null) {
  if (skipped) return { skipped: true };
  if (value !== null) return { value, ...(unit !== habitUnit && { unit }) };
  return confirmed ? { confirmed: true } : null;
}
