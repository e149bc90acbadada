import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { endOrphans } from "./postmaster.ts";
import { findOwnProcesses, findProcesses } from "./process-list.ts";

const isRoot = process.getuid?.() === 0;
/** An account that is neither root nor the directory's owner. */
const stranger = { uid: 65_533, gid: 65_533 };
const directory = mkdtempSync(join(tmpdir(), "daymark-processes-"));
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

afterAll(() => rmSync(directory, { recursive: true }));

/** Starts a process whose command line begins with this name. */
async function run(name: string, ids: { uid?: number; gid?: number } = {}) {
  const child = spawn("/bin/sleep", ["600"], { argv0: name, stdio: "ignore", ...ids });
  children.push(child);
  await once(child, "spawn");
  return child;
}

/** The marker in the command line of the directory's database. */
function markerOf(path: string): string {
  const { dev, ino } = statSync(path);
  return `daymark-${dev.toString(36)}-${ino.toString(36)}`;
}

test("the list contains a process with its parent and its account", async () => {
  const name = `daymark-test-${process.pid}-own`;
  const { pid } = await run(name);
  const found = { pid, parent: process.pid, user: process.getuid?.(), command: expect.stringContaining(name) };
  expect(findProcesses(new RegExp(name))).toEqual([found]);
  expect(findOwnProcesses(directory, new RegExp(name))).toEqual([found]);
});

test.runIf(isRoot)("for root, own processes are only those of root and of the directory's owner", async () => {
  const name = `daymark-test-${process.pid}-accounts`;
  const owned = mkdtempSync(join(tmpdir(), "daymark-owned-"));
  chownSync(owned, 65_532, 65_532);
  const [root, owner] = [await run(name), await run(name, { uid: 65_532, gid: 65_532 })];
  await run(name, stranger);
  const found = findOwnProcesses(owned, new RegExp(name)).map(({ pid }) => pid);
  rmSync(owned, { recursive: true });
  expect(found.sort()).toEqual([root.pid, owner.pid].sort());
});

test.runIf(isRoot)(
  "a start of the database neither waits for nor ends another account's process with the same name",
  async () => {
    const [foreign, own] = [await run(markerOf(directory), stranger), await run(`${markerOf(directory)}0`)];
    await endOrphans(directory);
    expect([foreign.signalCode, own.signalCode]).toEqual([null, null]);
  },
);
