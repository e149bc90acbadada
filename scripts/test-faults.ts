import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import type { Figures } from "../apps/server/faults/report.ts";
import { readArguments, runCommand, UsageError } from "../apps/server/src/cli/command.ts";
import { buildProduct } from "./build-product.ts";
import { runProgram } from "./run-program.ts";
import { writeFigures } from "./write-figures.ts";

const usage = `npm run test:faults -- [--times <number>] [--write] [<name>]

Kills, stops, freezes and starves the built product under writes, and counts lost and doubled writes.
  --times <number>  how often it kills each process; 50 by default
  --write           writes the figures into docs/reliability.md
  <name>            runs only this part: kills, machine, nodes, limits or failover`;

await runCommand(async () => {
  const { values, positionals } = readArguments(usage, {
    times: { type: "string" },
    write: { type: "boolean" },
    help: { type: "boolean" },
  });
  if (values.help) return console.log(usage);
  const { times = "50" } = values;
  if (!/^[1-9]\d{0,3}$/.test(times)) throw new UsageError("--times must be a whole number, 1 or more.");
  await buildProduct();
  const scratch = mkdtempSync(join(tmpdir(), "daymark-faults-"));
  const file = join(scratch, "figures");
  const startedAt = performance.now();
  const { code } = await runProgram("vitest", ["run", "--project", "e2e-faults", ...positionals], {
    shown: true,
    env: { FAULT_TIMES: times, FAULT_REPORT: file },
  });
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  rmSync(scratch, { recursive: true });
  const figures = lines.map((line): Figures => JSON.parse(line));
  const minutes = Math.round((performance.now() - startedAt) / 60_000);
  const table = tableOf(figures);
  console.log(`\n${table}\n`);
  if (values.write) writeFigures("docs/reliability.md", `${machineOf(minutes, code === 0)}\n\n${table}`);
  if (code !== 0) process.exit(1);
});

function tableOf(figures: readonly Figures[]): string {
  const sum = (of: (row: Figures) => number) => figures.reduce((total, row) => total + of(row), 0);
  const rows = figures.map(({ fault, times, acknowledged, lost, doubled, note }) => [
    fault,
    times,
    acknowledged,
    lost,
    doubled,
    note,
  ]);
  const total = [
    "**all**",
    sum(({ times }) => times),
    sum(({ acknowledged }) => acknowledged),
    sum(({ lost }) => lost),
    sum(({ doubled }) => doubled),
    "",
  ];
  const header = ["fault", "times", "writes acknowledged", "lost", "doubled", "notes"];
  return [header, header.map(() => "---"), ...rows, total].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function machineOf(minutes: number, isGreen: boolean): string {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${processor?.model.trim()}), ${memory} GB, ${minutes} minutes, ${isGreen ? "every test passed" : "NOT every test passed"}.`;
}
