import { type LiveChanges, liveTopics } from "@daymark/domain/base/live";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type LiveParts, startLive } from "./live.ts";
import { refetchChanged, shownSince } from "./live-queries.ts";
import { createEventReader, type LiveStreamEnd } from "./live-stream.ts";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) }));
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A token that expires ten minutes from now. */
function issueToken() {
  return { text: crypto.randomUUID(), expiresAt: Date.now() + 10 * minute };
}

/** The pages of one browser: their locks, the messages between them, and the streams they open. */
function openBrowser() {
  const waiting: (() => void)[] = [];
  let isLocked = false;
  const pages: { hear: (data: unknown) => void }[] = [];
  const streams: Stream[] = [];
  let answer: "stream" | LiveStreamEnd = "stream";
  let token = issueToken();
  const session = {
    status: "user" as "user" | "guest",
    access: () => token.text,
    accessRemainingMs: () => token.expiresAt - Date.now(),
    renew: vi.fn(async () => {
      token = issueToken();
      return "renewed" as "renewed" | "refused" | "unreachable";
    }),
    end: vi.fn(),
  };

  const locks: LiveParts["locks"] = {
    async request(_name, { signal }, callback) {
      if (isLocked) {
        await new Promise<void>((resolve, reject) => {
          const take = () => resolve();
          waiting.push(take);
          signal.addEventListener("abort", () => {
            const index = waiting.indexOf(take);
            if (index >= 0) waiting.splice(index, 1);
            reject(new Error("aborted"));
          });
        });
      }
      isLocked = true;
      try {
        await callback();
      } finally {
        isLocked = false;
        waiting.shift()?.();
      }
    },
  };

  function openPage(clientId: string) {
    const applied: (LiveChanges["topics"] | "everything")[] = [];
    const sessionListeners = new Set<() => void>();
    let isHidden = false;
    let isOnline = true;
    let onChange: Parameters<LiveParts["page"]["watch"]>[0] = () => {};
    let hear: ((event: MessageEvent) => void) | undefined;
    const me = { hear: (data: unknown) => hear?.({ data } as MessageEvent) };
    pages.push(me);
    const stop = startLive({
      clientId,
      session: {
        ...session,
        get status() {
          return session.status;
        },
        subscribe: (listener) => {
          sessionListeners.add(listener);
          return () => sessionListeners.delete(listener);
        },
      } as LiveParts["session"],
      locks,
      channel: {
        postMessage: (data) => {
          for (const page of pages) if (page !== me) page.hear(data);
        },
        addEventListener: (_type: string, listener: unknown) => {
          hear = listener as typeof hear;
        },
        removeEventListener: () => {
          hear = undefined;
        },
      } as LiveParts["channel"],
      read: ({ ageMs, signal, onAlive, onChanges }) => {
        if (answer !== "stream") {
          streams.push({ by: clientId, ageMs, isOpen: false, tell: () => {}, end: () => {} });
          return Promise.resolve(answer);
        }
        const { promise, resolve } = Promise.withResolvers<LiveStreamEnd>();
        const end = () => {
          stream.isOpen = false;
          resolve({ status: 200, retryAfterMs: 0 });
        };
        const stream: Stream = {
          by: clientId,
          ageMs,
          isOpen: true,
          tell: (topics, origin = null) => {
            onAlive();
            onChanges({ topics, origin });
          },
          end,
        };
        signal.addEventListener("abort", end);
        streams.push(stream);
        onAlive();
        return promise;
      },
      apply: (changes) => applied.push(changes ? [...changes.topics] : "everything"),
      shownSince: () => Date.now(),
      now: Date.now,
      random: () => 1,
      page: {
        isHidden: () => isHidden,
        isOnline: () => isOnline,
        watch: (callback) => {
          onChange = callback;
          return () => {};
        },
      },
    });
    return {
      applied,
      stop,
      show: () => {
        isHidden = false;
        onChange("seen");
      },
      hide: () => {
        isHidden = true;
        onChange("hidden");
      },
      leave: () => onChange("gone"),
      setOnline: (value: boolean) => {
        isOnline = value;
        if (value) onChange("online");
      },
      logOut: () => {
        session.status = "guest";
        for (const listener of sessionListeners) listener();
      },
    };
  }

  return {
    openPage,
    streams,
    session,
    setAnswer: (next: typeof answer) => {
      answer = next;
    },
    reading: () => streams.filter(({ isOpen }) => isOpen),
  };
}

