import { beforeEach, describe, expect, test } from "vitest";
import { blankDay, type DayState, entryOf, type ShownEntry } from "./day-state.ts";
import { LogOverlay, type WaitingLogEntry } from "./log-overlay.ts";

const [habitId, day] = [4, "2026-11-21"];
const blank = blankDay("hours");
const hours = (value: number): DayState => ({ ...blank, value });
const minutes = (value: number): DayState => ({ ...blankDay("minutes"), value });
const entry = (state: DayState): ShownEntry | undefined => entryOf(habitId, day, state);

let waiting: WaitingLogEntry[];
let dropped: string[];
let overlay: LogOverlay;

beforeEach(() => {
  waiting = [];
  dropped = [];
  overlay = new LogOverlay({
    waiting: () => waiting,
    unitOf: () => "hours",
    drop: (id) => dropped.push(id),
  });
});

const wait = (id: string, value: number, on = day) =>
  waiting.push({ habitId, day: on, item: { id, value, unit: "minutes" } });
const shown = (state: DayState) => overlay.add(habitId, day, entry(state));
const take = (before: DayState, state: DayState) => overlay.take(before, { habitId, day, state });

describe("a day with entries that wait", () => {
  test("shows their sum in the unit in which the server will record it, and that it waits", () => {
    wait("a", 60);
    expect(shown(hours(1))).toMatchObject({ value: 2, unit: "hours", waiting: true });
    wait("b", 30);
    expect(shown(hours(1))).toMatchObject({ value: 150, unit: "minutes", waiting: true });
  });

  test("counts each entry once, however often it is shown", () => {
    wait("a", 60);
    const once = shown(hours(1));
    expect(overlay.add(habitId, day, once)).toEqual(once);
    wait("b", 60);
    expect(overlay.add(habitId, day, once)).toMatchObject({ value: 3, unit: "hours" });
  });

  test("shows what it was before as soon as none waits", () => {
    wait("a", 60);
    const [first, second] = [shown(hours(1)), shown(blank)];
    waiting = [];
    expect(overlay.add(habitId, day, first)).toEqual(entry(hours(1)));
    expect(overlay.add(habitId, day, second)).toBeUndefined();
  });

  test("is no longer skipped or confirmed, and keeps its note", () => {
    wait("a", 60);
    expect(shown({ ...blank, skipped: true, note: "rain" })).toMatchObject({ value: 1, skipped: false, note: "rain" });
    expect(shown({ ...blank, confirmed: true })).toMatchObject({ value: 1, confirmed: false });
  });

  test("keeps its amount if the server will refuse the entry, because the day would be too large", () => {
    wait("a", 600_000);
    expect(shown(hours(10_000))).toMatchObject({ value: 10_000, waiting: true });
  });

  test("leaves other days alone", () => {
    wait("a", 60, "2026-11-20");
    expect(shown(hours(1))).toEqual(entry(hours(1)));
  });
});

describe("a change of a day with entries that wait", () => {
  test("writes what the new amount has beyond them", () => {
    wait("a", 30);
    expect(take(hours(1), minutes(150))).toEqual(hours(2));
    expect(take(hours(1), minutes(30))).toEqual(blankDay("minutes"));
    expect(dropped).toEqual([]);
  });

  test("of its note alone leaves the amount as it was", () => {
    wait("a", 30);
    expect(take(hours(1), { ...minutes(90), note: "rain" })).toEqual({ ...hours(1), note: "rain" });
  });

  test("to a smaller amount drops the newest of them", () => {
    wait("a", 30);
    wait("b", 30);
    expect(take(blank, minutes(40))).toEqual(minutes(10));
    expect(dropped).toEqual(["b"]);
    expect(shown(minutes(10))).toMatchObject({ value: 40 });
  });

  test("that clears or skips it drops all of them", () => {
    wait("a", 30);
    wait("b", 30);
    expect(take(hours(1), blank)).toEqual(blank);
    expect([dropped, shown(blank)]).toEqual([["b", "a"], undefined]);
  });

  test("without such entries is written as it is", () => {
    expect(take(hours(1), minutes(60))).toEqual(minutes(60));
  });
});
