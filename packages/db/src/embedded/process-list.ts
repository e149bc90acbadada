import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { platform } from "node:os";

/**
 * A process of this machine. `command` is its command line, or the title that it set. `user` is the real user id, which
 * a setuid program keeps.
 */
export type RunningProcess = { pid: number; parent: number; user: number; command: string };

/**
 * The living processes whose command line matches. Unlike a pid file, this cannot find another process with a reused
 * id.
 */
export function findProcesses(pattern: RegExp): RunningProcess[] {
  const all = platform() === "linux" ? listLinux() : listByPs();
  return all.filter(({ command }) => pattern.test(command));
}

/**
 * The matching processes of our own account and, for root, also those of the directory's owner. Any other account of
 * the machine may start a process with the same command line. A start must neither wait for it nor end it.
 */
export function findOwnProcesses(directory: string, pattern: RegExp): RunningProcess[] {
  const us = process.getuid?.();
  const users = us === 0 ? [us, statSync(directory).uid] : [us];
  return findProcesses(pattern).filter(({ user }) => users.includes(user));
}

function listLinux(): RunningProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        // Lines "Name:\tvalue"; the kernel escapes a line break in the process name.
        const status = readFileSync(`/proc/${name}/status`, "utf8");
        const field = (label: string) => new RegExp(`^${label}:\\s*(\\w+)`, "m").exec(status)?.[1];
        // A zombie has already ended.
        if (field("State") === "Z") return [];
        return [{ pid: Number(name), parent: Number(field("PPid")), user: Number(field("Uid")), command }];
      } catch {
        return []; // The process has ended.
      }
    });
}

function listByPs(): RunningProcess[] {
  return execFileSync("/bin/ps", ["-axo", "pid=,ppid=,ruid=,command="], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => {
      const [, pid, parent, user, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), user: Number(user), command }];
    });
}

/** Sends a signal. It is no error if the process has already ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code !== "ESRCH") throw error;
  }
}
