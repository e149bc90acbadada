export type TestCounts = { passed: number; failed: number; skipped: number };

/** What vitest's JSON reporter writes, as far as we read it. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults?: { name: string; message: string; assertionResults: Result[] }[];
};

type Result = { status: string; fullName: string; failureMessages: string[] };

/** Of what a failed test says, as much as a person reads before they look it up in the whole output. */
const longestMessage = 2000;

/**
 * Counts the tests of a vitest run. A run that fails without a failed test (a file that does not load, an error outside
 * of any test, no report at all) counts as one failure: it must never look green.
 *
 * @param report the JSON reporter's text, undefined when there is none.
 * @param code vitest's exit code.
 */
export function countsOf(report: string | undefined, code: number): TestCounts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests }: Report = report
    ? JSON.parse(report)
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  const isUntold = numFailedTests === 0 && (code !== 0 || !report);
  const failed = numFailedTests + (isUntold ? 1 : 0);
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

export function addCounts(a: TestCounts, b: TestCounts): TestCounts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** `12 passed, 0 failed`, and the skipped ones where there are any. */
export function formatCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * What failed in a vitest run: where, which test, and what it says, so that the end of a long output tells it all.
 *
 * @param report the JSON reporter's text, undefined when there is none.
 */
export function failuresOf(report: string | undefined): string[] {
  const { testResults = [] }: Partial<Report> = report ? JSON.parse(report) : {};
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(
        ({ fullName, failureMessages }) =>
          `${name} > ${fullName}\n${failureMessages.join("\n").slice(0, longestMessage)}`,
      ),
  );
  const files = testResults.flatMap(({ name, message }) =>
    message ? [`${name}\n${message.slice(0, longestMessage)}`] : [],
  );
  return [...tests, ...files];
}
