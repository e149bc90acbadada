import { afterEach, describe, expect, test } from "vitest";
import { createSession, type Session, type SessionEnd, type SessionParts, type TokenPair } from "./session.ts";
import { timerDelayMaxMs, tokenSubject } from "./token.ts";

const start = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;
const day = 24 * 60 * minute;

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const browser of opened.splice(0)) browser.close();
});

test("two tabs whose token has expired ask the server once", async () => {
  const browser = openBrowser();
  const first = browser.openTab();
  first.session.begin(browser.issue(), { isRemembered: false });
  const second = browser.openTab();
  await second.session.launch();
  browser.now += 11 * minute;
  browser.refreshes = 0;
  const stale = first.session.access();

  expect(await Promise.all([first.session.renew(stale), second.session.renew(stale)])).toEqual(["renewed", "renewed"]);

  expect(browser.refreshes).toBe(1);
  await until(() => first.session.access() === second.session.access());
  expect(first.session.access()).not.toBe(stale);
});

test("calls of one tab that fail together share one refresh", async () => {
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.begin(browser.issue(), { isRemembered: false });
  const stale = session.access();
  const outcomes = await Promise.all([session.renew(stale), session.renew(stale), session.renew(stale)]);
  expect(outcomes).toEqual(["renewed", "renewed", "renewed"]);
  expect(browser.refreshes).toBe(1);
});

test("a tab that opens takes the token another has, and asks the server for none", async () => {
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.begin(browser.issue(), { isRemembered: false });
  const later = browser.openTab();
  await later.session.launch();
  expect(later.session.access()).toBe(session.access());
  expect(browser.refreshes).toBe(0);
});

test("a token whose tab was closed is not waited for long", async () => {
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.begin(browser.issue(), { isRemembered: false });
  browser.close();
  const later = browser.openTab();
  const launching = later.session.launch();
  await browser.fireTimer(300);
  await launching;
  expect([later.session.status, browser.refreshes]).toEqual(["user", 1]);
});

test("the token that is sent is the one stored when the lock is held, not the one seen before", async () => {
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.begin(browser.issue(), { isRemembered: false });
  const free = await browser.holdLock();
  const renewing = session.renew(session.access());
  const successor = browser.issue();
  browser.local.setItem("refreshToken", successor.refresh);
  free();
  expect(await renewing).toBe("renewed");
  expect(browser.sent).toEqual([successor.refresh]);
});

test("logging out clears every tab, tells the server and says it once", async () => {
  const browser = openBrowser();
  const first = browser.openTab();
  first.session.begin(browser.issue(), { isRemembered: true });
  const second = browser.openTab();
  await second.session.launch();

  expect(await first.session.logOut()).toBe("logged_out");

  expect([first.session.status, second.session.status]).toEqual(["guest", "guest"]);
  expect([first.ends, second.ends]).toEqual([["logged_out"], ["elsewhere"]]);
  expect([first.session.access(), second.session.access()]).toEqual([null, null]);
  expect(browser.local.getItem("refreshToken")).toBeNull();
  expect(browser.blacklisted).toHaveLength(1);
});

test("a late event of another tab's log-out does not end a session that has begun since", async () => {
  const browser = openBrowser();
  const tab = browser.openTab();
  tab.session.begin(browser.issue(), { isRemembered: true });
  tab.session.onStorage({ key: "refreshToken" });
  tab.session.onStorage({ key: null });
  expect([tab.session.status, tab.ends]).toEqual(["user", []]);
});

test("whoever logs out without a network is logged out all the same, and told that the server said nothing", async () => {
  const browser = openBrowser();
  const tab = browser.openTab();
  tab.session.begin(browser.issue(), { isRemembered: true });
  browser.answer = "unreachable";
  expect(await tab.session.logOut()).toBeNull();
  expect([tab.session.status, tab.ends, browser.local.getItem("refreshToken")]).toEqual([
    "guest",
    ["logged_out"],
    null,
  ]);
});

