/** For tests of the session: a browser with tabs, and a server that is a function. */
import { afterEach } from "vitest";
import { Session, type SessionEnd, type SessionParts } from "./session.ts";
import { tokenSubject } from "./token.ts";
import type { TokenPair } from "./token-storage.ts";

const start = Date.UTC(2026, 10, 21, 12);
export const minute = 60_000;
export const day = 24 * 60 * minute;

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const browser of opened.splice(0)) browser.close();
});

interface Tab {
  session: Session;
  ends: SessionEnd[];
  reloads: number;
  /** The storage of one tab; pages opened in it one after another share it. */
  values: Map<string, string>;
}

/** A browser with one storage for all tabs, real locks and a real channel, and a server that is a function. */
export function openBrowser() {
  const shared = new Map<string, string>();
  const tabs: Tab[] = [];
  const channels: BroadcastChannel[] = [];
  const timers = new Map<object, { callback: () => void; delayMs: number }>();
  const name = `session-test-${crypto.randomUUID()}`;
  let issued = 0;
  let pending: { asked: () => void; given: Promise<void> } | null = null;

  const browser = {
    /** The server's time. */
    now: start,
    /** How far the device's clock is ahead of the server's. */
    clockAheadMs: 0,
    answer: "renewed" as "renewed" | "refused" | "unreachable",
    refreshes: 0,
    /** Refresh tokens that the server refuses, regardless of `answer`. */
    refused: new Set<string>(),
    sent: [] as string[],
    blacklisted: [] as string[],
    local: storage(shared, (key) => {
      for (const tab of tabs) tab.session.onStorage({ key });
    }),
    issue({ refreshDays = 1, subject = "7" } = {}): TokenPair {
      issued++;
      const claims = { sub: subject, iat: browser.now / 1000 };
      return {
        access: jwt({ ...claims, exp: (browser.now + 10 * minute) / 1000, jti: `access-${issued}` }),
        refresh: jwt({ ...claims, exp: (browser.now + refreshDays * day) / 1000, jti: `refresh-${issued}` }),
      };
    },
    /** @param options.sharing the page that was shown in the same tab before */
    openTab({ pageHydrated = Promise.resolve(), sharing }: { pageHydrated?: Promise<void>; sharing?: Tab } = {}): Tab {
      const channel = new BroadcastChannel(name);
      channels.push(channel);
      const values = sharing?.values ?? new Map<string, string>();
      const tab: Tab = { ends: [], reloads: 0, values, session: undefined as unknown as Session };
      tab.session = new Session({
        pageHydrated,
        local: storage(shared, (key) => {
          for (const other of tabs) if (other !== tab) other.session.onStorage({ key });
        }),
        tab: storage(values),
        locks: { request: (lock, callback) => navigator.locks.request(name + lock, callback) as Promise<never> },
        channel,
        now: () => browser.now + browser.clockAheadMs,
        setTimer: (callback, delayMs) => {
          const timer = {};
          timers.set(timer, { callback, delayMs });
          return timer;
        },
        clearTimer: (timer) => timers.delete(timer as object),
        refresh: async (token) => {
          browser.sent.push(token);
          browser.refreshes++;
          pending?.asked();
          await pending?.given;
          if (browser.answer === "unreachable") throw new TypeError("no network");
          if (browser.answer === "refused" || browser.refused.has(token)) return "refused";
          return browser.issue({ subject: tokenSubject(token) ?? "" });
        },
        blacklist: async (token) => {
          if (browser.answer === "unreachable") throw new TypeError("no network");
          browser.blacklisted.push(token);
          return { detail: "logged_out" as const };
        },
        onEnd: (reason) => tab.ends.push(reason),
        reload: () => {
          tab.reloads++;
        },
      } satisfies SessionParts);
      tabs.push(tab);
      return tab;
    },
    /** A page that sends messages to all others and receives theirs. */
    openChannel() {
      const channel = new BroadcastChannel(name);
      channels.push(channel);
      return channel;
    },
    /** Keeps a page from receiving storage events of other pages. */
    freeze(tab: Tab) {
      tabs.splice(tabs.indexOf(tab), 1);
    },
    /** Delays of the timers that are set. */
    delays: () => Array.from(timers.values(), ({ delayMs }) => delayMs),
    /** Fires the timers with that delay, as soon as one is set. */
    async fireTimer(delayMs: number) {
      await until(() => browser.delays().includes(delayMs));
      const due = [...timers].filter(([, timer]) => timer.delayMs === delayMs);
      for (const [key] of due) timers.delete(key);
      for (const [, { callback }] of due) callback();
    },
    /** Fires them and waits for their effects. */
    async runTimers(delayMs: number) {
      await browser.fireTimer(delayMs);
      await navigator.locks.request(`${name}daymark-session`, () => undefined);
      await new Promise(setImmediate);
    },
    /** Holds the lock until the returned function releases it. */
    async holdLock() {
      const held = Promise.withResolvers<void>();
      const free = Promise.withResolvers<void>();
      void navigator.locks.request(`${name}daymark-session`, () => {
        held.resolve();
        return free.promise;
      });
      await held.promise;
      return free.resolve;
    },
    /** Delays the server's next answer until the test releases it. */
    delayAnswer() {
      const asked = Promise.withResolvers<void>();
      const given = Promise.withResolvers<void>();
      pending = { asked: asked.resolve, given: given.promise };
      return { asked: asked.promise, give: given.resolve };
    },
    close() {
      for (const channel of channels) channel.close();
    },
  };
  opened.push(browser);
  return browser;
}

function storage(values: Map<string, string>, onChange?: (key: string) => void) {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      values.set(key, value);
      onChange?.(key);
    },
    removeItem: (key: string) => {
      if (values.delete(key)) onChange?.(key);
    },
  };
}

function jwt(claims: object): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}