interface Stream {
  by: string;
  ageMs: number;
  isOpen: boolean;
  tell: (topics: LiveChanges["topics"], origin?: string | null) => void;
  end: () => void;
}

describe("the pages of one browser", () => {
  test("share one stream, and each gets only the changes of others", async () => {
    const browser = openBrowser();
    const [one, two] = [browser.openPage("page-one"), browser.openPage("page-two")];
    await pass(1);
    expect(browser.reading().map(({ by }) => by)).toEqual(["page-one"]);
    browser.streams[0]?.tell(["progress"], "page-two");
    await pass(1_000);
    browser.streams[0]?.tell(["note"], "page-one");
    await pass(1_000);
    expect([one.applied, two.applied]).toEqual([[["progress"]], [["note"]]]);
  });

  test("continue if the page that reads is closed, gone or hidden for long", async () => {
    const browser = openBrowser();
    const [one, two, three] = ["page-one", "page-two", "page-three"].map(browser.openPage);
    await pass(1);
    one?.stop();
    await pass(1);
    expect(browser.reading().map(({ by }) => by)).toEqual(["page-two"]);
    two?.leave();
    await pass(1);
    expect(browser.reading().map(({ by }) => by)).toEqual(["page-three"]);
    three?.hide();
    await pass(minute - 1);
    expect(browser.reading()).toHaveLength(1);
    await pass(1);
    expect(browser.reading()).toHaveLength(0);
    two?.show();
    await pass(1);
    expect(browser.reading().map(({ by }) => by)).toEqual(["page-two"]);
  });

  test("give a new page the changes since it was loaded", async () => {
    const browser = openBrowser();
    browser.openPage("page-one");
    await pass(10_000);
    browser.streams[0]?.tell(["habit"]);
    await pass(10_000);
    const late = browser.openPage("page-two");
    await pass(1_000);
    expect(late.applied).toEqual([]);
    browser.streams[0]?.tell(["note"]);
    await pass(1_000);
    expect(late.applied).toEqual([["note"]]);
  });

  test("refetch everything after a long silence", async () => {
    const browser = openBrowser();
    const [one, two] = [browser.openPage("page-one"), browser.openPage("page-two")];
    await pass(1);
    for (const page of [one, two]) page.hide();
    await pass(10 * minute);
    one.show();
    await pass(1_000);
    two.show();
    await pass(1_000);
    expect(two.applied).toEqual(["everything"]);
    // The server tells the reading page what it missed.
    expect(one.applied).toEqual([]);
    expect(browser.streams.at(-1)?.ageMs).toBeGreaterThanOrEqual(9 * minute);
  });
});

