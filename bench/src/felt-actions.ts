import type { Locator, Page } from "playwright-core";

export type FeltLayout = "horizontal" | "vertical";

/** An action that a user takes on the dashboard by one press or key. */
export interface FeltAction {
  name: string;
  /** How often the bench measures it. With fewer than 20 presses, the 95th percentile is the longest. */
  count: number;
  /** The limit of the 95th percentile in milliseconds, with 6 habits and with 48. */
  goalMs: { 6: number; 48: number };
  /**
   * True if the first paint may show only a part, such as the chosen button. Then the bench also reports the time until
   * the rest is there.
   */
  isStepwise?: true;
  /**
   * Prepares the page, so that the press causes only this action.
   *
   * @returns a value that `shownAt` compares the page with
   */
  prepare: (page: Page, layout: FeltLayout) => Promise<string>;
  press: (page: Page, layout: FeltLayout) => Promise<void>;
  /** Runs in the page: returns its time once it shows the result of the press, else null. */
  shownAt: (prepared: string) => number | null;
  /** Undoes the press without measuring it. */
  undo?: (page: Page, layout: FeltLayout) => Promise<void>;
}

/** The cell of today in the first row or column of the calendar. */
export function findToday(page: Page): Locator {
  return page.locator('td[aria-current="date"]').first();
}

const toggle = {
  count: 12,
  goalMs: { 6: 100, 48: 100 },
  prepare: async (page) => {
    const cell = findToday(page);
    await cell.scrollIntoViewIfNeeded();
    return (await cell.getAttribute("data-result")) ?? "";
  },
  shownAt: (before) => {
    const cell = document.querySelector<HTMLElement>('td[aria-current="date"]');
    return cell && cell.dataset.result !== before ? performance.now() : null;
  },
} satisfies Partial<FeltAction>;

const dialog = {
  count: 20,
  shownAt: () => (document.querySelector('[role="dialog"] input') ? performance.now() : null),
  undo: async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
} satisfies Partial<FeltAction>;

export const feltActions: readonly FeltAction[] = [
  { ...toggle, name: "click on a cell", press: (page) => clickMiddle(page, findToday(page)) },
  {
    ...toggle,
    name: "key on a cell",
    prepare: async (page) => {
      await findToday(page).focus();
      return toggle.prepare(page);
    },
    press: (page) => page.keyboard.press("Enter"),
  },
  {
    name: "arrow",
    count: 12,
    goalMs: { 6: 100, 48: 100 },
    prepare: async (page) => {
      await focusCalendar(page);
      return page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    },
    // Moves between habits. A step to another day would leave the calendar on the last day.
    press: (page, layout) => page.keyboard.press(layout === "horizontal" ? "ArrowDown" : "ArrowRight"),
    shownAt: (before) => {
      const focused = document.activeElement as HTMLElement | null;
      return focused?.dataset.day && focused.getAttribute("aria-label") !== before ? performance.now() : null;
    },
    undo: (page, layout) => page.keyboard.press(layout === "horizontal" ? "ArrowUp" : "ArrowLeft"),
  },
  {
    ...dialog,
    name: "editor of a day",
    goalMs: { 6: 100, 48: 150 },
    prepare: async (page) => {
      await findToday(page).focus();
      return "";
    },
    press: (page) => page.keyboard.press("F2"),
  },
  {
    ...dialog,
    name: "new habit",
    goalMs: { 6: 150, 48: 150 },
    prepare: async (page) => {
      await newHabit(page).scrollIntoViewIfNeeded();
      return "";
    },
    press: (page) => clickMiddle(page, newHabit(page)),
  },
  {
    name: "layout",
    count: 6,
    goalMs: { 6: 200, 48: 200 },
    isStepwise: true,
    prepare: async (page, layout) => {
      await layoutButton(page, other(layout)).scrollIntoViewIfNeeded();
      return other(layout);
    },
    press: (page, layout) => clickMiddle(page, layoutButton(page, other(layout))),
    shownAt: (wanted) => (document.querySelector(`[role="grid"][data-layout="${wanted}"]`) ? performance.now() : null),
    undo: async (page, layout) => {
      await layoutButton(page, layout).click();
      await page.locator(`[role="grid"][data-layout="${layout}"]`).waitFor();
    },
  },
  {
    // Each press shows a month that the page has not loaded yet.
    name: "month",
    count: 6,
    goalMs: { 6: 150, 48: 200 },
    isStepwise: true,
    prepare: async (page) => {
      await focusCalendar(page);
      return (await page.getByRole("grid").getAttribute("aria-label")) ?? "";
    },
    press: (page) => page.keyboard.press("PageUp"),
    shownAt: (before) => {
      const label = document.querySelector('[role="grid"]')?.getAttribute("aria-label");
      return label && label !== before ? performance.now() : null;
    },
  },
];

async function focusCalendar(page: Page): Promise<void> {
  await page.locator('td[data-day][tabindex="0"]').focus();
}

function newHabit(page: Page): Locator {
  return page.getByRole("button", { name: "New habit" }).first();
}

function other(layout: FeltLayout): FeltLayout {
  return layout === "horizontal" ? "vertical" : "horizontal";
}

function layoutButton(page: Page, layout: FeltLayout): Locator {
  return page.getByRole("button", { name: layout === "horizontal" ? "Horizontal layout" : "Vertical layout" });
}

/** Clicks at coordinates. `click` of the element would first check what covers it, which costs layout. */
async function clickMiddle(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not on the page`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
