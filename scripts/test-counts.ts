export type TestCounts = { passed: number; failed: number; skipped: number };

/** The members of vitest's JSON report that we read. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults?: { name: string; message: string; assertionResults: Result[] }[];
};

type Result = { status: string; fullName: string; failureMessages: string[] };

/** Maximum characters of a failed test's message. The whole output has the rest. */
const longestMessage = 2000;

/**
 * Counts the tests of a vitest run. A run that fails without a failed test (a file that does not load, an error outside
 * a test, no report at all) counts as one failure, so that it never looks green.
 *
 * @param report the JSON reporter's text, undefined if there is none.
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

/** `12 passed, 0 failed`, with skipped tests only if there are any. */
export function formatCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * The failures of a vitest run with file, test and message, so that the end of a long output has them all.
 *
 * @param report the JSON reporter's text, undefined if there is none.
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
