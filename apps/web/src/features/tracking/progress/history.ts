import type { LogItem } from "@daymark/domain/day-log/day-log";
import type { HabitEdit } from "../habit/change/habit-edit.ts";
import { type DayState, withChange } from "./day-state.ts";

/** The change of one day. */
export interface Change {
  habitId: number;
  day: string;
  before: DayState;
  after: DayState;
  /** The entries of the day that an undo brings back, if the habit keeps a log and the page has loaded them. */
  log?: readonly LogItem[] | undefined;
}

/** An edit: one day recorded, many filled, or a habit deleted or archived; it is undone as a whole. */
export interface Edit {
  /** None if a habit itself was edited. */
  changes: readonly Change[];
  ofHabit?: HabitEdit;
  /** The edit as text, in the current language: "Run, Nov 20: 5 kilometers". */
  words: () => string;
}

/** A day of an undo step and its new state, given the current one: only the changed part goes back. */
export interface StepChange {
  change: Change;
  apply: (current: DayState) => DayState;
}

/** An undo or redo step, to be written and, if that fails, rolled back. */
export interface Step {
  edit: Edit;
  changes: readonly StepChange[];
  /** The call of an edit of a habit itself, which has no changes. */
  call?: (() => Promise<boolean>) | undefined;
  /** Returns the step to its stack. */
  onRollback: () => void;
}

/** The most undo steps of one page: more than a user needs. */
const editsMax = 500;

/** The edits since the page was opened, so that each can be undone, long after its message is closed. */
export class History {
  #done: Edit[] = [];
  #undone: Edit[] = [];

  /** The edit that the next undo takes back. */
  get nextUndo(): Edit | undefined {
    return this.#done.at(-1);
  }

  /** The edit that the next redo repeats. */
  get nextRedo(): Edit | undefined {
    return this.#undone.at(-1);
  }

  /** Adds an edit; earlier undone edits can no longer be redone. Returns a function that removes it again. */
  record(edit: Edit): () => void {
    this.#done.push(edit);
    if (this.#done.length > editsMax) this.#done.shift();
    this.#undone = [];
    return () => this.#remove(edit);
  }

  /** Undoes the newest edit, or the given one if it was not undone yet. */
  undo(edit: Edit | undefined = this.#done.at(-1)): Step | undefined {
    if (!edit || !this.#done.includes(edit)) return undefined;
    this.#done = this.#done.filter((other) => other !== edit);
    this.#undone.push(edit);
    return {
      edit,
      changes: edit.changes.map((change) => ({
        change,
        apply: (current) => withChange(current, change.after, change.before),
      })),
      call: edit.ofHabit?.undo,
      onRollback: () => {
        if (!this.#undone.includes(edit)) return;
        this.#undone = this.#undone.filter((other) => other !== edit);
        this.#done.push(edit);
      },
    };
  }

  redo(): Step | undefined {
    const edit = this.#undone.pop();
    if (!edit) return undefined;
    this.#done.push(edit);
    return {
      edit,
      changes: edit.changes.map((change) => ({
        change,
        apply: (current) => withChange(current, change.before, change.after),
      })),
      call: edit.ofHabit?.redo,
      onRollback: () => {
        if (!this.#done.includes(edit)) return;
        this.#done = this.#done.filter((other) => other !== edit);
        this.#undone.push(edit);
      },
    };
  }

  /** Removes the undo steps of a habit after its permanent deletion or a change of its unit. */
  forgetHabit(habitId: number): void {
    const without = (edits: readonly Edit[]) => {
      for (const edit of edits) edit.changes = edit.changes.filter((change) => change.habitId !== habitId);
      return edits.filter(({ changes, ofHabit }) => (ofHabit ? ofHabit.habitId !== habitId : changes.length > 0));
    };
    this.#done = without(this.#done);
    this.#undone = without(this.#undone);
  }

  /**
   * Forgets the undo steps of a habit's settings, but not of its days. Call it if the habit was changed in another way,
   * such as restored from the trash.
   */
  forgetHabitEdits(habitId: number): void {
    const isOther = ({ ofHabit }: Edit) => ofHabit?.habitId !== habitId;
    this.#done = this.#done.filter(isOther);
    this.#undone = this.#undone.filter(isOther);
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
  }

  #remove(edit: Edit): void {
    this.#done = this.#done.filter((other) => other !== edit);
    this.#undone = this.#undone.filter((other) => other !== edit);
  }
}
