import { readFileSync } from "node:fs";
import { createLogFiles } from "../host/log-files.ts";
import { countLines } from "./histogram.ts";
import { listLines } from "./list.ts";

/*
 * Reads a large log file as the viewer does and prints its cost. memory.test.ts starts it as a separate process with
 * --expose-gc, so that no other work counts. Arguments: the folder of the logs, and the name of a way to read them.
 */
const ctx = { logFiles: createLogFiles({ directory: process.argv[2] ?? "", flush: () => {} }) };
const ways = {
  paging: [{}, 200],
  search: [{ search: "needle" }, Number.POSITIVE_INFINITY],
  "search in letters of another script": [{ search: "голка" }, Number.POSITIVE_INFINITY],
  "search in a field": [{ search: "part=needle" }, Number.POSITIVE_INFINITY],
  level: [{ level: "warn" }, Number.POSITIVE_INFINITY],
  histogram: [{ level: "warn" }, Number.POSITIVE_INFINITY],
} as const;
const [filter, pagesMax] = ways[process.argv[3] as keyof typeof ways];

growYoungGeneration();
// Collects garbage first, so that the read does not reuse memory that the start has freed.
globalThis.gc?.();
const before = process.memoryUsage.rss();
const start = performance.now();
let longest = 0;
let found = 0;
let peak = 0;
let cursor: string | null | undefined;
for (let page = 0; page < pagesMax && cursor !== null; page += 1) {
  const asked = performance.now();
  const input = { app_dir: "http", date_file: "2026-11-21.log", ...filter, ...(cursor && { cursor }) };
  const { rows, next } = process.argv[3] === "histogram" ? await countPart(input) : await listPart(input);
  longest = Math.max(longest, Math.round(performance.now() - asked));
  found += rows;
  cursor = next;
  peak = Math.max(peak, residentMax());
}
const megabytes = Math.round((peak - before) / 1e6);
console.log(JSON.stringify({ megabytes, milliseconds: Math.round(performance.now() - start), longest, found }));

async function listPart(input: Parameters<typeof listLines>[1]) {
  const { results, next } = await listLines(ctx, { ...input, limit: 100 });
  return { rows: results.length, next };
}

async function countPart(input: Parameters<typeof countLines>[1]) {
  const { buckets, next } = await countLines(ctx, input);
  return { rows: buckets.reduce((sum, { lines }) => sum + lines.warn, 0), next };
}

/**
 * Any first work of a process grows V8's young generation, which does not shrink again. In a server it has grown before
 * an admin reads a log.
 */
function growYoungGeneration(): void {
  const alive: string[] = [];
  for (let count = 0; count < 500_000; count += 1) alive[count % 20_000] = String(count).repeat(100);
}

/** The resident memory in bytes: the maximum until now on Linux, elsewhere the current value. */
function residentMax(): number {
  if (process.platform !== "linux") return process.memoryUsage.rss();
  return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
}
