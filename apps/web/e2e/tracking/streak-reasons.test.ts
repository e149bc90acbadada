import { cellOf, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, mouseAndTouch, press, type Stage, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const layouts = ["horizontal", "vertical"] as const;
const visits = mouseAndTouch.flatMap((visit) => layouts.map((layout) => ({ ...visit, layout })));

async function createReader(stage: Stage): Promise<{ user: User; read: Habit }> {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  for (const back of [0, 1, 2]) await user.record(read, daysAgo(back), 1);
  return { user, read };
}

test.for(visits)(
  "the flame opens the explanation of the streak, $layout, $language, $width px",
  async ({ layout, ...visit }, { stage }) => {
    const words = wordsOf(visit.language);
    const { user, read } = await createReader(stage);
    const page = await stage.visit({ ...visit, as: user });
    await page.addInitScript((chosen) => localStorage.setItem("dashboardLayout", chosen), layout);
    await openDashboard(page);
    const flame = page.locator(`[data-habit-streak="${read.id}"]`);
    const name = visit.language === "en" ? "current streak 3 days, why?" : "поточна серія 3 дні, чому?";
    await flame.and(page.getByRole("button", { name, exact: true })).waitFor();
    const { width = 0, height = 0 } = (await flame.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(visit.touch ? 44 : 24);
    await press(flame, visit);
    const dialog = page.getByRole("dialog", { name: "Read", exact: true });
    const reasons = dialog.getByRole("heading", { name: words("Day by day") });
    await reasons.waitFor();
    await page.reload();
    await reasons.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.goForward();
    await reasons.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    await press(flame, visit);
    await reasons.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    if (!visit.touch) await expect.poll(() => flame.evaluate((button) => button === document.activeElement)).toBe(true);
    // The menu of the same habit opens its figures.
    await press(page.locator(`[data-habit-header="${read.id}"]`), visit);
    await press(page.getByRole("menuitem", { name: words("Statistics") }), visit);
    await dialog.locator("dl").waitFor();
    expect(await reasons.count()).toBe(0);
  },
);

test.for(mouseAndTouch)(
  "a broken streak keeps its flame, which opens the reason, in every layout, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const read = await user.createHabit({ title: "Read" });
    for (const back of [4, 3]) await user.record(read, daysAgo(back), 1);
    const walk = await user.createHabit({ title: "Walk" });
    const name = visit.language === "en" ? "current streak 0 days, why?" : "поточна серія 0 днів, чому?";
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    for (const layout of ["horizontal", "vertical", "year"]) {
      await page.evaluate((chosen) => localStorage.setItem("dashboardLayout", chosen), layout);
      await openDashboard(page);
      const flame = page.locator(`[data-habit-streak="${read.id}"]`);
      await flame.and(page.getByRole("button", { name, exact: true })).waitFor();
      const { width = 0, height = 0 } = (await flame.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(visit.touch ? 44 : 24);
      // A habit that never had a streak has nothing to explain.
      expect(await page.locator(`[data-habit-streak="${walk.id}"]`).count()).toBe(0);
      await press(flame, visit);
      const dialog = page.getByRole("dialog", { name: "Read", exact: true });
      await dialog.getByRole("heading", { name: words("Day by day") }).waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
  },
);

test("the keyboard reaches the flame from its header, and arrows lead on", async ({ stage }) => {
  const { user, read } = await createReader(stage);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  // The calendar begins with the last days of the previous month.
  const first = page.locator(`td[data-habit="${read.id}"]`).first();
  await first.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  const flame = page.locator(`[data-habit-streak="${read.id}"]`);
  await expect.poll(() => flame.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => first.evaluate((cell) => cell === document.activeElement)).toBe(true);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Read", exact: true }).getByRole("heading", { name: "Day by day" }).waitFor();
});

test("thousands are abbreviated in the user's language, and the accessible name has the full number", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk", target: 10_000 });
  await user.record(walk, daysAgo(0), 2345);
  for (const [language, short, full] of [
    ["en", "2.3K", "2,345 repetitions"],
    ["uk", "2,3тис.", "2 345 повторень"],
  ] as const) {
    const page = await stage.visit({ as: user, language });
    await openDashboard(page);
    const cell = cellOf(page, walk, daysAgo(0));
    await expect.poll(() => cell.textContent()).toBe(short);
    const name = (await cell.getAttribute("aria-label")) ?? "";
    expect(name.replaceAll("\u00a0", " ")).toContain(full);
    await page.close();
  }
});
