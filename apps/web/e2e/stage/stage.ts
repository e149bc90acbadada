import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { test as base, expect, inject } from "vitest";
import { noonZone } from "./day.ts";
import { trackRequests, untilIdle } from "./requests.ts";
import { discardTraces, fileNameOf, keepTraces, startTrace } from "./trace.ts";
import { createUser, type User } from "./user.ts";

export { expect };

const results = fileURLToPath(new URL("../../../../test-results/e2e/", import.meta.url));

/**
 * A toast, found by its text. A hidden copy of the toast repeats the text for screen readers, so a search of the whole
 * page would find two.
 */
export function messageOf(page: Page, text: string | RegExp): Locator {
  return page.locator("p[data-type]", { hasText: text });
}

export const widths = { phone: 320, desktop: 1280 } as const;

/** The two ways in which a test runs where text or touch matters. The second covers Ukrainian and a small phone. */
export const mouseAndTouch = [
  { language: "en", width: widths.desktop, touch: false },
  { language: "uk", width: widths.phone, touch: true },
] as const;

/**
 * Clicks or taps an element once it stands still. Playwright scrolls the page while an element moves, and a menu moves
 * with its button, so that the click would miss.
 */
export async function press(target: Locator, { touch } = { touch: false }): Promise<void> {
  await target.evaluate(async (element) => {
    const place = () => JSON.stringify(element.getBoundingClientRect());
    for (let before = "", now = place(), frames = 0; now !== before && frames < 60; frames += 1) {
      before = now;
      await new Promise(requestAnimationFrame);
      now = place();
    }
  });
  return touch ? target.tap() : target.click();
}

/**
 * Waits until the arrow keys can move an item that the keyboard picked up and the page has announced. Before that, the
 * page measures all other positions in a few frames and timers, and is idle after the last one.
 */
export async function untilMovable(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 6; frames += 1) await new Promise(requestAnimationFrame);
  });
  await untilIdle(page);
}

/**
 * Runs an action that leads to another document, and waits until that one is loaded. A page without scripts changes
 * only this way, and Playwright waits for the first byte at most.
 */
export async function follow(page: Page, lead: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent("load"), lead()]);
}

export interface Visit {
  /** Locale of the browser and its operating system. `language` and `theme` are the user's choices in Daymark. */
  locale?: "en-US" | "en-GB" | "uk-UA";
  language?: "en" | "uk";
  theme?: "light" | "dark" | "system";
  colorScheme?: "light" | "dark";
  width?: number;
  height?: number;
  touch?: boolean;
  timezone?: string;
  /** User agent. The default one names a headless browser. */
  userAgent?: string;
  /** The user who is logged in, with "remember me". */
  as?: User;
  /** Address of another product than the run's. */
  url?: string;
  /** False if the browser has JavaScript switched off. */
  scripts?: boolean;
  /** Whether the page may register the service worker. It would intercept the requests that a test answers itself. */
  withServiceWorker?: boolean;
}

/** What each test gets: users, browsers, and a check that fails the test on any unexpected error in a browser. */
export interface Stage {
  url: string;
  mailDirectory: string;
  createUser(): Promise<User>;
  /** Opens an empty page in a new browser context. Paths are relative to the product. */
  visit(options?: Visit): Promise<Page>;
  /** Allows console errors that the test provokes. All others fail it. */
  expectError(pattern: RegExp): void;
}

/**
 * The browser reports these errors when a cluster node dies before it has answered (scripts/test-cluster.ts). The page
 * then calls the next node.
 */
