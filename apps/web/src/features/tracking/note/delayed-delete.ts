interface DelayedDeleteOptions {
  /** Deletes for good. `isParting`: the page is being left, so the call must survive it. */
  remove: (id: number, options: { isParting: boolean }) => Promise<void>;
  /** Called when a note goes out of sight or comes back. */
  onChange: () => void;
  /** Calls back once after so many milliseconds; the answer takes it back. */
  later: (callback: () => void, milliseconds: number) => () => void;
}

/** How long a deleted note can be taken back. */
export const noteUndoMs = 8_000;

/**
 * Deletes that wait until they can no longer be undone. A note that came back as a new one would have another place
 * among the others, so it is only hidden meanwhile, and deleted at the latest when the page is left.
 */
export class DelayedDelete {
  readonly #options: DelayedDeleteOptions;
  readonly #waiting = new Map<number, { cancel: () => void; onFinal: () => void }>();
  #hidden: ReadonlySet<number> = new Set();

  constructor(options: DelayedDeleteOptions) {
    this.#options = options;
  }

  /** Ids that are out of sight; the same set until it changes. */
  get hidden(): ReadonlySet<number> {
    return this.#hidden;
  }

  /** @param onFinal called when it can no longer be undone */
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

  /** The page is being left, or the session ends: what waits is deleted now. Resolves once all of it is answered. */
  async flush(options: { isParting: boolean }): Promise<void> {
    const all = [...this.#waiting].map(([id, { cancel }]) => {
      cancel();
      return this.#finish(id, options);
    });
    await Promise.all(all);
  }

  /** The session is over: nothing is deleted as somebody else. */
  forget(): void {
    for (const id of [...this.#waiting.keys()]) {
      this.#waiting.get(id)?.onFinal();
      this.undo(id);
    }
  }

  /** It could not be deleted, or was undone: it is seen again. */
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
