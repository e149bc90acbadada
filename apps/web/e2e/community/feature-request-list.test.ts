import type { Page } from "playwright-core";
import { listen } from "../pages/listen.ts";
import { createAdmin, createReader } from "../stage/database.ts";
import { expect, follow, mouseAndTouch, press, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";
import { newWord, type SentRequest, sendRequest } from "./feature-request.ts";

const shown = (page: Page) => page.getByRole("article").getByRole("heading").allTextContents();
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("the list's filters are in its URL, are announced, keep the focus, and going back removes them one by one", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const word = newWord();
  const [old, recent] = [
    await sendRequest(admin, { title: `Old ${word}`, category: "critical_bugs" }, admin),
    await sendRequest(admin, { title: `Recent ${word}`, category: "improvements" }, admin),
  ];
  await admin.call("POST", `${old.path}/reactions/`, { type: "like" });
  const page = await stage.visit();
  await page.goto("/feature-requests");
  const announcements = await listen(page);
  const search = page.getByRole("searchbox");
  const category = page.getByRole("combobox", { name: "Category" });
  await search.fill(word);
  await page.keyboard.press("Enter");
  await expect.poll(() => shown(page)).toEqual([old.title, recent.title]);
  await expect.poll(announcements).toContain("2 requests");
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole("link", { name: "New", exact: true }).click();
  await expect.poll(() => shown(page)).toEqual([recent.title, old.title]);
  await category.focus();
  await category.selectOption({ label: "Improvements" });
  await expect.poll(() => shown(page)).toEqual([recent.title]);
  await expect.poll(announcements).toContain("1 request");
  expect(await category.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole("link", { name: "Closed", exact: true }).click();
  await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
  await expect.poll(announcements).toContain("0 requests");
  expect(query(page)).toEqual({ search: word, sort: "new", category: "improvements", status: "closed" });

  await page.goBack();
  await expect.poll(() => shown(page)).toEqual([recent.title]);
  await page.goBack();
  await expect.poll(() => shown(page)).toEqual([recent.title, old.title]);
  await expect.poll(() => category.inputValue()).toBe("");
  await page.goBack();
  await page.goBack();
  await expect.poll(async () => [query(page), await search.inputValue()]).toEqual([{}, ""]);
  await page.goForward();
  await expect.poll(() => shown(page)).toEqual([old.title, recent.title]);
  await expect.poll(() => search.inputValue()).toBe(word);
  // Another browser shows the same list at this URL.
  const other = await stage.visit();
  await other.goto(page.url());
  expect(await shown(other)).toEqual([old.title, recent.title]);
  await page.getByRole("link", { name: "Closed", exact: true }).click();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect.poll(() => query(page)).toEqual({});
});

test("a list shows the numbers and times by which it is sorted", async ({ stage }) => {
  const [admin, second, third] = [await createAdmin(stage), await createReader(stage), await createReader(stage)];
  const word = newWord();
  const vote = (voter: User, { path }: SentRequest, type: string) => voter.call("POST", `${path}/reactions/`, { type });
  const disputed = await sendRequest(admin, { title: `Disputed ${word}` }, admin);
  const plain = await sendRequest(admin, { title: `Plain ${word}` }, admin);
  const disliked = await sendRequest(admin, { title: `Disliked ${word}` }, admin);
  await vote(admin, disputed, "like");
  await vote(second, disputed, "like");
  await vote(third, disputed, "dislike");
  await vote(second, plain, "like");
  await vote(second, disliked, "dislike");
  const page = await stage.visit();
  await page.goto(`/feature-requests?search=${word}`);
  const votes = page.getByRole("button", { name: /^Vote for/ });
  // If two requests have the same number, the newer one comes first.
  expect(await shown(page)).toEqual([plain.title, disputed.title, disliked.title]);
  expect(await votes.allInnerTexts()).toEqual(["1", "1", "-1"]);
  expect(await votes.nth(1).getAttribute("aria-label")).toBe(`Vote for ${disputed.title}, 1`);
  expect(await votes.nth(1).getAttribute("title")).toBe("For: 2, against: 1");
  await page.goto(`/feature-requests?search=${word}&sort=active`);
  await expect.poll(() => page.getByText(/^Last activity: /).count()).toBe(3);

  await admin.call("POST", `${plain.path}/close/`, { reason: "shipped" });
  await page.goto("/feature-requests/roadmap");
  await page
    .getByRole("region", { name: "Shipped" })
    .getByRole("article", { name: plain.title })
    .getByText("Last activity: ")
    .waitFor();
});

test("shipped and declined requests have separate lists, which continue the columns of the roadmap in the same order", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const word = newWord();
  const close = async (title: string, reason: string) => {
    const request = await sendRequest(admin, { title }, admin);
    await admin.call("POST", `${request.path}/close/`, { reason });
  };
  // One request more than a column of the roadmap shows.
  for (let number = 1; number <= 21; number += 1) await close(`Declined ${number} of ${word}`, "declined");
  await close(`Shipped of ${word}`, "shipped");
  const inOrder = Array.from({ length: 21 }, (_, index) => `Declined ${21 - index} of ${word}`);
  // A parallel test may decline a request meanwhile, which replaces the last one.
  const own = (titles: readonly string[]) => titles.filter((title) => title.endsWith(word));
  const page = await stage.visit({ scripts: false });
  await page.goto("/feature-requests/roadmap");
  const declined = page.getByRole("region", { name: "Declined" });
  const column = await declined.getByRole("article").getByRole("heading").allTextContents();
  expect(column).toHaveLength(20);
  expect(own(column).length).toBeGreaterThan(10);
  expect(own(column)).toEqual(inOrder.slice(0, own(column).length));
  await follow(page, () => declined.getByRole("link", { name: "See the rest" }).click());
  expect(query(page)).toEqual({ status: "closed", reason: "declined", sort: "active" });
  const listed = await shown(page);
  expect(listed).toHaveLength(20);
  expect(own(listed).length).toBeGreaterThan(10);
  expect(own(listed)).toEqual(inOrder.slice(0, own(listed).length));
  // A search keeps to the same list.
  await page.getByRole("searchbox").fill(word);
  await follow(page, () => page.getByRole("button", { name: "Search" }).click());
  expect(await shown(page)).toEqual(inOrder.slice(0, 20));
  const reasons = page.getByRole("navigation", { name: "Reason" }).getByRole("link");
  await follow(page, () => reasons.filter({ hasText: "Shipped" }).click());
  expect(await shown(page)).toEqual([`Shipped of ${word}`]);
  await follow(page, () => reasons.filter({ hasText: "Any reason" }).click());
  expect((await shown(page))[0]).toBe(`Shipped of ${word}`);
  await follow(page, () => page.getByRole("link", { name: "Open", exact: true }).click());
  expect(query(page)).toEqual({ search: word, status: "open", sort: "active" });
  expect(await reasons.count()).toBe(0);
});

