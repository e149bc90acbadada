import { createHash } from "node:crypto";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { createPageInvalidation } from "../pubsub/page-invalidation.ts";
import { buildWebApp, noSite } from "../testing-pages.ts";
import { sendRaw } from "../testing-raw.ts";
import { type PagesOptions, pages } from "./pages.ts";
import { openBuiltWebApp } from "./web-app.ts";

/** A built web app with a page whose first rendering fails, a public page, and one that is not public. */
const web = buildWebApp({
  "client/icon.svg": "<svg/>",
  "client/icon-192.png": "PNG",
  "client/service-worker.js": "addEventListener('fetch', () => {});",
  "server/entry-server.js": `
    let renderings = 0;
    const scripted = "<script>known()</script><script>smuggled()</script><script type='application/ld+json'>{}</script>";
    const heads = { "/public": '<link rel="canonical" href="/public"/>', "/private": "&lt;link rel=&quot;canonical&quot;", "/scripted": scripted };
    export const pageRoute = () => null;
    export const pageAddress = (path) => (path === "/" || path in heads ? path : null);
    export const languageOfCookie = () => null;
    export const renderManifest = async (language) => JSON.stringify({ lang: language });
    export async function render({ url, language }) {
      if (url !== "/") return { status: url in heads ? 200 : 404, headers: new Headers(), html: heads[url] ?? "", scripts: ["known()"] };
      renderings += 1;
      const isFirst = renderings === 1;
      const html = "<p>" + language + " " + renderings + "</p>";
      return { status: isFirst ? 500 : 200, headers: new Headers(), html, scripts: [], error: isFirst ? new Error("ink is out") : undefined };
    }`,
});
afterAll(web.remove);

/** A host with nothing but these pages. */
async function openPages(options: Partial<PagesOptions> = {}) {
  const app = Fastify();
  const built = await openBuiltWebApp(web.directory);
  await app.register((scope) =>
    pages(scope, {
      web: built,
      publicUrl: () => "http://127.0.0.1",
      site: { ...noSite, captcha: { provider: "altcha" } },
      isSetupOpen: async () => false,
      isServiceWorkerOn: true,
      invalidation: createPageInvalidation(async () => {}),
      data: {
        as: () => ({ ask: () => Promise.reject(new Error("asks nothing")), topics: new Set() }),
        feedKeys: async () => new Map(),
        content: async () => ({ posts: [], requests: [] }),
      },
      onError: () => {},
      ...options,
    }),
  );
  return app;
}

test("a page that fails gets 500, is logged with its cause, and is rendered again for the next reader", async () => {
  const told: unknown[] = [];
  const app = await openPages({ onError: (error, path) => told.push([path, (error as Error).message]) });
  const answers = [];
  for (let asked = 0; asked < 3; asked++) {
    const { statusCode, body } = await app.inject("/");
    answers.push([statusCode, body]);
  }
  await app.close();
  expect(answers).toEqual([
    [500, "<p>en 1</p>"],
    [200, "<p>en 2</p>"],
    [200, "<p>en 2</p>"],
  ]);
  expect(told).toEqual([["/", "ink is out"]]);
});

test("a document without a canonical URL gets noindex, even if its text names one", async () => {
  const app = await openPages();
  const tagOf = async (url: string) => (await app.inject(url)).headers["x-robots-tag"];
  expect([await tagOf("/public"), await tagOf("/private"), await tagOf("/nowhere")]).toEqual([
    undefined,
    "noindex",
    "noindex",
  ]);
  await app.close();
});

test("only the page's own inline scripts are allowed, not scripts from its content", async () => {
  const app = await openPages();
  const policy = String((await app.inject("/scripted")).headers["content-security-policy"]);
  await app.close();
  const hash = createHash("sha256").update("known()").digest("base64");
  expect(policy).toContain(`; script-src 'self' 'sha256-${hash}'; style-src`);
});

