import { amountMax, type Habit } from "@daymark/domain/habit";
import type { FieldError } from "@daymark/domain/validation";
import { readAmount } from "./amount.ts";
import { type DayState, differingParts } from "./day-state.ts";

/** A day that is being edited, as far as it has come. */
export interface Draft {
  habit: Habit;
  day: string;
  text: string;
  note: string;
  error: FieldError | null;
  /** True once the amount was typed, so that what was only looked at is not written. */
  isTyped: boolean;
}

/** What the editor needs of the recorder. */
interface Recording {
  read: (habit: Habit, day: string) => DayState;
  record: (habit: Habit, day: string, state: DayState) => void;
}

/**
 * The entry of one day. It holds what is typed outside of the popover that shows it: digits count from the first
 * press of a key, whether or not the popover has been loaded, opened and focused by then.
 */
export class EntryEditor {
  #draft: Draft | null = null;
  /** Whether the popover is needed at all; until then its code is not fetched. */
  wasOpened = false;
  readonly #recording: Recording;
  readonly #listeners = new Set<() => void>();

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  readonly read = (): Draft | null => this.#draft;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is recorded on the day being edited. */
  get current(): DayState | null {
    return this.#draft && this.#recording.read(this.#draft.habit, this.#draft.day);
  }

  isOn(habitId: number, day: string): boolean {
    return this.#draft?.habit.id === habitId && this.#draft.day === day;
  }

  /** @param typed digits that start the entry in place of what is recorded */
  open(habit: Habit, day: string, typed?: string): void {
    this.wasOpened = true;
    const current = this.#recording.read(habit, day);
    const isSameUnit = current.unit === habit.unit;
    this.#set({
      habit,
      day,
      text: typed ?? (current.value !== null && isSameUnit ? String(current.value) : ""),
      note: current.note ?? "",
      error: null,
      isTyped: typed !== undefined,
    });
  }

  setText(text: string): void {
    this.#change({ text, isTyped: true, error: null });
  }

  setNote(note: string): void {
    this.#change({ note });
  }

  /** Saves what was typed and closes; false where it cannot be saved, which is then said and nothing is lost. */
  commit(): boolean {
    const draft = this.#draft;
    if (!draft) return true;
    const current = this.#recording.read(draft.habit, draft.day);
    const amount = draft.isTyped ? this.#typedAmount(draft, current) : current;
    if (!amount) return false;
    this.#record(draft, { ...amount, note: draft.note.trim() || null });
    this.#set(null);
    return true;
  }

  /** Adds to what is typed or recorded, at once. */
  add(step: number): void {
    const draft = this.#draft;
    if (!draft) return;
    const typed = readAmount(draft.text).value ?? 0;
    const value = Math.min(amountMax, typed + step);
    this.#recordAmount({ value, skipped: false });
    this.#change({ text: String(value), isTyped: false, error: null });
  }

  /** Records an amount, or none, and closes. */
  finish(amount: Pick<DayState, "value" | "skipped">): void {
    this.#recordAmount(amount);
    this.#set(null);
  }

  /** Leaves everything as it was. */
  cancel(): void {
    this.#set(null);
  }

  #typedAmount({ habit, text }: Draft, current: DayState): DayState | null {
    const unit = habit.unit;
    if (text.trim() === "") return current.skipped ? current : { ...current, value: null };
    const { value, error } = readAmount(text);
    if (error) {
      this.#change({ error });
      return null;
    }
    return { ...current, value, unit, skipped: false };
  }

  #recordAmount(amount: Pick<DayState, "value" | "skipped">): void {
    const draft = this.#draft;
    if (!draft) return;
    const current = this.#recording.read(draft.habit, draft.day);
    this.#record(draft, { ...current, ...amount, unit: draft.habit.unit, note: draft.note.trim() || null });
  }

  #record({ habit, day }: Draft, state: DayState): void {
    if (differingParts(this.#recording.read(habit, day), state).length > 0) this.#recording.record(habit, day, state);
  }

  #change(change: Partial<Draft>): void {
    if (this.#draft) this.#set({ ...this.#draft, ...change });
  }

  #set(draft: Draft | null): void {
    this.#draft = draft;
    for (const listener of this.#listeners) listener();
  }
}
