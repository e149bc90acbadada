import { createRecordPerKey } from "./record-per-key.ts";

/** Too many calls wait for their turn; the client should retry in some seconds. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/** The client of a call disconnected while the call waited for its turn. */
export class ClientLeft extends Error {
  override readonly name = "ClientLeft";
}

/**
 * Subscribes to the client of a call.
 *
 * @param listener called once when the client disconnects, at once if it has disconnected already
 * @returns ends the subscription
 */
export type WatchClient = (listener: () => void) => () => void;

/**
 * Limits how many pieces of long work run at once in this process. Others wait in the order of their calls.
 *
 * @param limits.atOnceMax how many run at once
 * @param limits.waitingMax how many may wait; further calls are refused at once
 * @param limits.waitingMillisecondsMax the timeout of a call that waits; none by default
 * @returns a function that runs a piece of work in its turn and resolves with the result; it throws QueueFull. With a
 *   WatchClient, which it calls only if the work has to wait, it throws ClientLeft if the client leaves before the turn.
 *   Its third parameter is a timeout of this work, if it differs
 */
export function createConcurrencyLimit({
  atOnceMax,
  waitingMax,
  waitingMillisecondsMax: timeout,
}: {
  atOnceMax: number;
  waitingMax: number;
  waitingMillisecondsMax?: number;
}) {
  let atOnce = 0;
  const waiting = new Set<() => void>();

  function take(watchClient?: WatchClient, waitingMillisecondsMax?: number): Promise<void> | undefined {
    if (atOnce < atOnceMax) {
      atOnce++;
      return undefined;
    }
    if (waiting.size >= waitingMax) throw new QueueFull(`${waitingMax} wait already`);
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      let unwatch: (() => void) | undefined;
      const begin = () => {
        clearTimeout(timer);
        unwatch?.();
        // Calls that end without an await would otherwise all run in one turn of the event loop. From here on the call has its
        // turn, so that its client or its timeout cannot take it away.
        setImmediate(resolve);
      };
      const giveUp = (error: Error) => {
        waiting.delete(begin);
        clearTimeout(timer);
        unwatch?.();
        reject(error);
      };
      waiting.add(begin);
      if (waitingMillisecondsMax !== undefined) {
        const late = () => giveUp(new QueueFull(`no turn within ${waitingMillisecondsMax} ms`));
        timer = setTimeout(late, waitingMillisecondsMax);
      }
      unwatch = watchClient?.(() => giveUp(new ClientLeft("the client left before the turn of its call")));
    });
  }

  function end(): void {
    // The next call gets the turn, so the number of running calls stays the same.
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next();
    } else atOnce--;
  }

  return async <Result>(
    work: () => Promise<Result>,
    watchClient?: WatchClient,
    waitingMillisecondsMax = timeout,
  ): Promise<Result> => {
    await take(watchClient, waitingMillisecondsMax);
    try {
      return await work();
    } finally {
      end();
    }
  };
}

/**
 * Limits the work of each key (a user, a client's network) in a separate queue, so that each waits only for its own
 * work.
 *
 * @param limits of one key
 * @returns a function like the one of {@link createConcurrencyLimit}, for the work of a key. Its `isUsed` says whether
 *   work of a key runs or waits
 */
export function createConcurrencyLimitPerKey<Key extends number | string>(
  limits: Parameters<typeof createConcurrencyLimit>[0],
) {
  const queues = createRecordPerKey<Key, { inTurn: ReturnType<typeof createConcurrencyLimit>; calls: number }>(
    () => ({ inTurn: createConcurrencyLimit(limits), calls: 0 }),
    ({ calls }) => calls === 0,
  );
  const inTurnOfKey = async <Result>(
    key: Key,
    work: () => Promise<Result>,
    watchClient?: WatchClient,
    waitingMillisecondsMax?: number,
  ): Promise<Result> => {
    const queue = queues.of(key);
    queue.calls++;
    try {
      return await queue.inTurn(work, watchClient, waitingMillisecondsMax);
    } finally {
      queue.calls--;
    }
  };
  return Object.assign(inTurnOfKey, { isUsed: (key: Key): boolean => queues.of(key).calls > 0 });
}
