import type { SyncOutcome } from "./outbox-parts.ts";

interface SyncLoopParts {
  /** Sends all that waits, or asks whether the server is there where nothing does. */
  sync(): Promise<SyncOutcome>;
  /** Calls back once after so many milliseconds; the answer takes it back. */
  later(callback: () => void, milliseconds: number): () => void;
  /** From 0 to 1. */
  random(): number;
}

/** The first pause after a failure; each next one is twice as long, up to the last. */
const firstPauseMs = 1000;
const lastPauseMs = 60_000;

/**
 * Tries until it succeeds: at once when there is a reason to, otherwise after pauses that grow, so that a server that
 * comes back is not overrun by all who waited for it.
 */
export class SyncLoop {
  readonly #parts: SyncLoopParts;
  #pauseMs = firstPauseMs;
  #cancel: (() => void) | null = null;
  #isRunning = false;
  #isAskedAgain = false;
  #isStopped = false;

  constructor(parts: SyncLoopParts) {
    this.#parts = parts;
  }

  /** Something new waits, or the network may be back. */
  async now(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#isStopped) return;
    if (this.#isRunning) {
      this.#isAskedAgain = true;
      return;
    }
    this.#isRunning = true;
    let outcome: SyncOutcome;
    try {
      do {
        this.#isAskedAgain = false;
        outcome = await this.#parts.sync();
      } while (this.#isAskedAgain && outcome === "done");
    } catch {
      outcome = "later";
    }
    this.#isRunning = false;
    if (outcome === "done") this.#pauseMs = firstPauseMs;
    if (outcome === "later") this.#retry();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
  }

  #retry(): void {
    if (this.#isStopped) return;
    // Half of it by chance: many browsers lose one server in the same moment.
    const pauseMs = this.#pauseMs * (0.5 + this.#parts.random() / 2);
    this.#pauseMs = Math.min(lastPauseMs, this.#pauseMs * 2);
    this.#cancel = this.#parts.later(() => void this.now(), pauseMs);
  }
}
