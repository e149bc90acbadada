import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "@daymark/db/free-port";

/** A server that runs in a separate process. */
export interface RunningServer {
  url: string;
  pid: number;
  port: number;
  /** Milliseconds from the start of the process to its first answer with status 200. */
  startMs: number;
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 15_000;
const pollMs = 5;
/** The length of the server's last output that the error shows if the server does not start. */
const outputLengthMax = 4000;

/** The Node flags that `npm start` gives the server's process. */
export const runtime: { nodeFlags: string[] } = JSON.parse(
  readFileSync(new URL("../../../server/runtime.json", import.meta.url), "utf8"),
);

/**
 * Starts a server and waits until it answers.
 *
 * @param options.entry file that Node runs
 * @param options.flags of Node
 * @param options.env environment variables of the server; from the test's own it gets only what every program needs
 * @param options.readyPath path that answers 200 once the server is ready
 * @param options.port a free one by default
 */
export async function startProcess(options: {
  entry: string;
  flags?: readonly string[];
  env: Record<string, string>;
  readyPath: string;
  port?: number;
}): Promise<RunningServer> {
  const port = options.port ?? (await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [...(options.flags ?? []), options.entry], {
    env: { ...programEnvironment(), NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      output = (output + text).slice(-outputLengthMax);
    });
  }
  try {
    await untilReady(child, `${url}${options.readyPath}`);
  } catch (error) {
    await stopChild(child);
    throw new Error(`${options.entry} did not start: ${error instanceof Error ? error.message : error}\n${output}`);
  }
  const startMs = performance.now() - started;
  return { url, port, pid: child.pid as number, startMs, stop: () => stopChild(child) };
}

/** Leaves out everything else, because a developer's own DATABASE_URL or SMTP_URL must not reach a test. */
function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }) };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const end = performance.now() + startTimeoutMs;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`exited with ${child.exitCode} before it was ready`);
    const ready = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await sleep(pollMs);
  }
  throw new Error(`not ready after ${startTimeoutMs / 1000} s`);
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const killer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  await exited;
  clearTimeout(killer);
}
