import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { endOrphanedServers, markerOf } from "./server-process.ts";

const directory = mkdtempSync(join(tmpdir(), "daymark-orphans-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** The command line of a server whose supervisor has died. */
async function run(ids: { uid?: number; gid?: number } = {}) {
  const child = spawn("/bin/sleep", ["600"], { argv0: `${markerOf(directory)}1`, stdio: "ignore", ...ids });
  const ended = once(child, "exit");
  await once(child, "spawn");
  return { child, ended };
}

test("a start ends a server whose supervisor has died", async () => {
  const { child, ended } = await run();
  await endOrphanedServers(directory);
  await ended;
  expect(child.signalCode).toBe("SIGKILL");
});

test.runIf(process.getuid?.() === 0)("another account's process with a server's name is not ended", async () => {
  const { child, ended } = await run({ uid: 65_533, gid: 65_533 });
  await endOrphanedServers(directory);
  expect(child.signalCode).toBe(null);
  child.kill("SIGKILL");
  await ended;
});