test("a page that opens does not wait for a network that swallows everything, and still hears a refusal", async () => {
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.begin(browser.issue(), { isRemembered: true });
  browser.now += 11 * minute;
  const later = browser.openTab();
  const answer = browser.delayAnswer();
  const launching = later.session.launch();
  await answer.asked;
  await browser.fireTimer(3000);
  await launching;
  expect([later.session.status, later.session.userId]).toEqual(["user", "7"]);
  browser.answer = "refused";
  answer.give();
  await until(() => later.session.status === "guest");
  expect([later.ends, later.session.ended, later.session.userId]).toEqual([["expired"], "expired", "7"]);
});

test("a session that turns out to be over says whose it was, for what it left behind", async () => {
  const browser = openBrowser();
  browser.openTab().session.begin(browser.issue(), { isRemembered: true });
  browser.now += 11 * minute;
  browser.answer = "refused";
  const { session, ends } = browser.openTab();
  await session.launch();
  expect([session.status, session.userId, session.ended, ends]).toEqual(["guest", "7", "expired", []]);
});

test("an answer that arrives after logging out brings nobody back", async () => {
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.begin(browser.issue(), { isRemembered: false });
  const answer = browser.delayAnswer();
  const renewing = session.renew(session.access());
  await answer.asked;
  await session.logOut();
  answer.give();
  expect(await renewing).toBe("refused");
  expect(session.status).toBe("guest");
  expect(browser.local.getItem("refreshToken")).toBeNull();
});

test("a tab opened later is logged in, another browser is not", async () => {
  const browser = openBrowser();
  browser.openTab().session.begin(browser.issue(), { isRemembered: false });
  const later = browser.openTab();
  await later.session.launch();
  expect(later.session.status).toBe("user");
  const other = openBrowser().openTab();
  await other.session.launch();
  expect(other.session.status).toBe("guest");
  expect(other.ends).toEqual([]);
});

test("tokens that are refused at the start are forgotten without a word", async () => {
  const browser = openBrowser();
  const { refresh } = browser.issue();
  browser.local.setItem("refreshToken", refresh);
  browser.answer = "refused";
  const tab = browser.openTab();
  await tab.session.launch();
  expect([tab.session.status, tab.ends, browser.local.getItem("refreshToken")]).toEqual(["guest", [], null]);
});

test("only a refused refresh makes a guest; an absent network does not", async () => {
  const browser = openBrowser();
  const tab = browser.openTab();
  tab.session.begin(browser.issue(), { isRemembered: false });
  browser.answer = "unreachable";
  browser.now += 11 * minute;
  await browser.runTimers(10 * minute + 3000);
  expect(tab.session.status).toBe("user");
  browser.answer = "refused";
  await browser.runTimers(30_000);
  expect(tab.session.status).toBe("guest");
  expect(tab.ends).toEqual(["expired"]);
});

test("the timer runs to 3 s after the access token, after the refresh token where it is remembered", () => {
  const browser = openBrowser();
  browser.openTab().session.begin(browser.issue(), { isRemembered: false });
  expect(browser.delays()).toEqual([10 * minute + 3000]);
  const remembering = openBrowser();
  remembering.openTab().session.begin(remembering.issue({ refreshDays: 20 }), { isRemembered: true });
  expect(remembering.delays()).toEqual([20 * day + 3000]);
});

test("a delay too long for a timer is cut and taken up again, without asking the server", async () => {
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.begin(browser.issue({ refreshDays: 30 }), { isRemembered: true });
  expect(browser.delays()).toEqual([timerDelayMaxMs]);
  browser.now += timerDelayMaxMs;
  await browser.runTimers(timerDelayMaxMs);
  expect(browser.refreshes).toBe(0);
  expect(browser.delays()).toEqual([30 * day + 3000 - timerDelayMaxMs]);
});

test("a start with a stored token logs in, with the server's word for it", async () => {
  const browser = openBrowser();
  const { refresh } = browser.issue();
  browser.local.setItem("refreshToken", refresh);
  const tab = browser.openTab();
  expect(tab.session.status).toBe("starting");
  await tab.session.launch();
  expect([tab.session.status, browser.sent]).toEqual(["user", [refresh]]);
});

test("a start without a network keeps whoever has a token", async () => {
  const browser = openBrowser();
  browser.local.setItem("refreshToken", browser.issue().refresh);
  browser.answer = "unreachable";
  const tab = browser.openTab();
  await tab.session.launch();
  expect(tab.session.status).toBe("user");
});

