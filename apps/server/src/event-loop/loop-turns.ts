import { ClientLeft, type WatchClient } from "@daymark/auth/concurrency/concurrency-limit";

/** Once a turn of the event loop has taken this long, further work waits for the next one. */
const turnMillisecondsMax = 10;

/** How many waiting pieces a turn tries to run. */
const waitingPiecesMax = 100;

/** Makes pieces of work that block the event loop take turns. */
export interface LoopTurns {
  /**
   * Runs a piece of work now, or later if this turn of the event loop has been long or other work waits. Each turn runs
   * at least one waiting piece, and more until the turn has been long. Clients alternate.
   *
   * @param client the network of the client that causes the work
   * @param work takes some milliseconds, and handles its own errors
   */
  run(client: string, work: () => void): void;
  /**
   * Resolves in its turn, for work of some milliseconds that follows at once. It rejects with ClientLeft once the
   * client has left, so that the waiting work frees its memory.
   *
   * @param client as for {@link LoopTurns.run}
   * @param watchClient watches the client that the work is for
   */
  nextTurn(client: string, watchClient: WatchClient): Promise<void>;
}

/**
 * Bounds how long work that arrives together blocks the event loop. Without it Node would read all bytes that have
 * arrived on all connections, and our code would parse all complete bodies, in one turn of seconds.
 */
export function createLoopTurns(): LoopTurns {
  /** By client. The client with the next turn comes first. */
  const waiting = new Map<string, (() => void)[]>();
  let waitingCount = 0;
  let startedAt: number | undefined;

  function beginTurn(): void {
    startedAt = performance.now();
    setImmediate(endTurn);
  }

  const isLong = () => startedAt !== undefined && performance.now() - startedAt > turnMillisecondsMax;

  /**
   * Runs one waiting piece, and begins the next turn with others. Each piece has its own immediate: before the next
   * immediate Node runs the promises that a piece has resolved, so that they count as part of the turn.
   */
  function endTurn(): void {
    startedAt = undefined;
    if (waitingCount === 0) return;
    startedAt = performance.now();
    takeNext()?.();
    for (let count = Math.min(waitingCount, waitingPiecesMax); count > 0; count -= 1) {
      setImmediate(() => {
        if (!isLong()) takeNext()?.();
      });
    }
    setImmediate(endTurn);
  }

  function takeNext(): (() => void) | undefined {
    const [first] = waiting;
    if (!first) return undefined;
    const [client, pieces] = first;
    waiting.delete(client);
    const next = pieces.shift();
    waitingCount -= 1;
    if (pieces.length > 0) waiting.set(client, pieces);
    return next;
  }

  function wait(client: string, work: () => void): void {
    waitingCount += 1;
    const pieces = waiting.get(client);
    if (pieces) pieces.push(work);
    else waiting.set(client, [work]);
  }

  function stopWaiting(client: string, work: () => void): void {
    const left = waiting.get(client)?.filter((piece) => piece !== work) ?? [];
    waitingCount += left.length - (waiting.get(client)?.length ?? 0);
    if (left.length > 0) waiting.set(client, left);
    else waiting.delete(client);
  }

  return {
    run(client, work) {
      if (startedAt === undefined) beginTurn();
      else if (waitingCount > 0 || isLong()) return wait(client, work);
      work();
    },
    nextTurn: (client, watchClient) =>
      new Promise((resolve, reject) => {
        const begin = () => {
          unwatch();
          resolve();
        };
        wait(client, begin);
        const unwatch = watchClient(() => {
          stopWaiting(client, begin);
          reject(new ClientLeft("the client left before the turn of its work"));
        });
        if (startedAt === undefined) beginTurn();
      }),
  };
}
