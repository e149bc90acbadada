import { openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import { newName, password } from "../stage/user.ts";

const offline = /ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 503/;

test("a sign-up without a network reports that at once and keeps the form", async ({ stage }) => {
  stage.expectError(offline);
  const username = newName();
  const page = await stage.visit();
  await page.goto("/signup");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  const toaster = page.waitForResponse(/flash-toaster/);
  await page.locator("input[name=username]").click();
  await toaster;
  await untilLoaded(page);
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=email]").fill(`${username}@example.org`);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password_confirmation]").fill(password);
  await page.locator("input[name=agreement]").check();
  await page.context().setOffline(true);
  const submit = page.locator("main form").getByRole("button", { name: "Sign up" });
  await submit.click();
  await messageOf(page, "The server could not be reached. Check your connection and try again.").waitFor();
  expect(await page.locator("input[name=username]").inputValue()).toBe(username);
  expect(await page.locator("input[name=password]").inputValue()).toBe(password);

  await page.context().setOffline(false);
  await submit.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
});

test("a dialog whose code cannot be loaded keeps the calendar and can be closed", async ({ stage }) => {
  stage.expectError(/status of 503|Failed to fetch/);
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user });
  await page.route(/habit-menu-/, (route) => route.fulfill({ status: 503 }));
  await openDashboard(page);
  await page.locator(`[data-habit-header="${habit.id}"]`).click();
  await messageOf(page, "Part of this page could not be loaded.").waitFor();
  await page.getByRole("grid").waitFor();

  await page.unroute(/habit-menu-/);
  const loaded = page.waitForEvent("load");
  // The button is hidden from roles while a copy of the message is announced.
  await page.locator("button", { hasText: "Reload the page" }).click();
  await loaded;
  await page.getByRole("grid").waitFor();
  await page.locator(`[data-habit-header="${habit.id}"]`).click();
  await page.getByRole("menuitem", { name: "Statistics" }).waitFor();
});

test("a month that cannot be loaded says so, and loads once the network is back", async ({ stage }) => {
  stage.expectError(offline);
  const user = await stage.createUser();
  await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Previous month" }).click();
  await page.getByRole("heading", { name: "The calendar could not be loaded" }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("grid").waitFor();
});

test("a URL with an invalid month shows the current month", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user });
  for (const month of ["2026-13", "1999-12", "soon"]) {
    await page.goto(`/dashboard?month=${month}`);
    await page.locator(`td[data-day="${daysAgo(0)}"]`).waitFor();
  }
});

test("the month picker can be used by keyboard across years", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user });
  await page.goto("/dashboard?month=2020-02");
  await page.getByRole("grid").waitFor();
  await page.getByRole("button", { name: /^February 2020/ }).press("Enter");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("February 2020");
  for (const [key, month] of [
    ["ArrowUp", "November 2019"],
    ["PageUp", "November 2018"],
    ["ArrowRight", "December 2018"],
    ["ArrowRight", "January 2019"],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(focused).toBe(month);
    // If the focus had left the months, it would do so one frame later.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await focused()).toBe(month);
  }
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).search).toBe("?month=2019-01");
});
