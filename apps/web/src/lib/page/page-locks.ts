/** What this app uses of the Web Locks API. */
export interface Locks {
  request<T>(name: string, callback: () => Promise<T>): Promise<T>;
  /** @param options.signal ends the waiting, not the work */
  request<T>(name: string, options: { signal: AbortSignal }, callback: () => Promise<T>): Promise<T>;
}

/**
 * Locks that only this page knows. Its own calls take turns; those of other pages do not wait for them. A request that
 * is aborted while it waits rejects when its turn comes.
 */
export function createOwnLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request<T>(name: string, ...rest: [{ signal: AbortSignal } | (() => Promise<T>), (() => Promise<T>)?]): Promise<T> {
      const [first, second] = rest;
      const [signal, callback] = typeof first === "function" ? [undefined, first] : [first.signal, second];
      const turn = (tails.get(name) ?? Promise.resolve()).then(() => {
        signal?.throwIfAborted();
        return (callback as () => Promise<T>)();
      });
      tails.set(
        name,
        turn.catch(() => {}),
      );
      return turn;
    },
  };
}

/**
 * The locks of the browser. It has none over plain HTTP from another machine, as in a home network: Web Locks need a
 * secure context. Then two tabs may renew a token at the same time, which the server accepts, and each tab reads its own
 * stream of changes.
 */
export const pageLocks: Locks = (globalThis.navigator?.locks as Locks | undefined) ?? createOwnLocks();
