import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "@daymark/db/connection/client";

/**
 * Looks follow one another after this pause, and an answer is waited for this long: together less than 2 s. The wait is
 * counted in short steps: where this very process is held up, the answer lies in the socket and only one step is lost.
 */
const pauseMilliseconds = 300;
const stepMilliseconds = 100;
const steps = 15;

/** Whether the database can be reached, known without asking. */
export interface DatabaseWatch {
  isReachable(): boolean;
  /** Settles after the first look. */
  looked: Promise<void>;
  /** Calls the listener whenever the database is lost. */
  onLost(listener: () => void): void;
  close(): Promise<void>;
}

/**
 * Watches the database over a connection of its own, so that no request waits for one that is away or hangs: the driver
 * alone would queue statements until a connection is made again.
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
        // One that hangs may hang for minutes: the next look takes another connection.
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

/** Whether the database answers in time. */
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
