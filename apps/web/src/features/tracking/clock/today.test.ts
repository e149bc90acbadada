import { describe, expect, test } from "vitest";
import { type Surroundings, TodayClock } from "./today.ts";

/** A page whose clock the test moves: timers fire only when the test lets them, as on a machine that sleeps. */
class Page implements Surroundings {
  #now: number;
  #zone: string;
  readonly #timers = new Map<() => void, number>();
  readonly #returns = new Set<() => void>();

  constructor(instant: string, zone: string) {
    this.#now = Date.parse(instant);
    this.#zone = zone;
  }

  now = () => this.#now;
  timezone = () => this.#zone;

  later = (callback: () => void, milliseconds: number) => {
    this.#timers.set(callback, this.#now + milliseconds);
    return () => this.#timers.delete(callback);
  };

  onReturn = (callback: () => void) => {
    this.#returns.add(callback);
    return () => this.#returns.delete(callback);
  };

  sleepUntil(instant: string): void {
    this.#now = Date.parse(instant);
  }

  stayOpenUntil(instant: string): void {
    const end = Date.parse(instant);
    for (;;) {
      const [callback, due] = [...this.#timers].sort((a, b) => a[1] - b[1])[0] ?? [];
      if (callback === undefined || due === undefined || due > end) break;
      this.#now = due;
      this.#timers.delete(callback);
      callback();
    }
    this.#now = end;
  }

  comeBack(): void {
    for (const callback of this.#returns) callback();
  }

  travelTo(zone: string): void {
    this.#zone = zone;
  }

  get isQuiet(): boolean {
    return this.#timers.size === 0 && this.#returns.size === 0;
  }
}

function watch(clock: TodayClock) {
  const seen: string[] = [];
  const stop = clock.subscribe(() => seen.push(clock.read()));
  return { seen, stop };
}

describe("today on a page that stays open", () => {
  test("changes once, at midnight in the user's time zone", () => {
    const page = new Page("2026-11-21T21:58:30Z", "Europe/Kyiv");
    const clock = new TodayClock(page);
    const { seen, stop } = watch(clock);
    expect(clock.read()).toBe("2026-11-21");
    page.stayOpenUntil("2026-11-21T21:59:59Z");
    expect(seen).toEqual([]);
    page.stayOpenUntil("2026-11-21T22:00:00Z");
    expect(seen).toEqual(["2026-11-22"]);
    page.stayOpenUntil("2026-11-22T03:00:00Z");
    expect(seen).toEqual(["2026-11-22"]);
    stop();
  });

  test("neither skips nor repeats a day when the clocks change", () => {
    for (const [start, end, days] of [
      ["2026-03-28T12:00:00Z", "2026-03-31T12:00:00Z", ["2026-03-29", "2026-03-30", "2026-03-31"]],
      ["2026-10-24T12:00:00Z", "2026-10-27T12:00:00Z", ["2026-10-25", "2026-10-26", "2026-10-27"]],
    ] as const) {
      const page = new Page(start, "Europe/Kyiv");
      const { seen, stop } = watch(new TodayClock(page));
      page.stayOpenUntil(end);
      expect(seen).toEqual(days);
      stop();
    }
  });

  test("changes when a page that slept becomes visible", () => {
    const page = new Page("2026-11-20T20:00:00Z", "America/New_York");
    const clock = new TodayClock(page);
    const { seen, stop } = watch(clock);
    page.sleepUntil("2026-11-23T14:00:00Z");
    expect(clock.read()).toBe("2026-11-20");
    page.comeBack();
    expect(seen).toEqual(["2026-11-23"]);
    stop();
  });

  test("follows the user to another time zone", () => {
    const page = new Page("2026-11-21T20:00:00Z", "Europe/Kyiv");
    const { seen, stop } = watch(new TodayClock(page));
    page.travelTo("Asia/Tokyo");
    page.comeBack();
    expect(seen).toEqual(["2026-11-22"]);
    stop();
  });

  test("starts at the user's own hour", () => {
    const page = new Page("2026-11-21T23:30:00Z", "UTC");
    const { seen, stop } = watch(new TodayClock(page, 3));
    page.stayOpenUntil("2026-11-22T02:59:00Z");
    expect(seen).toEqual([]);
    page.stayOpenUntil("2026-11-22T03:00:00Z");
    expect(seen).toEqual(["2026-11-22"]);
    stop();
  });

  test("goes back a day when the user sets the day's start later than now", () => {
    const page = new Page("2026-11-22T01:30:00Z", "UTC");
    const clock = new TodayClock(page);
    const { seen, stop } = watch(clock);
    clock.setDayStartHour(2);
    clock.setDayStartHour(2);
    expect(seen).toEqual(["2026-11-21"]);
    page.stayOpenUntil("2026-11-22T02:00:00Z");
    expect(seen).toEqual(["2026-11-21", "2026-11-22"]);
    stop();
  });

  test("leaves no timer running when nothing watches it", () => {
    const page = new Page("2026-11-21T20:00:00Z", "UTC");
    const { stop } = watch(new TodayClock(page));
    expect(page.isQuiet).toBe(false);
    stop();
    expect(page.isQuiet).toBe(true);
  });
});
