import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import { isStream } from "./first-load.ts";

const openRequests = new WeakMap<Page, Set<Request>>();

/** Remembers from now on which requests a page has open. */
export function trackRequests(page: Page): void {
  const open = new Set<Request>();
  openRequests.set(page, open);
  page.on("request", (request) => {
    // The browser does not always tell how the requests of the document before have ended.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    if (!isStream(request)) open.add(request);
  });
  const remove = (request: Request) => void open.delete(request);
  page.on("requestfinished", remove).on("requestfailed", remove);
}

/**
 * Waits until every request of a page is answered and the page has nothing left to do. "networkidle" also waits half a
 * second without a request, and on a slow machine the page may ask for more after that.
 */
export async function untilLoaded(page: Page): Promise<void> {
  const open = openRequests.get(page) ?? new Set();
  const isLoaded = async () => {
    if (open.size > 0) return false;
    // A page that is idle has handled its last answer, and has asked for what that answer makes it ask for.
    await untilIdle(page);
    return open.size === 0;
  };
  // A page that leads on to another one cannot be asked.
  await expect.poll(() => isLoaded().catch(() => false)).toBe(true);
}

/**
 * Waits until the page has nothing left to do. A browser without a window sometimes calls nobody back while it expects a
 * frame that it does not draw, hence the time after which it has to.
 */
export async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
}

/** Lets the server do what the next such request of a page asks for, and loses its answer. */
export async function loseAnswerOf(page: Page, url: string): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
}
