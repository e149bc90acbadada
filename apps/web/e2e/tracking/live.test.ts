import type { Page } from "playwright-core";
import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, test } from "../stage/stage.ts";
import { logIn } from "../stage/user.ts";

/** The guarantee is 2 s. A machine may stall for longer, so the timeout is longer. */
const lenientPoll = { timeout: 10_000, interval: 50 };

/** The page's open streams and its calls. */
function watchRequests(page: Page) {
  const streams: string[] = [];
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/trpc/live.changes") streams.push(request.headers().authorization ?? "");
    else if (pathname.startsWith("/trpc/")) calls.push(pathname.slice("/trpc/".length));
  });
  return { streams, calls };
}

/** Opens the dashboard and waits until it receives live changes. */
async function openLive(page: Page): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes("/trpc/live.changes"));
  await openDashboard(page);
  expect((await stream).status()).toBe(200);
}

test("two devices show each other's days, habits and notes", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  const there = await logIn(stage.url, user);
  const [phone, laptop] = [await stage.visit({ as: user, width: 320, touch: true }), await stage.visit({ as: there })];
  await openLive(phone);
  await openLive(laptop);
  const today = daysAgo(0);

  await cellOf(phone, read, today).tap();
  await expect.poll(() => cellOf(laptop, read, today).getAttribute("data-result"), lenientPoll).toBe("achieved");
  await cellOf(laptop, read, daysAgo(1)).click();
  await expect.poll(() => cellOf(phone, read, daysAgo(1)).getAttribute("data-result"), lenientPoll).toBe("achieved");

  // A script over the API counts as another device.
  await user.call("POST", "/habits/", { title: "Swim", type: "good", target: 1, unit: "repetitions", hue: 90 });
  await user.call("POST", "/notes/", { text: "Bring a towel" });
  for (const page of [phone, laptop]) {
    await page.getByRole("button", { name: /^Swim/ }).first().waitFor();
    await page.getByText("Bring a towel").first().waitFor();
  }
});

test("two tabs share one stream, and if the tab with the stream closes, the other one opens it", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  const first = await stage.visit({ as: user });
  const seenByFirst = watchRequests(first);
  await openLive(first);
  const second = await first.context().newPage();
  const seenBySecond = watchRequests(second);
  await openDashboard(second);
  const today = daysAgo(0);

  await cellOf(second, read, today).click();
  await expect.poll(() => cellOf(first, read, today).getAttribute("data-result"), lenientPoll).toBe("achieved");
  await cellOf(first, read, daysAgo(1)).click();
  await expect.poll(() => cellOf(second, read, daysAgo(1)).getAttribute("data-result"), lenientPoll).toBe("achieved");
  expect([seenByFirst.streams.length, seenBySecond.streams.length]).toEqual([1, 0]);
  expect(seenByFirst.streams[0]).toMatch(/^Bearer /);

  await first.close();
  await expect.poll(() => seenBySecond.streams.length, lenientPoll).toBe(1);
  await user.record(read, daysAgo(2), 1);
  await expect.poll(() => cellOf(second, read, daysAgo(2)).getAttribute("data-result"), lenientPoll).toBe("achieved");
});

test("a page ignores notices of its own changes, and fetches only what changed elsewhere", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user });
  await openLive(page);
  // If the page fetched a habit before it was listening, it fetches again once it listens. This change proves that it
  // has.
  await user.call("POST", "/notes/", { text: "Listening" });
  await page.getByText("Listening").first().waitFor();
  await untilLoaded(page);
  const { calls } = watchRequests(page);
  await cellOf(page, read, daysAgo(0)).click();
  await expect.poll(() => user.recorded(read, daysAgo(0))).toBe(1);
  // A fetch too many would come soon. The page's usual fetch of the statistics shows that it had the time.
  await expect.poll(() => calls.join(), lenientPoll).toContain("habit.statistics");
  await user.call("POST", "/notes/", { text: "Bring a towel" });
  await page.getByText("Bring a towel").first().waitFor();
  expect(calls.join()).not.toContain("progress.list");
  expect(calls.filter((call) => call.includes("note.list"))).toEqual(["note.list"]);
});

test("a pending value stays if older data arrives from another device", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  const run = await user.createHabit({ title: "Run" });
  const page = await stage.visit({ as: user });
  await openLive(page);
  const today = daysAgo(0);
  const results: (string | null)[] = [];
  const held = Promise.withResolvers<void>();
  await page.route(/\/trpc\/progress\.set/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await cellOf(page, read, today).click();
  await expectResult(page, read, today, "achieved");
  await user.record(run, today, 1);
  await expect
    .poll(async () => {
      results.push(await cellOf(page, read, today).getAttribute("data-result"));
      return cellOf(page, run, today).getAttribute("data-result");
    }, lenientPoll)
    .toBe("achieved");
  expect(new Set(results)).toEqual(new Set(["achieved"]));
  held.resolve();
  await expect.poll(() => user.recorded(read, today)).toBe(1);
  await expectResult(page, read, today, "achieved");
});

test("an idle page also notices that its session ended elsewhere, with one message", async ({ stage }) => {
  stage.expectError(/401/);
  const user = await stage.createUser();
  await user.createHabit();
  const page = await stage.visit({ as: user });
  await openLive(page);
  const other = await logIn(stage.url, user);
  await other.call("PATCH", "/auth/sessions/", { keep_current: true, password: user.password });
  await page.waitForURL(`${stage.url}/`, { timeout: 10_000 });
  const message = page.locator("p[data-type]", { hasText: "Your session has been terminated. Please log in again." });
  await message.waitFor();
  expect(await message.count()).toBe(1);
});
