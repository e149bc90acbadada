import { publish } from "../community/blog-post.ts";
import { sendRequest } from "../community/feature-request.ts";
import { createAdmin } from "../stage/database.ts";
import { daysAgo } from "../stage/day.ts";
import { builtScripts, type FirstLoad, lastUserRequests, measureFirstLoad, sentBytes } from "../stage/first-load.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";

const kib = 1024;

/**
 * The maximum that the first load of a page may fetch, in either language: JavaScript in KiB of brotli as the server
 * sends it, and the number of scripts. Each further script is a request and delays the page on a slow line. The test
 * counts all that the browser fetches without an action of the user, including what follows a moment later, such as the
 * code for live changes and for a lost network. It does not count the service worker's precache. Add a line for each
 * new page.
 */
const budgets = [
  { page: "the landing page", path: "/", as: "guest", js: 125, scripts: 12 },
  { page: "the privacy policy", path: "/privacy-policy", as: "guest", js: 125, scripts: 12 },
  { page: "the terms", path: "/terms-and-conditions", as: "guest", js: 125, scripts: 12 },
  { page: "the list of posts", path: "/blog", as: "guest", js: 140, scripts: 12 },
  { page: "a post", path: "/blog/:slug", as: "guest", js: 140, scripts: 12 },
  { page: "the board", path: "/feature-requests", as: "guest", js: 140, scripts: 12 },
  { page: "the changelog", path: "/changelog", as: "guest", js: 140, scripts: 12 },
  { page: "the roadmap", path: "/feature-requests/roadmap", as: "guest", js: 140, scripts: 12 },
  { page: "a request", path: "/feature-requests/:id", as: "guest", js: 140, scripts: 12 },
  { page: "a new request", path: "/feature-requests/new", as: "user", js: 200, scripts: 18 },
  { page: "the sign-up", path: "/signup", as: "guest", js: 180, scripts: 12 },
  { page: "the log-in", path: "/login", as: "guest", js: 180, scripts: 12 },
  { page: "the dashboard", path: "/dashboard", as: "user", js: 215, scripts: 12 },
  { page: "the settings", path: "/settings", as: "user", js: 240, scripts: 12 },
] as const;
const cssMax = 15;
const fontFilesMax = 2;
const lazyChunkMax = 80;

/** Creates the usual content of a dashboard. */
async function createUsualContent(user: User): Promise<void> {
  const read = await user.createHabit({ title: "Read" });
  const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 2, group_name: "Food" });
  for (const habit of [read, sweets]) await user.record(habit, daysAgo(1), 1);
  await user.call("POST", "/notes/", { text: "Shoes" });
}

/** Replaces the placeholders in a path by a new post or request with comments, as most of them have. */
async function placeOf(stage: Stage, path: string): Promise<string> {
  if (!path.includes(":")) return path;
  const admin = await createAdmin(stage);
  const { slug } = await publish(admin);
  const request = await sendRequest(admin, {}, admin);
  for (const place of [`/blogs/${slug}`, request.path])
    await admin.call("POST", `${place}/comments/`, { text: "Yes." });
  return path.replace(":slug", slug).replace(":id", String(request.id));
}

interface Measured {
  path: string;
  js: number;
  scripts: number;
  user: User | undefined;
}

test("every page stays within its size budget in either language", { timeout: 180_000 }, async ({ stage }) => {
  const owner = await stage.createUser();
  await createUsualContent(owner);
  const waiting = budgets.values();
  const work = async () => {
    for (const { path, js, scripts, as } of waiting) {
      const measured = { path: await placeOf(stage, path), js, scripts, user: as === "user" ? owner : undefined };
      await Promise.all([expectWithinBudget(stage, measured, "en"), expectWithinBudget(stage, measured, "uk")]);
    }
  };
  // Two pages at a time, each in two languages, because the measurement mostly waits for further requests.
  await Promise.all([work(), work()]);
});

async function expectWithinBudget(
  stage: Stage,
  { path, js, scripts, user }: Measured,
  language: "en" | "uk",
): Promise<void> {
  const visitor = await stage.visit({ language, ...(user && { as: user }) });
  const load = await measureFirstLoad(visitor, { url: stage.url, path, awaited: user ? lastUserRequests : [] });
  const name = `${path} ${language}`;
  console.info(`${name}: ${figures(load)}`);
  // A soft expectation reports every page over its budget, not only the first.
  expect.soft(load.js / kib, [name, ...load.scripts].join("\n")).toBeLessThanOrEqual(js);
  expect.soft(load.scripts.length, [name, ...load.scripts].join("\n")).toBeLessThanOrEqual(scripts);
  expect.soft(load.css / kib, name).toBeLessThanOrEqual(cssMax);
  expect.soft(load.fontFiles.length, [name, ...load.fontFiles].join("\n")).toBeLessThanOrEqual(fontFilesMax);
  // The browser paints text in a local font until its own font has loaded.
  const fonts = await visitor.evaluate(() => Array.from(document.fonts, ({ family, display }) => [family, display]));
  const fetched = fonts.filter(([family]) => !family?.includes("Fallback"));
  expect.soft(new Set(fetched.map(([, display]) => display)), name).toEqual(new Set(["swap"]));
  // Proves that the counter works: each page loads files of every kind.
  for (const bytes of [load.html, load.js, load.css, load.fonts]) expect.soft(bytes, name).toBeGreaterThan(kib);
  await visitor.close();
}

function figures({ html, js, css, fonts, scripts }: FirstLoad): string {
  const [h, j, c, f] = [html, js, css, fonts].map((bytes) => (bytes / kib).toFixed(1));
  return `HTML ${h}, JS ${j} in ${scripts.length}, CSS ${c}, fonts ${f} KiB`;
}

let landingPage: Promise<FirstLoad> | undefined;

/** Measures the first load of the landing page once for the tests below. */
function measureLandingPage(stage: Stage): Promise<FirstLoad> {
  landingPage ??= stage.visit().then((page) => measureFirstLoad(page, { url: stage.url, path: "/" }));
  return landingPage;
}

/**
 * One import in the modules shared by all pages adds everything that it imports. A single line would make each page a
 * third heavier.
 */
test("a purely informational page loads no script that calls the API", async ({ stage }) => {
  const first = await measureLandingPage(stage);
  const callsApi = async (file: string) => (await (await fetch(stage.url + file)).text()).includes("TRPCClientError");
  const talking = await Promise.all(builtScripts().map(async (file) => ((await callsApi(file)) ? [file] : [])));
  expect(talking.flat().length).toBeGreaterThan(0);
  expect(talking.flat().filter((file) => first.scripts.includes(file))).toEqual([]);
});

test("every lazy component stays within its size budget", async ({ stage }) => {
  const first = await measureLandingPage(stage);
  const lazy = builtScripts().filter((file) => !first.scripts.includes(file));
  const sizes = await Promise.all(lazy.map(async (file) => ({ file, kib: (await sentBytes(stage.url + file)) / kib })));
  expect(sizes.length).toBeGreaterThan(100);
  expect(sizes.filter((size) => size.kib > lazyChunkMax)).toEqual([]);
});
