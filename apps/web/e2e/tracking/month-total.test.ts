import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { addDays, daysAgo } from "../stage/day.ts";
import { expect, mouseAndTouch, test } from "../stage/stage.ts";

const first = `${daysAgo(0).slice(0, 7)}-01`;
const words = {
  en: { settings: "Dashboard settings", total: "Total of the month", done: "Done", days: "1 successful day" },
  uk: { settings: "Налаштування панелі", total: "Підсумок місяця", done: "Готово", days: "1 успішний день" },
};
const sums = { en: "1,500 meters", uk: /1.500 метрів/ };

for (const { language, width, touch } of mouseAndTouch) {
  test(`the monthly total can be turned on, follows each press, and stays on, ${language}`, async ({ stage }) => {
    const user = await stage.createUser();
    const walk = await user.createHabit({ title: "Walk", target: 1000, unit: "meters" });
    const read = await user.createHabit({ title: "Read" });
    await user.record(walk, first, 1500);
    // Days of the previous month do not count.
    await user.record(walk, addDays(first, -1), 4000);
    const page = await stage.visit({ as: user, language, width, touch });
    await openDashboard(page);
    const total = page.getByText(sums[language], { exact: true });
    expect(await total.count()).toBe(0);
    const { settings, total: name, done, days } = words[language];
    if (touch) {
      await page.locator('button[aria-haspopup="menu"][data-filters]').click();
      await page.getByRole("menuitem", { name: settings }).click();
    } else await page.getByRole("button", { name: settings }).click();
    await page.getByRole("switch", { name }).click();
    await page.getByRole("button", { name: done }).click();
    await expect.poll(() => total.count()).toBe(1);

    // Both layouts show the total: at the right edge or at the bottom.
    const isInView = () =>
      total.evaluate((element) => {
        const { left, right, top, bottom } = (element.closest("td") as Element).getBoundingClientRect();
        return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(isInView).toBe(true);
    // The total does not cover the focused cell.
    await page.locator("td[data-day]").last().focus();
    const isUncovered = () =>
      page.evaluate(() => {
        const cell = document.activeElement as Element;
        const { left, top, width, height } = cell.getBoundingClientRect();
        return (
          cell.matches("td[data-day]") && cell.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        );
      });
    // The page renders the cells of a row after it scrolls into view, which may scroll once more.
    await expect.poll(isUncovered).toBe(true);
    // A row far from the viewport has no cells.
    await page.evaluate(() => scrollTo(0, 0));
    await cellOf(page, read, daysAgo(0)).click();
    await expectResult(page, read, daysAgo(0), "achieved");
    await expect.poll(() => page.getByText(days, { exact: true }).count()).toBe(1);

    await page.reload();
    await expect.poll(() => total.count()).toBe(1);
    await page.evaluate(() => localStorage.setItem("dashboardLayout", "vertical"));
    await page.reload();
    await expect.poll(() => total.count()).toBe(1);
    await expect.poll(isInView).toBe(true);
  });
}
