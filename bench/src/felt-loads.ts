import type { Sql } from "@daymark/db/connection/client";
import type { Browser, BrowserContext } from "playwright-core";
import { createPaidPerson, openContext } from "./dashboard.ts";
import { type HabitCount, habitCounts, keepSession, slowdown, withBrowser } from "./felt.ts";
import { median } from "./figures.ts";
import type { Person } from "./people.ts";

export interface LoadFigures {
  habits: HabitCount;
  cache: "empty" | "full";
  /** From the navigation until all days of the calendar are filled in, in milliseconds: the median of the rounds. */
  filledMs: number;
  filledMsMax: number;
  /** Until then, the document included: the most of all rounds. */
  requests: number;
}

/** The longest that a load may take, in milliseconds, and the most requests that it may send. */
export const loadGoals: Record<HabitCount, Record<LoadFigures["cache"], { filledMs: number; requests: number }>> = {
  6: { empty: { filledMs: 3_000, requests: 16 }, full: { filledMs: 1_000, requests: 16 } },
  48: { empty: { filledMs: 3_500, requests: 16 }, full: { filledMs: 1_500, requests: 16 } },
};

/** As Lighthouse simulates "Slow 4G": bytes per second, and the round trip in milliseconds. */
const slow4g = { downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8, latency: 150, offline: false };
const rounds = 3;
/** A user stays for longer, and the browser stores scripts and what it compiled of them. */
const stayMs = 2_000;

/** The dashboard on a phone with a slowed processor and network, with an empty cache and then with a full one. */
export async function measureFeltLoads(url: string, sql: Sql): Promise<LoadFigures[]> {
  return withBrowser(async (browser) => {
    const figures: LoadFigures[] = [];
    for (const habits of habitCounts) {
      const person = await createPaidPerson(url, sql, { habits, name: "felt_load" });
      const loads = { empty: [] as Load[], full: [] as Load[] };
      for (let round = 0; round < rounds; round += 1) await measureRound(browser, url, person, loads);
      for (const cache of ["empty", "full"] as const) {
        const times = loads[cache].map(({ filledMs }) => filledMs);
        figures.push({
          habits,
          cache,
          filledMs: median(times),
          filledMsMax: Math.max(...times),
          requests: Math.max(...loads[cache].map(({ requests }) => requests)),
        });
      }
    }
    return figures;
  });
}

interface Load {
  filledMs: number;
  requests: number;
}

async function measureRound(
  browser: Browser,
  url: string,
  person: Person,
  loads: Record<LoadFigures["cache"], Load[]>,
): Promise<void> {
  const context = await openContext(browser, url, person, { viewport: { width: 390, height: 844 } });
  for (const cache of ["empty", "full"] as const) loads[cache].push(await measureLoad(context, url, person));
  await context.close();
}

/** In a tab of its own, as a user opens the page anew: it has a refresh token and no access token. */
async function measureLoad(context: BrowserContext, url: string, person: Person): Promise<Load> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", slow4g);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  let requests = 0;
  page.on("request", () => {
    requests += 1;
  });
  await page.addInitScript(tellFilled);
  const filled = page.waitForEvent("console", (message) => message.text().startsWith(filledMessage));
  await page.goto(`${url}/dashboard`, { waitUntil: "commit" });
  const filledMs = Number((await filled).text().slice(filledMessage.length));
  const load = { filledMs, requests };
  await page.waitForTimeout(stayMs);
  await keepSession(page, person);
  await page.close();
  return load;
}

const filledMessage = "filled ";

/**
 * In the page: logs its time when all days of the calendar are filled in. A question from outside would be measured too,
 * because on a slowed processor the script that answers it runs for 40 ms.
 */
function tellFilled() {
  const look = () => {
    const grid = document.querySelector('main [role="grid"]');
    const isFilled = grid && grid.getAttribute("aria-busy") !== "true" && grid.querySelector("[data-day]");
    if (isFilled) console.debug(`filled ${performance.now()}`);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
