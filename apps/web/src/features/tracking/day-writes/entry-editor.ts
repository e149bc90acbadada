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

/** A day that is being edited, or several that are filled, as far as it has come. */
export interface Draft extends HabitDay {
  /** The days that are filled, this one among them; null where it is this one alone. */
  fill: readonly HabitDay[] | null;
  text: string;
  /** What the text is in: the habit's unit or another of its kind. */
  unit: Unit;
  note: string;
  /** True once the note was typed: one that was changed elsewhere meanwhile is not overwritten by looking at a day. */
  isNoteTyped: boolean;
  error: FieldError | null;
  /** True once the amount was typed, so that what was only looked at is not written. */
  isTyped: boolean;
  /** Where the focus goes first. */
  begin: "amount" | "note";
}

/** What the editor needs of the recorder. */
interface Recording {
  read: (habit: Habit, day: string) => DayState;
  /** Sees to it that a day that is not on the page can be read. */
  load: (habit: Habit, day: string) => Promise<void>;
  record: (habit: Habit, day: string, state: DayState) => void;
  /** Records several days as one edit. */
  recordAll: (days: readonly (HabitDay & { state: DayState })[]) => void;
}

/** An amount that takes the place of what a day holds; its note stays. */
export type AmountChange = Pick<DayState, "value" | "skipped"> & { unit?: Unit; confirmed?: boolean };

/**
 * The entry of one day, or of several. It holds what is typed outside of the popover that shows it: digits count from
 * the first press of a key, whether or not the popover has been loaded, opened and focused by then.
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

  /** What the day before holds; undefined where that could not be found out. */
  async readDayBefore(): Promise<DayState | undefined> {
    const draft = this.#draft;
    if (!draft) return undefined;
    const day = fromDayNumber(toDayNumber(draft.day) - 1);
    try {
      await this.#recording.load(draft.habit, day);
      return this.#recording.read(draft.habit, day);
    } catch {
      // Without a connection there is one button less.
      return undefined;
    }
  }

  isOn(habitId: number, day: string): boolean {
    return this.#draft?.habit.id === habitId && this.#draft.day === day;
  }

  /**
   * @param options.typed digits that start the entry in place of what is recorded
   * @param options.isNote begins at the note
   */
  open(habit: Habit, day: string, { typed, isNote = false }: { typed?: string; isNote?: boolean } = {}): void {
    this.wasOpened = true;
    const current = this.#recording.read(habit, day);
    this.#set({
      habit,
      day,
      fill: null,
      text: typed ?? (current.value === null ? "" : String(current.value)),
      // What is typed anew is meant as the habit counts.
      unit: typed === undefined && current.value !== null ? current.unit : habit.unit,
      note: current.note ?? "",
      isNoteTyped: false,
      error: null,
      isTyped: typed !== undefined,
      begin: isNote ? "note" : "amount",
    });
  }

  /** @param fill the days to fill, among them that of the habit and day given, beside which it stands */
  openFill({ habit, day }: HabitDay, fill: readonly HabitDay[], typed = ""): void {
    this.wasOpened = true;
    const { unit } = habit;
    const note = { note: "", isNoteTyped: false };
    this.#set({ habit, day, fill, text: typed, unit, ...note, error: null, isTyped: typed !== "", begin: "amount" });
  }

  setText(text: string): void {
    this.#change({ text, isTyped: true, error: null });
  }

  /** What is in the field is meant in this unit from now on. */
  setUnit(unit: Unit): void {
    const draft = this.#draft;
    if (draft) this.#change({ unit, isTyped: draft.isTyped || draft.text !== "", error: null });
  }

  setNote(note: string): void {
    this.#change({ note, isNoteTyped: true });
  }

  /** Saves what was typed and closes; false where it cannot be saved, which is then said and nothing is lost. */
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

  /** Adds to what is typed or recorded, at once; in the unit of the field. */
  add(step: number): void {
    const draft = this.#draft;
    if (!draft) return;
    const typed = readAmount(draft.text).value ?? 0;
    const value = Math.min(amountMax, typed + step);
    this.#recordAmount(draft, { value, unit: draft.unit, skipped: false });
    this.#change({ text: String(value), isTyped: false, error: null });
  }

  /** Records an amount, or none, and closes. Where several days are filled, each its own. */
  finish(amount: AmountChange | ((each: HabitDay) => AmountChange | null)) {
    const draft = this.#draft;
    if (!draft) return;
    const amountOf = typeof amount === "function" ? amount : () => amount;
    this.#set(null);
    if (draft.fill) return this.#recordFill(draft.fill, amountOf);
    const own = amountOf(draft);
    if (own) this.#recordAmount(draft, own);
  }

  /** Leaves everything as it was. */
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
