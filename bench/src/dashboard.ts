import type { Sql } from "@daymark/db/connection/client";
import { findChromium } from "@daymark/web/e2e/stage/chromium";
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { median } from "./figures.ts";
import { createPerson, fillDays, type Person } from "./people.ts";

type DashboardLayout = "horizontal" | "vertical" | "year";

/**
 * What a dashboard costs a browser. The times depend on the machine, so the bench prints them and no gate uses them.
 */
export interface DashboardFigures {
  habits: number;
  daysEach: number;
  layout: DashboardLayout;
  /**
   * Milliseconds from the navigation with a full cache to the first paint and to the complete calendar. Medians of
   * several loads.
   */
  firstPaintMs: number;
  filledMs: number;
  /**
   * Milliseconds from a press to the paint that shows it, and of script in between. Null for layouts without days to
   * toggle.
   */
  toggle: { paintMs: number; paintMsMax: number; scriptMs: number; scriptMsMax: number } | null;
  /** Milliseconds of script per frame while the page scrolls. */
  scroll: { scriptMs: number; scriptMsMax: number; frames: number };
  heapMib: number;
  elements: number;
}

const cases = [
  { habits: 6, layouts: ["horizontal", "vertical"] },
  { habits: 50, layouts: ["horizontal", "vertical", "year"] },
] as const;
const daysEach = 366;
const loads = 3;
const toggles = 20;
const frames = 60;
const viewport = { width: 1440, height: 900 };

/** Opens dashboards with a year of days in every layout, and acts on them as a user does. */
export async function measureDashboards(url: string, sql: Sql): Promise<DashboardFigures[]> {
  const browser = await chromium.launch({ ...(await findChromium()), headless: true });
  try {
    const results: DashboardFigures[] = [];
    for (const { habits, layouts } of cases) {
      const person = await createPaidPerson(url, sql, { habits, name: "bench_board" });
      for (const layout of layouts) {
        // On the paid plan the page uses the settings that the server stores for all devices.
        await sql`
          update users set dashboard = jsonb_build_object('layout', ${layout}::text) where id = ${person.id}`;
        results.push(await measureDashboard(browser, url, { person, layout }));
      }
    }
    return results;
  } finally {
    await browser.close();
  }
}

/** Creates a paid user. Half of the habits are good and half bad, each with a value on most days of a year. */
export async function createPaidPerson(
  url: string,
  sql: Sql,
  { habits, name }: { habits: number; name: string },
): Promise<Person> {
  const username = `${name}_${habits}`;
  const each = habits / 2;
  const person = await createPerson(url, username, {
    habitsEach: each,
    target: 1,
    // The free plan allows only three habits of each type.
    beforeHabits: async () => {
      await sql`update users set plan = 'paid' where username = ${username}`;
    },
  });
  const [row] = await sql<{ id: string }[]>`select id from users where username = ${username}`;
  person.id = Number(row?.id);
  const today = new Date().toISOString().slice(0, 10);
  const own = person.habits.map((habit) => ({ user: person.id, habit }));
  await fillDays(sql, own, today, daysEach);
  // Some days stay open, as with real users.
  await sql`delete from progress where user_id = ${person.id} and (extract(doy from day)::int + habit_id) % 5 = 0`;
  await sql`vacuum analyze progress`;
  return person;
}

/** Opens a browser context with the user's session. Without `layout` it stores no choice of layout. */
export function openContext(
  browser: Browser,
  url: string,
  person: Person,
  options: { viewport: { width: number; height: number }; layout?: DashboardLayout },
): Promise<BrowserContext> {
  const { viewport, layout } = options;
  const stored = {
    refreshToken: person.refresh,
    rememberMe: "true",
    ...(layout !== undefined && { dashboardLayout: layout }),
  };
  return browser.newContext({
    viewport,
    timezoneId: "UTC",
    serviceWorkers: "block",
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })) }],
    },
  });
}

