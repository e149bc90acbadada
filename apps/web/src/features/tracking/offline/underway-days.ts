import { underwayKey } from "../../../lib/drafts/private-data.ts";
import { keyOf, type WaitingWrite } from "../progress/lane.ts";

/**
 * Days whose requests are running while the page is hidden or closed. The browser cancels such requests and aborts
 * transactions of IndexedDB with the page, so these days are in local storage, which writes at once. The next page of
 * the user takes them over.
 */
export class UnderwayDays {
  readonly #key: string;

  constructor(userId: string) {
    this.#key = underwayKey(userId);
  }

  /** The stored days. */
  read(): WaitingWrite[] {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? "[]");
    } catch {
      return [];
    }
  }

  /** Stores these days; the new state of a day replaces its old one. Returns false if the browser has no space. */
  keep(writes: readonly WaitingWrite[]): boolean {
    const days = new Map([...this.read(), ...writes].map((write) => [keyOf(write.habitId, write.day), write]));
    return this.#write([...days.values()]);
  }

  /** Removes a day that is on the server, or stored elsewhere, or no longer wanted. */
  release({ habitId, day }: { habitId: number; day: string }): void {
    const days = this.read();
    const others = days.filter((write) => write.habitId !== habitId || write.day !== day);
    if (others.length < days.length) this.#write(others);
  }

  #write(days: readonly WaitingWrite[]): boolean {
    try {
      if (days.length > 0) localStorage.setItem(this.#key, JSON.stringify(days));
      else localStorage.removeItem(this.#key);
      return true;
    } catch {
      return false;
    }
  }
}
