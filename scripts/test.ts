import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProgramResult, root, runProgram, runTurbo } from "./run-program.ts";
import { addCounts, countsOf, failuresOf, formatCounts, type TestCounts } from "./test-counts.ts";

type Stage = { name: string; run: () => Promise<TestCounts> };

/** A file system in memory, and the bytes that a run may use of it. */
const memory = { directory: "/dev/shm", bytesMax: 6 * 2 ** 30 };

// A database is a folder of 300 files, and each test file creates and deletes one. In memory this takes a fifth less
// processor time. No test needs a disk, except for those of `test:faults`.
if (process.env.TMPDIR === undefined && existsSync(memory.directory)) {
  const { bavail, bsize } = statfsSync(memory.directory);
  if (bavail * bsize >= memory.bytesMax) process.env.TMPDIR = memory.directory;
}

const scratch = mkdtempSync(join(tmpdir(), "daymark-test-run-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

const node = (script: string) => runProgram(process.execPath, [join(root, "scripts", script)]);

/** The failures of all suites. The run prints them again at its end, because many readers see only the last lines. */
const failures: string[] = [];

/**
 * The stages of one step run in parallel. A stage runs even if an earlier one failed. A stage that is no test suite
 * counts as one test.
 */
const steps: Stage[][] = [
  [check("catalogs are complete and up to date", () => node("check/catalogs.ts"))],
  [check("code style and lint", () => runProgram("biome", ["ci", "--colors=off", "."]))],
  [check("nothing unused", () => runProgram("knip", []))],
  [check("workspaces agree on versions", () => runProgram("sherif", []))],
  [check("structure", () => node("check/structure.ts"))],
  [check("types", () => runTurbo("typecheck", ["--continue"]))],
  [check("build", () => node("build-product.ts"))],
  // The second suite spends half of its time waiting for processes to start and stop.
  [suites("unit and integration tests", "!e2e*"), suites("end-to-end tests of the server's process", "e2e-process")],
  // The last two use the whole machine, and the fuzzer measures how long the server delays other requests.
  [suites("end-to-end tests in a browser", "e2e")],
  [suites("a minute of the fuzzer", "e2e-fuzz")],
];

function check(name: string, run: () => Promise<ProgramResult>): Stage {
  return {
    name,
    run: async () => {
      const { code, output } = await run();
      if (code !== 0) console.log(output.trimEnd());
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
    },
  };
}

/** @param selected names of projects (`domain`, `e2e`), parts of file paths, or options of vitest (`--shard=1/4`) */
function suites(name: string, ...selected: string[]): Stage {
  const isProject = (text: string) => !/^-|[./]/.test(text);
  const selection = selected.map((text) => (isProject(text) ? `--project=${text}` : text));
  return {
    name,
    run: async () => {
      // A stage may have many files in its name, but a file system limits names to 255 bytes.
      const report = join(scratch, `${name.replaceAll(/\W/g, "_").slice(0, 100)}.json`);
      const { code } = await runProgram(
        "vitest",
        ["run", ...selection, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
        { shown: true },
      );
      const text = existsSync(report) ? readFileSync(report, "utf8") : undefined;
      failures.push(...failuresOf(text).map((failure) => `${name}: ${failure}`));
      return countsOf(text, code);
    },
  };
}

let total: TestCounts = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
async function runStage({ name, run }: Stage): Promise<void> {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const counts = await run();
  total = addCounts(total, counts);
  const line = `${counts.failed === 0 ? "ok    " : "FAILED"} ${name}: ${formatCounts(counts)} (${Math.round((performance.now() - startedAt) / 1000)} s)`;
  lines.push(line);
  console.log(line);
}

/** A project or file that tests the built product, or an option, which may select one. */
const needsProduct = (text: string) => /^-|(?:^|\/)(?:e2e|fuzz|faults)/.test(text);

// `npm test -- <project, file or option of vitest> ...` runs only a part.
const part = process.argv.slice(2);
if (part.length > 0) {
  if (part.some(needsProduct)) await runStage(check("build", () => node("build-product.ts")));
  await runStage(suites(`tests of ${part.join(" ")}`, ...part));
} else for (const step of steps) await Promise.all(step.map(runStage));
for (const failure of failures) console.log(`\n── failed: ${failure}`);
console.log(`\n${lines.join("\n")}\n\n${formatCounts(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
