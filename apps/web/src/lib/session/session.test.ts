import { expect, test } from "vitest";
import { timerDelayMaxMs } from "./expiry-timer.ts";
import { day, minute, openBrowser, until } from "./session-testing.ts";

test("two tabs with an expired token renew it once", async () => {
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

test("calls of one tab that fail together share one renewal", async () => {
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.begin(browser.issue(), { isRemembered: false });
  const stale = session.access();
  const outcomes = await Promise.all([session.renew(stale), session.renew(stale), session.renew(stale)]);
  expect(outcomes).toEqual(["renewed", "renewed", "renewed"]);
  expect(browser.refreshes).toBe(1);
});

test("a new tab takes another tab's token instead of requesting one", async () => {
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.begin(browser.issue(), { isRemembered: false });
  const later = browser.openTab();
  await later.session.launch();
  expect(later.session.access()).toBe(session.access());
  expect(browser.refreshes).toBe(0);
});

test("a new tab waits only briefly for the token of a closed tab", async () => {
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

test("a tab does not wait for the token of a tab that has said that it closes", async () => {
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.begin(browser.issue(), { isRemembered: false });
  session.leave();
  browser.close();
  const later = browser.openTab();
  await later.session.launch();
  expect([later.session.status, browser.refreshes]).toEqual(["user", 1]);
});

test("a renewal sends the token stored when it gets the lock", async () => {
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

test("a log-out clears every tab, is sent to the server, and is reported once", async () => {
  const browser = openBrowser();
  const first = browser.openTab();
  first.session.begin(browser.issue(), { isRemembered: true });
  const second = browser.openTab();
  await second.session.launch();

  expect(await first.session.logOut()).toEqual({ detail: "logged_out" });

  expect([first.session.status, second.session.status]).toEqual(["guest", "guest"]);
  expect([first.ends, second.ends]).toEqual([["logged_out"], ["elsewhere"]]);
  expect([first.session.access(), second.session.access()]).toEqual([null, null]);
  expect(browser.local.getItem("refreshToken")).toBeNull();
  expect(browser.blacklisted).toHaveLength(1);
});

test("a late storage event of another tab's log-out does not end a newer session", async () => {
  const browser = openBrowser();
  const tab = browser.openTab();
  tab.session.begin(browser.issue(), { isRemembered: true });
  tab.session.onStorage({ key: "refreshToken" });
  tab.session.onStorage({ key: null });
  expect([tab.session.status, tab.ends]).toEqual(["user", []]);
});

test("a log-out without a network still logs the user out, and returns that the server did not answer", async () => {
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

test("a page that opens does not wait for an unresponsive network, and still reacts to a later refusal", async () => {
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

test("a session found to be over reports its user, for the data left behind", async () => {
  const browser = openBrowser();
  browser.openTab().session.begin(browser.issue(), { isRemembered: true });
  browser.now += 11 * minute;
  browser.answer = "refused";
  const { session, ends } = browser.openTab();
  await session.launch();
  expect([session.status, session.userId, session.ended, ends]).toEqual(["guest", "7", "expired", []]);
});

test("an answer that arrives after a log-out does not log the user in again", async () => {
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

test("a token refused at the start is removed without a message", async () => {
  const browser = openBrowser();
  const { refresh } = browser.issue();
  browser.local.setItem("refreshToken", refresh);
  browser.answer = "refused";
  const tab = browser.openTab();
  await tab.session.launch();
  expect([tab.session.status, tab.ends, browser.local.getItem("refreshToken")]).toEqual(["guest", [], null]);
});

test("only a refused renewal logs the user out, and a missing network does not", async () => {
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

test("the timer ends 3 s after the access token, or after the refresh token of a remembered session", () => {
  const browser = openBrowser();
  browser.openTab().session.begin(browser.issue(), { isRemembered: false });
  expect(browser.delays()).toEqual([10 * minute + 3000]);
  const remembering = openBrowser();
  remembering.openTab().session.begin(remembering.issue({ refreshDays: 20 }), { isRemembered: true });
  expect(remembering.delays()).toEqual([20 * day + 3000]);
});

test("a delay too long for a timer is split, without a request to the server", async () => {
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.begin(browser.issue({ refreshDays: 30 }), { isRemembered: true });
  expect(browser.delays()).toEqual([timerDelayMaxMs]);
  browser.now += timerDelayMaxMs;
  await browser.runTimers(timerDelayMaxMs);
  expect(browser.refreshes).toBe(0);
  expect(browser.delays()).toEqual([30 * day + 3000 - timerDelayMaxMs]);
});

test("a start with a stored token logs the user in once the server confirms it", async () => {
  const browser = openBrowser();
  const { refresh } = browser.issue();
  browser.local.setItem("refreshToken", refresh);
  const tab = browser.openTab();
  expect(tab.session.status).toBe("starting");
  await tab.session.launch();
  expect([tab.session.status, browser.sent]).toEqual(["user", [refresh]]);
});

test("a start without a network keeps the user logged in", async () => {
  const browser = openBrowser();
  browser.local.setItem("refreshToken", browser.issue().refresh);
  browser.answer = "unreachable";
  const tab = browser.openTab();
  await tab.session.launch();
  expect(tab.session.status).toBe("user");
});

test("a token that is already expired is checked after the shortest delay, 1 s", () => {
  const browser = openBrowser();
  browser.openTab().session.begin(browser.issue({ refreshDays: -1 }), { isRemembered: true });
  expect(browser.delays()).toEqual([1000]);
});

test("the status is unknown until React has hydrated the page", async () => {
  const browser = openBrowser();
  browser.local.setItem("refreshToken", browser.issue().refresh);
  const { promise: pageHydrated, resolve: hydrate } = Promise.withResolvers<void>();
  const tab = browser.openTab({ pageHydrated });
  const launched = tab.session.launch();
  // The page need not wait for its token, so that its first data can arrive while React hydrates.
  expect(await tab.session.mayCall()).toBe(true);
  expect([tab.session.status, browser.refreshes]).toEqual(["starting", 1]);
  hydrate();
  await launched;
  expect(tab.session.status).toBe("user");
});

test("a session that the server ends before React has hydrated the page ends after it, with the reason", async () => {
  const browser = openBrowser();
  browser.local.setItem("refreshToken", browser.issue({ subject: "7" }).refresh);
  const { promise: pageHydrated, resolve: hydrate } = Promise.withResolvers<void>();
  const tab = browser.openTab({ pageHydrated });
  const launched = tab.session.launch();
  expect(await tab.session.mayCall()).toBe(true);
  tab.session.end("terminated");
  expect([tab.session.status, tab.ends, browser.local.getItem("refreshToken")]).toEqual(["starting", [], null]);
  hydrate();
  await launched;
  expect([tab.session.status, tab.session.userId, tab.ends]).toEqual(["guest", "7", ["terminated"]]);
});

test("a page that asked for one user's data before it was hydrated is loaded anew for another one", async () => {
  const browser = openBrowser();
  browser.local.setItem("refreshToken", browser.issue().refresh);
  const { promise: pageHydrated, resolve: hydrate } = Promise.withResolvers<void>();
  const tab = browser.openTab({ pageHydrated });
  const launched = tab.session.launch();
  expect(await tab.session.mayCall()).toBe(true);
  browser.openTab().session.begin(browser.issue({ subject: "8" }), { isRemembered: true });
  hydrate();
  await launched;
  expect([tab.session.status, tab.reloads]).toEqual(["starting", 1]);
});

test("a refused renewal does not end the session of a log-in that came before the page was hydrated", async () => {
  const browser = openBrowser();
  browser.local.setItem("refreshToken", browser.issue({ subject: "7" }).refresh);
  const { promise: pageHydrated, resolve: hydrate } = Promise.withResolvers<void>();
  browser.answer = "refused";
  const tab = browser.openTab({ pageHydrated });
  const launched = tab.session.launch();
  expect(await tab.session.mayCall()).toBe(false);
  browser.answer = "renewed";
  browser.local.setItem("refreshToken", browser.issue({ subject: "7" }).refresh);
  hydrate();
  await launched;
  expect([tab.session.status, tab.ends]).toEqual(["user", []]);
});

test("a guest's page calls for no user", async () => {
  const { session } = openBrowser().openTab();
  const launched = session.launch();
  expect(await session.mayCall()).toBe(false);
  await launched;
  expect(session.status).toBe("guest");
});

test("a navigation before the launch ends no session", () => {
  const browser = openBrowser();
  browser.local.setItem("refreshToken", browser.issue({ refreshDays: -1 }).refresh);
  const tab = browser.openTab();
  tab.session.validate();
  expect([tab.session.status, tab.ends]).toEqual(["starting", []]);
});

test("a navigation ends an expired session", () => {
  const browser = openBrowser();
  const tab = browser.openTab();
  tab.session.begin(browser.issue({ refreshDays: 1 }), { isRemembered: false });
  tab.session.validate();
  expect(tab.session.status).toBe("user");
  browser.now += day;
  tab.session.validate();
  expect(tab.ends).toEqual(["expired"]);
});
