import { type PageTopic, pageTopics } from "@daymark/domain/base/page-topic";
import type { PageInvalidation } from "../pubsub/page-invalidation.ts";

/** A rendered value, and the data in it. */
export interface Made<Value> {
  value: Value;
  /** Its size in memory. */
  bytes: number;
  /** The data in it; empty if nothing in it changes. */
  topics: readonly PageTopic[];
  /** A value that is `passing` is not cached. In place of one that `failed`, the cache answers with an older one, if it has one. */
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
 * Caches pages, feeds and pictures until the data in them changes. Requests for the same value at the same time wait for one
 * rendering. A request that comes after an invalidation never gets a value whose rendering began before it.
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
    // What these are made of is known when they are made; those who wait already get what they asked for.
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
  function isFresh({ topics, madeAt }: Entry<Value>): boolean {
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

  /** The fresh value under the key; it becomes the one that was asked for last. */
  function recall(key: string): Entry<Value> | undefined {
    const entry = entries.get(key);
    if (!entry || !isFresh(entry)) return undefined;
    // The last in the order is the one asked for last.
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
     * @param inTurn runs the making in the turn of the client that asks. Others who ask share a making only once it runs:
     *   while it waits, it waits for its own client, whose queue may be long
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
