import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { giveBackWhenQuiet } from "./give-back.ts";

const collect = vi.fn<() => void>();
const given = collect as unknown as NodeJS.GCFunction;
let busy = 0;
let end = () => {};
const look = (utilization: number) => {
  busy = utilization;
  vi.advanceTimersByTime(4_000);
};

beforeEach(() => {
  vi.useFakeTimers();
  collect.mockReset();
  end = giveBackWhenQuiet({ collect: given, utilization: () => busy });
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

test("memory is given back once nobody is served for a while, and not while somebody is", () => {
  for (const utilization of [0.4, 0.01, 0.01, 0.4, 0.06, 0.01, 0.01]) look(utilization);
  expect(collect).not.toHaveBeenCalled();
  look(0.01);
  expect(collect).toHaveBeenCalledExactlyOnceWith({ type: "major", flavor: "last-resort", execution: "sync" });
});

test("a process that stays quiet is left alone until it has been busy again", () => {
  for (const _ of "quiet") look(0);
  expect(collect).toHaveBeenCalledTimes(1);
  for (const utilization of [0.9, 0, 0, 0, 0]) look(utilization);
  expect(collect).toHaveBeenCalledTimes(2);
});

test("nothing is done after its end", () => {
  end();
  for (const _ of "quiet") look(0);
  expect(collect).not.toHaveBeenCalled();
});
