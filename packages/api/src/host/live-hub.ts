import { randomUUID } from "node:crypto";
import { type LiveChanges, type LiveTopic, liveTopics } from "@daymark/domain/base/live";
import { ApiError } from "../base/error.ts";
import { type Change, packMessages, unpackMessage } from "./live-message.ts";
import { LiveStream } from "./live-stream.ts";
import { createRecent, type Recent } from "./recent-changes.ts";

/** Tells the pages of a user what has changed, on this node and on all others. */
export interface Live {
  /** To be called when a change is through; it is told a moment later, and costs its caller nothing. */
  publish(userId: number, topics: readonly LiveTopic[], origin: string | null): void;
  /**
   * What changes from now on, beginning with what the asker may have missed. What is not read yet is kept as a sum, so
   * that a slow reader costs no more than a quick one. It ends by the signal alone.
   *
   * @param options.ageMs milliseconds since the asker was up to date; undefined where it never was
   * @throws ApiError too_many_requests where the user has too many streams here already
   */
  subscribe(userId: number, options: { ageMs: number | undefined; signal: AbortSignal }): AsyncGenerator<LiveChanges>;
}

/** What carries messages of at most 8,000 bytes to the hubs of all nodes, also to the one that sent them. */
export interface Wire {
  /** Rejects where they may not have been carried: they are sent again. */
  send(messages: readonly string[]): Promise<void>;
}

export interface Hub extends Live {
  /** What the wire brings. */
  receive(message: string): void;
  /** The wire is there: from now on nothing is missed, but something may have been before. */
  onHeld(): void;
  onLost(): void;
  /** Sends what waits, and ends. */
  close(): Promise<void>;
}

/** How long changes are collected, so that a person who is quick, and a thousand who are not, cost one message. */
const collectMilliseconds = 50;
/** When to try again after the wire has failed. */
const retryMilliseconds = 500;
/** Changes that wait for a wire that is away; with more of them all pages are told to ask for everything. */
const waitingMax = 10_000;
/** Of one user on one node: more than anyone has windows, each of which takes turns with the others of its browser. */
const streamsMax = 20;
const tooManyRetrySeconds = 60;

/**
 * @param now milliseconds since the epoch
 */
export function createHub(wire: Wire, now: () => number = Date.now): Hub {
  const node = randomUUID();
  const streams = new Map<number, Set<LiveStream>>();
  const recent: Recent = createRecent(now);
  /** By user and origin. */
  let collected = new Map<string, Change>();
  let waiting = new Map<string, Change>();
  let mustTellAll = false;
  let collecting: NodeJS.Timeout | undefined;
  let retrying: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isClosed = false;

  function flush(): void {
    clearTimeout(collecting);
    collecting = undefined;
    for (const change of collected.values()) {
      deliver(change);
      merge(waiting, change);
    }
    collected = new Map();
    sendWaiting();
  }

  /** One after the other: what comes meanwhile waits, so that a slow wire carries more at once. */
  function sendWaiting(): void {
    if (sending || retrying) return;
    sending = send().then((isSent) => {
      sending = undefined;
      if (isClosed) return;
      if (isSent && waiting.size > 0) sendWaiting();
      else if (!isSent) {
        retrying = setTimeout(() => {
          retrying = undefined;
          sendWaiting();
        }, retryMilliseconds).unref();
      }
    });
  }

  /** False where it has to be tried again. */
  async function send(): Promise<boolean> {
    if (waiting.size > waitingMax) {
      waiting = new Map();
      mustTellAll = true;
    }
    const [batch, isAll] = [waiting, mustTellAll];
    if (batch.size === 0 && !isAll) return true;
    waiting = new Map();
    mustTellAll = false;
    try {
      await wire.send(packMessages(node, [...batch.values()], { isAll }));
      return true;
    } catch {
      for (const change of batch.values()) merge(waiting, change);
      mustTellAll ||= isAll;
      return false;
    }
  }

  function deliver(change: Change): void {
    recent.add(change);
    for (const stream of streams.get(change.userId) ?? []) stream.add(change.topics, change.origin);
  }

  /** Something may have been missed, and nobody knows what. */
  function tellAll(): void {
    recent.forget();
    for (const ofUser of streams.values()) for (const stream of ofUser) stream.add(liveTopics, null);
  }

  return {
    publish(userId, topics, origin) {
      const key = `${userId} ${origin}`;
      const change = collected.get(key);
      if (change) for (const topic of topics) change.topics.add(topic);
      else collected.set(key, { userId, origin, topics: new Set(topics) });
      collecting ??= setTimeout(flush, collectMilliseconds).unref();
    },

    subscribe(userId, { ageMs, signal }) {
      const ofUser = streams.get(userId) ?? new Set();
      if (ofUser.size >= streamsMax) {
        throw new ApiError("too_many_requests", { retryAfterSeconds: tooManyRetrySeconds });
      }
      const stream = new LiveStream();
      streams.set(userId, ofUser.add(stream));
      const leave = () => {
        ofUser.delete(stream);
        if (ofUser.size === 0 && streams.get(userId) === ofUser) streams.delete(userId);
        stream.end();
      };
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
      for (const { topics, origin } of recent.since(userId, ageMs)) stream.add(topics, origin);
      return stream.read(leave);
    },

    receive(message) {
      const received = unpackMessage(message);
      // What this node sent, its own streams know already.
      if (!received || received.node === node) return;
      if (received.isAll) tellAll();
      for (const change of received.changes) deliver(change);
    },

    onHeld() {
      tellAll();
      recent.begin();
    },

    onLost() {
      recent.forget();
    },

    async close() {
      isClosed = true;
      flush();
      clearTimeout(retrying);
      await sending;
      // What was collected while another message was under way.
      if (waiting.size > 0) await send();
    },
  };
}

function merge(changes: Map<string, Change>, change: Change): void {
  const key = `${change.userId} ${change.origin}`;
  const known = changes.get(key);
  if (known) for (const topic of change.topics) known.topics.add(topic);
  else changes.set(key, change);
}
