import { randomUUID } from "node:crypto";
import { type LiveChanges, type LiveTopic, liveTopics } from "@daymark/domain/base/live";
import { ApiError } from "../base/error.ts";
import { type Change, packMessages, unpackMessage } from "./live-message.ts";
import { LiveStream } from "./live-stream.ts";
import { createRecent, type Recent } from "./recent-changes.ts";

/** Tells the open pages of a user what has changed, on this node and on all others. */
export interface Live {
  /** The caller calls it after the commit. The pages learn of the change a moment later; the caller does not wait. */
  publish(userId: number, topics: readonly LiveTopic[], origin: string | null): void;
  /**
   * Streams the changes from now on, beginning with those that the page may have missed. Unread changes are merged, so
   * that a slow reader needs no more memory than a fast one. Only the signal ends the stream.
   *
   * @param options.ageMs milliseconds since the page was up to date; undefined if it never was
   * @throws ApiError too_many_requests if the user has too many streams on this node already
   */
  subscribe(userId: number, options: { ageMs: number | undefined; signal: AbortSignal }): AsyncGenerator<LiveChanges>;
}

/** The pub/sub channel. It carries messages of at most 8,000 bytes to the hubs of all nodes, including the sender's. */
export interface Wire {
  /** Rejects if the messages may be lost; the hub then sends them again. */
  send(messages: readonly string[]): Promise<void>;
}

export interface Hub extends Live {
  /** Handles a message of the channel. */
  receive(message: string): void;
  /** The channel is connected. From now on the hub misses nothing, but it may have missed changes before. */
  onHeld(): void;
  onLost(): void;
  /** Sends the waiting changes, and ends. */
  close(): Promise<void>;
}

/** How long changes are collected, so that many changes, of one user or of a thousand, need one message. */
const collectMilliseconds = 50;
/** When to retry after the channel failed. */
const retryMilliseconds = 500;
/** How many changes wait while the channel is down. Above this, all pages reload everything. */
const waitingMax = 10_000;
/** Streams of one user on one node. The windows of one browser take turns, so it is more than any user needs. */
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

  /** Sends one batch at a time. Changes that come meanwhile wait, so that a slow channel carries more at once. */
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

  /** False if the hub has to retry. */
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

  /** The hub may have missed changes and does not know which. */
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
      // This node has already delivered its own changes to its streams.
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
      // Changes that were collected while another message was being sent.
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
