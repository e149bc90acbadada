import { amountMax } from "@daymark/domain/base/bounds";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { Unit } from "@daymark/domain/base/unit";
import type { FieldError } from "@daymark/domain/base/validation";
import type { Habit } from "@daymark/domain/tracking/habit";
import { readAmount } from "../progress/amount.ts";
import { type DayState, differingParts } from "../progress/day-state.ts";

/** A day of a habit. */
export interface HabitDay {
  habit: Habit;
  day: string;
}

/** The draft of a day that is being edited, or of several that are filled together. */
export interface Draft extends HabitDay {
  /** The days that are filled, including this one; null if only this one is edited. */
  fill: readonly HabitDay[] | null;
  text: string;
  /** The unit of the text: the habit's unit or another of its kind. */
  unit: Unit;
  note: string;
  /** True once the user typed in the note: viewing a day must not overwrite a note changed elsewhere. */
  isNoteTyped: boolean;
  error: FieldError | null;
  /** True once the user typed an amount, so that viewing a day writes nothing. */
  isTyped: boolean;
  /** The field that gets the focus first. */
  begin: "amount" | "note";
}

/** The part of the recorder that the editor needs. */
interface Recording {
  read: (habit: Habit, day: string) => DayState;
  /** Loads a day that is not on the page. */
  load: (habit: Habit, day: string) => Promise<void>;
  record: (habit: Habit, day: string, state: DayState) => void;
  /** Records several days as one edit. */
  recordAll: (days: readonly (HabitDay & { state: DayState })[]) => void;
}

/** An amount that replaces the content of a day; its note stays. */
export type AmountChange = Pick<DayState, "value" | "skipped"> & { unit?: Unit; confirmed?: boolean };

/**
 * The entry of one day, or of several. It holds the typed text outside the popover that shows it: digits count from the
 * first key press, whether or not the popover is loaded, open and focused by then.
 */
export class EntryEditor {
  #draft: Draft | null = null;
  /** Whether the popover was ever needed; until then its code is not fetched. */
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

  /** The recorded state of the edited day. */
  get current(): DayState | null {
    return this.#draft && this.#recording.read(this.#draft.habit, this.#draft.day);
  }

  /** The state of the day before; undefined if it could not be loaded. */
  async readDayBefore(): Promise<DayState | undefined> {
    const draft = this.#draft;
    if (!draft) return undefined;
    const day = fromDayNumber(toDayNumber(draft.day) - 1);
    try {
      await this.#recording.load(draft.habit, day);
      return this.#recording.read(draft.habit, day);
    } catch {
      // Without a connection, one button is missing.
      return undefined;
    }
  }

  isOn(habitId: number, day: string): boolean {
    return this.#draft?.habit.id === habitId && this.#draft.day === day;
  }

