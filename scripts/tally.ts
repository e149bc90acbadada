export type Tally = { passed: number; failed: number; skipped: number };

/** What vitest's JSON reporter writes, as far as we read it. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults?: { name: string; message: string; assertionResults: Result[] }[];
};

/** A test that passed at the second try keeps what the first one said. */
type Result = { status: string; fullName: string; failureMessages: string[] };

/** Of what a failed test says, as much as a person reads before they look it up in the whole output. */
const longestMessage = 2000;

/** So many tests of a run may pass at the second try; where more do, it is not chance (docs/decisions/0044). */
export const mostSecondTries = 3;

/**
 * Counts the tests of a vitest run. A run that fails without a failed test (a file that does not load, an error outside
 * of any test, no report at all) counts as one failure: it must never look green. So does one in which more tests needed
 * a second try than {@link mostSecondTries}.
 *
 * @param report the JSON reporter's text, undefined when there is none.
 * @param code vitest's exit code.
 */
export function tallyOf(report: string | undefined, code: number): Tally {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests }: Report = report
    ? JSON.parse(report)
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  const isUntold = numFailedTests === 0 && (code !== 0 || !report);
  const failed = numFailedTests + (isUntold || tooManySecondTries(report).length > 0 ? 1 : 0);
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

export function addTallies(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** `12 passed, 0 failed`, and the skipped ones where there are any. */
export function formatTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * What failed in a vitest run at its first try, and passed at the second: each is a fault to be traced, of the test or of
 * the product, and told as one that failed is.
 *
 * @param report the JSON reporter's text, undefined when there is none.
 */
export function secondTriesOf(report: string | undefined): string[] {
  return testsOf(report, ({ status, failureMessages }) => status === "passed" && failureMessages.length > 0);
}

/**
 * What failed in a vitest run: where, which test, and what it says, so that the end of a long output tells it all; and
 * that too many tests needed a second try, where it fails by that.
 *
 * @param report the JSON reporter's text, undefined when there is none.
 */
export function failuresOf(report: string | undefined): string[] {
  const { testResults = [] }: Partial<Report> = report ? JSON.parse(report) : {};
  return [
    ...testsOf(report, ({ status }) => status === "failed"),
    ...testResults.flatMap(({ name, message }) => (message ? [`${name}\n${message.slice(0, longestMessage)}`] : [])),
    ...tooManySecondTries(report),
  ];
}

/** Why a run fails whose every test passed at last; empty where so many second tries may be. */
function tooManySecondTries(report: string | undefined): string[] {
  const { length } = secondTriesOf(report);
  return length > mostSecondTries ? [`${length} tests needed a second try, ${mostSecondTries} may`] : [];
}

function testsOf(report: string | undefined, isMeant: (test: Result) => boolean): string[] {
  const { testResults = [] }: Partial<Report> = report ? JSON.parse(report) : {};
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(isMeant)
      .map(
        ({ fullName, failureMessages }) =>
          `${name} > ${fullName}\n${failureMessages.join("\n").slice(0, longestMessage)}`,
      ),
  );
}
