import type { WriteQueue } from "./write-queue.ts";

const lookAgainMs = 50;

/** Resolves once nothing is underway any more, or when that takes longer than somebody who leaves would wait. */
export async function whenIdle(queue: Pick<WriteQueue, "isBusy">, patienceMs: number): Promise<void> {
  for (let waitedMs = 0; queue.isBusy && waitedMs < patienceMs; waitedMs += lookAgainMs) {
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}
