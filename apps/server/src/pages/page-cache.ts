import { type PageTopic, pageTopics } from "@daymark/domain/base/page-topic";
import type { PageInvalidation } from "../pubsub/page-invalidation.ts";

/** A rendered value, and the data in it. */
export interface Made<Value> {
  value: Value;
  /** Its size in memory. */
  bytes: number;
  /** The data in it; empty if nothing in it changes. */
  topics: readonly PageTopic[];
  /**
   * The time from which it is stale even if its data has not changed, in milliseconds since the epoch; absent if never.
   */
  staleAt?: number;
  /** A `passing` value is not cached. In place of a `failed` one, the cache returns an older value, if it has one. */
  outcome: "keep" | "passing" | "failed";
}

interface Entry<Value> extends Made<Value> {
  /** Milliseconds since the epoch. */
  madeAt: number;
}

export interface PageCacheOptions {
  /** The number of cached values, and their size together. The least recently used one is evicted first. */
  countMax: number;
  bytesMax: number;
  /** The age at which a value with data is stale even if no invalidation came. */
  ageMillisecondsMax: number;
  /** Absent if no value has data. */
  invalidation?: Pick<PageInvalidation, "onInvalidate" | "isDeaf">;
  /** Counts cache hits and misses. */
  counts?: PageCacheCounts | undefined;
  /** Milliseconds since the epoch; tests move it. */
  now?: () => number;
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface PageCacheCounts {
  hits: number;
  misses: number;
}

/**
 * Caches pages, feeds and pictures until the data in them changes. Requests for the same value at the same time wait
 * for one rendering. A request that comes after an invalidation never gets a value whose rendering began before it.
 */
export function createPageCache<Value>({
  countMax,
  bytesMax,
  ageMillisecondsMax,
  invalidation,
  counts = { hits: 0, misses: 0 },
  now = Date.now,
}: PageCacheOptions) {
  const entries = new Map<string, Entry<Value>>();
  const making = new Map<string, Promise<Value>>();
  /** How often each topic was invalidated. */
  const invalidated = Object.fromEntries(pageTopics.map((topic) => [topic, 0])) as Record<PageTopic, number>;
  let bytes = 0;

  invalidation?.onInvalidate((topics) => {
    for (const topic of topics) invalidated[topic] += 1;
    for (const [key, entry] of entries) if (entry.topics.some((topic) => topics.includes(topic))) drop(key);
    // The topics of a rendering are known only at its end, so later requests never share one that began before the
    // invalidation. Requests that already wait for it still get its value.
    making.clear();
  });

  function drop(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  function keep(key: string, made: Made<Value>): void {
    drop(key);
    if (made.bytes > bytesMax) return;
    entries.set(key, { ...made, madeAt: now() });
    bytes += made.bytes;
    for (const oldest of entries.keys()) {
      if (entries.size <= countMax && bytes <= bytesMax) break;
      drop(oldest);
    }
  }

  /** While an invalidation may be missed, values with data count as stale. */
  function isFresh({ topics, madeAt, staleAt = Number.POSITIVE_INFINITY }: Entry<Value>): boolean {
    if (now() >= staleAt) return false;
    return topics.length === 0 || (!invalidation?.isDeaf() && now() - madeAt < ageMillisecondsMax);
  }

  async function begin(key: string, make: () => Promise<Made<Value>>): Promise<Value> {
    const before = { ...invalidated };
    const made = await make();
    if (made.outcome === "failed") return entries.get(key)?.value ?? made.value;
    const isStale = made.topics.some((topic) => invalidated[topic] !== before[topic]);
    if (made.outcome === "keep" && !isStale) keep(key, made);
    else if (made.outcome === "passing") drop(key);
    return made.value;
  }

  /** Returns the fresh value of the key, and marks it as the most recently used. */
  function recall(key: string): Entry<Value> | undefined {
    const entry = entries.get(key);
    if (!entry || !isFresh(entry)) return undefined;
    // A map keeps the order of insertion, so the last entry is the most recently used.
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  }

  function beginShared(key: string, make: () => Promise<Made<Value>>): Promise<Value> {
    const promise = begin(key, make).finally(() => {
      if (making.get(key) === promise) making.delete(key);
    });
    making.set(key, promise);
    return promise;
  }

  return {
    /**
     * Returns the cached value of the key, or the value that `make` makes.
     *
     * @param inTurn runs `make` in the turn of the client that sent the request. Other requests share a rendering only
     *   once it runs: before that it waits in the queue of its own client, which may be long
     */
    get(key: string, make: () => Promise<Made<Value>>, inTurn: InTurn = (work) => work()): Value | Promise<Value> {
      const entry = recall(key);
      if (entry) {
        counts.hits += 1;
        return entry.value;
      }
      counts.misses += 1;
      return making.get(key) ?? inTurn(async () => recall(key)?.value ?? making.get(key) ?? beginShared(key, make));
    },
    /** The number of cached values, and their size. */
    size: () => ({ count: entries.size, bytes }),
  };
}
