import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Resident memory of a process in MiB. */
export function residentMib(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kib = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(status, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }).trim();
  return Number(kib) / 1024;
}
