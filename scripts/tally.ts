export type Tally = { passed: number; failed: number; skipped: number };

/** What vitest's JSON reporter writes, as far as we read it. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
};

/**
 * Counts the tests of a vitest run. A run that fails without a failed test (a file that does not load, an error outside
 * of any test, no report at all) counts as one failure: it must never look green.
 *
 * @param report the JSON reporter's text, undefined when there is none.
 * @param code vitest's exit code.
 */
export function tallyOf(report: string | undefined, code: number): Tally {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests }: Report = report
    ? JSON.parse(report)
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  const failed = numFailedTests === 0 && (code !== 0 || !report) ? 1 : numFailedTests;
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

export function addTallies(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** `12 passed, 0 failed`, and the skipped ones where there are any. */
export function formatTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