describe("a page that reads the stream", () => {
  test("reports how long it was disconnected when it reconnects", async () => {
    const browser = openBrowser();
    browser.openPage("page-one");
    await pass(5 * minute);
    browser.streams[0]?.tell(["note"]);
    await pass(2_000);
    browser.streams[0]?.end();
    await pass(1_000);
    expect(browser.streams.map(({ ageMs }) => ageMs)).toEqual([0, 2_500]);
  });

  test("collects several changes and waits a moment before it fetches", async () => {
    const browser = openBrowser();
    const { applied } = browser.openPage("page-one");
    await pass(1);
    for (let count = 0; count < 20; count++) {
      browser.streams[0]?.tell([liveTopics[count % 2] as "habit"]);
      await pass(50);
    }
    await pass(1_000);
    expect(applied.length).toBeLessThanOrEqual(4);
    expect(applied.every((topics) => topics.length <= 2)).toBe(true);
  });

  test("renews an expired token before it connects, and then connects at once", async () => {
    const browser = openBrowser();
    browser.openPage("page-one");
    await pass(10 * minute);
    browser.streams[0]?.end();
    await pass(1_000);
    expect(browser.session.renew).toHaveBeenCalledTimes(1);
    expect(browser.reading()).toHaveLength(1);
  });

  test("ends the session if the server says it has ended", async () => {
    const browser = openBrowser();
    browser.setAnswer({ status: 401, retryAfterMs: 0 });
    browser.session.renew.mockResolvedValue("refused");
    browser.openPage("page-one");
    await pass(10 * minute);
    expect(browser.session.end.mock.calls).toEqual([["terminated"]]);
    expect(browser.streams).toHaveLength(1);
  });

  test("reconnects less and less often without an answer, no sooner than told, and at once when it becomes visible", async () => {
    const browser = openBrowser();
    browser.setAnswer({ status: 0, retryAfterMs: 0 });
    const page = browser.openPage("page-one");
    await pass(5 * minute);
    expect(browser.streams.length).toBeLessThan(20);
    const before = browser.streams.length;
    browser.setAnswer({ status: 503, retryAfterMs: 2 * minute });
    page.show();
    await pass(1);
    expect(browser.streams.length).toBe(before + 1);
    await pass(2 * minute - 10);
    expect(browser.streams.length).toBe(before + 1);
    await pass(10);
    expect(browser.streams.length).toBe(before + 2);
  });

  test("does not connect while offline, and connects at once when online", async () => {
    const browser = openBrowser();
    const page = browser.openPage("page-one");
    await pass(1);
    page.setOnline(false);
    browser.streams[0]?.end();
    await pass(10 * minute);
    expect(browser.streams).toHaveLength(1);
    page.setOnline(true);
    await pass(1);
    expect(browser.streams).toHaveLength(2);
  });

  test("stops when its user logs out", async () => {
    const browser = openBrowser();
    const page = browser.openPage("page-one");
    await pass(1);
    page.logOut();
    await pass(minute);
    expect(browser.reading()).toHaveLength(0);
    expect(browser.streams).toHaveLength(1);
  });
});

test("a stream is parsed in chunks of any size", () => {
  const text = [
    'event: connected\ndata: {"reconnectAfterInactivityMs":1}\n\n\n',
    'data: {"json":{"topics":["note"],"origin":null}}\n\n\n',
    "event: ping\ndata: \n\n\n",
    'data: {"json":{"topics":["habit","progress"],"origin":"page-one"}}\n\n\n',
    "event: return\ndata: \n\n\n",
  ].join("");
  for (const size of [1, 2, 7, 40, text.length]) {
    const told: LiveChanges[] = [];
    const read = createEventReader((changes) => told.push(changes));
    for (let at = 0; at < text.length; at += size) read(text.slice(at, at + size));
    expect(told, `pieces of ${size}`).toEqual([
      { topics: ["note"], origin: null },
      { topics: ["habit", "progress"], origin: "page-one" },
    ]);
  }
});

test("exactly the changed queries are invalidated", () => {
  const queryClient = new QueryClient();
  const keys = [
    "habit.list",
    "habit.statisticsList",
    "progress.list",
    "note.list",
    "auth.settings.get",
    "session.list",
  ];
  const known = () =>
    keys.filter((name) => !queryClient.getQueryState([name.split("."), { type: "query" }])?.isInvalidated);
  const fill = () => {
    for (const name of keys) queryClient.setQueryData([name.split("."), { type: "query" }], name);
  };
  const told: Record<string, string[]> = {};
  for (const topic of ["habit", "progress", "note", "settings"] as const) {
    fill();
    refetchChanged(queryClient, { topics: [topic], origin: null });
    told[topic] = known();
  }
  expect(told).toEqual({
    habit: ["note.list", "auth.settings.get", "session.list"],
    progress: ["note.list", "auth.settings.get", "session.list"],
    note: keys.filter((name) => name !== "note.list"),
    settings: ["progress.list", "note.list", "session.list"],
  });
  fill();
  refetchChanged(queryClient, null);
  expect(known()).toEqual([]);
});

test("a page's data is as old as its oldest answer", async () => {
  const queryClient = new QueryClient();
  const start = Date.now();
  expect(shownSince(queryClient, start)).toBe(start);
  queryClient.setQueryData(["old"], 1, { updatedAt: start - 5_000 });
  queryClient.setQueryData(["new"], 1, { updatedAt: start });
  expect(shownSince(queryClient, start)).toBe(start - 5_000);
});
