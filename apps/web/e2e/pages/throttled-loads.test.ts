import type { Page } from "playwright-core";
import { publish } from "../community/blog-post.ts";
import { sendRequest } from "../community/feature-request.ts";
import { createAdmin } from "../stage/database.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import { logIn, type User } from "../stage/user.ts";

/** `LOADS=1800` loads each page many times, with each kind of load in each language and theme. */
const loadCount = Number(process.env.LOADS ?? 12);
if (!Number.isSafeInteger(loadCount) || loadCount < 1) throw new Error("LOADS must be a whole number, 1 or more.");

const loadsPerTest = 12;
/** Few beside other test files; a run with LOADS is alone. */
const loadsAtOnce = process.env.LOADS ? 4 : 2;

/** Slows down the processor by this factor: a cheap phone. */
const slowdown = 4;
/** "Slow 4G": bytes per second, and the delay of each request in milliseconds. */
const slow4g = { downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8, latency: 150, offline: false };
const loadTimeoutMs = 60_000;

const kinds = ["empty cache", "service worker", "language switch in another tab"] as const;
const languages = ["en", "uk"] as const;
const themes = ["light", "dark"] as const;
const places: readonly { path: string; as: "guest" | "user" }[] = [
  ...["/", "/privacy-policy", "/terms-and-conditions", "/support-us", "/signup", "/login", "/reset-password"].map(
    (path) => ({ path, as: "guest" as const }),
  ),
  ...["/blog", "/blog/:slug", "/changelog", "/feature-requests", "/feature-requests/roadmap"].map((path) => ({
    path,
    as: "guest" as const,
  })),
  ...["/dashboard", "/settings", "/settings/security", "/feature-requests/new", "/feature-requests/:id", "/"].map(
    (path) => ({ path, as: "user" as const }),
  ),
];

interface Load {
  number: number;
  place: (typeof places)[number];
  kind: (typeof kinds)[number];
  language: (typeof languages)[number];
  theme: (typeof themes)[number];
  /** The other tab switches the language after this number of requests of the page. */
  switchAfter: number;
}

/** Consecutive loads differ in all respects, so that even a few of them cover much. */
function loadOf(number: number): Load {
  const at = <Value>(values: readonly Value[], index: number) => values[index % values.length] as Value;
  const round = Math.floor(number / places.length);
  return {
    number,
    place: at(places, number * 5),
    kind: at(kinds, number + round),
    language: at(languages, number + Math.floor(round / kinds.length)),
    theme: at(themes, Math.floor(number / 2) + Math.floor(round / (kinds.length * languages.length))),
    switchAfter: 1 + (number % 14),
  };
}

interface Content {
  slug: string;
  request: string;
  user: User;
}

let content: Promise<Content> | undefined;

/** The post, the request and the user whose pages are loaded. */
async function createContent(stage: Stage): Promise<Content> {
  const admin = await createAdmin(stage);
  const user = await stage.createUser();
  const habits = [await user.createHabit({ title: "Read" }), await user.createHabit({ title: "Sweets", type: "bad" })];
  for (const habit of habits) await user.record(habit, daysAgo(0), 1);
  const [{ slug }, { path }] = [await publish(admin), await sendRequest(admin, {}, admin)];
  return { slug, request: path, user };
}

const tests = Array.from({ length: Math.ceil(loadCount / loadsPerTest) }, (_, index) => {
  const first = index * loadsPerTest;
  const loads = Array.from({ length: Math.min(loadsPerTest, loadCount - first) }, (_, step) => loadOf(first + step));
  return [first + 1, first + loads.length, loads] as const;
});

test.for(tests)(
  "on a slow phone and network, loads %i to %i hydrate without an error",
  { timeout: loadsPerTest * loadTimeoutMs },
  async ([, , loads], { stage }) => {
    content ??= createContent(stage);
    const { slug, request, user } = await content;
    const waiting = loads.values();
    const work = async () => {
      for (const load of waiting) {
        const path = load.place.path.replace(":slug", slug).replace("/feature-requests/:id", request);
        // React reports a hydration error in the console, which fails the test.
        await expectHydrated(stage, load, path, user);
      }
    };
    await Promise.all(Array.from({ length: loadsAtOnce }, work));
  },
);

async function expectHydrated(stage: Stage, load: Load, path: string, user: User): Promise<void> {
  const { number, kind, language, theme, place } = load;
  await loadThrottled(stage, load, path, user).catch((cause: unknown) => {
    const what = `load ${number + 1}: ${path} as a ${place.as}, ${kind}, ${language}, ${theme}`;
    throw new Error(what, { cause });
  });
}

async function loadThrottled(stage: Stage, load: Load, path: string, user: User): Promise<void> {
  const { kind, language, theme, place } = load;
  const withServiceWorker = kind === "service worker";
  const isUser = place.as === "user" || withServiceWorker;
  // Each browser has a session of its own, because a session's refresh token is used once.
  const as = isUser ? await logIn(stage.url, user) : undefined;
  const page = await stage.visit({ language, theme, withServiceWorker, ...(as && { as }) });
  if (withServiceWorker) await installServiceWorker(page, place.as);
  await slowDown(page);
  const isSwitched = kind === "language switch in another tab";
  const tab = isSwitched ? await openTab(page) : null;
  await Promise.all([
    tab && switchDuringLoad(page, tab, load),
    page.goto(path, { waitUntil: "commit", timeout: loadTimeoutMs }),
  ]);
  // The page sets this mark when its last part is hydrated.
  await page.waitForFunction(() => performance.getEntriesByName("alive").length > 0, null, { timeout: loadTimeoutMs });
  const expected = isSwitched ? other(language) : language;
  await page.waitForFunction((lang) => document.documentElement.lang === lang, expected, { timeout: loadTimeoutMs });
  if (withServiceWorker) {
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  }
  await page.locator("main h1").first().waitFor({ timeout: loadTimeoutMs });
  await Promise.all(
    page
      .context()
      .pages()
      .map((each) => each.close()),
  );
}

/** Only the page of a user registers the service worker. A guest has one only from an earlier log-in. */
async function installServiceWorker(page: Page, as: "guest" | "user"): Promise<void> {
  await page.goto("/dashboard");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  if (as === "guest") await page.evaluate(() => localStorage.removeItem("refreshToken"));
}

const other = (language: Load["language"]) => (language === "en" ? "uk" : "en");

/** The network of a service worker is its own, and stays as it is. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow4g);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

/** Opens another tab on a document without scripts. */
async function openTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto("/robots.txt");
  return tab;
}

/** Switches the language in another tab, as its menu does, once the page has sent some requests. */
async function switchDuringLoad(page: Page, tab: Page, { language, switchAfter }: Load): Promise<void> {
  const due = Promise.withResolvers<void>();
  let requests = 0;
  page.on("request", () => {
    requests += 1;
    if (requests === switchAfter) due.resolve();
  });
  // A page that sends fewer requests is switched once it has loaded.
  page.once("load", () => due.resolve());
  await due.promise;
  await tab.evaluate((next) => {
    localStorage.setItem("language", next);
    // biome-ignore lint/suspicious/noDocumentCookie: as the product sets it.
    document.cookie = `language=${next}; path=/; max-age=31536000; samesite=lax`;
  }, other(language));
}
