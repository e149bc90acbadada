import { beforeEach, expect, test } from "vitest";
import { Timers } from "./timers.ts";

/** The storage that all tabs of a browser share; each receives events when others write. */
class SharedStorage {
  readonly items = new Map<string, string>();
  readonly tabs: EventTarget[] = [];

  open(now: () => number, owner = "7"): Timers {
    const target = new EventTarget();
    this.tabs.push(target);
    const tell = (key: string) => {
      for (const tab of this.tabs) {
        if (tab !== target) tab.dispatchEvent(Object.assign(new Event("storage"), { key }));
      }
    };
    return new Timers({
      owner,
      target,
      now,
      storage: {
        getItem: (key) => this.items.get(key) ?? null,
        setItem: (key, value) => {
          this.items.set(key, value);
          tell(key);
        },
        removeItem: (key) => {
          this.items.delete(key);
          tell(key);
        },
      },
    });
  }
}

const run = { habitId: 4, day: "2026-11-21" };
const read = { ...run, habitId: 5 };
let storage: SharedStorage;
let clock: number;
const now = () => clock;

beforeEach(() => {
  storage = new SharedStorage();
  clock = 1000;
});

test("a timer survives the page that started it", () => {
  storage.open(now).start(run);
  clock = 90_000;
  expect(storage.open(now).read().running).toEqual({ ...run, startedAt: 1000 });
});

test("every tab shows another tab's timer and its end", () => {
  const [one, other] = [storage.open(now), storage.open(now)];
  let heard = 0;
  other.subscribe(() => {
    heard += 1;
  });
  one.start(run);
  expect(other.read().running).toMatchObject(run);
  one.settle();
  expect(other.read().running).toBeNull();
  expect(heard).toBe(2);
});

test("a running timer is stopped before another starts, which counts from then on", () => {
  const timers = storage.open(now);
  timers.start(run);
  clock = 5000;
  timers.start(read);
  expect(timers.read()).toMatchObject({ running: run, ending: "add" });
  clock = 8000;
  timers.settle();
  expect(timers.read()).toEqual({ running: { ...read, startedAt: 8000 }, ending: null });
});

test("each user has a separate timer, which is kept while others have theirs", () => {
  storage.open(now).start(run);
  const others = storage.open(now, "8");
  expect(others.read().running).toBeNull();
  others.start(read);
  expect(others.read()).toEqual({ running: { ...read, startedAt: 1000 }, ending: null });
  others.settle();
  expect(storage.open(now).read().running).toEqual({ ...run, startedAt: 1000 });
});

test("a timer whose time could not be saved continues in every tab, and replaces a newer one", () => {
  const [timers, other] = [storage.open(now), storage.open(now)];
  timers.start(run);
  clock = 5000;
  timers.start(read);
  timers.settle();
  timers.resume({ ...run, startedAt: 1000 });
  for (const each of [timers, other, storage.open(now)]) {
    expect(each.read()).toEqual({ running: { ...run, startedAt: 1000 }, ending: null });
  }
});

test("a stored timer contains no text", () => {
  storage.open(now).start({ ...run, title: "Therapy" } as typeof run);
  expect([...storage.items]).toEqual([["timer_7", JSON.stringify({ ...run, startedAt: 1000 })]]);
});

test("a user who continues a timer starts no other", () => {
  const timers = storage.open(now);
  timers.start(run);
  timers.start(read);
  timers.goOn();
  expect(timers.read()).toMatchObject({ running: run, ending: null });
  timers.settle();
  expect(timers.read().running).toBeNull();
});

test("an invalid stored timer is ignored", () => {
  for (const stored of ["", "null", "{", '{"habitId":"4"}', "[]"]) {
    storage.items.set("timer_7", stored);
    expect(storage.open(now).read().running).toBeNull();
  }
});
