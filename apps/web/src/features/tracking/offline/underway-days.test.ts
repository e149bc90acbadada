import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { underwayKey } from "../../../lib/drafts/private-data.ts";
import { blankDay } from "../progress/day-state.ts";
import type { WaitingWrite } from "../progress/queue/lane.ts";
import { UnderwayDays } from "./underway-days.ts";

const minutes = (value: number) => ({ ...blankDay("minutes"), value });
const write = (habitId: number, value: number): WaitingWrite => ({
  habitId,
  day: "2026-11-27",
  found: blankDay("minutes"),
  wanted: minutes(value),
  habitUnit: "minutes",
  parts: ["amount"],
  tried: [minutes(value)],
});

let stored: Map<string, string>;
let hasRoom: boolean;
let days: UnderwayDays;
let next: UnderwayDays;
beforeEach(() => {
  stored = new Map();
  hasRoom = true;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (!hasRoom) throw new DOMException("No space", "QuotaExceededError");
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  });
  days = new UnderwayDays("7", "page 1");
  next = new UnderwayDays("7", "page 2");
});

afterEach(() => void vi.unstubAllGlobals());

async function take(page: UnderwayDays): Promise<WaitingWrite[]> {
  const taken: WaitingWrite[] = [];
  await page.takeOthers(async (write) => void taken.push(write));
  return taken;
}

test("the next page of the same user takes the days once, with the last state of each", async () => {
  days.keep([write(1, 5), write(2, 5)]);
  days.keep([write(1, 9), write(2, 5)]);
  expect([days.hasOthers, next.hasOthers]).toEqual([false, true]);
  expect(await take(new UnderwayDays("8", "page 3"))).toEqual([]);
  expect(await take(days)).toEqual([]);
  expect(await take(next)).toEqual([write(1, 9), write(2, 5)]);
  expect([await take(next), stored.size]).toEqual([[], 0]);
});

test("a day that is sent is gone, and the last one leaves nothing behind", async () => {
  days.keep([write(1, 5), write(2, 5)]);
  days.release(write(1, 5));
  days.release(write(3, 5));
  next.release(write(2, 5));
  expect(await take(next)).toEqual([write(2, 5)]);
  days.keep([write(2, 5)]);
  days.release(write(2, 5));
  expect(stored.size).toBe(0);
});

test("a day that another page stores while the first is taken over stays for the next page", async () => {
  days.keep([write(1, 5)]);
  await next.takeOthers(async () => new UnderwayDays("7", "page 3").keep([write(1, 9)]));
  expect(await take(next)).toEqual([write(1, 9)]);
});

test("a day that cannot be stored elsewhere stays for the next page", async () => {
  days.keep([write(1, 5)]);
  await expect(next.takeOthers(() => Promise.reject(new Error("no space")))).rejects.toThrow("no space");
  expect(await take(next)).toEqual([write(1, 5)]);
});

test("without space nothing is stored and nothing fails", async () => {
  hasRoom = false;
  days.keep([write(1, 5)]);
  expect(next.hasOthers).toBe(false);
});

test("what no page can have written is read as no days", async () => {
  stored.set(underwayKey("7"), "[{");
  expect(next.hasOthers).toBe(false);
});

test.each(["null", "{}", '"x"', "1e999", "[null]", "[1]", '[{"page":"p"}]', '[{"page":"p","write":null}]', "no JSON"])(
  "%s in the place of the days counts as none, and days are stored over it",
  async (text) => {
    stored.set(underwayKey("7"), text);
    expect(next.hasOthers).toBe(false);
    days.keep([write(1, 5)]);
    expect(await take(next)).toEqual([write(1, 5)]);
  },
);
