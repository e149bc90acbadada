import type { Page } from "playwright-core";
import { expectResult, focusedCell, type Layout, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { createSixHabits } from "../stage/six-habits.ts";
import { expect, test } from "../stage/stage.ts";
import type { Habit } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const today = daysAgo(0);

const expectFocus = (page: Page, { id }: Habit) =>
  expect.poll(() => focusedCell(page)).toEqual({ habit: id, day: today });

for (const [layout, language] of [
  ["horizontal", "en"],
  ["vertical", "uk"],
] as const satisfies [Layout, string][]) {
  test(`six keys record today for six habits, ${layout}, ${language}`, async ({ stage }) => {
    const { user, habits } = await createSixHabits(stage);
    const page = await stage.visit({ as: user, language });
    await page.addInitScript((chosen) => localStorage.setItem("dashboardLayout", chosen), layout);
    await openDashboard(page);
    let keys = 0;
    for (const habit of habits) {
      await expectFocus(page, habit);
      await page.keyboard.press("Space");
      keys += 1;
    }
    expect(keys).toBeLessThanOrEqual(8);
    for (const [index, value] of [1, 5, 30, null, null, null].entries()) {
      const habit = habits[index] as Habit;
      await expectResult(page, habit, today, value === null ? "not_exceeded" : "achieved");
      await expect.poll(() => user.recorded(habit, today)).toBe(value);
    }
    const confirmed = wordsOf(language)("confirmed");
    await expect.poll(() => page.locator(`td[data-day="${today}"][aria-label*="${confirmed}"]`).count()).toBe(3);
    // No habit is open any more, so the focus stays.
    await expectFocus(page, habits[5]);
  });
}

test("the first open habit has the focus after a full load and after a log-in, and the heading after a navigation in the app", async ({
  stage,
}) => {
  const { user, habits } = await createSixHabits(stage);
  await user.record(habits[0], today, 1);
  const page = await stage.visit();
  await page.goto("/login");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  await page.locator("input[name=username]").fill(user.username);
  await page.locator("input[name=password]").fill(user.password);
  await page.locator("main form").getByRole("button", { name: "Log in", exact: true }).click();
  await expectFocus(page, habits[1]);
  await page.reload();
  await expectFocus(page, habits[1]);

  await page.goto("/support-us");
  await page.getByText(user.username).first().click();
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  const heading = page.getByRole("heading", { name: "Dashboard", level: 1 });
  await expectResult(page, habits[0], today, "achieved");
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("Space on an earlier day moves to the next day, and does not overwrite a recorded value", async ({ stage }) => {
  const { user, habits } = await createSixHabits(stage);
  const [walk, run] = habits;
  const page = await stage.visit({ as: user });
  await page.addInitScript(() => localStorage.setItem("dashboardLayout", "vertical"));
  await openDashboard(page);
  await expectFocus(page, walk);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("Space");
  await expectFocus(page, run);
  for (const back of [2, 1]) await expect.poll(() => user.recorded(run, daysAgo(back))).toBe(5);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect.poll(() => page.getByLabel("Amount", { exact: true }).inputValue()).toBe("5");
});
