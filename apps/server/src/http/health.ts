import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "@daymark/db/connection/client";

/**
 * The pause between two checks, and the steps of a check's timeout: together less than 2 s. The timeout is counted in
 * short steps. If the event loop of this process is blocked, the answer waits in the socket and only one step is lost.
 */
const pauseMilliseconds = 300;
const stepMilliseconds = 100;
const steps = 15;

/** Whether the database can be reached, known without a query. */
export interface DatabaseWatch {
  isReachable(): boolean;
  /** Resolves after the first check. */
  looked: Promise<void>;
  /** Calls the listener whenever the database is lost. */
  onLost(listener: () => void): void;
  close(): Promise<void>;
}

/**
 * Watches the database over a dedicated connection, so that no request waits for a database that is down or hangs. The
 * driver alone would queue statements until it has reconnected.
 */
export function watchDatabase(url: string): DatabaseWatch {
  const listeners: (() => void)[] = [];
  const closing = new AbortController();
  const looked = Promise.withResolvers<void>();
  let isReachable = true;

  const watching = (async () => {
    let client = createDatabase(url, { max: 1, prepare: false }).sql;
    while (!closing.signal.aborted) {
      const isThere = await look(client, closing.signal);
      if (!isThere) {
        // A connection that hangs may hang for minutes, so the next check uses a new one.
        void client.end({ timeout: 0 });
        client = createDatabase(url, { max: 1, prepare: false }).sql;
      }
      looked.resolve();
      if (closing.signal.aborted) break;
      const isLost = isReachable && !isThere;
      isReachable = isThere;
      if (isLost) for (const listener of listeners) listener();
      await pause(pauseMilliseconds, closing.signal);
    }
    await client.end({ timeout: 0 });
  })();

  return {
    isReachable: () => isReachable,
    looked: looked.promise,
    onLost: (listener) => listeners.push(listener),
    close: async () => {
      closing.abort();
      await watching;
    },
  };
}

/** Whether the database answers before the timeout. */
async function look(client: ReturnType<typeof createDatabase>["sql"], closing: AbortSignal): Promise<boolean> {
  const decided = new AbortController();
  const signal = AbortSignal.any([closing, decided.signal]);
  const answer = client`select 1`.then(
    () => true,
    () => false,
  );
  const late = (async () => {
    for (let step = 0; step < steps && !signal.aborted; step++) await pause(stepMilliseconds, signal);
    return false;
  })();
  const isThere = await Promise.race([answer, late]);
  decided.abort();
  return isThere;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