const nodeFailureErrors = process.env.E2E_PRODUCT_URL
  ? [/ERR_INCOMPLETE_CHUNKED_ENCODING \(\S+\/trpc\/live\.changes/, /with a status of 502 /]
  : [];

let connection: Promise<Browser> | undefined;

/** Each worker connects once to the browser of the run. */
function connect(): Promise<Browser> {
  connection ??= chromium.connect(inject("browserEndpoint"));
  return connection;
}

export const test = base.extend("stage", async ({ task, onTestFinished }, { onCleanup }): Promise<Stage> => {
  const browser = await connect();
  const url = inject("productUrl");
  const contexts: BrowserContext[] = [];
  const problems: string[] = [];
  const expected: RegExp[] = [...nodeFailureErrors];
  const listUnexpected = () => problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
  onCleanup(async () => {
    if (task.result?.state === "fail" || listUnexpected().length > 0) {
      // This comes before the screenshot, so that the trace ends with the test.
      await keepTraces(contexts, task.name);
      await takeScreenshots(contexts, task.name);
    } else await discardTraces(contexts);
    await Promise.all(contexts.map(close));
  });
  // This runs after the clean-up, so that an unexpected error fails the test and not its fixture.
  onTestFinished(() => {
    const unexpected = listUnexpected();
    if (unexpected.length > 0) throw new Error(`Unexpected errors in the browser:\n${unexpected.join("\n")}`);
  });
  return {
    url,
    mailDirectory: inject("mailDirectory"),
    createUser: () => createUser(url),
    expectError: (pattern) => void expected.push(pattern),
    visit: async (options = {}) => {
      const context = await openContext(browser, { url, ...options });
      contexts.push(context);
      await startTrace(context, task.name);
      watch(context, options.url ?? url, problems);
      context.on("page", trackRequests);
      const page = keepIntercepting(await context.newPage());
      return options.scripts === false ? page : waitForHydration(page);
    },
  };
});

async function openContext(browser: Browser, visit: Visit & { url: string }): Promise<BrowserContext> {
  const { url, theme, language, as } = visit;
  const stored = {
    ...(theme && { theme: theme === "light" ? "light" : "dark", themeIsSystem: String(theme === "system") }),
    ...(language && { language }),
    ...(as && { refreshToken: as.refresh, rememberMe: "true" }),
  };
  const context = await browser.newContext({
    baseURL: url,
    locale: visit.locale ?? (language === "uk" ? "uk-UA" : "en-US"),
    colorScheme: visit.colorScheme ?? "light",
    reducedMotion: "reduce",
    viewport: { width: visit.width ?? widths.desktop, height: visit.height ?? 800 },
    hasTouch: visit.touch ?? false,
    javaScriptEnabled: visit.scripts ?? true,
    timezoneId: visit.timezone ?? noonZone,
    ...(visit.userAgent && { userAgent: visit.userAgent }),
    storageState: {
      cookies: language
        ? [
            {
              name: "language",
              value: language,
              domain: new URL(url).hostname,
              path: "/",
              expires: -1,
              httpOnly: false,
              secure: false,
              sameSite: "Lax" as const,
            },
          ]
        : [],
      origins: [{ origin: url, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })) }],
    },
  });
  if (!visit.withServiceWorker) await context.addInitScript(refuseServiceWorkers);
  return context;
}

/**
 * Keeps request interception on once a test has turned it on. Playwright turns it off with the last route, and Chromium
 * then never answers a request that it holds for Playwright at that moment.
 */
function keepIntercepting(page: Page): Page {
  const route = page.route.bind(page);
  let isIntercepting = false;
  page.route = async (...parameters) => {
    if (!isIntercepting) await route("**/a-request-that-no-page-makes", (each) => each.fallback());
    isIntercepting = true;
    return route(...parameters);
  };
  return page;
}

/**
 * Makes `goto` and `reload` wait until the page is hydrated: it would lose text or keys that arrive earlier. An idle
 * network does not prove hydration on a slow machine. A test that needs the page earlier waits for "load",
 * "domcontentloaded" or "commit".
 */
function waitForHydration(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil === undefined) await untilHydrated(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await untilHydrated(page);
    return response;
  };
  return page;
}

function untilHydrated(page: Page): Promise<void> {
  const isHydrated = () =>
    page
      .evaluate(() => {
        // Playwright's fake clock replaces `performance` with one that records no marks.
        performance.mark("probe");
        const isFaked = performance.getEntriesByName("probe").length === 0;
        return (
          isFaked || !document.querySelector("script[data-parts]") || performance.getEntriesByName("alive").length > 0
        );
      })
      // The page is navigating to another document.
      .catch(() => false);
  return expect.poll(isHydrated).toBe(true);
}

/**
 * Refuses every registration, like a browser that disallows service workers. Playwright's own option resolves the
 * registration with nothing.
 */
function refuseServiceWorkers() {
  if (!navigator.serviceWorker) return;
  navigator.serviceWorker.register = () => Promise.reject(new DOMException("None are allowed.", "SecurityError"));
}

/** Closes a context without errors from requests that a test's route still answers. */
async function close(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: "ignoreErrors" })));
  await context.close();
}

/**
 * Records console errors (which include violations of the Content-Security-Policy), uncaught exceptions, and requests
 * to other hosts.
 */
function watch(context: BrowserContext, url: string, problems: string[]) {
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) =>
    problems.push(`uncaught at ${error.page()?.url()}: ${error.error().stack || error.error().message}`),
  );
  context.on("request", (request) => {
    const target = new URL(request.url());
    if (/^(https?|wss?):$/.test(target.protocol) && target.host !== new URL(url).host) {
      problems.push(`request to a foreign host: ${request.url()}`);
    }
  });
}

async function takeScreenshots(contexts: readonly BrowserContext[], name: string) {
  mkdirSync(results, { recursive: true });
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const file = `${fileNameOf(name)}${index === 0 ? "" : `-${index + 1}`}.png`;
    // A hanging page cannot be photographed, and the test has already failed for a better reason.
    await page.screenshot({ path: results + file, timeout: 5000 }).catch(() => {});
  }
}
