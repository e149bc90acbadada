import type { Page } from "playwright-core";
import { cellOf, openDashboard } from "../stage/calendar.ts";
import { inDatabase } from "../stage/database.ts";
import { daysAgo } from "../stage/day.ts";
import { dialogOf } from "../stage/settings.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

/** The maximum height above the first day on a phone, in pixels. */
const aboveMax = 300;
const phones = [320, 390].flatMap((width) => (["en", "uk"] as const).map((language) => ({ width, language })));

/** Creates a user with a group, titles of two lines, a streak with assumed days, and an unverified address. */
async function createUser(stage: Stage): Promise<User> {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read a book", group_name: "Morning" });
  await user.createHabit({ title: "Drink water", target: 2, unit: "liters", group_name: "Morning" });
  await user.createHabit({ title: "Біг надворі", target: 5, unit: "kilometers" });
  const coffee = await user.createHabit({ title: "Coffee to go", type: "bad", target: 3 });
  for (const back of [0, 1, 2]) await user.record(read, daysAgo(back), 1);
  await user.record(coffee, daysAgo(4), 1);
  return user;
}

async function firstCellTop(page: Page): Promise<number> {
  await expect.poll(() => page.getByRole("grid").getAttribute("aria-busy")).not.toBe("true");
  return page
    .locator("td[data-day]")
    .first()
    .evaluate((cell) => cell.getBoundingClientRect().top + scrollY);
}

/** Lists visible targets above the days that are too small, with name and size. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      "body > header :is(a, button, summary), main :is(a, button, summary)",
    );
    const first = document.querySelector("td[data-day]");
    return [...all]
      .filter(
        (target) =>
          target.checkVisibility() && first?.compareDocumentPosition(target) === Node.DOCUMENT_POSITION_PRECEDING,
      )
      .map((target) => ({ name: target.getAttribute("aria-label") ?? target.textContent, target }))
      .filter(({ target }) => {
        const { width, height } = target.getBoundingClientRect();
        // The line of a group is between the month and its habits, where WCAG 2.5.8 requires 24 px.
        const isGroup = target.dataset.group !== undefined;
        return height < (isGroup ? 24 : 44) || width < 44;
      })
      .map(({ name, target }) => `${name} ${target.offsetWidth} × ${target.offsetHeight}`);
  });
}

test.for(phones)("the days begin in the upper part of a phone, $width px, $language", async (visit, { stage }) => {
  const words = wordsOf(visit.language);
  const user = await createUser(stage);
  for (const isVerified of [false, true]) {
    if (isVerified) {
      await inDatabase(stage, (sql) => sql`update users set email_verified = true where username = ${user.username}`);
    }
    for (const layout of ["horizontal", "vertical"]) {
      const page = await stage.visit({ ...visit, as: user, touch: true });
      await page.addInitScript((chosen) => localStorage.setItem("dashboardLayout", chosen), layout);
      await openDashboard(page);
      const banner = page.getByText(words("Your email is not verified yet."));
      if (!isVerified) await banner.waitFor();
      const top = await firstCellTop(page);
      expect(top, `${layout}, verified: ${isVerified}`).toBeLessThan(aboveMax);
      expect(await banner.isVisible()).toBe(!isVerified);
      expect(await smallTargets(page)).toEqual([]);
      // The date fits on one line without truncation.
      const line = page.locator("main header p");
      expect(await line.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  }
});

test.for(phones)("a phone has all functions of the toolbar, $width px, $language", async (visit, { stage }) => {
  const words = wordsOf(visit.language);
  const user = await stage.createUser();
  const habit = await user.createHabit();
  const page = await stage.visit({ ...visit, as: user, touch: true });
  await openDashboard(page);
  await page.getByRole("button", { name: words("New habit") }).tap();
  await dialogOf(page)
    .getByRole("heading", { name: words("New habit") })
    .waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: words("More dashboard options") }).tap();
  await page.getByRole("menuitem", { name: words("Dashboard settings") }).tap();
  await dialogOf(page)
    .getByRole("heading", { name: words("Dashboard settings") })
    .waitFor();
  await page.keyboard.press("Escape");
  await dialogOf(page).waitFor({ state: "hidden" });

  // Another month adds the Today button. All buttons stay inside the page.
  await page.getByRole("button", { name: words("Previous month") }).tap();
  const back = page.getByRole("button", { name: words("Today"), exact: true });
  await back.waitFor();
  const toolbar = page.getByRole("button", { name: words("More dashboard options") });
  expect(await toolbar.evaluate((button) => button.getBoundingClientRect().right - innerWidth)).toBeLessThanOrEqual(0);
  await back.tap();
  await cellOf(page, habit, daysAgo(0)).waitFor();
});

test("on the smallest phone, the weekly progress in a row leaves space for the title", async ({ stage }) => {
  const user = await stage.createUser();
  const title = "Вивчення англійської";
  const habit = await user.createHabit({ title, target: 300, unit: "minutes", schedule: { target_per: "week" } });
  await user.record(habit, daysAgo(10), 300);
  await user.record(habit, daysAgo(0), 240);
  const page = await stage.visit({ as: user, language: "uk", width: 320, touch: true });
  await page.addInitScript(() => localStorage.setItem("dashboardLayout", "horizontal"));
  await openDashboard(page);
  const header = page.getByRole("rowheader", { name: title });
  await header.getByText("240/300").waitFor();
  await header.locator("[data-habit-streak]").waitFor();
  const { width = 0 } = (await header.getByText(title, { exact: true }).boundingBox()) ?? {};
  expect(width).toBeGreaterThan(55);
});
