import { expect, test } from "vitest";
import { timerDelayMaxMs, timerDelayMs } from "./expiry-timer.ts";

test.each([
  [10 * 60_000, 603_000],
  [0, 3_000],
  [-1_999, 1_001],
  [-60_000, 1_000],
  [30 * 24 * 3_600_000, timerDelayMaxMs],
])("with %i ms left the timer waits %i ms: 3 s longer, at least 1 s, and at most the longest delay", (left, delay) => {
  expect(timerDelayMs(left)).toBe(delay);
});

test("the longest delay is the longest that a timer supports", () => {
  // Node warns and fires at once if a delay does not fit 32 bits.
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on("warning", onWarning);
  clearTimeout(setTimeout(() => {}, timerDelayMaxMs));
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
  expect(timerDelayMaxMs).toBe(2_147_483_647);
});
