import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { publish } from "../community/blog-post.ts";
import { newWord } from "../community/feature-request.ts";
import { createAdmin, createReader } from "../stage/database.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, follow, messageOf, mouseAndTouch, press, test, widths } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Each payload calls `pwned` if a page interprets it as code. */
const payloads = [
  "<script>pwned()</script>",
  "</script><script>pwned()</script>",
  "</title><img src=x onerror=pwned()>",
  `"><svg onload=pwned()>`,
  "'-pwned()-'",
  "javascript:pwned()",
  "<iframe srcdoc='<script>parent.pwned()</script>'></iframe>",
  "{{constructor.constructor('pwned()')()}}",
  "<!--<script>pwned()//-->",
  "\u2028pwned()\u2029",
];
const hostile = payloads.join(" ");

test("no script in a URL or a search runs, and the page's URL never makes it render twice", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const { slug } = await publish(admin, { title: hostile.slice(0, 150), description: hostile.slice(100, 400) });
  const word = newWord();
  const { id } = await admin.call<{ id: number }>("POST", "/feature-requests/", {
    title: `${word} ${hostile}`.slice(0, 120),
    details: hostile,
    category: "improvements",
  });
  await admin.call("POST", `/feature-requests/${id}/open/`, { reply: hostile });
  await admin.call("POST", `/feature-requests/${id}/comments/`, { text: hostile });
  const asked = encodeURIComponent(hostile.slice(0, 100));
  const page = await stage.visit();
  const calls: string[] = [];
  await page.exposeFunction("pwned", () => calls.push(page.url()));
  for (const path of [
    `/feature-requests/${id}?utm_source=${asked}`,
    "/feature-requests/roadmap",
    "/changelog",
    `/blog?search=${asked}`,
    `/feature-requests?search=${asked}&lang=uk`,
    // Unknown parameters do not change the page. React would report an error if the hydrated page differed.
    `/blog/${slug}?lang=${asked}&x=${asked}#${asked}`,
  ]) {
    await page.goto(path);
    // Waits until React has hydrated the page.
    await expect.poll(() => page.evaluate(() => "launching" in document.documentElement.dataset)).toBe(false);
    await untilLoaded(page);
    const data = page.locator('script[type="application/ld+json"]');
    for (const text of await data.allTextContents()) expect(JSON.parse(text)).toHaveProperty("@type");
    expect(await page.locator("svg[onload], img[onerror], iframe[srcdoc], a[href^=javascript]").count()).toBe(0);
  }
  // Now the browser renders the page instead of the server.
  await page.goto(`/feature-requests?search=${word}`);
  await page.locator(`main a[href^="/feature-requests/${id}"]`).first().click();
  await expect.poll(() => pathOf(page)).toBe(`/feature-requests/${id}`);
  expect(calls).toEqual([]);
});

test.for(mouseAndTouch)(
  "a visitor who reaches the end of the landing page can sign up or read on, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language, "landing");
    const page = await stage.visit(visit);
    await page.goto("/");
    const end = page.getByRole("region", { name: words("Today is a good day to begin.") });
    await press(end.getByRole("link", { name: words("Read the blog") }), visit);
    await expect.poll(() => pathOf(page)).toBe("/blog");
    await page.goBack();
    await press(end.getByRole("link", { name: words("Start for free") }), visit);
    await expect.poll(() => pathOf(page)).toBe("/signup");
  },
);

test("in a wide window the header links to blog and requests beside the menu that lists them too", async ({
  stage,
}) => {
  const page = await stage.visit({ language: "en", width: 1440 });
  await page.goto("/");
  const header = page.getByRole("navigation", { name: "Main" });
  for (const [name, path] of [
    ["Blog", "/blog"],
    ["Feature Requests", "/feature-requests"],
  ] as const) {
    await header.getByRole("link", { name, exact: true }).click();
    await expect.poll(() => pathOf(page)).toBe(path);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await header.getByRole("link", { name: "Blog", exact: true }).count()).toBe(0);
});

