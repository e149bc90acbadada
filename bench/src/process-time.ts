import { readdirSync, readFileSync } from "node:fs";

/** Linux counts the time of processes in hundredths of a second. */
const ticksPerSecond = 100;

/** The milliseconds of processor time of processes since they started, in user and system mode. */
export function cpuMilliseconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + read(pid).own, 0);
}

/** The same for a process, its running children, and its ended children. */
export function treeMilliseconds(pid: number): number {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const child = read(Number(name));
        return child.parent === pid ? [child.own] : [];
      } catch {
        // The process has ended, and its parent counts its time among its ended children's.
        return [];
      }
    });
  const { own, ended } = read(pid);
  return children.reduce((sum, each) => sum + each, own + ended);
}

export function parentOf(pid: number): number {
  return read(pid).parent;
}

/** proc(5): fields 4 and 14 to 17 of /proc/pid/stat. */
function read(pid: number): { parent: number; own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const milliseconds = (...indexes: number[]) =>
    (indexes.reduce((sum, index) => sum + Number(fields[index]), 0) * 1000) / ticksPerSecond;
  return { parent: Number(fields[1]), own: milliseconds(11, 12), ended: milliseconds(13, 14) };
}
