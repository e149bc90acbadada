import { setTimeout as sleep } from "node:timers/promises";
import type { ServerProcess } from "./server-process.ts";

/** V8 returns memory to the system some seconds after a load has ended. */
const settleMilliseconds = 18_000;
const lookMilliseconds = 2_000;

/**
 * Measures the server's resident memory while no requests are sent.
 *
 * @param enough bytes; the measurement stops early once the memory is below
 * @returns the lowest of several samples in bytes; null if the memory is unknown
 */
export async function settleMemory(server: Pick<ServerProcess, "memory">, enough = 0): Promise<number | null> {
  const end = performance.now() + settleMilliseconds;
  let least = await server.memory();
  while (least !== null && least > enough && performance.now() < end) {
    await sleep(lookMilliseconds);
    least = Math.min(least, (await server.memory()) ?? least);
  }
  return least;
}
