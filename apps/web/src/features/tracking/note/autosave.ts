/** Where a text stands: nothing to do, typed and not sent yet, underway, refused, or kept here until it can be sent. */
export type SaveState = "saved" | "typed" | "saving" | "failed" | "waiting";

interface AutosaveOptions {
  /** Sends a text, or has it kept to be sent later ("waiting"); rejects where neither is possible. */
  save: (text: string) => Promise<"saved" | "waiting">;
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
  #sending: string | null = null;
  #cancel: (() => void) | null = null;

  /** @param state "waiting" for a text that was kept by an earlier page */
  constructor(options: AutosaveOptions, state: "saved" | "waiting" = "saved") {
    this.#options = options;
    this.#state = state;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** Why the last save failed; null otherwise. */
  get error(): unknown {
    return this.#error;
  }

  /** The newest text that nobody has yet, and what of it was sent and is not answered; null where all is safe. */
  get unsaved(): { text: string; sent: string | null } | null {
    const text = this.#waiting ?? this.#sending;
    return text === null ? null : { text, sent: this.#sending };
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
    if (this.#waiting === null && this.#state === "waiting") return;
    let state: SaveState = "saved";
    while (this.#waiting !== null) {
      const text = this.#waiting;
      this.#waiting = null;
      this.#sending = text;
      this.#set("saving");
      try {
        state = await this.#options.save(text);
        this.#error = null;
      } catch (error) {
        this.#error = error;
        // Newer text takes the place of what failed; without any, that is what waits again.
        this.#waiting ??= text;
        return this.#set("failed");
      } finally {
        this.#sending = null;
      }
    }
    this.#set(state);
  }

  /** Elsewhere something was typed that waits to be sent. */
  hold(): void {
    if (this.#state === "saved") this.#set("waiting");
  }

  /** What waited has been sent, by whoever sends such things. */
  settle(): void {
    if (this.#state === "waiting") this.#set("saved");
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
