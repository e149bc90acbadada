import { describe, expect, test } from "vitest";
import { day, minute, openBrowser } from "./session-testing.ts";

const accessDelayMs = 10 * minute + 3000;

describe.each([
  ["an hour ahead", 60 * minute],
  ["25 hours ahead", day + 60 * minute],
  ["40 days ahead", 40 * day],
  ["an hour behind", -60 * minute],
  ["25 hours behind", -day - 60 * minute],
  ["40 days behind", -40 * day],
])("with a device clock that is %s", (_, clockAheadMs) => {
  function logIn({ isRemembered = false } = {}) {
    const browser = openBrowser();
    browser.clockAheadMs = clockAheadMs;
    const tab = browser.openTab();
    tab.session.begin(browser.issue(), { isRemembered });
    return { browser, tab };
  }

  test("a log-in starts a session, and its token is renewed when it expires and not before", async () => {
    const { browser, tab } = logIn();
    tab.session.validate();
    expect([tab.session.status, tab.ends, browser.delays()]).toEqual(["user", [], [accessDelayMs]]);
    browser.now += accessDelayMs;
    await browser.runTimers(accessDelayMs);
    expect([browser.refreshes, browser.delays()]).toEqual([1, [accessDelayMs]]);
  });

  test("a reload keeps the session and its token", async () => {
    const { browser, tab } = logIn();
    browser.now += 5 * minute;
    const later = browser.openTab({ sharing: tab });
    await later.session.launch();
    later.session.validate();
    expect([later.session.status, later.ends, browser.refreshes]).toEqual(["user", [], 0]);
    expect(later.session.accessRemainingMs()).toBe(5 * minute);
    expect(browser.delays()).toContain(5 * minute + 3000);
  });

  test("another tab takes the token of the first one", async () => {
    const { browser, tab } = logIn();
    const other = browser.openTab();
    await other.session.launch();
    expect([other.session.access(), browser.refreshes]).toEqual([tab.session.access(), 0]);
  });

  test("a session still ends at its expiry", () => {
    const { browser, tab } = logIn();
    browser.now += day - minute;
    tab.session.validate();
    expect(tab.ends).toEqual([]);
    browser.now += minute;
    tab.session.validate();
    expect(tab.ends).toEqual(["expired"]);
  });

  test("a remembered session is checked at its end", () => {
    expect(logIn({ isRemembered: true }).browser.delays()).toEqual([day + 3000]);
  });
});

test("after the user corrects the device's clock, the next token corrects the offset", async () => {
  const browser = openBrowser();
  browser.clockAheadMs = 60 * minute;
  const { session } = browser.openTab();
  session.begin(browser.issue(), { isRemembered: false });
  browser.clockAheadMs = 0;
  expect(session.accessRemainingMs()).toBe(70 * minute);
  expect(await session.renew(session.access())).toBe("renewed");
  expect([session.accessRemainingMs(), browser.delays()]).toEqual([10 * minute, [accessDelayMs]]);
});

test("a log-out removes the clock's offset from the browser", async () => {
  const browser = openBrowser();
  browser.clockAheadMs = 60 * minute;
  const { session } = browser.openTab();
  session.begin(browser.issue(), { isRemembered: false });
  expect(browser.local.getItem("clockOffset")).toBe(String(-60 * minute));
  await session.logOut();
  expect(browser.local.getItem("clockOffset")).toBeNull();
});
