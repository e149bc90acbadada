import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { test as base, inject } from "vitest";
import { noonZone } from "./day.ts";
import { createUser, type User } from "./user.ts";

export { expect } from "vitest";

const results = fileURLToPath(new URL("../../../test-results/e2e/", import.meta.url));

/** A message of the product, by what it says. Whoever reads the page alone hears it once more from a hidden copy. */
export function messageOf(page: Page, text: string | RegExp): Locator {
  return page.locator("p[data-type]", { hasText: text });
}

export const widths = { phone: 320, desktop: 1280 } as const;

export interface Visit {
  /** Of the browser, as its operating system says; a choice made in Daymark is the next two. */
  locale?: "en-US" | "uk-UA";
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

let connection: Promise<Browser> | undefined;

/** One connection a test file; the browser behind it is the run's. */
function connect(): Promise<Browser> {
  connection ??= chromium.connect(inject("browserEndpoint"));
  return connection;
}

export const test = base.extend("stage", async ({ task }, { onCleanup }): Promise<Stage> => {
  const browser = await connect();
  const url = inject("productUrl");
  const contexts: BrowserContext[] = [];
  const problems: string[] = [];
  const expected: RegExp[] = [];
  onCleanup(async () => {
    if (task.result?.state === "fail") await photograph(contexts, task.name);
    await Promise.all(contexts.map((context) => context.close()));
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
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
      watch(context, options.url ?? url, problems);
      return context.newPage();
    },
  };
});

function openContext(browser: Browser, visit: Visit & { url: string }): Promise<BrowserContext> {
  const { url, theme, language, as } = visit;
  const stored = {
    ...(theme && { theme: theme === "light" ? "light" : "dark", themeIsSystem: String(theme === "system") }),
    ...(language && { language }),
    ...(as && { refreshToken: as.refresh, rememberMe: "true" }),
  };
  return browser.newContext({
    baseURL: url,
    locale: visit.locale ?? (language === "uk" ? "uk-UA" : "en-US"),
    colorScheme: visit.colorScheme ?? "light",
    reducedMotion: "reduce",
    viewport: { width: visit.width ?? widths.desktop, height: visit.height ?? 800 },
    hasTouch: visit.touch ?? false,
    timezoneId: visit.timezone ?? noonZone,
    ...(visit.userAgent && { userAgent: visit.userAgent }),
    serviceWorkers: "block",
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
}

/** Console errors (a broken Content-Security-Policy is one), uncaught exceptions, and whatever leaves the machine. */
function watch(context: BrowserContext, url: string, problems: string[]) {
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => problems.push(`uncaught: ${error.error().stack || error.error().message}`));
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
    const file = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 100)}${index === 0 ? "" : `-${index + 1}`}.png`;
    // A page that hangs has no picture to give; the test has failed for a better reason.
    await page.screenshot({ path: results + file, timeout: 5000 }).catch(() => {});
  }
}
