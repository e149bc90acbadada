import type { WriteQueue } from "./write-queue.ts";

const lookAgainMs = 50;

/** Resolves once no write is running, or after a time that a user who leaves would accept. */
export async function whenIdle(queue: Pick<WriteQueue, "isBusy">, timeoutMs: number): Promise<void> {
  for (let waitedMs = 0; queue.isBusy && waitedMs < timeoutMs; waitedMs += lookAgainMs) {
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}
