import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@daymark/db/free-port";

/** The admin that exists after each start. No fuzzed request is sent as this admin. */
export const rootAdmin = { username: "fuzz_root", email: "fuzz_root@example.com", password: "Correct-Horse-7" };

const metricsToken = "fuzz-metrics-token-0123456789";
const entry = fileURLToPath(new URL("../dist/main.js", import.meta.url));
/** The Node flags of `npm start`: the limit of the heap. */
const runtime: { nodeFlags: string[] } = JSON.parse(readFileSync(new URL("../runtime.json", import.meta.url), "utf8"));

const startMilliseconds = 120_000;
const stopMilliseconds = 20_000;
/** Characters of the process' output that are stored, for the report of a crash. */
const outputKept = 6_000;

/** The server under test. */
export interface ServerProcess {
  port: number;
  /** Null for a server that the fuzzer did not start. */
  dataDirectory: string | null;
  /** The folder of sent mails, one file each; null for a server that the fuzzer did not start. */
  mailDirectory: string | null;
  /** Changes with each start of the process; null while the server does not answer. */
  identity(): Promise<string | null>;
  /** Resident memory in bytes; null if unknown. */
  memory(): Promise<number | null>;
  /** Null for a server that the fuzzer did not start. */
  pid(): number | null;
  /** The end of the process' output. */
  output(): string;
  /** Waits until the server answers. Starts it again on the same data if the process has ended. */
  revive(): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

/** Starts the built server, without a supervisor, on a separate data directory with an embedded PostgreSQL. */
export async function startServer(): Promise<ServerProcess> {
  const root = mkdtempSync(join(tmpdir(), "daymark-fuzz-"));
  // If root starts it, PostgreSQL runs as another user, which must reach its folder.
  chmodSync(root, 0o711);
  const dataDirectory = join(root, "data");
  mkdirSync(dataDirectory);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let output = "";
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const { PATH, HOME, TMPDIR } = process.env;
    const started = spawn(process.execPath, [...runtime.nodeFlags, entry], {
      env: {
        ...{ PATH, HOME, ...(TMPDIR && { TMPDIR }) },
        ...{ NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDirectory },
        ...{ RATE_LIMIT: "off", CAPTCHA: "off", LOG_LEVEL: "warn", METRICS_TOKEN: metricsToken },
        ADMIN_USERNAME: rootAdmin.username,
        ADMIN_EMAIL: rootAdmin.email,
        ADMIN_PASSWORD: rootAdmin.password,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream.on("data", (text) => {
        output = (output + text).slice(-outputKept);
      });
    }
    const end = performance.now() + startMilliseconds;
    while (!(await isReady(url))) {
      if (hasEnded(started) || performance.now() > end) throw new Error(`The server did not start:\n${output}`);
      await sleep(50);
    }
  }

  async function stop(): Promise<void> {
    if (!child || hasEnded(child)) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const killer = setTimeout(() => child?.kill("SIGKILL"), stopMilliseconds);
    await ended;
    clearTimeout(killer);
  }

  const remove = async () => {
    await stop();
    rmSync(root, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  const gauge = async (name: string) => readGauge(url, name);
  return {
    port,
    dataDirectory,
    mailDirectory: join(dataDirectory, "mail"),
    identity: async () => (child && hasEnded(child) ? null : ((await gauge("process_start_time_seconds")) ?? null)),
    memory: async () => Number(await gauge("process_resident_memory_bytes")) || null,
    pid: () => child?.pid ?? null,
    output: () => output,
    revive: async () => {
      const end = performance.now() + startMilliseconds;
      // A process that ends refuses connections a moment before Node reports its exit.
      while (!(await isReady(url))) {
        if (child && hasEnded(child)) await start();
        else if (performance.now() > end) throw new Error(`The server does not answer:\n${output}`);
        else await sleep(50);
      }
    },
    remove,
  };
}

/** A server that the fuzzer did not start. Its memory is unknown. */
export function attachServer(url: URL): ServerProcess {
  const port = Number(url.port);
  return {
    port,
    dataDirectory: null,
    mailDirectory: null,
    identity: async () => ((await isReady(url.origin)) ? "" : null),
    memory: async () => null,
    pid: () => null,
    output: () => "",
    revive: async () => {
      while (!(await isReady(url.origin))) await sleep(500);
    },
    remove: async () => {},
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );
}

async function readGauge(url: string, name: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  try {
    const answer = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(20_000) });
    return new RegExp(`^${name} (\\S+)$`, "m").exec(await answer.text())?.[1];
  } catch {
    return undefined;
  }
}
