import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { giveBackWhenQuiet } from "./give-back.ts";

const mib = 2 ** 20;
const look = () => vi.advanceTimersByTime(5_000);
const collect = vi.fn<() => void>();
let busy = 0;
let heap = 100 * mib;
let end = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  busy = 0;
  heap = 100 * mib;
  collect.mockReset().mockImplementation(() => {
    heap = 50 * mib;
  });
  end = giveBackWhenQuiet({
    collect: collect as unknown as NodeJS.GCFunction,
    heapBytes: () => heap,
    utilization: () => busy,
  });
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

test("memory is given back once nobody is served, and not while somebody is", () => {
  busy = 0.4;
  look();
  look();
  expect(collect).not.toHaveBeenCalled();
  busy = 0.01;
  look();
  expect(collect).toHaveBeenCalledExactlyOnceWith({ type: "major", flavor: "last-resort", execution: "sync" });
});

test("a process that stays quiet is left alone, until another load has left something behind", () => {
  look();
  look();
  heap = 60 * mib;
  look();
  expect(collect).toHaveBeenCalledTimes(1);
  heap = 120 * mib;
  look();
  expect(collect).toHaveBeenCalledTimes(2);
});

test("nothing is done after its end, nor where Node was started without --expose-gc", () => {
  end();
  look();
  const without = giveBackWhenQuiet({ collect: undefined, heapBytes: () => heap, utilization: () => busy });
  look();
  without();
  expect(collect).not.toHaveBeenCalled();
});
