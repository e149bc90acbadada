import { todayIn } from "@daymark/domain/base/day";
import { useSyncExternalStore } from "react";
import { pageDayZone } from "../../../lib/preferences/day-zone.ts";

/** The date is checked at least this often: the zone or the device clock may change. */
const lookAgainMilliseconds = 60_000;

/** The interface of the clock to its page; tests provide their own. */
export interface Surroundings {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** IANA name of the zone in which the user counts days now. */
  timezone: () => string;
  /** Calls back once after this many milliseconds; returns a function that cancels it. */
  later: (callback: () => void, milliseconds: number) => () => void;
  /** Calls back when the user returns to the page or another zone was chosen; returns a function that removes it. */
  onReturn: (callback: () => void) => () => void;
}

export const browserSurroundings: Surroundings = {
  now: () => Date.now(),
  timezone: () => pageDayZone().current(),
  later: (callback, milliseconds) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  onReturn: (callback) => {
    // A sleeping machine runs no timers: the date is checked when the user returns to the page.
    document.addEventListener("visibilitychange", callback);
    window.addEventListener("pageshow", callback);
    window.addEventListener("focus", callback);
    const stopListening = pageDayZone().subscribe(callback);
    return () => {
      stopListening();
      document.removeEventListener("visibilitychange", callback);
      window.removeEventListener("pageshow", callback);
      window.removeEventListener("focus", callback);
    };
  },
};

/** Today, kept correct while a page stays open: after midnight, after sleep, in another zone. */
export class TodayClock {
  readonly #surroundings: Surroundings;
  #dayStartHour: number;
  readonly #listeners = new Set<() => void>();
  #today: string;
  #stop: (() => void) | undefined;

  /** @param dayStartHour whole hours 0..6 after midnight at which the user's day begins */
  constructor(surroundings: Surroundings, dayStartHour = 0) {
    this.#surroundings = surroundings;
    this.#dayStartHour = dayStartHour;
    this.#today = this.#look();
  }

  get dayStartHour(): number {
    return this.#dayStartHour;
  }

  /** @param hour whole hours 0..6, from the user's settings */
  setDayStartHour(hour: number): void {
    this.#dayStartHour = hour;
    this.#update();
  }

  readonly read = (): string => this.#today;

  /** The user's today at an instant, in milliseconds since the epoch. */
  dayAt(instant: number): string {
    return todayIn(instant, this.#surroundings.timezone(), this.#dayStartHour);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop?.();
    };
  };

  #look(): string {
    return this.dayAt(this.#surroundings.now());
  }

  #start(): void {
    let cancel: (() => void) | undefined;
    const tick = () => {
      cancel?.();
      cancel = this.#surroundings.later(tick, this.#wait());
      this.#update();
    };
    const offReturn = this.#surroundings.onReturn(() => this.#update());
    this.#stop = () => {
      cancel?.();
      offReturn();
    };
    tick();
  }

  /** To the next whole minute, because midnight of every zone is on one. */
  #wait(): number {
    return lookAgainMilliseconds - (this.#surroundings.now() % lookAgainMilliseconds);
  }

  #update(): void {
    const today = this.#look();
    if (today === this.#today) return;
    this.#today = today;
    for (const listener of this.#listeners) listener();
  }
}

/** Today as `YYYY-MM-DD`; the component renders again when it changes. */
export function useToday(clock: TodayClock): string {
  return useSyncExternalStore(clock.subscribe, clock.read, clock.read);
}

let clock: TodayClock | undefined;

/** The clock of this page. */
export function pageClock(): TodayClock {
  clock ??= new TodayClock(browserSurroundings);
  return clock;
}
