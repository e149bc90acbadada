import { fileURLToPath } from "node:url";
import type { BrowserContext } from "playwright-core";

const traces = fileURLToPath(new URL("../traces/", import.meta.url));

/** Recording costs a fifth more processor time (CONTRIBUTING.md), so a run records only if it is told to, as CI is. */
const isRecording = process.env.E2E_TRACE === "1";

/** Records what a test does in a context, with the pages as they were and the requests, for Playwright's trace viewer. */
export async function startTrace(context: BrowserContext, title: string): Promise<void> {
  if (isRecording) await context.tracing.start({ title, screenshots: true, snapshots: true, sources: true });
}

/** Writes the trace of each context of a failed test to `traces/<test>-<n>.zip`. */
export async function keepTraces(contexts: readonly BrowserContext[], test: string): Promise<void> {
  await stopTraces(contexts, (index) => ({ path: `${traces}${fileNameOf(test)}-${index + 1}.zip` }));
}

/** A context that just closes leaves a folder of Playwright's behind. */
export async function discardTraces(contexts: readonly BrowserContext[]): Promise<void> {
  await stopTraces(contexts, () => ({}));
}

async function stopTraces(contexts: readonly BrowserContext[], optionsOf: (index: number) => { path?: string }) {
  if (!isRecording) return;
  // The test may have closed a context itself.
  await Promise.all(contexts.map((context, index) => context.tracing.stop(optionsOf(index)).catch(() => {})));
}

/** The start of a test's name, as files can have it on every machine. */
export function fileNameOf(test: string): string {
  return test.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 100);
}
