import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { curlOf, needsBodyFile } from "./curl.ts";
import { type Finding, findingKinds } from "./findings.ts";
import { keepCase } from "./kept-cases.ts";
import { mebibytes, type RunResult } from "./run.ts";

export interface ReportOptions {
  /** The folder for bodies that are too long for a line. */
  bodies: string;
  /** Whether to write new findings as cases. */
  keeps: boolean;
}

/** Formats the report of a run for people. */
export function describeRun(result: RunResult, options: ReportOptions): string {
  const { seed, seconds, requests, statuses, findings, untold, probes, worstWaitMilliseconds, memory, deaths } = result;
  const counts = [...statuses]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([status, times]) => `${status}: ${times}`);
  return [
    ...findings.map((finding) => describeFinding(finding, options)),
    ...result.unconfirmedWaits.map(
      (wait) => `A wait that no single request repeats, so it does not fail the run: ${wait}`,
    ),
    "",
    `seed ${seed}, ${Math.round(seconds)} s, ${requests} requests (${result.cases.length} kept cases among them)`,
    `answers: ${counts.join(", ")}`,
    `probe: ${probes} calls of /healthz, longest wait beyond the machine's own ${Math.round(worstWaitMilliseconds)} ms`,
    `memory: ${mebibytes(memory.before)} after the warm-up, ${mebibytes(memory.after)} at the end; the process ended ${deaths} times`,
    `${findings.length} findings${untold > 0 ? `, and ${untold} more of the same kinds` : ""}`,
  ].join("\n");
}

export function describeFinding(finding: Finding, { bodies, keeps }: ReportOptions): string {
  const { kind, sentence, sent, caseName, times } = finding;
  const lines = [``, `${kind}: ${sentence}`, `  breaks: ${findingKinds[kind]}`];
  if (caseName) lines.push(`  kept case: ${caseName} (npm run fuzz -- --minutes 0 --case ${caseName})`);
  else if (times > 1) lines.push(`  seen ${times} times`);
  if (sent) {
    let bodyFile: string | null = null;
    if (needsBodyFile(sent)) {
      mkdirSync(bodies, { recursive: true });
      bodyFile = join(bodies, `${kind}-${sent.request.about.replaceAll(/\W+/g, "-")}-${sent.body?.length}.body`);
      writeFileSync(bodyFile, sent.body ?? "");
    }
    lines.push(`  ${sent.request.about}`, `  ${curlOf(sent, bodyFile)}`);
  }
  const kept = keeps && !caseName ? keepCase(finding) : null;
  if (kept) lines.push(`  kept as apps/server/fuzz/cases/${kept}.json`);
  return lines.join("\n");
}
