import { expect, test } from "vitest";
import { addCounts, countsOf, failuresOf, formatCounts } from "./test-counts.ts";

const report = (numPassedTests: number, numFailedTests: number, numPendingTests = 0, numTodoTests = 0) =>
  JSON.stringify({ numPassedTests, numFailedTests, numPendingTests, numTodoTests });

test("a run's tests are counted as in its report", () => {
  expect(countsOf(report(5, 2, 1, 1), 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  expect(countsOf(report(5, 0), 0)).toEqual({ passed: 5, failed: 0, skipped: 0 });
});

test("a run that fails without a failed test counts as failed", () => {
  expect(countsOf(report(5, 0), 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
  expect(countsOf(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("the last line mentions skipped tests only if there are any", () => {
  expect(formatCounts(addCounts({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 1, skipped: 0 }))).toBe(
    "3 passed, 1 failed",
  );
  expect(formatCounts({ passed: 3, failed: 0, skipped: 2 })).toBe("3 passed, 0 failed, 2 skipped");
});

test("each failed test is listed with file, name and message, and so is a file that does not load", () => {
  const passed = { status: "passed", fullName: "one passes", failureMessages: [] };
  const failed = { status: "failed", fullName: "one fails", failureMessages: ["expected 1 to be 2"] };
  const testResults = [
    { name: "/a.test.ts", message: "", assertionResults: [passed, failed] },
    { name: "/b.test.ts", message: "Cannot find module", assertionResults: [] },
  ];
  expect(failuresOf(JSON.stringify({ testResults }))).toEqual([
    "/a.test.ts > one fails\nexpected 1 to be 2",
    "/b.test.ts\nCannot find module",
  ]);
  expect(failuresOf(undefined)).toEqual([]);
});
