import type { Page } from "playwright-core";
import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { logOut } from "../stage/log-out.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import { logIn, type User } from "../stage/user.ts";

const today = daysAgo(0);

async function signIn(page: Page, user: User) {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Log in" }).click();
  const form = page.locator("main form");
  await form.getByLabel("Username").fill(user.username);
  await form.getByLabel("Password", { exact: true }).fill(user.password);
  await form.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByRole("grid").waitFor();
}

/** All storage that a script or the developer tools can read on this page. */
function storedIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases]);
  });
}

test("a timer continues after a log-out, without its habit's title and only for its user", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Therapy", target: 30, unit: "minutes" });
  const elsewhere = await logIn(stage.url, user);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await cellOf(page, habit, today).focus();
  await page.keyboard.press("t");
  const pill = page.getByRole("button", { name: "Timer for Therapy" });
  await pill.waitFor();
  await logOut(stage, page, user);
  await expect.poll(() => storedIn(page)).not.toMatch(/daymark-seen|Therapy/);

  const next = await stage.createUser();
  await next.createHabit({ title: "Sleep", target: 8, unit: "hours" });
  await signIn(page, next);
  await page.getByRole("button", { name: "Commands" }).waitFor();
  expect(await page.locator("[data-timer]").count()).toBe(0);
  await logOut(stage, page, next);

  await signIn(page, user);
  await pill.waitFor();
  // The page would ask about a timer of less than a minute.
  await page.clock.setFixedTime(Date.now() + 90_000);
  await pill.click();
  await page.getByRole("button", { name: "Stop and add" }).click();
  await expect.poll(() => elsewhere.recorded(habit, today)).toBeGreaterThan(0);
});

test("a log-out before the page has stored offline data leaves none behind", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Therapy" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await logOut(stage, page, user);
  // The page starts to store data after a second, so by now it would have begun.
  await page.waitForTimeout(1_500);
  expect(await storedIn(page)).not.toMatch(/daymark-|Therapy/);
});

test("a note deleted just before the log-out is deleted", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit();
  await user.call("POST", "/notes/", { text: "Written in anger" });
  const elsewhere = await logIn(stage.url, user);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.getByRole("button", { name: "Delete note" }).click();
  const message = messageOf(page, "The note was deleted.");
  await message.waitFor();
  await logOut(stage, page, user);
  await expect.poll(() => message.count()).toBe(0);
  await signIn(page, user);
  await page.getByText("Write down why you keep a habit").waitFor();
  expect((await elsewhere.call<{ results: object[] }>("GET", "/notes/")).results).toEqual([]);
});

test("a note deleted just before its page is closed is deleted, even from another page", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit();
  await user.call("POST", "/notes/", { text: "Written in anger" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.getByRole("button", { name: "Delete note" }).click();
  await messageOf(page, "The note was deleted.").waitFor();
  await page.getByText(user.username).first().click();
  await page.getByRole("link", { name: "Settings" }).first().click();
  // The dashboard stays visible until the settings are loaded.
  await page.getByRole("button", { name: "Change username" }).waitFor();
  await page.goto("about:blank");
  await expect.poll(async () => (await user.call<{ results: object[] }>("GET", "/notes/")).results).toEqual([]);
});

test("a write in progress when the session ends waits for its user and is saved after their next log-in", async ({
  stage,
}) => {
  stage.expectError(/status of 401/);
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Therapy" });
  await user.call("POST", "/notes/", { text: "Before" });
  const elsewhere = await logIn(stage.url, user);
  const notes = async () => {
    const { results } = await elsewhere.call<{ results: { text: string }[] }>("GET", "/notes/");
    return results.map(({ text }) => text).toSorted();
  };
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let calls = 0;
  await page.route(/\/trpc\/.*(progress\.set|note\.update)|\/api\/notes\/$/, async (route) => {
    calls += 1;
    await held;
    await route.continue();
  });
  await cellOf(page, habit, today).click();
  await page.getByRole("textbox", { name: /^Note from/ }).fill("After");
  await page.getByRole("button", { name: "New note" }).click();
  await page.getByRole("textbox", { name: "New note" }).fill("Begun");
  await expect.poll(() => calls).toBeGreaterThanOrEqual(3);
  const refresh = await page.evaluate(() => localStorage.getItem("refreshToken"));
  await elsewhere.call("POST", "/auth/token/blacklist/", { refresh });
  letGo();
  await messageOf(page, /log in again\. Unsaved changes stay in this browser until you are back\./).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect.poll(() => messageOf(page, /./).count()).toBe(1);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");

  const next = await stage.createUser();
  await next.createHabit({ title: "Sleep" });
  const other = await logIn(stage.url, next);
  await signIn(page, next);
  await page.getByText("Write down why you keep a habit").waitFor();
  expect(await page.getByText(/waits? to be saved|need.* your decision/).count()).toBe(0);
  await logOut(stage, page, next);
  expect((await other.call<{ results: object[] }>("GET", "/notes/")).results).toEqual([]);
  expect([await elsewhere.recorded(habit, today), await notes()]).toEqual([null, ["Before"]]);

  await signIn(page, user);
  await expect.poll(() => elsewhere.recorded(habit, today)).toBe(1);
  await expect.poll(notes).toEqual(["After", "Begun"]);
  await expectResult(page, habit, today, "achieved");
  expect(await page.getByText(/need.* your decision/).count()).toBe(0);
});

test("the names of folded groups stay private, even after the session has ended", async ({ stage }) => {
  const [user, next] = [await stage.createUser(), await stage.createUser()];
  await user.createHabit({ title: "Tell the truth", group_name: "Therapy" });
  await next.createHabit({ title: "Lights out", group_name: "Evening" });
  await putOnPaidPlan(stage, next);
  const page = await stage.visit();
  const fold = (group: string) => page.locator(`[data-group="${group}"]`).click();
  const folded = () => page.evaluate(() => localStorage.getItem("dashboard_folded_groups"));
  /** Ends the user's session in the database, as if it had expired. */
  const endSession = async () => {
    await page.evaluate(() => localStorage.removeItem("refreshToken"));
    await page.goto("/");
  };
  await page.goto("/");
  await signIn(page, user);
  await fold("Therapy");
  await expect.poll(folded).toBe('["Therapy"]');
  await endSession();
  await signIn(page, user);
  expect(await folded()).toBe('["Therapy"]');
  await endSession();
  await signIn(page, next);
  expect(await storedIn(page)).not.toContain("Therapy");
  await fold("Evening");
  await expect.poll(() => next.call("GET", "/settings/")).toMatchObject({ folded_groups: ["Evening"] });
});
