import type { Locator, Page } from "playwright-core";
import { focusedCell, type Layout, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";

/** The smallest size of a touch target, in pixels. */
const target = 44;
const widths = [320, 390, 768, 1440] as const;

async function createUser(stage: Stage, count: number): Promise<User> {
  const user = await stage.createUser();
  await putOnPaidPlan(stage, user);
  for (let number = 1; number <= count; number += 1) {
    await user.createHabit({
      title: `Habit ${number}`,
      type: number % 2 === 0 ? "bad" : "good",
      hue: 45 * (number % 8),
    });
  }
  return user;
}

async function open(page: Page, layout: Layout): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem("dashboardLayout", chosen), layout);
  await openDashboard(page);
  await expect.poll(() => page.getByRole("grid").getAttribute("aria-busy")).not.toBe("true");
}

/** Whether the center of an element is visible and not behind a sticky header. */
function isUncovered(element: Locator): Promise<boolean> {
  return element.evaluate((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    const shown = document.elementFromPoint(left + width / 2, top + height / 2);
    return shown !== null && (cell === shown || cell.contains(shown));
  });
}

for (const count of [10, 25, 50]) {
  test(`columns of ${count} habits are as wide as a touch target, and names and days stay in view`, async ({
    stage,
  }) => {
    const user = await createUser(stage, count);
    for (const width of widths) {
      const page = await stage.visit({ as: user, width });
      await open(page, "vertical");
      const headers = page.locator("[data-column]");
      expect(await headers.count()).toBe(count);
      const sizes = await headers.evaluateAll((all) => all.map((header) => header.getBoundingClientRect().width));
      expect(Math.min(...sizes), `${width} px`).toBeGreaterThanOrEqual(target);
      await page.locator('[data-day][tabindex="0"]').focus();
      await page.keyboard.press("End");
      const last = page.locator(":focus");
      await expect.poll(() => isUncovered(last)).toBe(true);
      await expect.poll(() => isUncovered(headers.last()), { message: `name at ${width} px` }).toBe(true);
      const today = page.locator('tbody th[aria-current="date"]');
      await expect.poll(() => isUncovered(today), { message: `day at ${width} px` }).toBe(true);
    }
  });
}

for (const layout of ["horizontal", "vertical"] as const) {
  test(`with fifty habits the page renders only cells near the viewport, and keys reach all others, ${layout}`, async ({
    stage,
  }) => {
    const user = await createUser(stage, 50);
    const page = await stage.visit({ as: user, width: 390 });
    await open(page, layout);
    const cells = page.locator("td[data-day]");
    const shownAtMost = 650;
    await expect.poll(() => cells.count()).toBeLessThan(shownAtMost);

    await page.locator('[data-day][tabindex="0"]').focus();
    const visited: string[] = [];
    for (const key of ["Control+End", "ArrowUp", "Control+Home", "ArrowDown"]) {
      await page.keyboard.press(key);
      await expect.poll(() => isUncovered(page.locator(":focus")), { message: key }).toBe(true);
      const cell = await focusedCell(page);
      visited.push(`${cell?.habit} ${cell?.day}`);
    }
    expect(new Set(visited).size).toBe(visited.length);
    await expect.poll(() => cells.count()).toBeLessThan(shownAtMost);
  });
}

test.for([390, 1440])("the dates stay in view while fifty habits scroll, %i px", async (width, { stage }) => {
  const user = await createUser(stage, 50);
  const page = await stage.visit({ as: user, width });
  await open(page, "horizontal");
  await page
    .locator(`[data-day="${daysAgo(0)}"]`)
    .first()
    .focus();
  for (let row = 0; row < 40; row += 1) await page.keyboard.press("ArrowDown");
  const date = page.locator('thead th[aria-current="date"]');
  await expect.poll(() => isUncovered(date)).toBe(true);
  // Moving up does not hide the focused cell behind the dates.
  for (let row = 0; row < 30; row += 1) {
    await page.keyboard.press("ArrowUp");
    expect(await isUncovered(page.locator(":focus")), `${row} rows up`).toBe(true);
  }
});

test("a cell cut by the edge of the calendar becomes fully visible once it has the focus", async ({ stage }) => {
  const user = await createUser(stage, 4);
  const page = await stage.visit({ as: user, width: 390 });
  await open(page, "horizontal");
  await page.locator('[data-day][tabindex="0"]').focus();
  await page.keyboard.press("Home");
  const cutBy = (edge: "left" | "right") =>
    page.locator(":focus").evaluate((cell, edge) => {
      const box = cell.closest(".calendar-scroll")?.getBoundingClientRect();
      const names = cell.closest("tr")?.querySelector("th")?.getBoundingClientRect();
      const { left, right } = cell.getBoundingClientRect();
      return edge === "right" ? right - (box?.right ?? 0) : (names?.right ?? 0) - left;
    }, edge);
  const leaveRoom = (room: number) =>
    page.locator(".calendar-scroll").evaluate((box, room) => {
      box.scrollLeft = room < 0 ? -room : box.scrollWidth - box.clientWidth - room;
    }, room);
  // The edge cuts half of the last column, and then half of the first.
  await leaveRoom(15);
  await page.keyboard.press("End");
  await expect.poll(() => cutBy("right")).toBeLessThanOrEqual(0);
  await leaveRoom(-15);
  await page.keyboard.press("Home");
  await expect.poll(() => cutBy("left")).toBeLessThanOrEqual(0);
});
