/** Too many wait for their turn; to be tried again in some seconds. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/**
 * Lets long work of one kind be done only so many times at once in this process; the rest waits in the order it came.
 *
 * @param limits.atOnceMax how many at a time
 * @param limits.waitingMax how many may wait; whoever comes later is better told so at once
 * @returns what does a piece of work in its turn and gives what that gives; it throws QueueFull
 */
export function createTurns({ atOnceMax, waitingMax }: { atOnceMax: number; waitingMax: number }) {
  let atOnce = 0;
  const waiting: (() => void)[] = [];

  function take(): Promise<void> | undefined {
    if (atOnce < atOnceMax) {
      atOnce++;
      return undefined;
    }
    if (waiting.length >= waitingMax) throw new QueueFull(`${waitingMax} wait already`);
    return new Promise((resolve) => waiting.push(resolve));
  }

  function end(): void {
    // The turn passes on: the number at work stays the same.
    const next = waiting.shift();
    if (next) next();
    else atOnce--;
  }

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await take();
    try {
      return await work();
    } finally {
      end();
    }
  };
}