async function measureDashboard(
  browser: Browser,
  url: string,
  { person, layout }: { person: Person; layout: DashboardLayout },
): Promise<DashboardFigures> {
  const context = await openContext(browser, url, person, { viewport, layout });
  const page = await context.newPage();
  await page.addInitScript(watchPaints);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Performance.enable");
  await openFilled(page, url);
  const times: { first: number; filled: number }[] = [];
  for (let count = 0; count < loads; count += 1) times.push(await openFilled(page, url));
  const scroll = await measureScroll(page, cdp);
  const toggle = layout === "year" ? null : await measureToggles(page, cdp);
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  // The server may have replaced the refresh token. The next layout must use the new one.
  person.refresh = (await page.evaluate(() => localStorage.getItem("refreshToken"))) ?? person.refresh;
  await context.close();
  return {
    habits: person.habits.length,
    daysEach,
    layout,
    firstPaintMs: median(times.map(({ first }) => first)),
    filledMs: median(times.map(({ filled }) => filled)),
    toggle,
    scroll,
    heapMib: usedSize / 2 ** 20,
    elements,
  };
}

interface Watched {
  filledAt?: number;
  shownAt?: number;
}

/** Runs in the page: records when the calendar is complete, and when a paint shows a changed day. */
function watchPaints() {
  const watched: Watched = {};
  Object.assign(window, { watched });
  const afterPaint = (callback: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = callback;
      port2.postMessage(null);
    });
  const look = () => {
    const grid = document.querySelector('main [role="grid"]');
    const isFilled = grid && grid.getAttribute("aria-busy") !== "true" && grid.querySelector("[data-day]");
    if (!isFilled) return requestAnimationFrame(look);
    afterPaint(() => {
      watched.filledAt = performance.now();
    });
  };
  requestAnimationFrame(look);
  const observer = new MutationObserver(() => {
    afterPaint(() => {
      watched.shownAt ??= performance.now();
    });
  });
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ["data-result"] });
}

async function openFilled(page: Page, url: string): Promise<{ first: number; filled: number }> {
  await page.goto(`${url}/dashboard`);
  const filled = await page.waitForFunction(() => (window as unknown as { watched: Watched }).watched.filledAt);
  const first = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  // Waits until the page has sent its delayed requests.
  await page.waitForTimeout(2_500);
  return { first, filled: (await filled.jsonValue()) ?? 0 };
}

async function scriptMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0) * 1000;
}

function nextFrame(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Scrolls down and up again in steps of a tenth of the window. */
async function measureScroll(page: Page, cdp: CDPSession): Promise<DashboardFigures["scroll"]> {
  const grid = page.locator('main [role="grid"]').first();
  const box = await grid.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 300, Math.min(viewport.height - 50, (box?.y ?? 0) + 100));
  const scripts: number[] = [];
  for (let frame = 0; frame < frames; frame += 1) {
    const before = await scriptMs(cdp);
    await page.mouse.wheel(0, frame < frames / 2 ? viewport.height / 10 : -viewport.height / 10);
    await nextFrame(page);
    // Two frames have passed, and the code that requests them counts as script, so this is an upper bound for one
    // frame.
    scripts.push((await scriptMs(cdp)) - before);
  }
  await page.evaluate(() => scrollTo(0, 0));
  return { scriptMs: median(scripts), scriptMsMax: Math.max(...scripts), frames };
}

/** Presses the days of the first visible habit one after the other. */
async function measureToggles(page: Page, cdp: CDPSession): Promise<DashboardFigures["toggle"]> {
  const paints: number[] = [];
  const scripts: number[] = [];
  const today = await page.locator('td[aria-current="date"]').first().getAttribute("data-day");
  const cell = page.locator(`td[data-day="${today}"]`).first();
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  if (!box) throw new Error("the page does not show today");
  for (let count = 0; count < toggles; count += 1) {
    await page.evaluate(() => {
      const { watched } = window as unknown as { watched: Watched & { pressedAt?: number } };
      delete watched.shownAt;
      addEventListener(
        "pointerdown",
        ({ timeStamp }) => {
          watched.pressedAt = timeStamp;
        },
        { capture: true, once: true },
      );
    });
    const before = await scriptMs(cdp);
    // Clicks at coordinates. With an element, Playwright would first check what covers it, which costs script and
    // layout.
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const shown = await page.waitForFunction(() => {
      const { watched } = window as unknown as { watched: Watched & { pressedAt: number } };
      return watched.shownAt && watched.shownAt - watched.pressedAt;
    });
    scripts.push((await scriptMs(cdp)) - before);
    paints.push((await shown.jsonValue()) ?? 0);
    // Waits until the answer and the new figures are there, so that they do not count for the next press.
    await page.waitForTimeout(700);
  }
  return {
    paintMs: median(paints),
    paintMsMax: Math.max(...paints),
    scriptMs: median(scripts),
    scriptMsMax: Math.max(...scripts),
  };
}
