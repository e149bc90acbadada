import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { underwayKey } from "../../../lib/drafts/private-data.ts";
import { blankDay } from "../progress/day-state.ts";
import type { WaitingWrite } from "../progress/lane.ts";
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
  days = new UnderwayDays("7");
});

afterEach(() => void vi.unstubAllGlobals());

test("the next page of the same user reads the days, with the last state of each", () => {
  days.keep([write(1, 5), write(2, 5)]);
  days.keep([write(1, 9)]);
  expect(new UnderwayDays("7").read()).toEqual([write(1, 9), write(2, 5)]);
  expect(new UnderwayDays("8").read()).toEqual([]);
});

test("a released day is gone, and the last one leaves nothing behind", () => {
  days.keep([write(1, 5), write(2, 5)]);
  days.release(write(1, 5));
  days.release(write(3, 5));
  expect(days.read()).toEqual([write(2, 5)]);
  days.release(write(2, 5));
  expect(stored.size).toBe(0);
});

test("a browser without space says that the days are not stored", () => {
  hasRoom = false;
  expect(days.keep([write(1, 5)])).toBe(false);
  expect(days.read()).toEqual([]);
});

test("what no page can have written is read as no days", () => {
  stored.set(underwayKey("7"), "[{");
  expect(days.read()).toEqual([]);
});
