import { trustScript } from "../../../lib/page/trusted-script.ts";
import type { Puzzle } from "./captcha.ts";
import workerUrl from "./captcha-worker.ts?worker&url";

/** The number that fits, found in a worker. Null if there is none; rejects if no worker could be started. */
export function solveInWorker(puzzle: Puzzle): Promise<number | null> {
  const worker = new Worker(trustScript(workerUrl), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  worker.addEventListener("message", ({ data }: MessageEvent<number | null>) => resolve(data));
  worker.addEventListener("error", () => reject(new Error("the captcha could not be solved")));
  worker.postMessage(puzzle);
  return promise.finally(() => worker.terminate());
}
