import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import { isStream } from "./first-load.ts";

const openRequests = new WeakMap<Page, Set<Request>>();

/** Tracks from now on which requests of a page are open. */
export function trackRequests(page: Page): void {
  const open = new Set<Request>();
  openRequests.set(page, open);
  page.on("request", (request) => {
    // The browser does not always report the end of requests of the previous document.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    if (!isStream(request)) open.add(request);
  });
  const remove = (request: Request) => void open.delete(request);
  page.on("requestfinished", remove).on("requestfailed", remove);
}

/**
 * Waits until the server has answered every request of a page and the page is idle. Playwright's "networkidle" waits
 * for half a second without a request, after which a page on a slow machine may still send more.
 */
export async function untilLoaded(page: Page): Promise<void> {
  const open = openRequests.get(page) ?? new Set();
  const isLoaded = async () => {
    if (open.size > 0) return false;
    // An idle page has handled its last answer and has sent the requests that follow from it.
    await untilIdle(page);
    return open.size === 0;
  };
  // Evaluation fails while the page navigates to another document.
  await expect.poll(() => isLoaded().catch(() => false)).toBe(true);
}

/**
 * Waits until the page is idle. A headless browser sometimes never runs the idle callback while it expects a frame that
 * it does not draw, hence the timeout.
 */
export async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
}

/** Lets the server handle the next request to this address, but drops its answer. */
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
