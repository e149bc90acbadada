import { type PageTopic, pageTopics } from "@daymark/domain/page";
import type { Purges } from "./purges.ts";

/** What was made of which data. */
export interface Made<Value> {
  value: Value;
  /** What it takes in memory. */
  bytes: number;
  /** Empty where it is made of nothing that changes. */
  topics: readonly PageTopic[];
  /** `passing` is for those who wait for it alone; instead of `failed` an older one is given, where there still is one. */
  outcome: "keep" | "passing" | "failed";
}

interface Entry<Value> extends Made<Value> {
  /** Milliseconds since the epoch. */
  madeAt: number;
}

export interface KeptOptions {
  /** Values, and what they may take together; the one that was longest not asked for goes first. */
  countMax: number;
  bytesMax: number;
  /** What is made of data is made anew after this long even if nobody has said that the data has changed. */
  ageMillisecondsMax: number;
  /** Absent where nothing is made of data. */
  purges?: Pick<Purges, "onPurge" | "isDeaf">;
  /** Counts how often what was asked for was kept. */
  counts?: KeptCounts | undefined;
  /** Milliseconds since the epoch; tests move it. */
  now?: () => number;
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface KeptCounts {
  hits: number;
  misses: number;
}

/**
 * Remembers what is costly to make until the data it is made of changes. Several who ask for the same at once wait for one
 * making; whoever asks after a purge is never given what began to be made before it.
 */
export function createKept<Value>({
  countMax,
  bytesMax,
  ageMillisecondsMax,
  purges,
  counts = { hits: 0, misses: 0 },
  now = Date.now,
}: KeptOptions) {
  const entries = new Map<string, Entry<Value>>();
  const making = new Map<string, Promise<Value>>();
  /** How often each topic was purged. */
  const purged = Object.fromEntries(pageTopics.map((topic) => [topic, 0])) as Record<PageTopic, number>;
  let bytes = 0;

  purges?.onPurge((topics) => {
    for (const topic of topics) purged[topic] += 1;
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

  /** While a purge may be missed, what is made of data is as good as old. */
  function isFresh({ topics, madeAt }: Entry<Value>): boolean {
    return topics.length === 0 || (!purges?.isDeaf() && now() - madeAt < ageMillisecondsMax);
  }

  async function begin(key: string, make: () => Promise<Made<Value>>): Promise<Value> {
    const before = { ...purged };
    const made = await make();
    if (made.outcome === "failed") return entries.get(key)?.value ?? made.value;
    const isStale = made.topics.some((topic) => purged[topic] !== before[topic]);
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
    /** How many are kept, and what they take. */
    size: () => ({ count: entries.size, bytes }),
  };
}
