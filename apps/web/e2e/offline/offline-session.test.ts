import type { Page } from "playwright-core";
import { leftIn, waitUntilCached } from "../pages/restored.ts";
import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import { logIn } from "../stage/user.ts";
import { noNetwork } from "./no-network.ts";

const today = daysAgo(0);

test("a change made just before a reload is there without a network", async ({ stage }) => {
  stage.expectError(noNetwork);
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user, withServiceWorker: true });
  await openDashboard(page);
  await waitUntilCached(page);
  // The page stores answers a second after they arrive. Here the page ends earlier.
  await user.call("PATCH", `/habits/${habit.id}/`, { title: "Read books" });
  const header = page.locator(`[data-habit-header="${habit.id}"][title="Read books"]`);
  await header.waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await header.waitFor();
});

test("if a page closes during the request of a day, the next page sends it, and the browser does not ask", async ({
  stage,
}) => {
  stage.expectError(noNetwork);
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  // The request never reaches the server.
  await page.route(/progress\.set/, () => {});
  const underway = page.waitForRequest(/progress\.set/);
  await cellOf(page, habit, today).click();
  await underway;
  await page.goto("/robots.txt");
  expect(await user.recorded(habit, today)).toBeNull();
  await page.unroute(/progress\.set/);
  await openDashboard(page);
  await expectResult(page, habit, today, "achieved");
  await expect.poll(() => user.recorded(habit, today)).toBe(1);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain("underway");
  expect(questions).toEqual([]);
});

/** Records today without a network, so that the change waits in the browser. */
async function recordOffline(page: Page, habit: { id: number }): Promise<void> {
  await openDashboard(page);
  await waitUntilCached(page);
  await page.context().setOffline(true);
  await cellOf(page, habit, today).click();
  await page.getByText("1 change waiting to be saved").waitFor();
}

test("a log-out leaves no user data in the browser", async ({ stage }) => {
  stage.expectError(noNetwork);
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user, withServiceWorker: true });
  await recordOffline(page, habit);
  await page.getByRole("button", { name: "Log out" }).or(page.getByText(user.username)).first().click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByText("1 change has not been saved yet and would be lost").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  await expect.poll(() => leftIn(page)).toEqual({ databases: [], caches: [], workers: 0 });
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((key) => !/^(theme|themeIsSystem|language|dashboard)/.test(key))).toEqual([]);
});

test("queued writes survive the end of their session, for their user only", async ({ stage }) => {
  stage.expectError(noNetwork);
  stage.expectError(/status of 401/);
  const owner = await stage.createUser();
  const other = await stage.createUser();
  const habit = await owner.createHabit({ title: "Read" });
  const page = await stage.visit({ as: owner, withServiceWorker: true });
  await recordOffline(page, habit);
  await owner.call("PATCH", "/auth/sessions/", { password: owner.password });
  await page.context().setOffline(false);
  await messageOf(page, /terminated/i).waitFor();

  await enter(page, other);
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  expect(await page.getByText(/waiting to be saved/).count()).toBe(0);
  await leave(page, other);

  const again = await logIn(stage.url, owner);
  expect(await again.recorded(habit, today)).toBeNull();
  await enter(page, owner);
  await expect.poll(() => again.recorded(habit, today)).toBe(1);
  await expectResult(page, habit, today, "achieved");
});

async function enter(page: Page, { username, password }: { username: string; password: string }) {
  await page.goto("/login");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(password);
  await page.locator("main form button[type=submit]").click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
}

async function leave(page: Page, { username }: { username: string }) {
  await page.getByText(username).first().click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
}
