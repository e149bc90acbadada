import { type DayState, withChange } from "./day-state.ts";

/** One day that a person changed. */
export interface Change {
  habitId: number;
  day: string;
  before: DayState;
  after: DayState;
}

/** What a person did at once: a day recorded, or many filled; it is taken back as a whole. */
export interface Edit {
  changes: readonly Change[];
  /** What was done, in the language of the moment: "Run, Nov 20: 5 kilometers". */
  words: () => string;
}

/** A day of a step, and what it is to become, given what it is now: only the part that was changed goes back. */
export interface StepChange {
  change: Change;
  apply: (current: DayState) => DayState;
}

/** A step back or forth, to be written and, where that fails, to be taken back. */
export interface Step {
  edit: Edit;
  changes: readonly StepChange[];
  /** Puts the step where it came from. */
  onRollback: () => void;
}

/** Deeds that can be taken back in one sitting: more than anybody remembers. */
const editsMax = 500;

/** What was recorded since the page was opened, so that any of it can be undone, long after its message is gone. */
export class History {
  #done: Edit[] = [];
  #undone: Edit[] = [];

  /** What an undo would take back. */
  get nextUndo(): Edit | undefined {
    return this.#done.at(-1);
  }

  /** What a redo would do again. */
  get nextRedo(): Edit | undefined {
    return this.#undone.at(-1);
  }

  /** Remembers a edit; what was undone before it can no longer be redone. Answers how to forget it again. */
  record(edit: Edit): () => void {
    this.#done.push(edit);
    if (this.#done.length > editsMax) this.#done.shift();
    this.#undone = [];
    return () => this.#remove(edit);
  }

  /** Takes back the newest edit, or the one given where it was not taken back yet. */
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
      onRollback: () => {
        if (!this.#done.includes(edit)) return;
        this.#done = this.#done.filter((other) => other !== edit);
        this.#undone.push(edit);
      },
    };
  }

  /** A habit that is gone, or counts in another unit, has no days to go back to. */
  forgetHabit(habitId: number): void {
    const without = (edits: readonly Edit[]) => {
      for (const edit of edits) edit.changes = edit.changes.filter((change) => change.habitId !== habitId);
      return edits.filter(({ changes }) => changes.length > 0);
    };
    this.#done = without(this.#done);
    this.#undone = without(this.#undone);
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
