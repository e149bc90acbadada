interface DelayedDeleteOptions {
  /** Deletes for good. `isParting`: the page is being left, so the call must survive it. */
  remove: (id: number, options: { isParting: boolean }) => void;
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
  readonly #waiting = new Map<number, () => void>();
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
    this.#waiting.get(id)?.();
    const cancel = this.#options.later(() => {
      onFinal();
      this.#finish(id, { isParting: false });
    }, noteUndoMs);
    this.#waiting.set(id, cancel);
    this.#hide(new Set([...this.#hidden, id]));
  }

  undo(id: number): void {
    const cancel = this.#waiting.get(id);
    if (!cancel) return;
    cancel();
    this.#waiting.delete(id);
    this.show(id);
  }

  /** The page is being left: what waits is deleted now. */
  flush(): void {
    for (const [id, cancel] of this.#waiting) {
      cancel();
      this.#finish(id, { isParting: true });
    }
  }

  /** It could not be deleted, or was undone: it is seen again. */
  show(id: number): void {
    this.#hide(new Set([...this.#hidden].filter((other) => other !== id)));
  }

  #finish(id: number, options: { isParting: boolean }): void {
    this.#waiting.delete(id);
    this.#options.remove(id, options);
  }

  #hide(hidden: ReadonlySet<number>): void {
    this.#hidden = hidden;
    this.#options.onChange();
  }
}
