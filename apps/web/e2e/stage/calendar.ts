import type { Locator, Page } from "playwright-core";
import { expect } from "./stage.ts";
import type { Habit } from "./user.ts";

export type Layout = "horizontal" | "vertical";

/** The cell of a habit's day, in either layout. */
export function cellOf(page: Page, habit: Pick<Habit, "id">, day: string): Locator {
  return page.locator(`td[data-habit="${habit.id}"][data-day="${day}"]`);
}

/** Holds a finger on a cell until its entry is open. */
export async function holdCell(page: Page, habit: Pick<Habit, "id">, day: string): Promise<void> {
  const cell = cellOf(page, habit, day);
  await cell.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await cell.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const cdp = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.getByRole("dialog").waitFor();
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Waits until the page shows this result for a day. */
export async function expectResult(page: Page, habit: Pick<Habit, "id">, day: string, result: string): Promise<void> {
  await expect.poll(() => cellOf(page, habit, day).getAttribute("data-result")).toBe(result);
}

/** Habit and day of the focused cell. */
export async function focusedCell(page: Page): Promise<{ habit: number; day: string } | null> {
  return page.evaluate(() => {
    const { habit, day } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    return habit && day ? { habit: Number(habit), day } : null;
  });
}

/**
 * Moves the focus to a cell with keys only: Page Up and Page Down to its month, then arrows. The focus must be in the
 * calendar already.
 */
export async function walkTo(page: Page, layout: Layout, day: string): Promise<void> {
  const keys =
    layout === "horizontal" ? { back: "ArrowLeft", forth: "ArrowRight" } : { back: "ArrowDown", forth: "ArrowUp" };
  for (;;) {
    // A closing entry keeps the focus for one frame before its cell gets it.
    await expect.poll(() => focusedCell(page)).not.toBeNull();
    const at = (await focusedCell(page))?.day;
    if (!at) throw new Error("no cell has the focus");
    // Keys do nothing in a month whose days are still loading.
    if (at === day) return expect.poll(() => page.getByRole("grid").getAttribute("aria-busy")).not.toBe("true");
    const isMonth = at.slice(0, 7) === day.slice(0, 7);
    const [back, forth] = isMonth ? [keys.back, keys.forth] : ["PageUp", "PageDown"];
    await page.keyboard.press(at > day ? back : forth);
    await expect.poll(async () => (await focusedCell(page))?.day).not.toBe(at);
  }
}

/** Opens the dashboard of the logged-in user and waits until its days are loaded. */
export async function openDashboard(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await page.getByRole("grid").waitFor();
}