test.for([
  { language: "en", width: widths.desktop },
  { language: "uk", width: widths.phone },
] as const)("without JavaScript the landing page is complete, $language, $width px", async (visit, { stage }) => {
  const words = wordsOf(visit.language, "landing");
  const page = await stage.visit({ ...visit, scripts: false });
  await page.goto("/");
  const sections = [
    ...["How It Works", "Why Choose Us", "What We Offer", "Our Plans", "About Us"],
    "Today is a good day to begin.",
  ];
  for (const title of sections) {
    expect(await page.getByRole("heading", { level: 2, name: words(title) }).isVisible(), title).toBe(true);
  }
  // Without scripts the calendar is an image with a text alternative and no controls.
  expect(
    await page
      .getByRole("img", {
        name: words("A calendar: three good habits and two bad ones, with their days marked and their streaks."),
      })
      .isVisible(),
  ).toBe(true);
  expect(await page.getByText(words("Try it: press a day.")).isVisible()).toBe(false);
  await expect.poll(() => page.getByText(words("Coming soon")).isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const hidden = await page
    .locator("main *")
    .evaluateAll(
      (all) => all.filter((each) => getComputedStyle(each).visibility === "hidden" && each.textContent !== "").length,
    );
  expect(hidden).toBe(0);
  const start = page.getByRole("main").getByRole("link", { name: words("Start for free") });
  await follow(page, () => start.first().click());
  expect(pathOf(page)).toBe("/signup");
});

test("a public page shows its user once the session is known, and a guest's version after a log-out", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const reader = await createReader(stage);
  const { slug, title } = await publish(admin);
  await reader.call("POST", `/blogs/${slug}/reactions/`, { type: "like" });
  const page = await stage.visit({ as: reader });
  const like = page.getByRole("button", { name: /^Like/ });
  const sent = await page.goto(`/blog/${slug}`);
  // The document is cached for all visitors, so it contains no user name.
  expect(await sent?.text()).not.toContain(reader.username);
  await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");

  await page.getByText(reader.username).first().click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await messageOf(page, "You have successfully logged out!").waitFor();
  await page.getByRole("contentinfo").getByRole("link", { name: "Blog" }).click();
  // Parallel tests publish posts meanwhile, and a page of the list has only the newest.
  await page.getByRole("searchbox").fill(title);
  await page.getByRole("searchbox").press("Enter");
  await page.getByRole("link", { name: title }).click();
  await expect.poll(() => pathOf(page)).toBe(`/blog/${slug}`);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  expect(await like.getAttribute("aria-pressed")).not.toBe("true");
});

test("a list of posts uses the language of its page, also after a change", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const name = newName("both");
  const { slug } = await publish(admin, { title: `English ${name}` });
  await publish(admin, { title: `Українською ${name}`, language: "uk", translation_of: slug });
  const page = await stage.visit({ language: "en" });
  await page.goto(`/blog?search=${name}`);
  const titles = page.locator("main ul article h2");
  await expect.poll(() => titles.allInnerTexts()).toEqual([`English ${name}`]);
  await page.getByLabel("Language").first().click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Українська" }).click();
  await expect.poll(() => titles.allInnerTexts()).toEqual([`Українською ${name}`]);
  expect(new URL(page.url()).search).toBe(`?search=${name}`);
});

test("the browser loads an image from another host only in its post, and sends that host no referrer", async ({
  stage,
}) => {
  const host = "pictures.example";
  stage.expectError(new RegExp(`request to a foreign host: https?://${host}/`));
  const admin = await createAdmin(stage);
  const name = newName("picture");
  const { slug } = await publish(admin, {
    title: name,
    blocks: [
      { kind: "image", url: `https://${host}/cat.png`, alt: "A cat" },
      { kind: "image", url: `http://${host}/dog.png`, alt: "A dog" },
    ],
  });
  const page = await stage.visit();
  const referrers: unknown[] = [];
  await page.route(new RegExp(`^https?://${host}/`), (route) => {
    referrers.push(route.request().headers().referer);
    return route.fulfill({
      contentType: "image/png",
      body: readFileSync(new URL("../../public/icon-192.png", import.meta.url)),
    });
  });
  await page.goto(`/blog?search=${name}`);
  // Adds an image to another page as an attacker would.
  const isLoaded = () =>
    page.evaluate(
      (source) =>
        new Promise((resolve) => {
          const image = new Image();
          image.onload = () => resolve(true);
          image.onerror = () => resolve(false);
          image.src = source;
        }),
      `https://${host}/other.png`,
    );
  stage.expectError(/violates the following Content Security Policy directive: "img-src 'self' data:"/);
  expect(await isLoaded()).toBe(false);
  expect(referrers).toEqual([]);

  await page.getByRole("link", { name }).click();
  await expect.poll(() => pathOf(page)).toBe(`/blog/${slug}`);
  // This site uses HTTP, so its policy allows images over HTTP and HTTPS.
  for (const name of ["A cat", "A dog"]) {
    const picture = page.getByRole("img", { name });
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192);
  }
  expect(referrers).toEqual([undefined, undefined]);
  // Going back once leads to the list.
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe("/blog");
});

