import type { Page } from "playwright-core";
import { accessibilityFaults } from "../stage/axe.ts";
import { cellOf, focusedCell, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, press, type Stage, test } from "../stage/stage.ts";
import { openStatistics } from "../stage/statistics.ts";
import type { Habit } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const today = daysAgo(0);
const wide = { width: 2560, height: 1300 };

async function createReader(stage: Stage) {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  const walk = await user.createHabit({ title: "Walk" });
  for (const back of [0, 1, 2]) await user.record(read, daysAgo(back), 1);
  return { user, read, walk };
}

const panelOf = (page: Page, { title }: Pick<Habit, "title">) =>
  page.getByRole("complementary", { name: title, exact: true });
const isFocusInside = (page: Page) => page.evaluate(() => document.activeElement?.closest("aside") !== null);
const shownHabit = (page: Page) => Number(new URL(page.url()).searchParams.get("statistics"));

for (const language of ["en", "uk"] as const) {
  test(`in a wide window the statistics are beside the calendar and follow its focus, ${language}`, async ({
    stage,
  }) => {
    const words = wordsOf(language);
    const { user, read, walk } = await createReader(stage);
    const page = await stage.visit({ as: user, language, ...wide });
    await openDashboard(page);
    await cellOf(page, read, today).waitFor();
    await page.locator(`[data-habit-header="${read.id}"]`).click();
    await press(page.getByRole("menuitem", { name: words("Statistics") }));
    const panel = panelOf(page, read);
    await panel.locator("dl").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => isFocusInside(page)).toBe(true);
    const grid = await page.getByRole("grid").boundingBox();
    const box = await panel.boundingBox();
    if (!grid || !box) throw new Error("the panel is not visible");
    expect(box.x).toBeGreaterThanOrEqual(grid.x + grid.width);
    expect(box.x + box.width).toBeLessThanOrEqual(wide.width);

    // The user can still use the calendar, and the figures follow.
    await cellOf(page, walk, today).click();
    await panelOf(page, walk).locator("dl").waitFor();
    await expect.poll(() => shownHabit(page)).toBe(walk.id);
    expect(await focusedCell(page)).toEqual({ habit: walk.id, day: today });
    await page.keyboard.press("ArrowUp");
    await panel.locator("dl").waitFor();
    await expect.poll(() => shownHabit(page)).toBe(read.id);
    await page.keyboard.press("ArrowDown");
    await panelOf(page, walk).waitFor();
    // The panel keeps its view, also in another month.
    await panelOf(page, walk)
      .getByRole("button", { name: words("Why this streak?") })
      .click();
    await page.keyboard.press("Shift+Tab");
    await cellOf(page, read, today).focus();
    await panel.getByRole("heading", { name: words("Day by day") }).waitFor();
    await page.keyboard.press("PageUp");
    await expect.poll(() => page.url()).toContain("month=");
    await panel.getByRole("heading", { name: words("Day by day") }).waitFor();
    await page.reload();
    await panel.locator("dl").waitFor();
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain("month=");
    expect(await panel.count()).toBe(1);
    // Following the focus added no history entry.
    await page.goBack();
    await expect.poll(() => panel.count()).toBe(0);
  });
}

test("Escape and the button close the panel and return the focus to the calendar", async ({ stage }) => {
  const { user, read, walk } = await createReader(stage);
  const page = await stage.visit({ as: user, ...wide });
  await openDashboard(page);
  const flame = page.locator(`[data-habit-streak="${read.id}"]`);
  await flame.click();
  await panelOf(page, read).getByRole("heading", { name: "Day by day" }).waitFor();
  await expect.poll(() => isFocusInside(page)).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("complementary").count()).toBe(0);
  await expect.poll(() => flame.evaluate((element) => element === document.activeElement)).toBe(true);

  await flame.click();
  await cellOf(page, walk, daysAgo(1)).focus();
  const panel = panelOf(page, walk);
  await panel.waitFor();
  // Escape in the calendar belongs to the calendar and leaves the panel open.
  await page.keyboard.press("Escape");
  await panel.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => page.getByRole("complementary").count()).toBe(0);
  await expect.poll(() => focusedCell(page)).toEqual({ habit: walk.id, day: daysAgo(1) });
  expect(new URL(page.url()).search).toBe("");

  // A link opens the panel too. Then the calendar's tab stop gets the focus.
  await page.goto(`/dashboard?statistics=${walk.id}`);
  await panel.locator("dl").waitFor();
  await cellOf(page, read, today).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("complementary").count()).toBe(0);
  await expect.poll(() => focusedCell(page)).toEqual({ habit: read.id, day: today });
});

test("an open panel stays open when the window becomes narrow and wide again", async ({ stage }) => {
  const { user, read } = await createReader(stage);
  const page = await stage.visit({ as: user, ...wide });
  await page.goto(`/dashboard?statistics=${read.id}`);
  const panel = panelOf(page, read);
  await panel.getByRole("button", { name: "Why this streak?" }).click();
  const heading = page.getByRole("heading", { name: "Day by day" });
  await heading.waitFor();

  await page.setViewportSize({ width: 1440, height: 900 });
  const dialog = page.getByRole("dialog", { name: "Read", exact: true });
  await dialog.getByRole("heading", { name: "Day by day" }).waitFor();
  expect(await panel.count()).toBe(0);

  await page.setViewportSize(wide);
  await panel.getByRole("heading", { name: "Day by day" }).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
  expect(shownHabit(page)).toBe(read.id);
  // The page behind the dialog is usable again.
  await cellOf(page, read, daysAgo(4)).click();
  await expect.poll(() => focusedCell(page)).toEqual({ habit: read.id, day: daysAgo(4) });

  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
});

test("axe finds no problem in statistics beside the calendar, and the page fits its window", async ({ stage }) => {
  const { user, read } = await createReader(stage);
  for (const [width, theme] of [
    [2560, "dark"],
    [1800, "light"],
  ] as const) {
    const page = await stage.visit({ as: user, theme, width, height: 1200, language: "en" });
    // `openStatistics` waits for a dialog, so the test opens the URL itself.
    await page.goto(`/dashboard?statistics=${read.id}`);
    await panelOf(page, read).locator("table.year").waitFor();
    await cellOf(page, read, today).waitFor();
    expect(await accessibilityFaults(page, { mustFit: true })).toEqual([]);
    await panelOf(page, read).getByRole("button", { name: "Why this streak?" }).click();
    await page.getByRole("heading", { name: "Day by day" }).waitFor();
    expect(await accessibilityFaults(page, { mustFit: true })).toEqual([]);
  }
});

test("below the breakpoint statistics open as a dialog", async ({ stage }) => {
  const { user, read } = await createReader(stage);
  const page = await stage.visit({ as: user, width: 1792 });
  await openStatistics(page, read);
  expect(await page.getByRole("complementary").count()).toBe(0);
});
