import type { Page } from "playwright-core";
import { expect, messageOf, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";

/** Counts the refreshes of all tabs of a browser from now on. */
function countRefreshes(page: Page) {
  const count = { value: 0 };
  page.context().on("request", (request) => {
    if (request.url().includes("/api/auth/token/refresh/")) count.value += 1;
  });
  return count;
}

/** Makes the tab's access token invalid: expired by the clock, or refused by the server. */
async function invalidateAccessToken(page: Page, as: "expired" | "refused") {
  await page.evaluate((kind) => {
    const [header = "", payload = "", signature = ""] = (sessionStorage.getItem("accessToken") ?? "").split(".");
    const claims = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const spoilt =
      kind === "expired"
        ? [header, btoa(JSON.stringify({ ...claims, exp: 1 })), signature]
        : [header, payload, signature.split("").reverse().join("")];
    sessionStorage.setItem("accessToken", spoilt.join("."));
  }, as);
}

/** Blocks the stream of live changes. It starts a little later and would renew an invalid token by itself. */
function blockLiveChanges(page: Page): Promise<unknown> {
  return page.context().route("**/trpc/live.changes*", () => {});
}

test("two tabs renew an expired access token once, without the user noticing", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user });
  const other = await page.context().newPage();
  await blockLiveChanges(page);
  for (const tab of [page, other]) {
    await tab.goto("/dashboard");
    await tab.getByRole("grid").waitFor();
  }
  await Promise.all([invalidateAccessToken(page, "expired"), invalidateAccessToken(other, "expired")]);
  const refreshes = countRefreshes(page);
  await Promise.all([page.reload(), other.reload()]);
  for (const tab of [page, other]) {
    await tab.getByRole("grid").waitFor();
    expect(new URL(tab.url()).pathname).toBe("/dashboard");
    await tab.locator(`td[data-habit="${habit.id}"]`).first().waitFor();
  }
  expect(refreshes.value).toBe(1);
});

test("a call refused for its token is repeated with a new one", async ({ stage }) => {
  // The browser itself reports each 401.
  stage.expectError(/status of 401/);
  const user = await stage.createUser();
  await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user });
  await blockLiveChanges(page);
  await page.goto("/dashboard");
  await page.getByRole("grid").waitFor();
  await invalidateAccessToken(page, "refused");
  const refreshes = countRefreshes(page);
  await page.reload();
  await page.getByRole("grid").waitFor();
  await page.getByText(user.username).first().waitFor();
  expect(refreshes.value).toBe(1);
});

test("a log-out takes every tab to the start page and invalidates the tokens at once", async ({ stage }) => {
  const user = await stage.createUser();
  const page = await stage.visit({ as: user });
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto("/dashboard");
    await tab.getByText(user.username).first().waitFor();
  }
  const access = await page.evaluate(() => sessionStorage.getItem("accessToken"));
  await page.getByText(user.username).first().click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await messageOf(page, "You have successfully logged out!").waitFor();
  for (const tab of [page, other]) {
    await expect.poll(() => new URL(tab.url()).pathname).toBe("/");
    await tab.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Log in" }).waitFor();
    expect(
      await tab.evaluate(() => [localStorage.getItem("refreshToken"), sessionStorage.getItem("accessToken")]),
    ).toEqual([null, null]);
  }
  await expect
    .poll(
      async () => (await fetch(`${stage.url}/api/profile/`, { headers: { authorization: `Bearer ${access}` } })).status,
    )
    .toBe(401);
});

test("a session ended elsewhere leads to the start page with one message", async ({ stage }) => {
  stage.expectError(/status of 401/);
  const user = await stage.createUser();
  const page = await stage.visit({ as: user });
  await page.goto("/dashboard");
  await page.getByText(user.username).first().waitFor();
  const refresh = await page.evaluate(() => localStorage.getItem("refreshToken"));
  // The tab keeps its tokens. An open page would learn that its session has ended and lead to the start by itself
  // (live.test.ts); a reload during that would open the log-in instead.
  await page.goto("about:blank");
  await user.call("POST", "/auth/token/blacklist/", { refresh });
  await page.goto("/dashboard");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  const message = messageOf(page, "Your session has been terminated. Please log in again.");
  await message.first().waitFor();
  expect(await message.count()).toBe(1);
});

