import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { KeptPages } from "@daymark/api/context";
import { type PageTopic, pageTopics } from "@daymark/domain/page";
import { openWire, type WireOptions } from "./wire.ts";

/** Tells every node what guests read that has changed. */
export interface Purges extends KeptPages {
  /** Called at once for what is purged here, a moment later for what is purged elsewhere. */
  onPurge: (listener: (topics: readonly PageTopic[]) => void) => void;
  /** True while a purge made elsewhere would be missed. */
  isDeaf: () => boolean;
}

interface Hub extends Purges {
  receive: (message: string) => void;
  onHeld: () => void;
  onLost: () => void;
  /** Sends what waits, as far as that succeeds at once. */
  close: () => Promise<void>;
}

/** When to try again after the wire has failed. */
const retryMilliseconds = 500;
/** So long a process that is no node waits for the wire. */
const heldMillisecondsMax = 3_000;

/**
 * One message is under way at a time: what is purged meanwhile goes with the next, so that a thousand comments cost few.
 *
 * @param send as {@link openWire} has it
 */
export function createPurges(send: (messages: readonly string[]) => Promise<void>): Hub {
  const node = randomUUID();
  const listeners: ((topics: readonly PageTopic[]) => void)[] = [];
  const waiting = new Set<PageTopic>();
  let sending: Promise<void> | undefined;
  let retrying: NodeJS.Timeout | undefined;
  let isHeld = false;
  let isClosed = false;

  const tell = (topics: readonly PageTopic[]) => {
    for (const listener of listeners) listener(topics);
  };

  function sendWaiting(): void {
    if (sending || retrying || waiting.size === 0) return;
    const topics = [...waiting];
    waiting.clear();
    sending = send([JSON.stringify({ node, topics })]).then(
      () => {
        sending = undefined;
        sendWaiting();
      },
      () => {
        sending = undefined;
        for (const topic of topics) waiting.add(topic);
        if (isClosed) return;
        retrying = setTimeout(() => {
          retrying = undefined;
          sendWaiting();
        }, retryMilliseconds).unref();
      },
    );
  }

  return {
    purge: (topics) => {
      tell(topics);
      for (const topic of topics) waiting.add(topic);
      sendWaiting();
    },
    onPurge: (listener) => void listeners.push(listener),
    isDeaf: () => !isHeld,
    receive: (message) => {
      const received = readMessage(message);
      if (received && received.node !== node) tell(received.topics);
    },
    onHeld: () => {
      isHeld = true;
      // Nobody knows what was purged elsewhere meanwhile.
      tell(pageTopics);
    },
    onLost: () => {
      isHeld = false;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(retrying);
      retrying = undefined;
      sendWaiting();
      while (sending) await sending;
    },
  };
}

/** Null for what is no message of ours; topics that only a newer node knows are left out. */
function readMessage(message: string): { node: string; topics: PageTopic[] } | null {
  let parsed: { node?: unknown; topics?: unknown } | null;
  try {
    parsed = JSON.parse(message);
  } catch {
    return null;
  }
  if (typeof parsed?.node !== "string" || !Array.isArray(parsed.topics)) return null;
  const { node, topics } = parsed;
  return { node, topics: pageTopics.filter((topic) => topics.includes(topic)) };
}

/** @returns also when the wire is held for the first time */
export async function openPurges(
  options: WireOptions,
): Promise<{ purges: Purges; held: Promise<void>; close: () => Promise<void> }> {
  const hub = createPurges((messages) => wire.send(messages));
  const held = Promise.withResolvers<void>();
  const wire = await openWire(options, {
    channel: "daymark_pages",
    purpose: "pages",
    meanwhile: "no page that is made of data is kept",
    onMessage: hub.receive,
    onHeld: () => {
      hub.onHeld();
      held.resolve();
    },
    onLost: hub.onLost,
  });
  return {
    purges: hub,
    held: held.promise,
    close: async () => {
      await hub.close();
      await wire.close();
    },
  };
}

/**
 * Tells every node from a process that is none, such as a command. Where Redis is away nobody is told: nodes keep nothing
 * then, and make everything anew when it is back.
 */
export async function tellNodes(options: WireOptions, topics: readonly PageTopic[]): Promise<void> {
  const { purges, held, close } = await openPurges(options);
  const patience = new AbortController();
  await Promise.race([held, sleep(heldMillisecondsMax, undefined, { signal: patience.signal }).catch(() => {})]);
  patience.abort();
  purges.purge(topics);
  await close();
}