  /**
   * Opens the entry of a day.
   *
   * @param options.typed digits that replace the recorded amount
   * @param options.isNote focuses the note
   */
  open(habit: Habit, day: string, { typed, isNote = false }: { typed?: string; isNote?: boolean } = {}): void {
    this.wasOpened = true;
    const current = this.#recording.read(habit, day);
    this.#set({
      habit,
      day,
      fill: null,
      text: typed ?? (current.value === null ? "" : String(current.value)),
      // A newly typed amount is in the habit's unit.
      unit: typed === undefined && current.value !== null ? current.unit : habit.unit,
      note: current.note ?? "",
      isNoteTyped: false,
      error: null,
      isTyped: typed !== undefined,
      begin: isNote ? "note" : "amount",
    });
  }

  /** @param fill the days to fill, including the given one, beside which the popover opens */
  openFill({ habit, day }: HabitDay, fill: readonly HabitDay[], typed = ""): void {
    this.wasOpened = true;
    const { unit } = habit;
    const note = { note: "", isNoteTyped: false };
    this.#set({ habit, day, fill, text: typed, unit, ...note, error: null, isTyped: typed !== "", begin: "amount" });
  }

  setText(text: string): void {
    this.#change({ text, isTyped: true, error: null });
  }

  /** Sets the unit of the text in the field. */
  setUnit(unit: Unit): void {
    const draft = this.#draft;
    if (draft) this.#change({ unit, isTyped: draft.isTyped || draft.text !== "", error: null });
  }

  setNote(note: string): void {
    this.#change({ note, isNoteTyped: true });
  }

  /** Shows the recorded amount again, which the log of the day has changed. A typed one stays. */
  refresh(): void {
    const draft = this.#draft;
    if (!draft || draft.isTyped) return;
    const { value, unit } = this.#recording.read(draft.habit, draft.day);
    this.#change(value === null ? { text: "" } : { text: String(value), unit });
  }

  /** Saves the typed text and closes. False if it is invalid: the error is then shown and nothing is lost. */
  commit(): boolean {
    const draft = this.#draft;
    if (!draft) return true;
    if (draft.fill) return this.#commitFill(draft, draft.fill);
    const current = this.#recording.read(draft.habit, draft.day);
    const amount = draft.isTyped ? this.#typedAmount(draft, current) : current;
    if (!amount) return false;
    this.#record(draft, { ...amount, note: noteOf(draft, current) });
    this.#set(null);
    return true;
  }

  /** Adds to the typed or recorded amount at once, in the unit of the field. */
  add(step: number): void {
    const draft = this.#draft;
    if (!draft) return;
    const typed = readAmount(draft.text).value ?? 0;
    const value = Math.min(amountMax, typed + step);
    this.#recordAmount(draft, { value, unit: draft.unit, skipped: false });
    this.#change({ text: String(value), isTyped: false, error: null });
  }

  /** Records an amount, or none, and closes. If several days are filled, each gets its own amount. */
  finish(amount: AmountChange | ((each: HabitDay) => AmountChange | null)) {
    const draft = this.#draft;
    if (!draft) return;
    const amountOf = typeof amount === "function" ? amount : () => amount;
    this.#set(null);
    if (draft.fill) return this.#recordFill(draft.fill, amountOf);
    const own = amountOf(draft);
    if (own) this.#recordAmount(draft, own);
  }

  /** Closes without saving. */
  cancel(): void {
    this.#set(null);
  }

  #commitFill(draft: Draft, fill: readonly HabitDay[]): boolean {
    if (draft.isTyped && draft.text.trim() !== "") {
      const { value, error } = readAmount(draft.text);
      if (error) {
        this.#change({ error });
        return false;
      }
      this.#recordFill(fill, () => ({ value, unit: draft.unit, skipped: false }));
    }
    this.#set(null);
    return true;
  }

  #recordFill(fill: readonly HabitDay[], amountOf: (each: HabitDay) => AmountChange | null): void {
    this.#recording.recordAll(
      fill.flatMap((each) => {
        const amount = amountOf(each);
        if (!amount) return [];
        const current = this.#recording.read(each.habit, each.day);
        const state = { ...current, unit: each.habit.unit, confirmed: false, ...amount };
        return differingParts(current, state).length > 0 ? [{ ...each, state }] : [];
      }),
    );
  }

  #typedAmount({ text, unit }: Draft, current: DayState): DayState | null {
    if (text.trim() === "") return current.skipped ? current : { ...current, value: null };
    const { value, error } = readAmount(text);
    if (error) {
      this.#change({ error });
      return null;
    }
    return { ...current, value, unit, skipped: false, confirmed: false };
  }

  #recordAmount(draft: Draft, amount: AmountChange): void {
    const current = this.#recording.read(draft.habit, draft.day);
    const note = noteOf(draft, current);
    this.#record(draft, { ...current, unit: draft.habit.unit, confirmed: false, ...amount, note });
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

function noteOf(draft: Draft, current: DayState): string | null {
  return draft.isNoteTyped ? draft.note.trim() || null : current.note;
}
