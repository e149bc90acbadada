import { describe, expect, test } from "vitest";
import { openBrowser, until } from "./session-testing.ts";
import { tokenSubject } from "./token.ts";

/**
 * Sends an access token to the open tabs, then asks them for theirs. The answer shows that a tab has received the sent
 * token.
 */
function tellToken(browser: ReturnType<typeof openBrowser>, access: string): Promise<unknown> {
  const channel = browser.openChannel();
  const answer = new Promise((resolve) => {
    channel.addEventListener("message", ({ data }) => resolve(data));
  });
  channel.postMessage({ access });
  channel.postMessage({ isAsking: true });
  return answer;
}

describe("a frozen page after another user's log-in", () => {
  /**
   * The page of user 7 receives no events, as in the back/forward cache, until user 7 has logged out and user 8 has
   * logged in.
   */
  async function comeBack() {
    const browser = openBrowser();
    const kept = browser.openTab();
    kept.session.begin(browser.issue(), { isRemembered: false });
    const later = browser.openTab({ sharing: kept });
    await later.session.launch();
    browser.freeze(kept);
    await later.session.logOut();
    const pair = browser.issue({ subject: "8" });
    const next = browser.openTab({ sharing: later });
    next.session.begin(pair, { isRemembered: false });
    return { browser, kept, later: next, pair };
  }

  test("is reloaded without ending the session, when it becomes visible or navigates", async () => {
    const { browser, kept, later, pair } = await comeBack();
    kept.session.validate();
    expect([kept.reloads, kept.ends]).toEqual([1, []]);
    expect([later.session.access(), browser.local.getItem("refreshToken")]).toEqual([pair.access, pair.refresh]);
    later.session.validate();
    expect([later.reloads, later.session.status]).toEqual([0, "user"]);
  });

  test("has no token to send, and requests none", async () => {
    const { browser, kept } = await comeBack();
    expect(kept.session.access()).toBeNull();
    expect(await kept.session.renew(null)).toBe("another");
    expect([kept.session.userId, browser.refreshes]).toEqual(["7", 0]);
  });

  test("does not take over the other user's token", async () => {
    const { kept } = await comeBack();
    await until(() => kept.reloads > 0);
    expect([kept.session.userId, kept.session.access()]).toEqual(["7", null]);
  });

  test("has no current user, even before it is reloaded", async () => {
    const { kept, later } = await comeBack();
    expect([kept.session.currentUserId, later.session.currentUserId]).toEqual([null, "8"]);
    await later.session.logOut();
    expect([later.session.currentUserId, later.session.userId]).toEqual([null, "8"]);
  });
});

test("a page is reloaded when the storage shows another user's log-in, even if the message came earlier", async () => {
  const browser = openBrowser();
  const shown = browser.openTab();
  const own = browser.issue();
  shown.session.begin(own, { isRemembered: false });
  const other = browser.issue({ subject: "8" });
  expect(await tellToken(browser, other.access)).toEqual({ access: own.access });
  expect(shown.reloads).toBe(0);
  browser.local.setItem("refreshToken", other.refresh);
  expect([shown.reloads, shown.ends, shown.session.access()]).toEqual([1, [], null]);
});

test("a page in which another user logs in sends nothing in their name until it is reloaded", async () => {
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

describe("a page of a logged-out user, when another user logs in,", () => {
  async function logOutOf7() {
    const browser = openBrowser();
    const left = browser.openTab();
    left.session.begin(browser.issue(), { isRemembered: false });
    await left.session.logOut();
    return { browser, left, pair: browser.issue({ subject: "8" }) };
  }

  test("does not become the new user's, because answers to earlier calls may still arrive", async () => {
    const { left, pair } = await logOutOf7();
    expect(left.session.begin(pair, { isRemembered: false })).toBe("another");
    expect([left.session.status, left.session.userId, left.session.access()]).toEqual(["guest", "7", null]);
    expect(await left.session.renew(null)).toBe("another");
    left.session.validate();
    expect(left.reloads).toBe(1);
  });

  test("is reloaded if the log-in was in another tab", async () => {
    const { browser, left, pair } = await logOutOf7();
    browser.openTab().session.begin(pair, { isRemembered: false });
    await until(() => left.reloads > 0);
    expect([left.session.status, left.session.userId, left.session.access()]).toEqual(["guest", "7", null]);
  });

  test("continues if the same user logs in again", async () => {
    const { browser, left } = await logOutOf7();
    expect(left.session.begin(browser.issue(), { isRemembered: false })).toBe("begun");
    expect([left.session.status, left.reloads]).toEqual(["user", 0]);
  });
});

test("a log-out does not end another user's later session", async () => {
  const browser = openBrowser();
  const kept = browser.openTab();
  kept.session.begin(browser.issue(), { isRemembered: false });
  browser.freeze(kept);
  const other = browser.issue({ subject: "8" });
  browser.local.setItem("refreshToken", other.refresh);
  expect(await kept.session.logOut()).toBeNull();
  expect([browser.local.getItem("refreshToken"), kept.reloads, kept.ends]).toEqual([other.refresh, 1, []]);
});

test("an answer that arrives after another user's log-in keeps that user's tokens", async () => {
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

describe("a call of a user who has logged out meanwhile", () => {
  async function changePerson({ subject }: { subject: string }) {
    const browser = openBrowser();
    const tab = browser.openTab();
    tab.session.begin(browser.issue(), { isRemembered: false });
    const sent = tab.session.access();
    await tab.session.logOut();
    tab.session.begin(browser.issue({ subject }), { isRemembered: false });
    return { browser, session: tab.session, sent };
  }

  test("gets no token of the user who has logged in since", async () => {
    const { browser, session, sent } = await changePerson({ subject: "8" });
    expect(await session.renew(sent)).toBe("another");
    expect([session.status, session.userId, browser.refreshes]).toEqual(["guest", "7", 0]);
  });

  test("gets none either if that user logs in while the token is renewed", async () => {
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
      null,
      other.refresh,
      ["logged_out"],
    ]);
  });

  test("gets the new token of the same user", async () => {
    const { session, sent } = await changePerson({ subject: "7" });
    expect(await session.renew(sent)).toBe("renewed");
  });
});

describe("an access token of a different user than the stored refresh token", () => {
  test("is discarded when a page opens, and never sent", async () => {
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

  test("is not accepted from another tab", async () => {
    const browser = openBrowser();
    const { session, values } = browser.openTab();
    const own = browser.issue({ subject: "8" });
    session.begin(own, { isRemembered: false });
    expect(await tellToken(browser, browser.issue({ subject: "7" }).access)).toEqual({ access: own.access });
    expect([session.access(), values.get("accessToken")]).toEqual([own.access, own.access]);
  });
});

test("a session started while an opening page is refused its older token continues, and the page takes it over", async () => {
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