test("a token that is over when the timer is set is looked at after the least delay, 1 s", () => {
  const browser = openBrowser();
  const pair = browser.issue();
  browser.now += 20 * minute;
  browser.openTab().session.begin(pair, { isRemembered: false });
  expect(browser.delays()).toEqual([1000]);
});

test("nobody is known as a user or a guest until React has hydrated the page", async () => {
  const browser = openBrowser();
  browser.local.setItem("refreshToken", browser.issue().refresh);
  const { promise: pageHydrated, resolve: hydrate } = Promise.withResolvers<void>();
  const tab = browser.openTab({ pageHydrated });
  const launched = tab.session.launch();
  await new Promise(setImmediate);
  expect([tab.session.status, browser.refreshes]).toEqual(["starting", 0]);
  hydrate();
  await launched;
  expect(tab.session.status).toBe("user");
});

test("a navigation before the app has launched ends nothing", () => {
  const browser = openBrowser();
  browser.local.setItem("refreshToken", browser.issue({ refreshDays: -1 }).refresh);
  const tab = browser.openTab();
  tab.session.validate();
  expect([tab.session.status, tab.ends]).toEqual(["starting", []]);
});

test("before a navigation a session past its end is over", () => {
  const browser = openBrowser();
  const tab = browser.openTab();
  tab.session.begin(browser.issue({ refreshDays: 1 }), { isRemembered: false });
  tab.session.validate();
  expect(tab.session.status).toBe("user");
  browser.now += day;
  tab.session.validate();
  expect(tab.ends).toEqual(["expired"]);
});

describe("a page that was kept while another person logged in", () => {
  /** The page of person 7 hears nothing, as in the back/forward cache, until they have logged out and person 8 is there. */
  async function comeBack() {
    const browser = openBrowser();
    const kept = browser.openTab();
    kept.session.begin(browser.issue(), { isRemembered: false });
    const later = browser.openTab({ sharing: kept });
    await later.session.launch();
    browser.freeze(kept);
    await later.session.logOut();
    const pair = browser.issue({ subject: "8" });
    later.session.begin(pair, { isRemembered: false });
    return { browser, kept, later, pair };
  }

  test("is loaded anew and ends nothing, when it is shown or before it navigates", async () => {
    const { browser, kept, later, pair } = await comeBack();
    kept.session.validate();
    expect([kept.reloads, kept.ends]).toEqual([1, []]);
    expect([later.session.access(), browser.local.getItem("refreshToken")]).toEqual([pair.access, pair.refresh]);
    later.session.validate();
    expect([later.reloads, later.session.status]).toEqual([0, "user"]);
  });

  test("has no token to send, and asks for none", async () => {
    const { browser, kept } = await comeBack();
    expect(kept.session.access()).toBeNull();
    expect(await kept.session.renew(null)).toBe("another");
    expect([kept.session.userId, browser.refreshes]).toEqual(["7", 0]);
  });

  test("does not take over the other person's token", async () => {
    const { kept } = await comeBack();
    await until(() => kept.reloads > 0);
    expect([kept.session.userId, kept.session.access()]).toEqual(["7", null]);
  });
});

test("a page of one person in which another one logs in sends nothing in that one's name, until it is loaded anew", async () => {
  const browser = openBrowser();
  const shown = browser.openTab();
  shown.session.begin(browser.issue(), { isRemembered: false });
  const other = browser.issue({ subject: "8" });
  expect(shown.session.begin(other, { isRemembered: false })).toBe("another");
  expect([shown.session.userId, shown.session.access(), await shown.session.renew(null)]).toEqual([
    "7",
    null,
    "another",
  ]);
  shown.session.validate();
  expect([shown.reloads, shown.ends]).toEqual([1, []]);
  const later = browser.openTab({ sharing: shown });
  await later.session.launch();
  expect([later.session.userId, later.session.access()]).toEqual(["8", other.access]);
});

