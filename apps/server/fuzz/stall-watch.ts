import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ProbeMessage, Wait } from "./probe.ts";

/** How long after an answer the probe may still report a wait that the request caused. */
const settledMilliseconds = 150;

export type StallWatch = Awaited<ReturnType<typeof watchStalls>>;

/** Measures without a pause the delays of `/healthz` and of a bare server on the same machine. */
export async function watchStalls(port: number) {
  const bare = fork(fileURLToPath(new URL("bare-server.ts", import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [barePort] = await once(bare, "message");
  const worker = new Worker(new URL("probe.ts", import.meta.url), { workerData: { port, barePort } });
  let waits: Wait[] = [];
  const figures = { samples: 0, worst: 0 };
  worker.on("message", (message: ProbeMessage) => {
    if (message.kind === "wait") waits.push(message.wait);
    else {
      figures.samples += message.samples;
      figures.worst = Math.max(figures.worst, message.worst);
    }
  });
  return {
    figures,
    /** Sets the server's process after each start. */
    follow: (pid: number | null) => worker.postMessage(pid),
    /** The waits since the last call. */
    async take(): Promise<Wait[]> {
      await sleep(settledMilliseconds);
      const taken = waits;
      waits = [];
      return taken;
    },
    async close(): Promise<void> {
      await worker.terminate();
      bare.disconnect();
    },
  };
}
