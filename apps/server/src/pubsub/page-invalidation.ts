import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PageCache } from "@daymark/api/host/page-cache";
import { type PageTopic, pageTopics } from "@daymark/domain/base/page-topic";
import { openPubSub, type PubSubOptions } from "./pubsub.ts";

/** Tells every node which data of public pages has changed. */
export interface PageInvalidation extends PageCache {
  /**
   * The listener is called at once for an invalidation of this node, and a moment later for one of another
   * node.
   */
  onInvalidate: (listener: (topics: readonly PageTopic[]) => void) => void;
  /** True while this node would miss an invalidation of another one. */
  isDeaf: () => boolean;
}

interface Hub extends PageInvalidation {
  receive: (message: string) => void;
  onHeld: () => void;
  onLost: () => void;
  /** Sends waiting topics, but does not retry. */
  close: () => Promise<void>;
}

/** The time until the next try after a message could not be sent. */
const retryMilliseconds = 500;
/** How long a process that is no node, such as a command, waits until it listens. */
const heldMillisecondsMax = 3_000;

/**
 * Sends one message at a time. Topics invalidated meanwhile go with the next one, so that a thousand comments cost few
 * messages.
 *
 * @param send as {@link openPubSub} has it
 */
export function createPageInvalidation(send: (messages: readonly string[]) => Promise<void>): Hub {
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
    invalidate: (topics) => {
      tell(topics);
      for (const topic of topics) waiting.add(topic);
      sendWaiting();
    },
    onInvalidate: (listener) => void listeners.push(listener),
    isDeaf: () => !isHeld,
    receive: (message) => {
      const received = readMessage(message);
      if (received && received.node !== node) tell(received.topics);
    },
    onHeld: () => {
      isHeld = true;
      // This node may have missed invalidations of others since.
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

/** Null for a message of another kind. It ignores topics that only a newer version knows. */
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

/** @returns `held` resolves when this process listens for the first time */
export async function openPageInvalidation(
  options: PubSubOptions,
): Promise<{ invalidation: PageInvalidation; held: Promise<void>; close: () => Promise<void> }> {
  const hub = createPageInvalidation((messages) => pubsub.send(messages));
  const held = Promise.withResolvers<void>();
  const pubsub = await openPubSub(options, {
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
    invalidation: hub,
    held: held.promise,
    close: async () => {
      await hub.close();
      await pubsub.close();
    },
  };
}

/**
 * Tells every node from another process, such as a command. If Redis is down, no node learns of it, but nodes cache
 * nothing while it is down.
 */
export async function tellNodes(options: PubSubOptions, topics: readonly PageTopic[]): Promise<void> {
  const { invalidation, held, close } = await openPageInvalidation(options);
  const waiting = new AbortController();
  await Promise.race([held, sleep(heldMillisecondsMax, undefined, { signal: waiting.signal }).catch(() => {})]);
  waiting.abort();
  invalidation.invalidate(topics);
  await close();
}
