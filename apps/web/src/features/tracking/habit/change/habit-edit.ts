/** How an edit of a habit itself, such as a deletion, is undone and redone. */
export interface HabitEdit {
  habitId: number;
  /** Each reports its outcome to the user. False: nothing was changed. */
  undo: () => Promise<boolean>;
  redo: () => Promise<boolean>;
}

/** The undo steps of habits, which the recorder of days keeps among its own. */
export interface HabitEdits {
  /**
   * Makes an edit an undo step.
   *
   * @param words the edit as text, in the current language
   * @returns `undo` for the button of its message; `withdraw` if the edit failed
   */
  recordHabitEdit(edit: HabitEdit, words: () => string): { undo: () => void; withdraw: () => void };
  /** Removes the undo steps of a habit and its days after its permanent deletion. */
  forgetHabit(habitId: number): void;
  /** The habit was changed in another way than by its undo steps: only its days have steps. */
  forgetHabitEdits(habitId: number): void;
}
