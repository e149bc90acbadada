import type { AppBrowser } from "../../../lib/app.ts";
import { timerKey } from "../../../lib/drafts/private-data.ts";
import { signalTimer } from "./timer-signal.ts";

/** A running timer of a habit. It does not store the habit's title, because the timer survives a log-out. */
export interface Timer {
  habitId: number;
  /** The day on which it was started, `YYYY-MM-DD`, to which it adds. */
  day: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
}

/** The timer state for the page. */
export interface TimerState {
  running: Timer | null;
  /** A requested end that is not settled yet by recording or discarding the time. */
  ending: "add" | "discard" | null;
}

interface TimersBrowser {
  /** The owner: the subject of their session. */
  owner: string;
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Receives storage events of other tabs. */
  target: Pick<EventTarget, "addEventListener">;
  now: () => number;
}

/**
 * The only timer of a user in a browser. It stores its start time and does not tick: so it survives a reload, a closed
 * tab and a sleeping machine, and all tabs show the same.
 */
export class Timers {
  readonly #key: string;
  readonly #browser: TimersBrowser;
  readonly #listeners = new Set<() => void>();
  #stored: string | null = null;
  #state: TimerState = { running: null, ending: null };
  /** The timer that starts as soon as the running one is settled. */
  #next: Timer | null = null;

  constructor(browser: TimersBrowser) {
    this.#browser = browser;
    this.#key = timerKey(browser.owner);
    this.#look();
    browser.target.addEventListener("storage", (event) => {
      const { key } = event as StorageEvent;
      if (key !== null && key !== this.#key) return;
      this.#look();
      this.#tell();
    });
  }

  readonly read = (): TimerState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Starts a timer now. A running timer is ended first: its time is not lost, and two timers never run at once. */
  start({ habitId, day }: Pick<Timer, "habitId" | "day">): void {
    const next = { habitId, day, startedAt: this.#browser.now() };
    if (this.#state.running) {
      this.#next = next;
      this.end();
    } else this.#keep(next);
  }

  /** Undoes a discard. */
  restore(timer: Timer): void {
    if (!this.#state.running) this.#keep(timer);
  }

  /**
   * Requests the end of the running timer: the component that shows it records the time, asks first, or discards it.
   */
  end(how: "add" | "discard" = "add"): void {
    if (!this.#state.running) return;
    this.#state = { ...this.#state, ending: how };
    this.#tell();
  }

  /** Cancels the request, so that the timer continues. */
  goOn(): void {
    this.#next = null;
    this.#state = { ...this.#state, ending: null };
    this.#tell();
  }

  /** Its time could not be saved: it continues, in place of a timer that was started since. */
  resume(timer: Timer): void {
    this.#next = null;
    this.#keep(timer);
  }

  /** The running timer is recorded or discarded. */
  settle(): void {
    const next = this.#next;
    this.#next = null;
    this.#keep(next && { ...next, startedAt: this.#browser.now() });
  }

  #keep(timer: Timer | null): void {
    this.#state = { running: timer, ending: null };
    this.#stored = timer && JSON.stringify(timer);
    if (this.#stored === null) this.#browser.storage.removeItem(this.#key);
    else this.#browser.storage.setItem(this.#key, this.#stored);
    this.#tell();
  }

  #look(): void {
    const stored = this.#browser.storage.getItem(this.#key);
    if (stored === this.#stored) return;
    this.#stored = stored;
    this.#state = { running: timerOf(stored), ending: null };
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The stored timer, if it is valid. */
function timerOf(stored: string | null): Timer | null {
  if (stored === null) return null;
  try {
    const timer = JSON.parse(stored) as Partial<Timer> | null;
    const { habitId, day, startedAt } = timer ?? {};
    const isWhole = typeof habitId === "number" && typeof day === "string" && typeof startedAt === "number";
    return isWhole ? { habitId, day, startedAt } : null;
  } catch {
    return null;
  }
}

const known = new Map<string, Timers>();

/** The timers of the logged-in user, who cannot see the timer of another user. */
export function browserTimers({ session }: Pick<AppBrowser, "session">): Timers {
  const owner = session.userId ?? "";
  let timers = known.get(owner);
  if (!timers) {
    timers = new Timers({ owner, storage: localStorage, target: window, now: Date.now });
    timers.subscribe(signalTimer);
    known.set(owner, timers);
  }
  return timers;
}
