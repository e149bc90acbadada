import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenIdle } from "./when-idle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isOver = async (waiting: Promise<void>) => {
  const pending = Symbol("pending");
  return (await Promise.race([waiting, Promise.resolve(pending)])) !== pending;
};

test("a log-out waits for running writes, up to a limit", async () => {
  await whenIdle({ isBusy: false }, 3000);

  const queue = { isBusy: true };
  const waiting = whenIdle(queue, 3000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await isOver(waiting)).toBe(false);
  queue.isBusy = false;
  await vi.advanceTimersByTimeAsync(100);
  expect(await isOver(waiting)).toBe(true);

  const timedOut = whenIdle({ isBusy: true }, 3000);
  await vi.advanceTimersByTimeAsync(3100);
  expect(await isOver(timedOut)).toBe(true);
});
