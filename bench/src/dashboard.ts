import type { Sql } from "@daymark/db/connection/client";
import { findChromium } from "@daymark/web/e2e/stage/chromium";
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { median } from "./figures.ts";
import { createPerson, fillDays, type Person } from "./people.ts";

type DashboardLayout = "horizontal" | "vertical" | "year";

/** What a dashboard costs a browser. Times are of this machine, so they are printed and no gate is on them. */
export interface DashboardFigures {
  habits: number;
  daysEach: number;
  layout: DashboardLayout;
  /** From the navigation with a full cache: the first paint, and every day filled in; medians of some loads. */
  firstPaintMs: number;
  filledMs: number;
  /** From a press to the paint that shows it, and the script in between; null where nothing can be toggled. */
  toggle: { paintMs: number; paintMsMax: number; scriptMs: number; scriptMsMax: number } | null;
  /** Script of one frame while the page is scrolled. */
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

/** Opens the dashboards of people with a year of days each, in every layout, and uses them as a person does. */
export async function measureDashboards(url: string, sql: Sql): Promise<DashboardFigures[]> {
  const browser = await chromium.launch({ ...(await findChromium()), headless: true });
  try {
    const results: DashboardFigures[] = [];
    for (const { habits, layouts } of cases) {
      const person = await createPaidPerson(url, sql, { habits, name: "bench_board" });
      for (const layout of layouts) {
        // What the paid plan keeps for all devices is what the page goes by.
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

/** Half of the habits good, half bad, each with a value on every day of a year but some. */
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
    // The free plan is full after three.
    beforeHabits: async () => {
      await sql`update users set plan = 'paid' where username = ${username}`;
    },
  });
  const [row] = await sql<{ id: string }[]>`select id from users where username = ${username}`;
  person.id = Number(row?.id);
  const today = new Date().toISOString().slice(0, 10);
  const own = person.habits.map((habit) => ({ user: person.id, habit }));
  await fillDays(sql, own, today, daysEach);
  // Some days stay open, as they do in life.
  await sql`delete from progress where user_id = ${person.id} and (extract(doy from day)::int + habit_id) % 5 = 0`;
  await sql`vacuum analyze progress`;
  return person;
}

/** A browser that has the person's session; without `layout` it has no layout of its own. */
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
  // It may have been followed by another; the next layout goes on with that.
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

/** In the page: when its days are filled in, and when a paint shows that one has changed. */
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
  // Until it has asked for what it asks for later.
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

/** Down and up again, a tenth of the window at a time. */
async function measureScroll(page: Page, cdp: CDPSession): Promise<DashboardFigures["scroll"]> {
  const grid = page.locator('main [role="grid"]').first();
  const box = await grid.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 300, Math.min(viewport.height - 50, (box?.y ?? 0) + 100));
  const scripts: number[] = [];
  for (let frame = 0; frame < frames; frame += 1) {
    const before = await scriptMs(cdp);
    await page.mouse.wheel(0, frame < frames / 2 ? viewport.height / 10 : -viewport.height / 10);
    await nextFrame(page);
    // Two frames have passed, and what asks for them is script too: an upper bound of one.
    scripts.push((await scriptMs(cdp)) - before);
  }
  await page.evaluate(() => scrollTo(0, 0));
  return { scriptMs: median(scripts), scriptMsMax: Math.max(...scripts), frames };
}

/** One press after the other on the days of the first habit that fits the window. */
async function measureToggles(page: Page, cdp: CDPSession): Promise<DashboardFigures["toggle"]> {
  const paints: number[] = [];
  const scripts: number[] = [];
  const today = await page.locator('td[aria-current="date"]').first().getAttribute("data-day");
  const cell = page.locator(`td[data-day="${today}"]`).first();
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  if (!box) throw new Error("today is not on the page");
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
    // By place: a click on the element would have the tool look for what covers it, which is script and layout too.
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const shown = await page.waitForFunction(() => {
      const { watched } = window as unknown as { watched: Watched & { pressedAt: number } };
      return watched.shownAt && watched.shownAt - watched.pressedAt;
    });
    scripts.push((await scriptMs(cdp)) - before);
    paints.push((await shown.jsonValue()) ?? 0);
    // Its answer and the figures after it are not of the next one.
    await page.waitForTimeout(700);
  }
  return {
    paintMs: median(paints),
    paintMsMax: Math.max(...paints),
    scriptMs: median(scripts),
    scriptMsMax: Math.max(...scripts),
  };
}
