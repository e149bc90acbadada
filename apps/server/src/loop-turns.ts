/** Once a turn of the event loop has taken so long, further work waits for the next one. */
const turnMillisecondsMax = 10;

/** Has pieces of work that keep the event loop busy take turns. */
export interface LoopTurns {
  /**
   * Runs a piece of work now, or later if this turn of the event loop has been long or other work waits. Of the waiting
   * pieces, one runs in each turn, and clients alternate.
   *
   * @param client the network of the client that causes the work
   * @param work of some milliseconds, which reports its errors by itself
   */
  run(client: string, work: () => void): void;
}

/**
 * Bounds how long work that arrives together keeps the event loop busy. Without it Node would read all that has arrived on
 * all connections, and our code would parse all bodies that are complete, in one turn of seconds.
 */
export function createLoopTurns(): LoopTurns {
  /** By client. The client whose work is next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  let startedAt: number | undefined;

  /** A turn begins with its first piece of work. Promises that the work has resolved are part of the turn. */
  function beginTurn(): void {
    startedAt = performance.now();
    setImmediate(endTurn);
  }

  function endTurn(): void {
    startedAt = undefined;
    const next = takeNext();
    if (!next) return;
    beginTurn();
    next();
  }

  function takeNext(): (() => void) | undefined {
    const [first] = waiting;
    if (!first) return undefined;
    const [client, pieces] = first;
    waiting.delete(client);
    const next = pieces.shift();
    if (pieces.length > 0) waiting.set(client, pieces);
    return next;
  }

  return {
    run(client, work) {
      if (startedAt === undefined) beginTurn();
      else if (waiting.size > 0 || performance.now() - startedAt > turnMillisecondsMax) {
        const pieces = waiting.get(client);
        if (pieces) pieces.push(work);
        else waiting.set(client, [work]);
        return;
      }
      work();
    },
  };
}
