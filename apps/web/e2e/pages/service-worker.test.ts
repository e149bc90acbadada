import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { startProduct } from "../stage/product.ts";
import { expect, messageOf, mouseAndTouch, type Stage, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";
import { waitUntilCached } from "./restored.ts";

/**
 * State of a proxy that stands before the product. To serve another build, it changes the name of the entry in
 * documents and in the precache list.
 */
interface Rollout {
  url: string;
  build: "first" | "next" | "without a service worker";
  /** What the proxy does with the request for a page with a search. */
  searches?: "delayed" | "503" | "cut";
}

/** Longer than the service worker waits for the network before it uses a cached page. */
const delayMs = 4000;

let rollout: Rollout;
let proxy: Server;
const target = () => new URL(rolloutTarget);
let rolloutTarget = "";
/** The server's script that unregisters the service worker. */
let withdrawn = "";

const entry = /(\/assets\/entry-client-[\w-]+)\.js/g;
const nextEnding = "-next.js";

beforeAll(async () => {
  const off = await startProduct({ env: { SERVICE_WORKER: "off" } });
  withdrawn = await (await fetch(`${off.url}/service-worker.js`)).text();
  await off.stop();
  proxy = createServer((incoming, outgoing) => forward(incoming, outgoing)).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  rollout = { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, build: "first" };
});

afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

function forward(incoming: IncomingMessage, outgoing: ServerResponse) {
  const path = incoming.url ?? "/";
  if (path.endsWith(nextEnding)) {
    outgoing.writeHead(200, { "content-type": "text/javascript" });
    outgoing.end(`import ${JSON.stringify(path.replace(nextEnding, ".js"))};`);
    return;
  }
  if (rollout.searches && path.includes("search=")) {
    if (rollout.searches === "cut") return void incoming.destroy();
    if (rollout.searches === "503") return void outgoing.writeHead(503, { "content-type": "text/plain" }).end("busy");
    setTimeout(() => pass(incoming, outgoing), delayMs);
    return;
  }
  pass(incoming, outgoing);
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
  const { hostname, port } = target();
  const path = incoming.url ?? "/";
  const headers = { ...incoming.headers, "accept-encoding": "identity" };
  const forwarded = request({ hostname, port, path, method: incoming.method, headers }, async (answer) => {
    const isText = /html|service-worker/.test(`${answer.headers["content-type"]}${path}`);
    if (!isText) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const { "content-length": _, etag: __, ...rest } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, rest);
    outgoing.end(rewritten(path, Buffer.concat(chunks).toString()));
  });
  forwarded.on("error", () => outgoing.destroy());
  incoming.pipe(forwarded);
}

