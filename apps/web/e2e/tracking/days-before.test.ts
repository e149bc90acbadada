import type { Page } from "playwright-core";
import { cellOf, expectResult, focusedCell, type Layout, openDashboard } from "../stage/calendar.ts";
import { addDays, daysAgo } from "../stage/day.ts";
import { expect, test } from "../stage/stage.ts";

/** The first of this month, which may be today. */
const first = `${daysAgo(0).slice(0, 7)}-01`;
const yesterday = addDays(first, -1);

const views = [
  { layout: "horizontal", width: 390, touch: true, language: "uk" },
  { layout: "horizontal", width: 1440, touch: false, language: "en" },
  { layout: "vertical", width: 390, touch: true, language: "en" },
] as const;

async function openOn(page: Page, day: string, layout: Layout): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem("dashboardLayout", chosen), layout);
  await page.clock.setFixedTime(new Date(`${day}T12:00:00`));
  await openDashboard(page);
  await expect.poll(() => page.getByRole("grid").getAttribute("aria-busy")).not.toBe("true");
}

for (const { layout, width, touch, language } of views) {
  test(`on the first of a month yesterday is one press away, ${layout}, ${width} px`, async ({ stage }) => {
    const user = await stage.createUser();
    const read = await user.createHabit({ title: "Read" });
    const page = await stage.visit({ as: user, width, touch, language, timezone: "Etc/GMT" });
    await openOn(page, first, layout);
    const cell = cellOf(page, read, yesterday);
    const isVisible = () =>
      cell.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        return element.contains(document.elementFromPoint(x, y)) && x < innerWidth && y < innerHeight;
      });
    expect(await isVisible()).toBe(true);
    // The name of this date includes the month.
    const name = new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" }).format(new Date(yesterday));
    const words = name.split(/[ ,]+/).filter((word) => /\d|[а-яіїєґ]{4}|[A-Za-z]{4}/.test(word));
    for (const word of words) expect(await cell.getAttribute("aria-label")).toContain(word);
    expect(await page.locator(`th[data-date="${yesterday}"]`).getAttribute("aria-label")).toContain(
      yesterday.slice(0, 4),
    );
    if (touch) await cell.tap();
    else await cell.click();
    await expectResult(page, read, yesterday, "achieved");
    await expect.poll(() => user.recorded(read, yesterday)).toBe(1);
    expect(new URL(page.url()).searchParams.get("month")).toBeNull();
  });
}

test("keys move from the first of a month to the days before, and the month stays", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user, timezone: "Etc/GMT" });
  await openOn(page, first, "horizontal");
  await cellOf(page, read, first).focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => focusedCell(page)).toEqual({ habit: read.id, day: yesterday });
  await page.keyboard.press("Space");
  // After an earlier day, the focus moves to the next day.
  await expect.poll(() => focusedCell(page)).toEqual({ habit: read.id, day: first });
  await expect.poll(() => user.recorded(read, yesterday)).toBe(1);
});

test("another month begins at its first day, and a swipe shows the days before", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user, width: 390, touch: true });
  await page.addInitScript(() => localStorage.setItem("dashboardLayout", "horizontal"));
  await page.goto("/dashboard?month=2025-06");
  await page.getByRole("grid").waitFor();
  const box = page.locator(".calendar-scroll");
  const left = (locator: string) =>
    page.locator(locator).evaluate((element) => Math.round(element.getBoundingClientRect().left));
  const names = await page.locator("thead .calendar-corner").evaluate((cell) => cell.getBoundingClientRect().right);
  await expect.poll(() => left('th[data-date="2025-06-01"]')).toBe(Math.round(names));
  await box.evaluate((element) => element.scrollTo({ left: 0 }));
  await expect.poll(() => left('th[data-date="2025-05-25"]')).toBe(Math.round(names));
  await cellOf(page, read, "2025-05-31").waitFor();
});
