/** Where a text stands: nothing to do, typed and not sent yet, underway, or refused. */
export type SaveState = "saved" | "typed" | "saving" | "failed";

interface AutosaveOptions {
  /** Sends a text; rejects where it could not be kept. */
  save: (text: string) => Promise<void>;
  onChange: () => void;
  /** Calls back once after so many milliseconds; the answer takes it back. */
  later: (callback: () => void, milliseconds: number) => () => void;
}

/** A pause in typing after which a text is saved. */
const autosaveDelayMs = 700;

/**
 * Saves a text as it is typed: after a pause, one call at a time, always the newest. What could not be saved stays
 * typed, and goes with the next change or when it is asked for.
 */
export class Autosave {
  readonly #options: AutosaveOptions;
  #state: SaveState = "saved";
  #error: unknown = null;
  #waiting: string | null = null;
  #cancel: (() => void) | null = null;

  constructor(options: AutosaveOptions) {
    this.#options = options;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** Why the last save failed; null otherwise. */
  get error(): unknown {
    return this.#error;
  }

  type(text: string): void {
    this.#waiting = text;
    this.#cancel?.();
    this.#cancel = this.#options.later(() => void this.flush(), autosaveDelayMs);
    if (this.#state !== "saving") this.#set("typed");
  }

  /** Saves now what waits. While a save is underway it follows right after. */
  async flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#state === "saving") return;
    while (this.#waiting !== null) {
      const text = this.#waiting;
      this.#waiting = null;
      this.#set("saving");
      try {
        await this.#options.save(text);
        this.#error = null;
      } catch (error) {
        this.#error = error;
        // Newer text takes the place of what failed; without any, that is what waits again.
        this.#waiting ??= text;
        return this.#set("failed");
      }
    }
    this.#set("saved");
  }

  /** Nothing more is saved: the text is gone, or empty. */
  forget(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#waiting = null;
    this.#error = null;
    if (this.#state !== "saving") this.#set("saved");
  }

  #set(state: SaveState): void {
    this.#state = state;
    this.#options.onChange();
  }
}
