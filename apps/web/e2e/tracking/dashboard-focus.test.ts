import type { Locator, Page } from "playwright-core";
import { cellOf, focusedCell, openDashboard } from "../stage/calendar.ts";
import { addDays, daysAgo } from "../stage/day.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { expect, messageOf, press, test } from "../stage/stage.ts";

const today = daysAgo(0);

/** Expects that the element receives the next key. */
async function expectFocus(target: Locator) {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
}

async function openVacations(page: Page) {
  await page.getByRole("button", { name: "More dashboard options" }).click();
  await press(page.getByRole("menuitem", { name: "Vacation" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Your vacations").waitFor();
  return dialog;
}

test("after a vacation is deleted the focus moves to the next one, or to the dialog", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit();
  for (const days of [10, 20, 30]) {
    const day = addDays(today, days);
    await user.call("POST", "/vacations/", { from: day, to: day });
  }
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const dialog = await openVacations(page);
  const lines = dialog.locator("li").getByRole("button");
  await expect.poll(() => lines.count()).toBe(3);
  const second = await lines.nth(1).getAttribute("aria-label");
  await lines.nth(0).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => lines.count()).toBe(2);
  await expectFocus(dialog.getByRole("button", { name: second ?? "" }));
  await lines.nth(1).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => lines.count()).toBe(1);
  await expectFocus(lines.nth(0));
  await page.keyboard.press("Enter");
  await expect.poll(() => lines.count()).toBe(0);
  await expectFocus(dialog);
});

test("after a timer is stopped the focus moves to its day, or to the page's heading", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 30, unit: "minutes" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const pill = page.getByRole("button", { name: "Timer for Read" });
  let now = Date.now();
  const stop = async () => {
    // The page would ask about a timer of less than a minute.
    now += 90_000;
    await page.clock.setFixedTime(now);
    await pill.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Stop and add" }).focus();
    await page.keyboard.press("Enter");
    await pill.waitFor({ state: "detached" });
    await messageOf(page, "Read, today").first().waitFor();
  };
  const answered = page.waitForResponse(/\/trpc\/[^?]*progress\.(set|increment)/);
  await cellOf(page, read, today).focus();
  await page.keyboard.press("t");
  await stop();
  await expect.poll(() => focusedCell(page)).toEqual({ habit: read.id, day: today });
  // If the page is left before the answer, the next one sends the day again, and the server answers 409 to the comparison.
  await (await answered).finished();

  await page.keyboard.press("t");
  await pill.waitFor();
  await page.goto("/settings");
  const heading = page.getByRole("heading", { name: "General Settings", level: 1 });
  await heading.waitFor();
  await stop();
  await expectFocus(heading);
});

test("if a timer is stopped before the page has a heading, the focus moves there once the time is recorded", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 30, unit: "minutes" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const pill = page.getByRole("button", { name: "Timer for Read" });
  await cellOf(page, read, today).focus();
  await page.keyboard.press("t");
  await pill.waitFor();

  const held = { script: Promise.withResolvers<void>(), day: Promise.withResolvers<void>() };
  await page.route(/\/assets\/settings-[\w-]+\.js$/, async (route) => {
    await held.script.promise;
    await route.continue();
  });
  await page.route(/\/trpc\/[^?]*progress\./, async (route) => {
    await held.day.promise;
    await route.continue();
  });
  // The page would ask about a timer of less than a minute.
  await page.clock.setFixedTime(Date.now() + 90_000);
  await page.goto("/settings");
  await pill.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Stop and add" }).focus();
  await page.keyboard.press("Enter");
  await expectFocus(pill);
  held.script.resolve();
  const heading = page.getByRole("heading", { name: "General Settings", level: 1 });
  await heading.waitFor();
  held.day.resolve();
  await pill.waitFor({ state: "detached" });
  await expectFocus(heading);
});

test("the Today button moves the focus to today, in a month and in a year", async ({ stage }) => {
  const user = await stage.createUser();
  await putOnPaidPlan(stage, user);
  const read = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user });
  const toToday = async () => {
    await page.getByRole("button", { name: "Today", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedCell(page)).toEqual({ habit: read.id, day: today });
  };
  await openDashboard(page);
  await page.getByRole("button", { name: "Previous month" }).click();
  await toToday();
  await page.getByRole("button", { name: "Vertical layout" }).click();
  await page.getByRole("button", { name: "Previous month" }).click();
  await toToday();
  await page.getByRole("button", { name: "Year at a glance" }).click();
  await page.getByRole("button", { name: "Previous year" }).click();
  await toToday();
});