test("a log-out does not end the session of another person who has logged in since", async () => {
  const browser = openBrowser();
  const kept = browser.openTab();
  kept.session.begin(browser.issue(), { isRemembered: false });
  browser.freeze(kept);
  const other = browser.issue({ subject: "8" });
  browser.local.setItem("refreshToken", other.refresh);
  expect(await kept.session.logOut()).toBeNull();
  expect([browser.local.getItem("refreshToken"), kept.reloads, kept.ends]).toEqual([other.refresh, 1, []]);
});

test("an answer that arrives after another person has logged in leaves that person's tokens alone", async () => {
  const browser = openBrowser();
  const kept = browser.openTab();
  kept.session.begin(browser.issue(), { isRemembered: false });
  const answer = browser.delayAnswer();
  const renewing = kept.session.renew(kept.session.access());
  await answer.asked;
  const other = browser.issue({ subject: "8" });
  browser.local.setItem("refreshToken", other.refresh);
  answer.give();
  expect(await renewing).toBe("another");
  expect([kept.session.userId, browser.local.getItem("refreshToken")]).toEqual(["7", other.refresh]);
});

describe("a call of a person who has logged out in the meantime", () => {
  async function changePerson({ subject }: { subject: string }) {
    const browser = openBrowser();
    const tab = browser.openTab();
    tab.session.begin(browser.issue(), { isRemembered: false });
    const sent = tab.session.access();
    await tab.session.logOut();
    tab.session.begin(browser.issue({ subject }), { isRemembered: false });
    return { browser, session: tab.session, sent };
  }

  test("is given no token of the person who has logged in since", async () => {
    const { browser, session, sent } = await changePerson({ subject: "8" });
    expect(await session.renew(sent)).toBe("another");
    expect([session.status, session.userId, browser.refreshes]).toEqual(["user", "8", 0]);
  });

  test("is given none either when that person logs in while the server is asked", async () => {
    const browser = openBrowser();
    const { session, ends } = browser.openTab();
    session.begin(browser.issue(), { isRemembered: false });
    const answer = browser.delayAnswer();
    const renewing = session.renew(session.access());
    await answer.asked;
    await session.logOut();
    const other = browser.issue({ subject: "8" });
    session.begin(other, { isRemembered: false });
    answer.give();
    expect(await renewing).toBe("another");
    expect([session.access(), browser.local.getItem("refreshToken"), ends]).toEqual([
      other.access,
      other.refresh,
      ["logged_out"],
    ]);
  });

  test("is given the new one of the same person", async () => {
    const { session, sent } = await changePerson({ subject: "7" });
    expect(await session.renew(sent)).toBe("renewed");
  });
});

describe("an access token of another person than the one whose refresh token is stored", () => {
  test("is dropped when a page opens, and never sent", async () => {
    const browser = openBrowser();
    const left = browser.openTab();
    left.session.begin(browser.issue(), { isRemembered: false });
    browser.freeze(left);
    browser.local.setItem("refreshToken", browser.issue({ subject: "8" }).refresh);
    browser.answer = "unreachable";
    const { session, values } = browser.openTab({ sharing: left });
    expect(session.access()).toBeNull();
    const launching = session.launch();
    await browser.fireTimer(300);
    await launching;
    expect([session.status, session.userId, session.access()]).toEqual(["user", "8", null]);
    expect(values.has("accessToken")).toBe(false);
  });

  test("is not taken from another tab", async () => {
    const browser = openBrowser();
    const { session, values } = browser.openTab();
    const own = browser.issue({ subject: "8" });
    session.begin(own, { isRemembered: false });
    const channel = browser.openChannel();
    const said = new Promise((resolve) => {
      channel.addEventListener("message", ({ data }) => resolve(data));
    });
    channel.postMessage({ access: browser.issue({ subject: "7" }).access });
    // The answer shows that the tab has heard of the token before.
    channel.postMessage({ isAsking: true });
    expect(await said).toEqual({ access: own.access });
    expect([session.access(), values.get("accessToken")]).toEqual([own.access, own.access]);
  });
});

