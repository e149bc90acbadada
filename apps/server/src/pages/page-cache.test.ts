import type { PageTopic } from "@daymark/domain/base/page-topic";
import { describe, expect, test } from "vitest";
import { createPageInvalidation } from "../pubsub/page-invalidation.ts";
import { createPageCache, type Made, type PageCacheOptions } from "./page-cache.ts";

function setUp(options: Partial<PageCacheOptions> = {}) {
  const invalidation = createPageInvalidation(async () => {});
  invalidation.onHeld();
  let clock = 0;
  let makings = 0;
  const kept = createPageCache<number>({
    countMax: 3,
    bytesMax: 1_000,
    ageMillisecondsMax: 1_000,
    invalidation,
    now: () => clock,
    ...options,
  });
  /** The number of the rendering tells which one is returned. */
  const ask = (key: string, made: Partial<Made<number>> = {}) =>
    kept.get(key, async () => ({ value: ++makings, bytes: 10, topics: ["blog"], outcome: "keep", ...made }));
  return {
    kept,
    invalidation,
    ask,
    makings: () => makings,
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
  };
}

/** A rendering that ends when the test ends it. */
function slow(topics: PageTopic[] = ["blog"]) {
  const { promise, resolve, reject } = Promise.withResolvers<Made<number>>();
  return {
    make: () => promise,
    end: (value: number) => resolve({ value, bytes: 10, topics, outcome: "keep" }),
    fail: (error: Error) => reject(error),
  };
}

test("a request for a page that waits in another client's queue does not wait for that queue", async () => {
  const { kept } = setUp();
  const queue = Promise.withResolvers<void>();
  const behindQueue = async <Result>(work: () => Promise<Result>) => {
    await queue.promise;
    return work();
  };
  const making = slow();
  const first = kept.get("a", making.make, behindQueue);
  const other = kept.get("a", async () => ({ value: 2, bytes: 10, topics: ["blog"], outcome: "keep" }));
  expect(await other).toBe(2);
  queue.resolve();
  // By then it is cached.
  expect(await first).toBe(2);
});

test("a request for a page that is being rendered shares the rendering", async () => {
  const { kept } = setUp();
  const making = slow();
  const first = kept.get("a", making.make);
  const refuse = async (): Promise<never> => {
    throw new Error("a second making");
  };
  const other = kept.get("a", refuse, refuse);
  making.end(1);
  expect(await Promise.all([first, other])).toEqual([1, 1]);
});

test("a cached page is returned by its key", async () => {
  const { ask } = setUp();
  expect([await ask("a"), await ask("b"), await ask("a"), await ask("b")]).toEqual([1, 2, 1, 2]);
});

test("parallel requests share one rendering, even one that fails", async () => {
  const { kept } = setUp();
  const making = slow();
  const answers = Array.from({ length: 5 }, () => kept.get("a", making.make));
  making.end(7);
  expect(await Promise.all(answers)).toEqual([7, 7, 7, 7, 7]);
  const failing = slow();
  const failed = Array.from({ length: 3 }, () => Promise.resolve(kept.get("b", failing.make)));
  failing.fail(new Error("ink is out"));
  for (const answer of failed) await expect(answer).rejects.toThrow("ink is out");
  expect(await kept.get("b", async () => ({ value: 8, bytes: 1, topics: [], outcome: "keep" }))).toBe(8);
});