test("a path of slashes takes linear time", async () => {
  const app = await openPages();
  const begun = performance.now();
  const { statusCode } = await app.inject(`${"/".repeat(100_000)}x`);
  // A regular expression would start again at each slash and take half a minute.
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(statusCode).toBe(404);
  await app.close();
});

test("while one network requests a hundred pages, another client's pages are rendered", async () => {
  const searches = buildWebApp({
    "server/entry-server.js": `
      export const pageRoute = () => null;
      export const pageAddress = (path, query) => path + query;
      export const languageOfCookie = () => null;
      export async function render({ url, ask }) {
        await ask();
        return { status: 200, headers: new Headers(), html: url, scripts: [] };
      }`,
  });
  const { promise: data, resolve: sendData } = Promise.withResolvers<{ data: unknown }>();
  const app = await openPages({
    web: await openBuiltWebApp(searches.directory),
    data: {
      as: () => ({ ask: () => data, topics: new Set() }),
      feedKeys: async () => new Map(),
      content: async () => ({ posts: [], requests: [] }),
    },
  });
  const load = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress });
  const many = Array.from({ length: 110 }, (_, number) =>
    load(`/blog?search=a${number}`, `2001:db8:0:${number + 1}::1`),
  );
  // Only a full queue answers before the pages are rendered.
  const first = await Promise.race(many);
  const others = Array.from({ length: 25 }, (_, number) => load(`/blog?search=b${number}`, "203.0.113.7"));
  const statuses = Promise.all(others).then((answers) => answers.map(({ statusCode }) => statusCode));
  await new Promise(setImmediate);
  sendData({ data: null });
  expect(first).toMatchObject({ statusCode: 503, headers: { "retry-after": "2" } });
  expect(await statuses).toEqual(Array(25).fill(200));
  const served = (await Promise.all(many)).filter(({ statusCode }) => statusCode === 200);
  expect(served).toHaveLength(54);
  await app.close();
  searches.remove();
});

test.each([
  ["altcha", "script-src 'self'; style-src", "require-trusted-types-for 'script'; trusted-types daymark"],
  ["off", "script-src 'self'; style-src", "require-trusted-types-for 'script'; trusted-types daymark"],
  [
    "turnstile",
    "script-src 'self' https://challenges.cloudflare.com; frame-src https://challenges.cloudflare.com; style-src",
    "frame-ancestors 'none'",
  ],
] as const)("with %s the policy allows third-party scripts only as needed", async (provider, scripts, end) => {
  const app = await openPages({ site: { ...noSite, captcha: { provider } } });
  const policy = String((await app.inject("/")).headers["content-security-policy"]);
  await app.close();
  expect(policy).toContain(scripts);
  expect(policy.endsWith(end)).toBe(true);
  expect(policy.includes("cloudflare")).toBe(provider === "turnstile");
});

test.each([
  [true, /^addEventListener\('fetch'/],
  [false, /registration\.unregister\(\)/],
])(
  "the service worker is never cached, and with it set to %j browsers get the matching script",
  async (isOn, script) => {
    const app = await openPages({ isServiceWorkerOn: isOn });
    const { headers, body } = await app.inject("/service-worker.js");
    const manifest = await app.inject({ url: "/manifest.webmanifest", headers: { "accept-language": "uk" } });
    const icon = await app.inject("/icon-192.png");
    await app.close();
    expect(headers["cache-control"]).toBe("no-cache");
    expect(headers["content-type"]).toContain("text/javascript");
    expect(body).toMatch(script);
    expect(manifest.headers["content-type"]).toContain("application/manifest+json");
    expect(manifest.json()).toEqual({ lang: "uk" });
    expect([icon.headers["content-type"], icon.body]).toEqual(["image/png", "PNG"]);
  },
);

test.each(["*", "*%25", "*?search=x"])(
  "the request target %s, which is not a path, gets the 404 page",
  async (target) => {
    const app = await openPages();
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { head } = await sendRaw(app, `GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    await app.close();
    expect(head).toMatch(/^HTTP\/1\.1 404 /);
  },
);
