import { fileURLToPath } from "node:url";
import type { BrowserContext } from "playwright-core";

const traces = fileURLToPath(new URL("../traces/", import.meta.url));

/**
 * Recording costs a fifth more processor time (CONTRIBUTING.md), so only a run with E2E_TRACE=1 records, such as CI.
 */
const isRecording = process.env.E2E_TRACE === "1";

/** Records a test's actions, pages and requests in a context for Playwright's trace viewer. */
export async function startTrace(context: BrowserContext, title: string): Promise<void> {
  if (isRecording) await context.tracing.start({ title, screenshots: true, snapshots: true, sources: true });
}

/** Writes the trace of each context of a failed test to `traces/<test>-<n>.zip`. */
export async function keepTraces(contexts: readonly BrowserContext[], test: string): Promise<void> {
  await stopTraces(contexts, (index) => ({ path: `${traces}${fileNameOf(test)}-${index + 1}.zip` }));
}

/** Stops recording without a file. A context that closes while it records leaves a folder of Playwright behind. */
export async function discardTraces(contexts: readonly BrowserContext[]): Promise<void> {
  await stopTraces(contexts, () => ({}));
}

async function stopTraces(contexts: readonly BrowserContext[], optionsOf: (index: number) => { path?: string }) {
  if (!isRecording) return;
  // The test may have closed a context itself.
  await Promise.all(contexts.map((context, index) => context.tracing.stop(optionsOf(index)).catch(() => {})));
}

/** The start of a test's name, with only characters that file names may have on every system. */
export function fileNameOf(test: string): string {
  return test.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 100);
}
