/** The state of a text: saved, typed and not sent yet, being sent, refused, or stored here until it can be sent. */
export type SaveState = "saved" | "typed" | "saving" | "failed" | "waiting";

interface AutosaveOptions {
  /** Sends a text, or stores it to be sent later ("waiting"); rejects if both fail. */
  save: (text: string) => Promise<"saved" | "waiting">;
  onChange: () => void;
  /** Calls back once after this many milliseconds; returns a function that cancels it. */
  later: (callback: () => void, milliseconds: number) => () => void;
}

/** The pause in typing after which a text is saved. */
const autosaveDelayMs = 700;

/**
 * Saves a text while the user types: after a pause, one call at a time, always the newest text. Text that could not be
 * saved is kept, and sent with the next change or on request.
 */
export class Autosave {
  readonly #options: AutosaveOptions;
  #state: SaveState = "saved";
  #error: unknown = null;
  #waiting: string | null = null;
  #sending: string | null = null;
  #cancel: (() => void) | null = null;

  /** @param state "waiting" for a text that an earlier page stored */
  constructor(options: AutosaveOptions, state: "saved" | "waiting" = "saved") {
    this.#options = options;
    this.#state = state;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** The reason of the last failed save; null otherwise. */
  get error(): unknown {
    return this.#error;
  }

  /**
   * The newest text that is neither saved nor stored, and the part of it that was sent and not answered; null if there
   * is none.
   */
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

  /** Saves unsaved text now. If a save is running, it follows right after. */
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
        // Newer text replaces the failed one; if there is none, the failed text is unsaved again.
        this.#waiting ??= text;
        return this.#set("failed");
      } finally {
        this.#sending = null;
      }
    }
    this.#set(state);
  }

  /** Another tab stored text that waits to be sent. */
  hold(): void {
    if (this.#state === "saved") this.#set("waiting");
  }

  /** The waiting text has been sent by the outbox. */
  settle(): void {
    if (this.#state === "waiting") this.#set("saved");
  }

  /** Stops saving: the note is deleted, or empty. */
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