for (const { language, width, touch } of mouseAndTouch) {
  test(`a user's own requests have a list with every status, and a guest reaches it through the log-in, in ${language}`, async ({
    stage,
  }) => {
    const words = wordsOf(language);
    const [author, admin] = [await createReader(stage), await createAdmin(stage)];
    const how = { language, width, touch };
    const page = await stage.visit({ ...how, as: author });
    await page.goto("/feature-requests");
    await press(page.getByRole("link", { name: words("My requests") }), { touch });
    await page.getByRole("heading", { name: words("You have not sent a request yet") }).waitFor();

    const waiting = await sendRequest(author, { title: `Waiting ${newWord()}` });
    const rejected = await sendRequest(author, { title: `Rejected ${newWord()}` });
    const open = await sendRequest(author, { title: `Open ${newWord()}` }, admin);
    await admin.call("POST", `${rejected.path}/reject/`, {});
    await sendRequest(admin, {}, admin);
    await page.goto("/feature-requests?mine=true&sort=new");
    await expect.poll(() => shown(page)).toEqual([open.title, rejected.title, waiting.title]);
    expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
    const pending = { en: "Pending", uk: "На розгляді" }[language];
    await press(page.getByRole("link", { name: pending, exact: true }), { touch });
    await expect.poll(() => shown(page)).toEqual([waiting.title]);
    expect(query(page)).toEqual({ mine: "true", sort: "new", status: "pending" });

    const guest = await stage.visit(how);
    await guest.goto("/feature-requests?mine=true");
    await guest.getByRole("heading", { name: words("Log in to see your requests") }).waitFor();
    await press(guest.locator("main").getByRole("link", { name: words("Log in"), exact: true }), { touch });
    await guest.waitForURL("**/login?next=**");
    await guest.locator("input[name=username]").fill(author.username);
    await guest.locator("input[name=password]").fill(author.password);
    await press(guest.locator("main form button[type=submit]"), { touch });
    await guest.waitForURL("**/feature-requests?mine=true");
    await expect
      .poll(async () => (await shown(guest)).toSorted())
      .toEqual([open, rejected, waiting].map(({ title }) => title).toSorted());
  });
}

