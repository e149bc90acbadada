import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { type PagesOptions, pages } from "./pages.ts";
import { createPurges } from "./purges.ts";
import { buildWebApp, noSite } from "./testing-pages.ts";

/** A built web app of a page whose first rendering fails, one for everybody and one that is not. */
const web = buildWebApp({
  "client/icon.svg": "<svg/>",
  "client/icon-192.png": "PNG",
  "client/service-worker.js": "addEventListener('fetch', () => {});",
  "server/entry-server.js": `
    let renderings = 0;
    const heads = { "/public": '<link rel="canonical" href="/public"/>', "/private": "&lt;link rel=&quot;canonical&quot;" };
    export const pageAddress = (path) => (path === "/" || path in heads ? path : null);
    export const languageOfCookie = () => null;
    export const renderManifest = async (language) => JSON.stringify({ lang: language });
    export async function render({ url, language }) {
      if (url !== "/") return { status: url in heads ? 200 : 404, headers: new Headers(), html: heads[url] ?? "" };
      renderings += 1;
      const isFirst = renderings === 1;
      const html = "<p>" + language + " " + renderings + "</p>";
      return { status: isFirst ? 500 : 200, headers: new Headers(), html, error: isFirst ? new Error("ink is out") : undefined };
    }`,
});
afterAll(web.remove);

/** A host of nothing but these pages. */
async function openPages(options: Partial<PagesOptions> = {}) {
  const app = Fastify();
  await app.register((scope) =>
    pages(scope, {
      directory: web.directory,
      publicUrl: () => "http://127.0.0.1",
      site: { ...noSite, captcha: { provider: "altcha" } },
      isServiceWorkerOn: true,
      purges: createPurges(async () => {}),
      data: {
        as: () => ({ ask: () => Promise.reject(new Error("asks nothing")), topics: new Set() }),
        content: async () => ({ posts: [], requests: [] }),
      },
      onError: () => {},
      ...options,
    }),
  );
  return app;
}

test("a page that fails says so once, is logged with its cause, and is rendered anew for the next reader", async () => {
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

test("a document without an address for search engines is not for them, whatever stands in its words", async () => {
  const app = await openPages();
  const tagOf = async (url: string) => (await app.inject(url)).headers["x-robots-tag"];
  expect([await tagOf("/public"), await tagOf("/private"), await tagOf("/nowhere")]).toEqual([
    undefined,
    "noindex",
    "noindex",
  ]);
  await app.close();
});

test.each([
  ["altcha", "script-src 'self'; style-src", "require-trusted-types-for 'script'; trusted-types daymark"],
  ["off", "script-src 'self'; style-src", "require-trusted-types-for 'script'; trusted-types daymark"],
  [
    "turnstile",
    "script-src 'self' https://challenges.cloudflare.com; frame-src https://challenges.cloudflare.com; style-src",
    "frame-ancestors 'none'",
  ],
] as const)("scripts of others are let in with %s only as far as it needs them", async (provider, scripts, end) => {
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
])("the service worker is asked for each time, and with it on %j is what browsers get", async (isOn, script) => {
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
});