test("missing content answers 404 at its URL, for a first visit and after a click on a link", async ({ stage }) => {
  stage.expectError(/status of 404/);
  const admin = await createAdmin(stage);
  const { slug, title } = await publish(admin);
  const page = await stage.visit();
  for (const path of [
    "/blog/not-there",
    "/blog/Not_A_Slug",
    "/feature-requests/abc",
    "/feature-requests/1e3",
    "/feature-requests/0",
    "/feature-requests/-1",
    "/feature-requests/007",
    "/feature-requests/999999999",
    "/feature-requests/99999999999999999999",
    "/feature-requests?cursor=junk",
    "/blog?cursor=junk",
    "/not-found",
  ]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    expect(new URL(response?.url() ?? "").pathname).toBe(new URL(path, stage.url).pathname);
    await expect.poll(() => pathOf(page)).toBe("/not-found");
    await expect.poll(() => page.title()).toBe("Not Found | Daymark");
    expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
  }
  await page.goto(`/blog?search=${encodeURIComponent(title)}`);
  await admin.call("DELETE", `/blogs/${slug}/`);
  await page.getByRole("link", { name: title }).click();
  await expect.poll(() => pathOf(page)).toBe("/not-found");
  await page.getByRole("heading", { name: "This page is off the chart" }).waitFor();
});

test("search engines may index what the sitemap lists, and no private page, even one rendered only by scripts", async ({
  stage,
}) => {
  const ask = (path: string) => fetch(stage.url + path);
  const robots = await (await ask("/robots.txt")).text();
  const readNamed = async () =>
    Array.from((await (await ask("/sitemap.xml")).text()).matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = ""]) => url);
  const named = await readNamed();
  expect(named.length).toBeGreaterThan(4);
  for (const url of named) {
    // A parallel test may have unpublished the page. Then the sitemap no longer lists it.
    if ((await fetch(url)).headers.has("x-robots-tag"))
      await expect.poll(readNamed, { timeout: 10_000 }).not.toContain(url);
  }
  for (const path of [
    "/dashboard",
    "/settings",
    "/settings/security",
    "/settings/connections",
    "/statistics",
    "/logs",
    "/admin",
    "/admin/users",
    "/blog/new",
    "/blog/anything/edit",
    "/feature-requests/new",
    "/feature-requests/1/edit",
    "/login/2fa",
    "/verify-email",
    "/reset-password",
    "/unsubscribe",
    "/not-me",
    "/oauth/google",
    "/blog?search=steps",
  ]) {
    const { status, headers } = await ask(path);
    expect([status, headers.get("x-robots-tag")], path).toEqual([200, "noindex"]);
    // robots.txt does not name the private URLs.
    expect(robots).not.toContain(`Disallow: /${path.split("/")[1]}`);
  }
});

test("text is precompressed, hashed files are cached permanently, and all other files have an ETag", async ({
  stage,
}) => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, stage.url), { headers: { "accept-encoding": "br", ...headers } });
  const page = await (await ask("/blog")).text();
  // This also finds the assets that a script lists in one attribute.
  const assets = page.match(/\/assets\/[^" ]+/g) ?? [];
  for (const kind of [/\.css$/m, /\.woff2$/m, /entry-client-.*\.js$/m]) expect(assets.join("\n")).toMatch(kind);
  expect(assets.length).toBeGreaterThan(10);
  for (const path of assets) {
    const { headers, status } = await ask(path);
    expect([status, headers.get("cache-control")], path).toEqual([200, "public, max-age=31536000, immutable"]);
    if (/\.(js|css)$/.test(path)) expect(headers.get("content-encoding"), path).toBe("br");
  }
  for (const path of [
    "/",
    "/blog",
    "/feature-requests",
    "/support-us",
    "/icon.svg",
    "/service-worker.js",
    "/manifest.webmanifest",
    "/robots.txt",
    "/sitemap.xml",
    "/blog/rss.xml",
    "/feature-requests/feed.atom",
  ]) {
    const { headers, status } = await ask(path);
    expect([status, headers.get("content-encoding")], path).toEqual([200, "br"]);
    expect(headers.get("vary"), path).toContain("accept-encoding");
    // Another test may change the page's content between the two requests, so repeat them.
    const revalidate = async () => {
      const { headers } = await ask(path);
      return (await ask(path, { "if-none-match": headers.get("etag") ?? "" })).status;
    };
    await expect.poll(revalidate, { message: path }).toBe(304);
  }
});