function rewritten(path: string, text: string): string {
  if (rollout.build === "first") return text;
  if (rollout.build === "without a service worker") return path === "/service-worker.js" ? withdrawn : text;
  return text.replaceAll(entry, `$1${nextEnding}`).replace(/(version["`]?:["`])\w{16}/, "$1nextnextnextnext");
}

const buildsIn = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => /^daymark-\w{16}$/.test(name)).length);
const checkForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>("script[data-entry]")?.dataset.entry ?? "");

/** Opens a user's dashboard of the first build, with its service worker in control. */
async function visitFirstBuild(stage: Stage): Promise<Page> {
  rolloutTarget = stage.url;
  rollout.build = "first";
  const user = await stage.createUser();
  await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user, url: rollout.url, withServiceWorker: true });
  await openDashboard(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  return page;
}

test("the page offers a new version without a reload, and the whole version takes over on request", async ({
  stage,
}) => {
  stage.expectError(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const page = await visitFirstBuild(stage);
  await page.getByRole("button", { name: "New note" }).click();
  await page.getByRole("textbox", { name: "New note" }).fill("In the middle of a sen");

  rollout.build = "next";
  await checkForUpdate(page);
  await messageOf(page, "A new version of Daymark is ready.").waitFor();
  expect(await page.getByRole("textbox", { name: /note/i }).inputValue()).toBe("In the middle of a sen");
  expect(await entryOf(page)).not.toContain(nextEnding);
  // The cache holds files of the old build for the old page, although the server no longer has them.
  expect(await buildsIn(page)).toBe(2);

  await page.locator("button", { hasText: "Reload" }).click();
  await expect.poll(() => entryOf(page).catch(() => "")).toContain(nextEnding);
  await page.getByRole("grid").waitFor();
  expect(await page.getByRole("textbox", { name: /^Note from/ }).inputValue()).toBe("In the middle of a sen");
  await waitUntilCached(page);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("grid").waitFor();
  expect(await entryOf(page)).toContain(nextEnding);
});

test("a browser that loads the new version from the network gets no offer", async ({ stage }) => {
  const page = await visitFirstBuild(stage);
  rollout.build = "next";
  await page.reload();
  await page.locator(`td[data-day="${daysAgo(0)}"]`).waitFor();
  expect(await entryOf(page)).toContain(nextEnding);
  await expect.poll(() => buildsIn(page)).toBe(2);
  const state = () =>
    page.evaluate(async () => {
      const { active, waiting, installing } = await navigator.serviceWorker.ready;
      return [active?.state, waiting?.state ?? null, installing?.state ?? null];
    });
  await expect.poll(state).toEqual(["activated", null, null]);
  expect(await messageOf(page, "A new version").count()).toBe(0);
});

test("a withdrawn service worker is unregistered and its caches are deleted", async ({ stage }) => {
  const page = await visitFirstBuild(stage);
  rollout.build = "without a service worker";
  await checkForUpdate(page);
  const left = () =>
    page.evaluate(async () => [
      (await caches.keys()).length,
      (await navigator.serviceWorker.getRegistrations()).length,
    ]);
  await expect.poll(left).toEqual([0, 0]);
});

test("the service worker never answers a search with the page cached without a search, even if the network is slow or fails", async ({
  stage,
}) => {
  stage.expectError(/status of 503|ERR_FAILED|ERR_EMPTY_RESPONSE/);
  const page = await visitFirstBuild(stage);
  await page.goto("/blog");
  await expect.poll(() => page.evaluate(async () => (await caches.match("/blog")) !== undefined)).toBe(true);
  try {
    for (const [searches, answer] of [
      ["delayed", 200],
      ["503", 503],
      // The offline page.
      ["cut", 503],
    ] as const) {
      rollout.searches = searches;
      // React logs hydration errors, which fail the test.
      const response = await page.goto(`/blog?search=nothing-is-called-${searches}`);
      expect(response?.status()).toBe(answer);
      expect(await page.title()).not.toBe(searches === "cut" ? "Blog | Daymark" : "No connection | Daymark");
      if (searches === "delayed") {
        const field = page.locator("main input[type=search]");
        await field.waitFor();
        expect(await field.inputValue()).toBe("nothing-is-called-delayed");
      }
    }
  } finally {
    delete rollout.searches;
  }
});

const offlineWords = {
  en: ["No connection", "Try again", "Open the dashboard offline"],
  uk: ["Немає з’єднання", "Спробувати ще раз", "Відкрити панель без мережі"],
} as const;

test.for(mouseAndTouch)(
  "a page outside the cache says offline that there is no connection, and opens once there is one, $language, $width px",
  async (visit, { stage }) => {
    stage.expectError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 503/);
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    await user.createHabit({ title: "Read" });
    const page = await stage.visit({ ...visit, as: user, withServiceWorker: true });
    await openDashboard(page);
    await waitUntilCached(page, visit.language);
    await page.context().setOffline(true);
    await page.goto("/blog");
    const [title, again, toDashboard] = offlineWords[visit.language];
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe(visit.language === "uk" ? "uk-UA" : "en-US");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole("link", { name: toDashboard }).click();
    await expect.poll(() => page.title()).toBe(`${words("Dashboard")} | Daymark`);
    await page.goto("/blog");
    await page.context().setOffline(false);
    await page.getByRole("link", { name: again }).click();
    await expect.poll(() => page.title()).toBe(`${words("Blog")} | Daymark`);
  },
);
