import type { AppBrowser } from "../../../lib/app.ts";
import { timerKey } from "../../../lib/drafts/private-data.ts";
import { signalTimer } from "./timer-signal.ts";

/** A timer that runs for a habit. What the habit is called is not kept: the timer outlives a log-out. */
export interface Timer {
  habitId: number;
  /** The day it was started on, `YYYY-MM-DD`, to which it adds. */
  day: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
}

/** What a page shows of timers. */
export interface TimerState {
  running: Timer | null;
  /** What was asked for and is not settled yet: that it is recorded, or given up. */
  ending: "add" | "discard" | null;
}

interface TimersBrowser {
  /** Whose it is: the subject of their session. */
  owner: string;
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Hears of changes made in other tabs. */
  target: Pick<EventTarget, "addEventListener">;
  now: () => number;
}

/**
 * The one timer of a person in a browser. It is a moment written down, not a clock that ticks: it survives a reload, a closed tab and
 * a machine asleep, and all tabs show the same.
 */
export class Timers {
  readonly #key: string;
  readonly #browser: TimersBrowser;
  readonly #listeners = new Set<() => void>();
  #stored: string | null = null;
  #state: TimerState = { running: null, ending: null };
  /** What begins as soon as the running one is settled. */
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

  /** Begins one now. One that runs is ended first: its time is not lost, and two never count at once. */
  start({ habitId, day }: Pick<Timer, "habitId" | "day">): void {
    const next = { habitId, day, startedAt: this.#browser.now() };
    if (this.#state.running) {
      this.#next = next;
      this.end();
    } else this.#keep(next);
  }

  /** Takes back what was discarded. */
  restore(timer: Timer): void {
    if (!this.#state.running) this.#keep(timer);
  }

  /** Asks for the running one to be ended: what shows it records its time, or asks first, or gives it up. */
  end(how: "add" | "discard" = "add"): void {
    if (!this.#state.running) return;
    this.#state = { ...this.#state, ending: how };
    this.#tell();
  }

  /** Lets it run on. */
  goOn(): void {
    this.#next = null;
    this.#state = { ...this.#state, ending: null };
    this.#tell();
  }

  /** The running one is recorded or given up. */
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

/** What is stored, where it makes sense. */
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

/** The timers of whoever is logged in; what another person left running is not theirs to see. */
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
