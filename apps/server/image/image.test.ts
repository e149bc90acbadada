import { execFileSync } from "node:child_process";
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "@daymark/db/free-port";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callAt, personAt } from "../e2e/product.ts";

/** The user and group of the image. */
const user = 10_001;
const bytesMax = 350_000_000;
const { PODMAN_ARGUMENTS: globals = "", IMAGE: image = "" } = process.env;

let data: string;
let container = "";

beforeEach(() => {
  container = "";
  data = mkdtempSync(join(tmpdir(), "daymark-volume-"));
  chownSync(data, user, user);
});
afterEach(() => {
  if (container) podman("rm", "--force", "--time", "20", container);
  rmSync(data, { recursive: true });
});

/** Runs podman and returns what it prints. @throws Error if it fails */
function podman(...args: string[]): string {
  return execFileSync("podman", [...globals.split(" "), ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/**
 * Starts the image with the restrictions of compose.yaml: a read-only root, only the volume to write to, no
 * capabilities.
 */
async function start(): Promise<string> {
  const port = await findFreePort();
  const variables = { HOST: "127.0.0.1", PORT: String(port), CAPTCHA: "off", RATE_LIMIT: "off" };
  container = podman(
    ...["run", "--detach", "--network", "host", "--cgroups=disabled", "--no-healthcheck"],
    // Podman's default limits are higher than an unprivileged machine allows.
    ...["--ulimit", "nofile=20000:20000", "--ulimit", "nproc=32768:32768"],
    ...["--read-only", "--read-only-tmpfs=false", "--cap-drop", "all", "--security-opt", "no-new-privileges"],
    ...["--volume", `${data}:/data`],
    ...Object.entries(variables).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
    image,
  ).trim();
  return `http://127.0.0.1:${port}`;
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    const state = podman("inspect", "--format", "{{.State.Status}}", container).trim();
    if (state !== "running") throw new Error(`the container is ${state}:\n${podman("logs", container)}`);
    await sleep(100);
  }
}

test("a read-only container without capabilities records a day, keeps it through kill -9 and a restart, and makes a backup", async () => {
  const url = await start();
  await untilReady(url);
  const { token, habitId } = await personAt(url);
  const body = { value: 5, note: "Їжак" };
  expect(await callAt(url, "PUT", `/api/habits/${habitId}/progress/2026-03-01/`, { token, body })).toMatchObject({
    status: 200,
  });
  const read = () => callAt(url, "GET", "/api/progress/?from=2026-03-01&to=2026-03-01", { token });
  const { json: recorded } = await read();
  expect(recorded.results).toMatchObject([body]);

  for (let kill = 0; kill < 3; kill++) {
    podman("kill", "--signal", "KILL", container);
    podman("wait", container);
    podman("start", container);
    await untilReady(url);
    expect((await read()).json).toEqual(recorded);
  }

  expect(podman("exec", container, "daymark", "backup")).toMatch(/^\/data\/backups\/\S+\.tar\.gz: \d+ rows/);
  expect(globSync("backups/*.tar.gz", { cwd: data })).toHaveLength(1);
  podman("stop", "--time", "20", container);
  expect(podman("inspect", "--format", "{{.State.ExitCode}}", container).trim()).toBe("0");
  expect(readFileSync(join(data, "logs/database", newestLog()), "utf8")).toContain("database system is shut down");
});

function newestLog(): string {
  return (
    globSync("*.log", { cwd: join(data, "logs/database") })
      .sort()
      .at(-1) ?? ""
  );
}

test("the container runs as user and group 10001 without capabilities, and cannot write outside of its volume", async () => {
  const url = await start();
  await untilReady(url);
  const inside = (command: string) => podman("exec", container, "sh", "-c", command).trim();
  expect(inside("id -u; id -g")).toBe(`${user}\n${user}`);
  expect(inside("grep -h ^CapEff /proc/1/status").split(/\s+/)[1]).toBe("0000000000000000");
  expect(
    inside("touch /tmp/x /opt/daymark/x /etc/x 2>/dev/null; ls /tmp/x /opt/daymark/x /etc/x 2>/dev/null | wc -l"),
  ).toBe("0");
});

test("the image has fewer than 350 MB, and names its port, volume, user and signal", () => {
  const [{ Size: size, Config: config }] = JSON.parse(podman("image", "inspect", image));
  expect(size).toBeLessThan(bytesMax);
  expect(config).toMatchObject({
    User: `${user}:${user}`,
    ExposedPorts: { "3000/tcp": {} },
    Volumes: { "/data": {} },
    StopSignal: "SIGTERM",
  });
});