for (const { language, width, touch } of mouseAndTouch) {
  test(`the list begins with open requests, and shows the rest after one press, in ${language} at ${width} px`, async ({
    stage,
  }) => {
    const words = wordsOf(language);
    const admin = await createAdmin(stage);
    const word = newWord();
    const open = await sendRequest(admin, { title: `Open ${word}`, category: "critical_bugs" }, admin);
    const shipped = await sendRequest(admin, { title: `Shipped ${word}`, category: "critical_bugs" }, admin);
    await admin.call("POST", `${shipped.path}/close/`, { reason: "shipped" });
    // Pinned requests come before those of parallel tests.
    for (const { id } of [shipped, open])
      await admin.call("POST", "/admin/moderation/pin/", { kind: "feature_request", id, pinned: true });
    const page = await stage.visit({ language, width, touch });
    const isOpen = { en: "Open", uk: "Відкрито" }[language];
    const own = async () => (await shown(page)).filter((title) => title.endsWith(word)).sort();
    const statuses = page.getByRole("navigation", { name: words("Status") });
    await page.goto("/feature-requests");
    await expect.poll(() => statuses.locator("[aria-current]").allTextContents()).toEqual([isOpen]);
    expect(await own()).toEqual([open.title]);
    await press(statuses.getByRole("link", { name: words("Any status") }), { touch });
    await expect.poll(own).toEqual([open.title, shipped.title]);
    await press(statuses.getByRole("link", { name: isOpen, exact: true }), { touch });
    await expect.poll(own).toEqual([open.title]);
    // A search from the first page of the list covers all requests.
    await page.goto("/feature-requests");
    await page.getByRole("searchbox").fill(word);
    await page.keyboard.press("Enter");
    await expect.poll(own).toEqual([open.title, shipped.title]);
    await expect.poll(() => statuses.locator("[aria-current]").allTextContents()).toEqual([words("Any status")]);
  });
}

test("a user can retry a list that fails to load, and a failed next page keeps the loaded ones", async ({ stage }) => {
  stage.expectError(/status of 500|featureRequest\.list: unavailable/);
  const admin = await createAdmin(stage);
  const word = newWord();
  for (let count = 1; count <= 21; count += 1) await sendRequest(admin, { title: `No. ${count} ${word}` }, admin);
  const page = await stage.visit();
  await page.goto(`/feature-requests?search=${word}`);
  // The call may share its request with others, in any order.
  const calls = /\/trpc\/[^?]*featureRequest\.list/;
  await page.route(calls, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("link", { name: "More requests" }).click();
  await page.getByText("More requests could not be loaded. Try again.").waitFor();
  expect((await shown(page)).length).toBe(20);
  await page.unroute(calls);
  await page.getByRole("link", { name: "More requests" }).click();
  await expect.poll(async () => (await shown(page)).length).toBe(21);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(`No. 1 ${word}`);

  await page.route(calls, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("link", { name: "New", exact: true }).click();
  await page.getByRole("heading", { name: "This page could not be shown" }).waitFor();
  await page.unroute(calls);
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect.poll(async () => (await shown(page))[0]).toBe(`No. 21 ${word}`);
});

test.for([
  { when: "after a log-out", isStartHeld: false },
  { when: "before the page after a log-out is shown", isStartHeld: true },
])("$when going back does not show what only the reader could see in the list", async ({ isStartHeld }, { stage }) => {
  const admin = await createAdmin(stage);
  const reader = await createReader(stage);
  const word = newWord();
  // A pending request is visible to its author only. It is the oldest, so it is on the second page.
  const own = await sendRequest(reader, { title: `Own wish of ${word}` });
  for (let number = 1; number <= 20; number += 1)
    await sendRequest(admin, { title: `No. ${number} of ${word}` }, admin);
  const page = await stage.visit({ as: reader });
  await page.goto(`/feature-requests?search=${word}&sort=new`);
  await page.getByRole("link", { name: "More requests" }).click();
  await expect.poll(() => shown(page)).toContain(own.title);
  await page.getByRole("link", { name: own.title }).click();
  await page.getByRole("heading", { name: own.title, level: 1 }).waitFor();
  await page.goBack();
  await expect.poll(() => shown(page)).toContain(own.title);
  const { promise: landing, resolve: sendLanding } = Promise.withResolvers<void>();
  if (isStartHeld) {
    await page.route(/\/assets\/landing-/, async (route) => {
      await landing;
      await route.continue();
    });
  }
  await page.locator("summary", { hasText: reader.username }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  await page.goBack();
  sendLanding();
  await expect.poll(async () => (await shown(page)).length).toBe(20);
  expect(await shown(page)).not.toContain(own.title);
});
