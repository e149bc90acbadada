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

/** A message of the product, by what it says. Whoever reads the page alone hears it once more from a hidden copy. */
export function messageOf(page: Page, text: string | RegExp): Locator {
  return page.locator("p[data-type]", { hasText: text });
}

export const widths = { phone: 320, desktop: 1280 } as const;

/** What a test goes through once more where words or touch matter: the other language is met on a small phone. */
export const mouseAndFinger = [
  { language: "en", width: widths.desktop, touch: false },
  { language: "uk", width: widths.phone, touch: true },
] as const;

/**
 * A press of whatever this visitor has, on what stands still. Playwright scrolls the page to and fro under what is still
 * moving, and a menu that hangs on a button moves with it: the press would miss.
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
 * Waits until a thing that keys picked up, which was said, can be moved by keys too. The page measures all other places
 * first, in a few frames and timers. It is idle after the last one.
 */
export async function untilCarried(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 6; frames += 1) await new Promise(requestAnimationFrame);
  });
  await untilIdle(page);
}

/**
 * Does what leads to another document, and waits until that one is complete. A page without scripts changes in no other
 * way, and Playwright waits for the first byte at most.
 */
export async function follow(page: Page, lead: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent("load"), lead()]);
}

export interface Visit {
  /** Of the browser, as its operating system says; a choice made in Daymark is the next two. */
  locale?: "en-US" | "en-GB" | "uk-UA";
  language?: "en" | "uk";
  theme?: "light" | "dark" | "system";
  colorScheme?: "light" | "dark";
  width?: number;
  height?: number;
  touch?: boolean;
  timezone?: string;
  /** What the browser says it is; its own words name it as one without a window. */
  userAgent?: string;
  /** Who is logged in, as a browser that remembers them. */
  as?: User;
  /** Another product than the run's. */
  url?: string;
  /** False: a browser whose person switched them off. */
  scripts?: boolean;
  /** With the service worker, which would come between a test and the requests it answers itself. */
  withServiceWorker?: boolean;
}

/** What a test has: people, browsers, and an eye on everything that goes wrong in them. */
export interface Stage {
  url: string;
  mailDirectory: string;
  createUser(): Promise<User>;
  /** A page of a browser of its own, with nothing loaded yet; paths are relative to the product. */
  visit(options?: Visit): Promise<Page>;
  /** Errors that the test provokes, by what the console says of them. All others fail it. */
  expectError(pattern: RegExp): void;
}

/** What a browser says by itself where a node dies over an answer (scripts/test-cluster.ts); the page asks the next one. */
const ofNodesThatDie = process.env.E2E_PRODUCT_URL
  ? [/ERR_INCOMPLETE_CHUNKED_ENCODING \(\S+\/trpc\/live\.changes/, /with a status of 502 /]
  : [];

let connection: Promise<Browser> | undefined;

/** One connection a test file; the browser behind it is the run's. */
function connect(): Promise<Browser> {
  connection ??= chromium.connect(inject("browserEndpoint"));
  return connection;
}

export const test = base.extend("stage", async ({ task, onTestFinished }, { onCleanup }): Promise<Stage> => {
  const browser = await connect();
  const url = inject("productUrl");
  const contexts: BrowserContext[] = [];
  const problems: string[] = [];
  const expected: RegExp[] = [...ofNodesThatDie];
  const listUnexpected = () => problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
  onCleanup(async () => {
    if (task.result?.state === "fail" || listUnexpected().length > 0) {
      // Before the picture, so that the trace ends with the test.
      await keepTraces(contexts, task.name);
      await photograph(contexts, task.name);
    } else await discardTraces(contexts);
    await Promise.all(contexts.map(close));
  });
  // After the clean-up and not in it, so that a complaint fails the test and not its fixture.
  onTestFinished(() => {
    const unexpected = listUnexpected();
    if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join("\n")}`);
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
      return options.scripts === false ? page : patient(page);
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
 * Keeps the interception of requests on once a test has begun it. Playwright ends it with the last route, and Chromium never
 * answers a request that it holds for Playwright at that moment.
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
 * Makes `goto` and `reload` wait until scripts have taken the page over: what is typed or pressed by keys sooner is not for
 * the page yet. An idle network does not tell that on a slow machine. A test that needs the page earlier waits for "load",
 * "domcontentloaded" or "commit".
 */
function patient(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil === undefined) await untilAlive(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await untilAlive(page);
    return response;
  };
  return page;
}

function untilAlive(page: Page): Promise<void> {
  const isAlive = () =>
    page
      .evaluate(() => {
        // Playwright's clock replaces `performance` by one that records no marks.
        performance.mark("probe");
        const isFaked = performance.getEntriesByName("probe").length === 0;
        return (
          isFaked || !document.querySelector("script[data-parts]") || performance.getEntriesByName("alive").length > 0
        );
      })
      // It leads on to another page.
      .catch(() => false);
  return expect.poll(isAlive).toBe(true);
}

/** As a browser does whose person allows none. What Playwright has for it answers with a registration of nothing. */
function refuseServiceWorkers() {
  if (!navigator.serviceWorker) return;
  navigator.serviceWorker.register = () => Promise.reject(new DOMException("None are allowed.", "SecurityError"));
}

/** A request that the page still had under way, with a test's own answer to it, is nobody's error when all is over. */
async function close(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: "ignoreErrors" })));
  await context.close();
}

/** Console errors (a broken Content-Security-Policy is one), uncaught exceptions, and whatever leaves the machine. */
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

async function photograph(contexts: readonly BrowserContext[], name: string) {
  mkdirSync(results, { recursive: true });
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const file = `${fileNameOf(name)}${index === 0 ? "" : `-${index + 1}`}.png`;
    // A page that hangs has no picture to give; the test has failed for a better reason.
    await page.screenshot({ path: results + file, timeout: 5000 }).catch(() => {});
  }
}
