import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

// Runs in a worker thread, so that the fuzzer's own work does not delay the measurement.

const { port, barePort } = workerData as { port: number; barePort: number };
/** The server's process, which the fuzzer posts after each start. */
let pid: number | null = null;
parentPort?.on("message", (newPid: number | null) => {
  pid = newPid;
});

/** A wait of the probe beyond the machine's own delay. Times in milliseconds of `performance.timeOrigin + now()`. */
export interface Wait {
  startedAt: number;
  endedAt: number;
  /** Excludes the bare server's longest delay at that time, and the time that the process waited for a processor. */
  milliseconds: number;
}

/** Messages of this worker: a wait, or the number of samples and the largest one in milliseconds. */
export type ProbeMessage = { kind: "wait"; wait: Wait } | { kind: "figures"; samples: number; worst: number };

const pauseMilliseconds = 20;
const waitMillisecondsMax = 200;
/** The bare server's samples count for a wait if they ended at most this long before the wait began. */
const beforeMilliseconds = 500;
const timeoutMilliseconds = 60_000;
const figuresEvery = 25;

const now = () => performance.timeOrigin + performance.now();
const agents = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true, maxSockets: 1 })] as const;
const bare: { endedAt: number; milliseconds: number }[] = [];

async function timeRequest(agent: Agent, options: { port: number; path: string }): Promise<number | null> {
  const startedAt = now();
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", agent, timeout: timeoutMilliseconds, ...options }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(now() - startedAt));
    });
    request.once("timeout", () => request.destroy());
    // The fuzzer itself checks whether the process still runs.
    request.once("error", () => resolve(null));
  });
}

async function probeBare(): Promise<never> {
  for (;;) {
    const milliseconds = await timeRequest(agents[0], { port: barePort, path: "/" });
    bare.push({ endedAt: now(), milliseconds: milliseconds ?? 0 });
    while ((bare[0]?.endedAt ?? Number.POSITIVE_INFINITY) < now() - timeoutMilliseconds * 2) bare.shift();
    await sleep(pauseMilliseconds);
  }
}

async function probeServer(): Promise<never> {
  let [samples, worst] = [0, 0];
  for (;;) {
    const startedAt = now();
    const queuedBefore = readQueued();
    const milliseconds = await timeRequest(agents[1], { port, path: "/healthz" });
    const endedAt = now();
    const queued = Math.max(0, readQueued() - queuedBefore);
    if (milliseconds !== null) {
      // Waits until the bare server's sample of the same time has ended, for the comparison.
      if (milliseconds > waitMillisecondsMax) await sleep(pauseMilliseconds * 2);
      const beside = bare.filter(({ endedAt: end }) => end >= startedAt - beforeMilliseconds);
      const excess = milliseconds - queued - Math.max(0, ...beside.map((sample) => sample.milliseconds));
      samples += 1;
      worst = Math.max(worst, excess);
      if (excess > waitMillisecondsMax) post({ kind: "wait", wait: { startedAt, endedAt, milliseconds: excess } });
      if (samples === figuresEvery || excess > waitMillisecondsMax) {
        post({ kind: "figures", samples, worst });
        [samples, worst] = [0, 0];
      }
    }
    await sleep(pauseMilliseconds);
  }
}

/** Milliseconds that the server's main thread has waited for a processor since its start (Linux); 0 if unknown. */
function readQueued(): number {
  try {
    const [, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
    return Number(waited) / 1e6;
  } catch {
    return 0;
  }
}

function post(message: ProbeMessage): void {
  parentPort?.postMessage(message);
}

if (parentPort) void Promise.all([probeBare(), probeServer()]);
