import type { Sql } from "@daymark/db/connection/client";
import type { Browser, BrowserContext } from "playwright-core";
import { createPaidPerson, openContext } from "./dashboard.ts";
import { type HabitCount, habitCounts, keepSession, slowdown, withBrowser } from "./felt.ts";
import { median } from "./figures.ts";
import type { Person } from "./people.ts";

export interface LoadFigures {
  habits: HabitCount;
  cache: "empty" | "full";
  /** Milliseconds from the navigation until the calendar is complete: the median of the rounds. */
  filledMs: number;
  filledMsMax: number;
  /** Requests until then, including the document: the highest number of all rounds. */
  requests: number;
}

/** The limits of a load: milliseconds and number of requests. */
export const loadGoals: Record<HabitCount, Record<LoadFigures["cache"], { filledMs: number; requests: number }>> = {
  6: { empty: { filledMs: 3_000, requests: 16 }, full: { filledMs: 1_000, requests: 16 } },
  48: { empty: { filledMs: 3_500, requests: 16 }, full: { filledMs: 1_500, requests: 16 } },
};

/** "Slow 4G" as Lighthouse simulates it: bytes per second, and the round trip in milliseconds. */
const slow4g = { downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8, latency: 150, offline: false };
const rounds = 3;
/** A real user stays longer, so the browser has time to store scripts and their compiled code. */
const stayMs = 2_000;

/** Loads the dashboard on a phone with a slowed processor and network, with an empty cache and then with a full one. */
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

/** Loads in a new tab, as a user who opens the page again: with a refresh token and without an access token. */
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
 * Runs in the page: logs its time when the calendar is complete. Polling from outside would distort the time, because
 * on a slowed processor its script runs for 40 ms.
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
