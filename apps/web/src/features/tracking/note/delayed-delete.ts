interface DelayedDeleteOptions {
  /** Deletes on the server. `isParting`: the user leaves the page, so the call must outlive it. */
  remove: (id: number, options: { isParting: boolean }) => Promise<void>;
  /** Called when a note is hidden or shown again. */
  onChange: () => void;
  /** Calls back once after this many milliseconds; returns a function that cancels it. */
  later: (callback: () => void, milliseconds: number) => () => void;
}

/** How long a delete can be undone. */
export const noteUndoMs = 8_000;

/**
 * Delays each delete until it can no longer be undone. A note that was created again would have another position, so a
 * deleted note is only hidden at first, and deleted at the latest when the user leaves the page.
 */
export class DelayedDelete {
  readonly #options: DelayedDeleteOptions;
  readonly #waiting = new Map<number, { cancel: () => void; onFinal: () => void }>();
  #hidden: ReadonlySet<number> = new Set();

  constructor(options: DelayedDeleteOptions) {
    this.#options = options;
  }

  /** Ids of hidden notes; the same set until it changes. */
  get hidden(): ReadonlySet<number> {
    return this.#hidden;
  }

  /** @param onFinal called when the delete can no longer be undone */
  delete(id: number, onFinal: () => void): void {
    this.#waiting.get(id)?.cancel();
    const cancel = this.#options.later(() => void this.#finish(id, { isParting: false }), noteUndoMs);
    this.#waiting.set(id, { cancel, onFinal });
    this.#hide(new Set([...this.#hidden, id]));
  }

  undo(id: number): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    waiting.cancel();
    this.#waiting.delete(id);
    this.show(id);
  }

  /**
   * Deletes all waiting notes now, because the user leaves the page or the session ends. Resolves when all calls are
   * answered.
   */
  async flush(options: { isParting: boolean }): Promise<void> {
    const all = [...this.#waiting].map(([id, { cancel }]) => {
      cancel();
      return this.#finish(id, options);
    });
    await Promise.all(all);
  }

  /** The session is over: nothing is deleted in the name of another user. */
  forget(): void {
    for (const id of [...this.#waiting.keys()]) {
      this.#waiting.get(id)?.onFinal();
      this.undo(id);
    }
  }

  /** The delete failed or was undone: the note is shown again. */
  show(id: number): void {
    this.#hide(new Set([...this.#hidden].filter((other) => other !== id)));
  }

  #finish(id: number, options: { isParting: boolean }): Promise<void> {
    this.#waiting.get(id)?.onFinal();
    this.#waiting.delete(id);
    return this.#options.remove(id, options);
  }

  #hide(hidden: ReadonlySet<number>): void {
    this.#hidden = hidden;
    this.#options.onChange();
  }
}
