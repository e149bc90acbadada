import type { Sql } from "@daymark/db/connection/client";
import { findChromium } from "@daymark/web/e2e/stage/chromium";
import { type Browser, chromium, type Page } from "playwright-core";
import { createPaidPerson, openContext } from "./dashboard.ts";
import { type FeltAction, type FeltLayout, feltActions, findToday } from "./felt-actions.ts";
import { median, percentile } from "./figures.ts";
import type { Person } from "./people.ts";

/** What a user feels on a cheap phone or laptop, with a slowed processor. The times depend on the machine. */
export interface FeltFigures {
  habits: HabitCount;
  layout: FeltLayout;
  /** The figures by the name of the action. */
  presses: Record<string, PressFigures>;
  elements: number;
}

/** Durations in milliseconds. */
export interface PressFigures {
  /** The median from a press to the next paint, by Event Timing: in steps of 8 ms, and 0 below 16. */
  median: number;
  p95: number;
  /** The first press of the action in this page, which includes compiling its code. */
  first: number;
  /** The 95th percentile from the press until the page shows the result. */
  shownP95: number;
}

/** The processor is this many times slower. */
export const slowdown = 4;
/** The habits of a small and a large account. Two more would fill the paid plan, whose dialog then creates no habit. */
export const habitCounts = [6, 48] as const;
export type HabitCount = (typeof habitCounts)[number];

/** Presses and keys on the dashboard, with a slowed processor and a fast network. */
export async function measureFelt(url: string, sql: Sql): Promise<FeltFigures[]> {
  return withBrowser(async (browser) => {
    const figures: FeltFigures[] = [];
    for (const habits of habitCounts) {
      const person = await createPaidPerson(url, sql, { habits, name: "felt" });
      for (const layout of ["horizontal", "vertical"] as const) {
        await sql`update users set dashboard = jsonb_build_object('layout', ${layout}::text) where id = ${person.id}`;
        const context = await openContext(browser, url, person, { viewport: { width: 1440, height: 900 }, layout });
        const page = await context.newPage();
        await page.addInitScript(recordPresses);
        await page.goto(`${url}/dashboard`);
        await waitUntilFilled(page);
        await page.locator(`[role="grid"][data-layout="${layout}"]`).waitFor();
        await fetchParts(page);
        const cdp = await context.newCDPSession(page);
        await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
        const elements = await page.evaluate(() => document.querySelectorAll("*").length);
        const presses: FeltFigures["presses"] = {};
        for (const action of feltActions) presses[action.name] = await measureAction(page, action, layout);
        figures.push({ habits, layout, presses, elements });
        await keepSession(page, person);
        await context.close();
      }
    }
    return figures;
  });
}

export async function withBrowser<Result>(use: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ ...(await findChromium()), headless: true });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

/** Waits for the calendar to be complete, and returns the page's time of that. */
async function waitUntilFilled(page: Page): Promise<number> {
  const filled = await page.waitForFunction(() => {
    const grid = document.querySelector('main [role="grid"]');
    const isFilled = grid && grid.getAttribute("aria-busy") !== "true" && grid.querySelector("[data-day]");
    return isFilled ? performance.now() : null;
  });
  return (await filled.jsonValue()) ?? 0;
}

/** The server may have replaced the refresh token. Stores the new one for the next page. */
export async function keepSession(page: Page, person: Person): Promise<void> {
  person.refresh = (await page.evaluate(() => localStorage.getItem("refreshToken"))) ?? person.refresh;
}

/** After the first press the page fetches the code of its dialogs. This wait keeps it out of the measured presses. */
async function fetchParts(page: Page): Promise<void> {
  await findToday(page).focus();
  await page.keyboard.press("Shift");
  await page.waitForTimeout(3_000);
}

interface PressRecord {
  /** The longest event of the press, in milliseconds. */
  longest: number;
  pressedAt: number | null;
}
type Recorded = { press: PressRecord };

/**
 * Runs in the page: records the longest event of a press or key. Other events, such as those of a moving mouse, do not
 * count.
 */
function recordPresses() {
  const press: PressRecord = { longest: 0, pressedAt: null };
  Object.assign(window, { press });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId) press.longest = Math.max(press.longest, entry.duration);
    }
  });
  observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  for (const type of ["pointerdown", "keydown"]) {
    const record = ({ timeStamp }: Event) => {
      press.pressedAt ??= timeStamp;
    };
    addEventListener(type, record, { capture: true });
  }
}

/** @throws Error if a press did not have its effect, because a press without effect is the fastest */
async function measureAction(page: Page, action: FeltAction, layout: FeltLayout): Promise<PressFigures> {
  const painted: number[] = [];
  const shown: number[] = [];
  for (let index = 0; index < action.count; index += 1) {
    const prepared = await action.prepare(page, layout);
    await page.waitForTimeout(restMs);
    await page.evaluate(() => {
      Object.assign((window as unknown as Recorded).press, { longest: 0, pressedAt: null });
    });
    await action.press(page, layout);
    const shownAt = await page.waitForFunction(action.shownAt, prepared, { timeout: shownTimeoutMs }).catch(() => {
      throw new Error(`"${action.name}", ${layout}, press ${index + 1}: the page did not show the result`);
    });
    await page.waitForTimeout(restMs);
    const { longest, pressedAt } = await page.evaluate(() => (window as unknown as Recorded).press);
    if (pressedAt === null) throw new Error(`"${action.name}", ${layout}, press ${index + 1} did not reach the page`);
    painted.push(longest);
    shown.push(((await shownAt.jsonValue()) ?? 0) - pressedAt);
    await action.undo?.(page, layout);
  }
  return { median: median(painted), p95: percentile95(painted), first: painted[0] ?? 0, shownP95: percentile95(shown) };
}

function percentile95(values: readonly number[]): number {
  return percentile(
    values.toSorted((one, other) => one - other),
    95,
  );
}

/** Waits until the page has finished after a press: answers, figures, an animation. */
const restMs = 250;
const shownTimeoutMs = 10_000;