describe("an invalidation", () => {
  test("drops only pages of its topics", async () => {
    const { ask, invalidation } = setUp();
    await ask("blog", { topics: ["blog"] });
    await ask("board", { topics: ["board"] });
    await ask("both", { topics: ["board", "blog"] });
    invalidation.invalidate(["blog"]);
    expect([await ask("blog"), await ask("board"), await ask("both")]).toEqual([4, 2, 5]);
  });

  test("keeps pages that depend on no topic", async () => {
    const { ask, invalidation, pass } = setUp();
    await ask("legal", { topics: [] });
    invalidation.invalidate(["blog", "board"]);
    invalidation.onLost();
    pass(1_000_000);
    expect(await ask("legal")).toBe(1);
  });

  test("prevents caching a rendering that is running, and later requests get a new one", async () => {
    const { kept, invalidation, ask } = setUp();
    const old = slow();
    const before = kept.get("a", old.make);
    invalidation.invalidate(["blog"]);
    const after = slow();
    const asked = kept.get("a", after.make);
    after.end(2);
    expect(await asked).toBe(2);
    // The older rendering ends last. It must not replace the newer one.
    old.end(1);
    expect(await before).toBe(1);
    expect(await ask("a")).toBe(2);
  });

  test("of another topic lets a running rendering be cached", async () => {
    const { kept, invalidation, ask, makings } = setUp();
    const making = slow(["board"]);
    const before = kept.get("a", making.make);
    invalidation.invalidate(["blog"]);
    making.end(1);
    await before;
    expect(await ask("a")).toBe(1);
    expect(makings()).toBe(0);
  });
});

describe("while invalidations of other instances may be missed", () => {
  test("pages with data are rendered for each request, and nothing of that time is cached afterwards", async () => {
    const { ask, invalidation } = setUp();
    await ask("a");
    invalidation.onLost();
    expect([await ask("a"), await ask("a")]).toEqual([2, 3]);
    invalidation.onHeld();
    expect([await ask("a"), await ask("a")]).toEqual([4, 4]);
  });

  test("an older page is returned if rendering fails", async () => {
    const { ask, invalidation } = setUp();
    await ask("a");
    invalidation.onLost();
    expect(await ask("a", { outcome: "failed" })).toBe(1);
    expect(await ask("b", { outcome: "failed" })).toBe(3);
    expect(await ask("b")).toBe(4);
  });
});

test("a page with data expires", async () => {
  const { ask, pass } = setUp();
  await ask("a");
  pass(999);
  expect(await ask("a")).toBe(1);
  pass(1);
  expect(await ask("a")).toBe(2);
});

test("a temporary page is not cached, and removes the cached one", async () => {
  const { ask, kept, pass } = setUp();
  await ask("a");
  pass(1_000);
  expect([await ask("a", { outcome: "passing" }), await ask("a", { outcome: "passing" })]).toEqual([2, 3]);
  expect(kept.size()).toEqual({ count: 0, bytes: 0 });
});

test("the cache is bounded and evicts the least recently used page", async () => {
  const { ask, kept } = setUp();
  for (const key of ["a", "b", "c"]) await ask(key);
  await ask("a");
  await ask("d");
  expect(kept.size()).toEqual({ count: 3, bytes: 30 });
  expect([await ask("a"), await ask("c"), await ask("d"), await ask("b")]).toEqual([1, 3, 4, 5]);
  await ask("large", { bytes: 985 });
  expect(kept.size()).toEqual({ count: 2, bytes: 995 });
  await ask("larger than all", { bytes: 1_001 });
  expect(kept.size()).toEqual({ count: 2, bytes: 995 });
});

test("a page that is rendered repeatedly is counted once", async () => {
  const { ask, kept, invalidation } = setUp();
  for (let count = 0; count < 10; count++) {
    await ask("a");
    invalidation.invalidate(["blog"]);
  }
  expect(kept.size()).toEqual({ count: 0, bytes: 0 });
});

test("a value that shows a day is made again when the day is over", async () => {
  const { ask, pass } = setUp();
  const ofToday = { topics: [], staleAt: 500 };
  expect(await ask("a", ofToday)).toBe(1);
  pass(499);
  expect(await ask("a", ofToday)).toBe(1);
  pass(1);
  expect(await ask("a", { topics: [], staleAt: 1_000 })).toBe(2);
  expect(await ask("a")).toBe(2);
});
