import { type DayState, withChange } from "./day-state.ts";

/** One thing a person recorded. */
export interface Change {
  habitId: number;
  day: string;
  before: DayState;
  after: DayState;
}

/** A step back or forth, to be written and, where that fails, to be taken back. */
export interface Step {
  change: Change;
  /** What the day is to become, given what it is now: only the part that was changed goes back. */
  apply: (current: DayState) => DayState;
  /** Puts the step where it came from. */
  onRollback: () => void;
}

/** Changes that can be taken back in one sitting: more than anybody remembers. */
const changesMax = 500;

/** What was recorded since the page was opened, so that any of it can be undone, long after its message is gone. */
export class History {
  #done: Change[] = [];
  #undone: Change[] = [];

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Remembers a change; what was undone before it can no longer be redone. Answers how to forget it again. */
  record(change: Change): () => void {
    this.#done.push(change);
    if (this.#done.length > changesMax) this.#done.shift();
    this.#undone = [];
    return () => this.#remove(change);
  }

  /** Takes back the newest change, or the one given where it was not taken back yet. */
  undo(change: Change | undefined = this.#done.at(-1)): Step | undefined {
    if (!change || !this.#done.includes(change)) return undefined;
    this.#done = this.#done.filter((other) => other !== change);
    this.#undone.push(change);
    return {
      change,
      apply: (current) => withChange(current, change.after, change.before),
      onRollback: () => {
        this.#undone = this.#undone.filter((other) => other !== change);
        this.#done.push(change);
      },
    };
  }

  redo(): Step | undefined {
    const change = this.#undone.pop();
    if (!change) return undefined;
    this.#done.push(change);
    return {
      change,
      apply: (current) => withChange(current, change.before, change.after),
      onRollback: () => {
        this.#done = this.#done.filter((other) => other !== change);
        this.#undone.push(change);
      },
    };
  }

  /** A habit that is gone, or counts in another unit, has no changes to go back to. */
  forgetHabit(habitId: number): void {
    this.#done = this.#done.filter((change) => change.habitId !== habitId);
    this.#undone = this.#undone.filter((change) => change.habitId !== habitId);
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
  }

  #remove(change: Change): void {
    this.#done = this.#done.filter((other) => other !== change);
    this.#undone = this.#undone.filter((other) => other !== change);
  }
}
