import { publish } from "../community/blog-post.ts";
import { sendRequest } from "../community/feature-request.ts";
import { createAdmin } from "../stage/database.ts";
import { daysAgo } from "../stage/day.ts";
import { builtScripts, type FirstLoad, lastUserRequests, measureFirstLoad, sentBytes } from "../stage/first-load.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";

const kib = 1024;

/**
 * The most that the first load of a page may fetch, in either language: JavaScript in KiB of brotli as the server sends
 * it, and the number of scripts. Each further script is a request, and on a slow line it holds up the page. The test
 * counts all that the browser fetches without an action of the user, also what follows a moment after the page, such as
 * the code for live changes and for a lost network. It does not count what the service worker caches.
 * A new page gets a line.
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

/** A user with the usual content of a dashboard. */
async function furnish(user: User): Promise<void> {
  const read = await user.createHabit({ title: "Read" });
  const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 2, group_name: "Food" });
  for (const habit of [read, sweets]) await user.record(habit, daysAgo(1), 1);
  await user.call("POST", "/notes/", { text: "Shoes" });
}

/** A path of the table for what there is: a post and a request with comments, as most of them are. */
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
  await furnish(owner);
  const waiting = budgets.values();
  const work = async () => {
    for (const { path, js, scripts, as } of waiting) {
      const measured = { path: await placeOf(stage, path), js, scripts, user: as === "user" ? owner : undefined };
      await Promise.all([hold(stage, measured, "en"), hold(stage, measured, "uk")]);
    }
  };
  // Two pages in two languages at a time: most of it is waiting whether there comes more.
  await Promise.all([work(), work()]);
});

async function hold(stage: Stage, { path, js, scripts, user }: Measured, language: "en" | "uk"): Promise<void> {
  const visitor = await stage.visit({ language, ...(user && { as: user }) });
  const load = await measureFirstLoad(visitor, { url: stage.url, path, awaited: user ? lastUserRequests : [] });
  const name = `${path} ${language}`;
  console.info(`${name}: ${figures(load)}`);
  // One page over its budget does not hide others.
  expect.soft(load.js / kib, [name, ...load.scripts].join("\n")).toBeLessThanOrEqual(js);
  expect.soft(load.scripts.length, [name, ...load.scripts].join("\n")).toBeLessThanOrEqual(scripts);
  expect.soft(load.css / kib, name).toBeLessThanOrEqual(cssMax);
  expect.soft(load.fontFiles.length, [name, ...load.fontFiles].join("\n")).toBeLessThanOrEqual(fontFilesMax);
  // Text is painted before its font loads, in a font of the machine.
  const fonts = await visitor.evaluate(() => Array.from(document.fonts, ({ family, display }) => [family, display]));
  const fetched = fonts.filter(([family]) => !family?.includes("Fallback"));
  expect.soft(new Set(fetched.map(([, display]) => display)), name).toEqual(new Set(["swap"]));
  // The counter works: each page has all of them.
  for (const bytes of [load.html, load.js, load.css, load.fonts]) expect.soft(bytes, name).toBeGreaterThan(kib);
  await visitor.close();
}

function figures({ html, js, css, fonts, scripts }: FirstLoad): string {
  const [h, j, c, f] = [html, js, css, fonts].map((bytes) => (bytes / kib).toFixed(1));
  return `HTML ${h}, JS ${j} in ${scripts.length}, CSS ${c}, fonts ${f} KiB`;
}

let landingPage: Promise<FirstLoad> | undefined;

/** The first load of the landing page, measured once for the tests below. */
function measureLandingPage(stage: Stage): Promise<FirstLoad> {
  landingPage ??= stage.visit().then((page) => measureFirstLoad(page, { url: stage.url, path: "/" }));
  return landingPage;
}

/** What is common to all pages takes along all that it imports itself: one line too many, and it weighs a third more. */
test("a purely informational page loads no script that calls the API", async ({ stage }) => {
  const first = await measureLandingPage(stage);
  const talks = async (file: string) => (await (await fetch(stage.url + file)).text()).includes("TRPCClientError");
  const talking = await Promise.all(builtScripts().map(async (file) => ((await talks(file)) ? [file] : [])));
  expect(talking.flat().length).toBeGreaterThan(0);
  expect(talking.flat().filter((file) => first.scripts.includes(file))).toEqual([]);
});

test("every lazily loaded script stays within its size budget", async ({ stage }) => {
  const first = await measureLandingPage(stage);
  const lazy = builtScripts().filter((file) => !first.scripts.includes(file));
  const sizes = await Promise.all(lazy.map(async (file) => ({ file, kib: (await sentBytes(stage.url + file)) / kib })));
  expect(sizes.length).toBeGreaterThan(100);
  expect(sizes.filter((size) => size.kib > lazyChunkMax)).toEqual([]);
});
