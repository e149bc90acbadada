import { expect, test } from "vitest";
import { addTallies, formatTally, tallyOf } from "./tally.ts";

const report = (numPassedTests: number, numFailedTests: number, numPendingTests = 0, numTodoTests = 0) =>
  JSON.stringify({ numPassedTests, numFailedTests, numPendingTests, numTodoTests });

test("a run's tests are counted as its report says", () => {
  expect(tallyOf(report(5, 2, 1, 1), 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  expect(tallyOf(report(5, 0), 0)).toEqual({ passed: 5, failed: 0, skipped: 0 });
});

test("a run that fails without a failed test is never green", () => {
  expect(tallyOf(report(5, 0), 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
  expect(tallyOf(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("the last line names the skipped only where there are any", () => {
  expect(formatTally(addTallies({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 1, skipped: 0 }))).toBe(
    "3 passed, 1 failed",
  );
  expect(formatTally({ passed: 3, failed: 0, skipped: 2 })).toBe("3 passed, 0 failed, 2 skipped");
});