async function logIn(tab: Page, { username, password }: User) {
  await tab.locator("input[name=username]").fill(username);
  await tab.locator("input[name=password]").fill(password);
  await tab.locator("main form button[type=submit]").click();
}

test("after another user's log-in a tab shows the new user and nothing of the previous one", async ({ stage }) => {
  const [first, second] = [await stage.createUser(), await stage.createUser()];
  const page = await stage.visit();
  await page.goto("/login");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  // A popup shares the process with its opener, so the second tab learns of the session at once.
  const [other] = await Promise.all([page.waitForEvent("popup"), page.evaluate(() => void open("/login"))]);
  await other.locator("main form button[type=submit]:enabled").waitFor();
  await logIn(page, first);
  await other.getByText(first.username).first().waitFor();
  await logIn(other, second);
  await other.waitForURL("**/dashboard");
  await other.getByText(second.username).first().waitFor();
  expect(await other.getByText(first.username).count()).toBe(0);
  // The first tab reloads when it learns of the other user's log-in.
  await page.getByText(second.username).first().waitFor();
});

test("a tab that got the message of another user's log-in too early follows when the storage changes", async ({
  stage,
}) => {
  const [first, second] = [await stage.createUser(), await stage.createUser()];
  await first.createHabit({ title: "Therapy" });
  const page = await stage.visit();
  const other = await page.context().newPage();
  // A tab drops a message that comes too early. A test cannot choose that order, so here no message comes at all.
  await other.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => {};
  });
  for (const tab of [page, other]) {
    await tab.goto("/login");
    await tab.locator("main form button[type=submit]:enabled").waitFor();
  }
  await logIn(page, first);
  await page.getByText("Therapy").first().waitFor();
  await logIn(other, second);
  await other.getByText(second.username).first().waitFor();
  await page.getByText(second.username).first().waitFor();
  expect(await page.getByText(/Therapy/).count()).toBe(0);
});

test("a tab that missed another user's log-in follows when it becomes visible", async ({ stage }) => {
  const [first, second] = [await stage.createUser(), await stage.createUser()];
  const page = await stage.visit({ as: first });
  await page.goto("/dashboard");
  await page.getByText(first.username).first().waitFor();
  // A page receives no event of its own change.
  await page.evaluate((refresh) => localStorage.setItem("refreshToken", refresh), second.refresh);
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  await page.getByText(second.username).first().waitFor();
  expect(await page.getByText(first.username).count()).toBe(0);
});

test("on a device whose clock is 25 hours ahead a log-in works and lasts", async ({ stage }) => {
  const user = await stage.createUser();
  const page = await stage.visit();
  // Playwright's clock replaces `performance` too, which says when the page is hydrated.
  await page.addInitScript((aheadMs) => {
    const now = Date.now;
    Date.now = () => now() + aheadMs;
  }, 25 * 3_600_000);
  await page.goto("/login");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  const refreshes = countRefreshes(page);
  await logIn(page, user);
  await page.waitForURL("**/dashboard");
  await page.getByText(user.username).first().waitFor();
  await page.reload();
  await page.getByText(user.username).first().waitFor();
  expect([new URL(page.url()).pathname, refreshes.value]).toEqual(["/dashboard", 0]);
});

test("a browser without a time zone can log in and renew its token, and uses UTC", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Read" });
  const page = await stage.visit({ timezone: "Asia/Tokyo" });
  await blockLiveChanges(page);
  await page.addInitScript(() => {
    const resolve = Intl.DateTimeFormat.prototype.resolvedOptions;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      const options = resolve.call(this);
      return options.timeZone === "Asia/Tokyo" ? { ...options, timeZone: "Etc/Unknown" } : options;
    };
  });
  await page.goto("/login");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  await logIn(page, user);
  await page.waitForURL("**/dashboard");
  await page.getByRole("grid").waitFor();
  await invalidateAccessToken(page, "expired");
  const refreshes = countRefreshes(page);
  await page.reload();
  const today = page.locator('td[aria-current="date"]').first();
  await expect
    .poll(async () => [await today.getAttribute("data-day"), new Date().toISOString().slice(0, 10)])
    .toSatisfy(([shown, utc]) => shown === utc);
  expect(refreshes.value).toBe(1);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Change time zone" }).waitFor();
});
