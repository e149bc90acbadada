import { execFile } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const directory = mkdtempSync(join(tmpdir(), "daymark-memory-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** LOG_FILE_BYTES=1073741824 makes it one gigabyte, the size for which docs/operations.md has the figures. */
const bytesMin = Number(process.env.LOG_FILE_BYTES ?? 128 * 1024 * 1024);
/** The documented limit is fifty. Measured are 3 to 10. */
const megabytesMax = 25;

/** The options that the server's process starts with. */
const runtime: { nodeFlags: string[] } = JSON.parse(
  readFileSync(new URL("../../../../apps/server/runtime.json", import.meta.url), "utf8"),
);

/** One matching line at the very beginning, then lines as the host writes them. */
beforeAll(() => {
  mkdirSync(join(directory, "http"));
  const file = openSync(join(directory, "http/2026-11-21.log"), "w");
  const entry = (level: string, message: string, part?: string) =>
    `${JSON.stringify({ level, time: "2026-11-21T10:00:00.000Z", method: "GET", route: "/api/habits/", status: 200, part, message })}\n`;
  // Letters of another script occur in every block.
  const few = entry("info", "GET /api/habits/ 200").repeat(199) + entry("info", "GET /api/habits/?search=Їжак 200");
  const lines = few.repeat(250);
  const first = entry("warn", "the needle, голка", "needle");
  for (let written = writeSync(file, first); written < bytesMin; ) written += writeSync(file, lines);
  closeSync(file);
});

test.each([
  ["paging", 20_000],
  ["search", 1],
  ["search in letters of another script", 1],
  ["search in a field", 1],
  ["level", 1],
  ["histogram", 1],
])(
  "reading a large file needs little memory, and no call takes long: %s",
  async (way, rows) => {
    const script = new URL("./testing-memory.ts", import.meta.url).pathname;
    const flags = [...runtime.nodeFlags, "--expose-gc"];
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, directory, way], {
      env: process.env,
    });
    if (process.env.LOG_FILE_BYTES) console.log(way, stdout);
    const { megabytes, longest, found } = JSON.parse(stdout);
    expect(found).toBe(rows);
    expect(megabytes).toBeLessThan(megabytesMax);
    // Even on a slow machine, one call searches at most sixteen megabytes.
    expect(longest).toBeLessThan(10_000);
  },
  600_000,
);