test("a session that begins while an opening page is refused an older one goes on, and the page takes it over", async () => {
  const browser = openBrowser();
  const first = browser.issue();
  browser.refused.add(first.refresh);
  browser.local.setItem("refreshToken", first.refresh);
  const { session, ends } = browser.openTab();
  const answer = browser.delayAnswer();
  const launching = session.launch();
  await answer.asked;
  const second = browser.issue({ subject: "8" });
  browser.local.setItem("refreshToken", second.refresh);
  answer.give();
  await launching;
  expect([session.status, session.userId, ends]).toEqual(["user", "8", []]);
  expect(browser.sent).toEqual([first.refresh, second.refresh]);
  expect([session.access(), browser.local.getItem("refreshToken")].map((token) => tokenSubject(token ?? ""))).toEqual([
    "8",
    "8",
  ]);
});

interface Tab {
  session: Session;
  ends: SessionEnd[];
  reloads: number;
  /** What it alone stores; the pages that are opened in it one after another share it. */
  values: Map<string, string>;
}

/** A browser with one storage for all tabs, real locks and a real channel, and a server that is asked by function. */
function openBrowser() {
  const shared = new Map<string, string>();
  const tabs: Tab[] = [];
  const channels: BroadcastChannel[] = [];
  const timers = new Map<object, { callback: () => void; delayMs: number }>();
  const name = `session-test-${crypto.randomUUID()}`;
  let issued = 0;
  let pending: { asked: () => void; given: Promise<void> } | null = null;

  const browser = {
    now: start,
    answer: "renewed" as "renewed" | "refused" | "unreachable",
    refreshes: 0,
    /** Refresh tokens that the server refuses, whatever `answer` is. */
    refused: new Set<string>(),
    sent: [] as string[],
    blacklisted: [] as string[],
    local: storage(shared, (key) => {
      for (const tab of tabs) tab.session.onStorage({ key });
    }),
    issue({ refreshDays = 1, subject = "7" } = {}): TokenPair {
      issued++;
      return {
        access: jwt({ sub: subject, exp: (browser.now + 10 * minute) / 1000, jti: `access-${issued}` }),
        refresh: jwt({ sub: subject, exp: (browser.now + refreshDays * day) / 1000, jti: `refresh-${issued}` }),
      };
    },
    /** @param options.sharing the page that was shown in the same tab before */
    openTab({ pageHydrated = Promise.resolve(), sharing }: { pageHydrated?: Promise<void>; sharing?: Tab } = {}): Tab {
      const channel = new BroadcastChannel(name);
      channels.push(channel);
      const values = sharing?.values ?? new Map<string, string>();
      const tab: Tab = { ends: [], reloads: 0, values, session: undefined as unknown as Session };
      tab.session = createSession({
        pageHydrated,
        local: storage(shared, (key) => {
          for (const other of tabs) if (other !== tab) other.session.onStorage({ key });
        }),
        tab: storage(values),
        locks: { request: (lock, callback) => navigator.locks.request(name + lock, callback) as Promise<never> },
        channel,
        now: () => browser.now,
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
          return "logged_out";
        },
        onEnd: (reason) => tab.ends.push(reason),
        reload: () => {
          tab.reloads++;
        },
      } satisfies SessionParts);
      tabs.push(tab);
      return tab;
    },
    /** A page that says something to all others, and hears what they say. */
    openChannel() {
      const channel = new BroadcastChannel(name);
      channels.push(channel);
      return channel;
    },
    /** Keeps a page from hearing of what other pages store. */
    freeze(tab: Tab) {
      tabs.splice(tabs.indexOf(tab), 1);
    },
    /** Delays of the timers that are set. */
    delays: () => Array.from(timers.values(), ({ delayMs }) => delayMs),
    /** Fires the timers of that delay, as soon as one is set. */
    async fireTimer(delayMs: number) {
      await until(() => browser.delays().includes(delayMs));
      const due = [...timers].filter(([, timer]) => timer.delayMs === delayMs);
      for (const [key] of due) timers.delete(key);
      for (const [, { callback }] of due) callback();
    },
    /** Fires them and waits for what they do. */
    async runTimers(delayMs: number) {
      await browser.fireTimer(delayMs);
      await navigator.locks.request(`${name}daymark-session`, () => undefined);
      await new Promise(setImmediate);
    },
    /** Holds the lock until it is told to free it. */
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
    /** The next answer of the server waits until it is given. */
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

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}
