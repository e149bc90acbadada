import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import type { Sql } from "@daymark/db/connection/client";

/** The machine of the measurement, and its other load. */
export interface Machine {
  cpu: string;
  cpus: number;
  memoryGib: number;
  node: string;
  postgres: string;
  /** Processes that computed or wrote in the mean of the minute before the measurement. */
  load: number;
}

/** @param load from {@link loadNow}, before the measurement */
export async function readMachine(sql: Sql, load: number): Promise<Machine> {
  const [version] = await sql<{ server_version: string }[]>`show server_version`;
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cpus: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    postgres: version?.server_version ?? "unknown",
    load,
  };
}

export function loadNow(): number {
  return loadavg()[0] ?? 0;
}

/** The measured commit. */
export function commitNow(): string {
  return execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: import.meta.dirname, encoding: "utf8" }).trim();
}

export function formatMachine({ cpu, cpus: count, memoryGib, node, postgres, load }: Machine): string {
  const programs = `Node ${node}, PostgreSQL ${postgres}, fsync on`;
  return `${cpu}, ${count} cores, ${memoryGib} GiB, ${programs}; load average before: ${load.toFixed(1)}`;
}
