import type { Sql } from "@daymark/db/connection/client";
import { findChromium } from "@daymark/web/e2e/stage/chromium";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { createPaidPerson, openContext } from "./dashboard.ts";
import { median } from "./figures.ts";
import type { Person } from "./people.ts";

/** What a user feels on a cheap phone or laptop: the processor is slowed down. Times depend on the machine. */
export interface FeltFigures {
  habits: number;
  layout: "horizontal" | "vertical";
  /** From a press to the paint after it (Event Timing, in steps of 8 ms), by action. */
  presses: Record<string, { median: number; max: number }>;
  elements: number;
}

export interface LoadFigures {
  habits: number;
  isCold: boolean;
  /** From the navigation until every day of the calendar is filled in. */
  filledMs: number;
  requests: number;
}

/** How many times slower than this machine. */
const slowdown = 4;
/** As Lighthouse simulates "Slow 4G": bytes per second, and the round trip in milliseconds. */
const slow4g = { downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8, latency: 150, offline: false };
const habitCounts = [6, 50];

/** Presses and keys on the dashboard, with a slowed processor and a fast network. */
export async function measureFelt(url: string, sql: Sql): Promise<FeltFigures[]> {
  return withBrowser(async (browser) => {
    const figures: FeltFigures[] = [];
    for (const habits of habitCounts) {
      const person = await createPaidPerson(url, sql, { habits, name: "felt" });
      for (const layout of ["horizontal", "vertical"] as const) {
        await sql`update users set dashboard = jsonb_build_object('layout', ${layout}::text) where id = ${person.id}`;
        const context = await openContext(browser, url, person, { viewport: { width: 1440, height: 900 } });
        const page = await context.newPage();
        await page.addInitScript(recordDurations);
        await page.goto(`${url}/dashboard`);
        await waitUntilFilled(page);
        const cdp = await context.newCDPSession(page);
        await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
        const presses = await pressAll(page);
        const elements = await page.evaluate(() => document.querySelectorAll("*").length);
        figures.push({ habits, layout, presses, elements });
        await keepSession(page, person);
        await context.close();
      }
    }
    return figures;
  });
}

/** The dashboard on a phone with a slowed processor and network, with an empty cache and with a full one. */
export async function measureFeltLoads(url: string, sql: Sql): Promise<LoadFigures[]> {
  return withBrowser(async (browser) => {
    const figures: LoadFigures[] = [];
    for (const habits of habitCounts) {
      const person = await createPaidPerson(url, sql, { habits, name: "felt_load" });
      const context = await openContext(browser, url, person, { viewport: { width: 390, height: 844 } });
      for (const isCold of [true, false]) {
        const page = await context.newPage();
        const cdp = await context.newCDPSession(page);
        await slowDown(cdp);
        let requests = 0;
        page.on("request", () => {
          requests += 1;
        });
        await page.goto(`${url}/dashboard`, { waitUntil: "commit" });
        const filledMs = await waitUntilFilled(page);
        figures.push({ habits, isCold, filledMs, requests });
        await keepSession(page, person);
        await page.close();
      }
      await context.close();
    }
    return figures;
  });
}

async function withBrowser<Result>(use: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ ...(await findChromium()), headless: true });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", slow4g);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

/** The page's time when the last day of the calendar that is in view has been filled in. */
async function waitUntilFilled(page: Page): Promise<number> {
  const filled = await page.waitForFunction(() => {
    const grid = document.querySelector('main [role="grid"]');
    const isFilled = grid && grid.getAttribute("aria-busy") !== "true" && grid.querySelector("[data-day]");
    return isFilled ? performance.now() : null;
  });
  return (await filled.jsonValue()) ?? 0;
}

/** The session may have received another refresh token; the next page continues with it. */
async function keepSession(page: Page, person: Person): Promise<void> {
  person.refresh = (await page.evaluate(() => localStorage.getItem("refreshToken"))) ?? person.refresh;
}

/** In the page: keeps the duration of every press and key. */
function recordDurations() {
  const durations: number[] = [];
  Object.assign(window, { durations });
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) durations.push(duration);
  });
  observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

type Durations = { durations: number[] };

async function pressAll(page: Page): Promise<FeltFigures["presses"]> {
  const presses: FeltFigures["presses"] = {};
  /** @param restMs until the page has done all that follows: answers, figures, an animation */
  const measure = async (name: string, count: number, restMs: number, act: (index: number) => Promise<void>) => {
    const longest: number[] = [];
    for (let index = 0; index < count; index += 1) {
      await page.evaluate(() => {
        (window as unknown as Durations).durations.length = 0;
      });
      await act(index);
      await page.waitForTimeout(restMs);
      const durations = await page.evaluate(() => (window as unknown as Durations).durations);
      longest.push(Math.max(0, ...durations));
    }
    presses[name] = { median: median(longest), max: Math.max(...longest) };
  };
  const clickAt = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };

  // All that the page loads later, so that it is no part of a press.
  await page.waitForTimeout(4_000);
  await measure("toggle", 20, 700, () => clickAt('td[aria-current="date"]'));
  await measure("key on a cell", 10, 700, () => page.keyboard.press("Space"));
  await measure("arrow", 20, 300, (index) => page.keyboard.press(index % 2 === 0 ? "ArrowLeft" : "ArrowRight"));
  await measure("editor", 10, 700, (index) => page.keyboard.press(index % 2 === 0 ? "Enter" : "Escape"));
  await measure("month", 10, 1_500, (index) => page.keyboard.press(index % 2 === 0 ? "PageUp" : "PageDown"));
  const names = ["Vertical layout", "Horizontal layout"];
  const other = (await page.locator('[role="grid"]').first().getAttribute("data-layout")) === "vertical" ? 1 : 0;
  await measure("layout", 6, 1_500, (index) => clickAt(`[aria-label="${names[(index + other) % 2]}"]`));
  await measure("new habit", 6, 1_000, async (index) => {
    if (index % 2 === 0) await page.getByRole("button", { name: "New habit" }).first().click();
    else await page.keyboard.press("Escape");
  });
  return presses;
}
