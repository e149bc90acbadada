import { underwayKey } from "../../../lib/drafts/private-data.ts";
import type { WaitingWrite } from "../progress/queue/lane.ts";
import { isWaitingWrite } from "./outbox/waiting.ts";

/** A stored day, and the page that is sending it. */
interface Underway {
  page: string;
  write: WaitingWrite;
}

/**
 * Days whose requests are running while their page is hidden or closed. The browser cancels such requests and aborts
 * transactions of IndexedDB with the page, so these days are in local storage, which writes at once. The next page of
 * the user takes them over.
 */
export class UnderwayDays {
  readonly #key: string;
  readonly #page: string;

  /** @param page identifies this page among the pages of all tabs */
  constructor(userId: string, page: string) {
    this.#key = underwayKey(userId);
    this.#page = page;
  }

  /** True if another page has left days. */
  get hasOthers(): boolean {
    return this.#read().some(({ page }) => page !== this.#page);
  }

  /**
   * Takes over the days of other pages, one after the other.
   *
   * @param adopt stores a day elsewhere; if it throws, the day stays for the next page
   */
  async takeOthers(adopt: (write: WaitingWrite) => Promise<void>): Promise<void> {
    for (const taken of this.#read().filter(({ page }) => page !== this.#page)) {
      await adopt(taken.write);
      const text = JSON.stringify(taken);
      this.#write(this.#read().filter((other) => JSON.stringify(other) !== text));
    }
  }

  /** Stores all days that this page is sending, instead of those that it stored before. */
  keep(writes: readonly WaitingWrite[]): void {
    const others = this.#read().filter(({ page }) => page !== this.#page);
    this.#write([...others, ...writes.map((write) => ({ page: this.#page, write }))]);
  }

  /** Removes a day that this page has sent or stored elsewhere, or that is no longer wanted. */
  release({ habitId, day }: { habitId: number; day: string }): void {
    const days = this.#read();
    const left = days.filter(
      ({ page, write }) => page !== this.#page || write.habitId !== habitId || write.day !== day,
    );
    if (left.length < days.length) this.#write(left);
  }

  #read(): Underway[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "[]");
      return Array.isArray(stored) ? stored.filter((each) => isWaitingWrite(each?.write)) : [];
    } catch {
      return [];
    }
  }

  #write(days: readonly Underway[]): void {
    try {
      if (days.length > 0) localStorage.setItem(this.#key, JSON.stringify(days));
      else localStorage.removeItem(this.#key);
    } catch {
      // Without space the day depends on its request alone.
    }
  }
}
