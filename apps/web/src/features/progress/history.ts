import { type DayState, withChange } from "./day-state.ts";

/** One day that a person changed. */
export interface Change {
  habitId: number;
  day: string;
  before: DayState;
  after: DayState;
}

/** What a person did at once: a day recorded, or many filled; it is taken back as a whole. */
export interface Deed {
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
  deed: Deed;
  changes: readonly StepChange[];
  /** Puts the step where it came from. */
  onRollback: () => void;
}

/** Deeds that can be taken back in one sitting: more than anybody remembers. */
const deedsMax = 500;

/** What was recorded since the page was opened, so that any of it can be undone, long after its message is gone. */
export class History {
  #done: Deed[] = [];
  #undone: Deed[] = [];

  /** What an undo would take back. */
  get nextUndo(): Deed | undefined {
    return this.#done.at(-1);
  }

  /** What a redo would do again. */
  get nextRedo(): Deed | undefined {
    return this.#undone.at(-1);
  }

  /** Remembers a deed; what was undone before it can no longer be redone. Answers how to forget it again. */
  record(deed: Deed): () => void {
    this.#done.push(deed);
    if (this.#done.length > deedsMax) this.#done.shift();
    this.#undone = [];
    return () => this.#remove(deed);
  }

  /** Takes back the newest deed, or the one given where it was not taken back yet. */
  undo(deed: Deed | undefined = this.#done.at(-1)): Step | undefined {
    if (!deed || !this.#done.includes(deed)) return undefined;
    this.#done = this.#done.filter((other) => other !== deed);
    this.#undone.push(deed);
    return {
      deed,
      changes: deed.changes.map((change) => ({
        change,
        apply: (current) => withChange(current, change.after, change.before),
      })),
      onRollback: () => {
        if (!this.#undone.includes(deed)) return;
        this.#undone = this.#undone.filter((other) => other !== deed);
        this.#done.push(deed);
      },
    };
  }

  redo(): Step | undefined {
    const deed = this.#undone.pop();
    if (!deed) return undefined;
    this.#done.push(deed);
    return {
      deed,
      changes: deed.changes.map((change) => ({
        change,
        apply: (current) => withChange(current, change.before, change.after),
      })),
      onRollback: () => {
        if (!this.#done.includes(deed)) return;
        this.#done = this.#done.filter((other) => other !== deed);
        this.#undone.push(deed);
      },
    };
  }

  /** A habit that is gone, or counts in another unit, has no days to go back to. */
  forgetHabit(habitId: number): void {
    const without = (deeds: readonly Deed[]) => {
      for (const deed of deeds) deed.changes = deed.changes.filter((change) => change.habitId !== habitId);
      return deeds.filter(({ changes }) => changes.length > 0);
    };
    this.#done = without(this.#done);
    this.#undone = without(this.#undone);
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
  }

  #remove(deed: Deed): void {
    this.#done = this.#done.filter((other) => other !== deed);
    this.#undone = this.#undone.filter((other) => other !== deed);
  }
}
