import type { SyncOutcome } from "./outbox/outbox-parts.ts";

interface SyncLoopParts {
  /** Sends all waiting changes, or checks whether the server responds if there are none. */
  sync(): Promise<SyncOutcome>;
  /** Calls back once after this many milliseconds; returns a function that cancels it. */
  later(callback: () => void, milliseconds: number): () => void;
  /** From 0 to 1. */
  random(): number;
}

/** The first pause after a failure; each next pause is twice as long, up to the last. */
const firstPauseMs = 1000;
const lastPauseMs = 60_000;

/**
 * Retries until it succeeds: at once on an event, otherwise after growing pauses, so that clients do not overload a
 * server that has just come back.
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

  /** A new change waits, or the network may be back. */
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
    // Half of the pause is random: many browsers lose the same server at the same moment.
    const pauseMs = this.#pauseMs * (0.5 + this.#parts.random() / 2);
    this.#pauseMs = Math.min(lastPauseMs, this.#pauseMs * 2);
    this.#cancel = this.#parts.later(() => void this.now(), pauseMs);
  }
}
