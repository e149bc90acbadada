import { createTestDatabase } from "@daymark/db/testing";
import type { PageTopic } from "@daymark/domain/base/page-topic";
import Fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { hostProblem, sendProblem } from "../http/problem.ts";
import { openPageInvalidation } from "../pubsub/page-invalidation.ts";
import { buildWebApp, noSite } from "../testing-pages.ts";
import type { Ask } from "./page-data.ts";
import { pages } from "./pages.ts";
import { openBuiltWebApp } from "./web-app.ts";

/** A built web app whose pages print their data. */
const web = buildWebApp({
  "server/entry-server.js": `
    const html = (status, text, headers = {}) => ({ status, headers: new Headers(headers), html: text, scripts: [], areImagesForeign: text === "post", isEndless: /search=|cursor=/.test(text) });
    export const languageOfCookie = (header) => /language=uk/.test(header ?? "") ? "uk" : null;
    export const renderManifest = async () => "{}";
    export const pageRoute = () => null;
    export function pageAddress(path, query) {
      if (!/^\\/(legal|dated|list|post|slow|gone|moved|busy)/.test(path)) return null;
      const known = [...new URLSearchParams(query)].filter(([name]) => ["page", "search", "cursor"].includes(name)).sort();
      return path + (known.length ? "?" + new URLSearchParams(known) : "");
    }
    export async function render({ url, language, ask, draw }) {
      const path = url.split("?")[0];
      if (path === "/legal") return html(200, "legal " + language);
      if (path === "/dated") {
        const page = url.at(-1);
        const day = page === "1" ? new Date().toISOString().slice(0, 10) : "2026-01-01";
        return draw(async () => {
          globalThis.drawn(page);
          return { ...html(200, day), day };
        });
      }
      if (path === "/slow") {
        const page = url.at(-1);
        return draw(async () => {
          globalThis.drawn("begun " + page);
          await null;
          globalThis.drawn("ended " + page);
          return html(200, url);
        });
      }
      if (path === "/moved") return html(301, "", { location: "/list" });
      if (path === "/missing/page") return html(404, "missing " + language);
      const told = await ask("blog.list", { url, language });
      if ("problem" in told) return html(told.problem.status, told.problem.code);
      return html(200, path === "/post" ? "post" : url + " " + language + " " + told.data);
    }`,
});
const database = await createTestDatabase();
afterAll(async () => {
  await database.drop();
  web.remove();
});

/** The public data, as in the database. */
const world = { version: 1, isAway: false, reads: 0 };

interface NodeOptions {
  ask?: Ask;
  /** Called when the sitemap's content is read. */
  onContent?: () => void;
  publicUrl?: string;
}

/** Opens a node. All nodes share the data, and each has its own page cache. */
async function openNode({ ask, onContent, publicUrl = "https://daymark.example" }: NodeOptions = {}) {
  const { invalidation, close } = await openPageInvalidation({
    directUrl: database.url,
    redisUrl: undefined,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const app = Fastify();
  const built = await openBuiltWebApp(web.directory);
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, hostProblem(error)));
  await app.register((scope) =>
    pages(scope, {
      web: built,
      publicUrl: () => publicUrl,
      site: noSite,
      isSetupOpen: async () => false,
      isServiceWorkerOn: false,
      invalidation,
      data: {
        feedKeys: async () => new Map(),
        content: async () => {
          onContent?.();
          return { posts: [], requests: [] };
        },
        as: () => {
          const topics = new Set<PageTopic>();
          const answer: Ask = async () => {
            world.reads += 1;
            if (world.isAway) return { problem: { code: "unavailable", status: 503 } };
            return { data: world.version };
          };
          return {
            topics,
            ask: (...query) => {
              topics.add("blog");
              return (ask ?? answer)(...query);
            },
          };
        },
      },
      onError: () => {},
    }),
  );
  await expect.poll(invalidation.isDeaf).toBe(false);
  const read = async (url: string, headers: Record<string, string> = {}) => (await app.inject({ url, headers })).body;
  return {
    app,
    invalidation,
    read,
    change: () => {
      world.version += 1;
      invalidation.invalidate(["blog"]);
    },
    close: async () => {
      await app.close();
      await close();
    },
  };
}

describe("a page of data", () => {
  test("is rendered once for all readers of a language, with any other parameters in the URL", async () => {
    const node = await openNode();
    const before = world.reads;
    const first = await node.read("/list?page=2");
    for (const url of ["/list?page=2&utm_source=mail", "/list?fbclid=1&page=2", "/list?page=2&page%3D=x"]) {
      expect(await node.read(url)).toBe(first);
    }
    expect(world.reads - before).toBe(1);
    expect(await node.read("/list?page=3")).not.toBe(first);
    expect(await node.read("/list?page=2", { cookie: "language=uk" })).toBe(`/list?page=2 uk ${world.version}`);
    expect(world.reads - before).toBe(3);
    await node.close();
  });

  test("is rendered again after a change: at once here, and soon on other instances", async () => {
    const [here, there] = [await openNode(), await openNode()];
    const read = () => Promise.all([here.read("/list"), there.read("/list")]);
    const old = world.version;
    expect(await read()).toEqual([`/list en ${old}`, `/list en ${old}`]);
    here.change();
    expect(await here.read("/list")).toBe(`/list en ${old + 1}`);
    await expect.poll(() => there.read("/list")).toBe(`/list en ${old + 1}`);
    await here.close();
    await there.close();
  });

  test("that shows a day is rendered anew when that day is over in UTC", async () => {
    const node = await openNode();
    const drawn: string[] = [];
    Object.assign(globalThis, { drawn: (page: string) => drawn.push(page) });
    for (const page of [1, 1, 2, 2]) await node.read(`/dated?page=${page}`);
    expect(drawn).toEqual(["1", "2", "2"]);
    await node.close();
  });

  test("never shows data from before a change that the instance missed while disconnected", async () => {
    const node = await openNode();
    await node.read("/list");
    await node.read("/list?page=2");
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'daymark pages'`;
    await expect.poll(node.invalidation.isDeaf).toBe(true);
    // Another node invalidated it while no one listened.
    world.version += 1;
    expect(await node.read("/list")).toBe(`/list en ${world.version}`);
    await expect.poll(node.invalidation.isDeaf).toBe(false);
    expect(await node.read("/list?page=2")).toBe(`/list?page=2 en ${world.version}`);
    await node.close();
  });

  test("is served from the cache while the database is down, and otherwise gets 503", async () => {
    const node = await openNode();
    const known = await node.read("/list");
    world.isAway = true;
    expect(await node.read("/list")).toBe(known);
    const other = await node.app.inject("/list?page=9");
    expect([other.statusCode, other.headers["retry-after"]]).toEqual([503, "2"]);
    world.isAway = false;
    expect((await node.app.inject("/list?page=9")).statusCode).toBe(200);
    await node.close();
  });

  test("with an endless number of URLs is not cached, and evicts no other page", async () => {
    const node = await openNode();
    const before = world.reads;
    await node.read("/list");
    for (let number = 0; number < 1_100; number += 1) await node.read(`/list?cursor=${number}`);
    expect(world.reads - before).toBe(1_101);
    await node.read("/list");
    expect(world.reads - before).toBe(1_101);
    await node.close();
  });

  test("with a search is rendered for each request", async () => {
    const node = await openNode();
    const before = world.reads;
    await node.read("/list?search=tea");
    await node.read("/list?search=tea");
    expect(world.reads - before).toBe(2);
    await node.close();
  });
});

test("a page that the API does not find gets the 404 page, and is looked up each time", async () => {
  const node = await openNode({ ask: async () => ({ problem: { code: "blog_not_found", status: 404 } }) });
  for (const url of ["/post/1", "/gone?page=1", "/nowhere", "/list"]) {
    const { statusCode, body } = await node.app.inject(url);
    expect([statusCode, body], url).toEqual([404, "missing en"]);
  }
  await node.close();
});

/** Requests a page as a separate client, because each client has its own queue in front of the common one. */
const fromOwnClient = (page: number) => ({ url: `/list?page=${page}`, remoteAddress: `198.51.100.${page}` });

test("clients that request more pages than can be rendered get 503 with a message", async () => {
  const gate = Promise.withResolvers<void>();
  const ask = async () => {
    await gate.promise;
    return { data: 1 };
  };
  const node = await openNode({ ask });
  const answers = Array.from({ length: 150 }, (_, page) => node.app.inject(fromOwnClient(page)));
  const busy = await Promise.any(
    answers.map(async (answer) => ((await answer).statusCode === 503 ? answer : Promise.reject())),
  );
  expect(busy.headers).toMatchObject({ "retry-after": "2", "content-type": "text/plain; charset=utf-8" });
  expect(busy.body).toMatch(/^The service is temporarily unavailable/);
  gate.resolve();
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(108);
  await node.close();
});

test("feeds and the sitemap are built once for every spelling of their URL, with any other parameters", async () => {
  const texts: string[] = [];
  const ask: Ask = async (name) => {
    texts.push(name);
    return { data: { results: [] } };
  };
  const node = await openNode({ ask, onContent: () => texts.push("content") });
  for (const url of [
    ...["/blog/rss.xml", "/%62log/rss.xml", "/blog/rss%2Exml", "/blog/rss.xml?utm_source=x", "/blog/rss.xml?lang=de"],
    ...[
      "/sitemap.xml",
      "/%73itemap.xml",
      "/sitemap-1.xml",
      "/sitemap-%31.xml?lang=uk",
      "/sitemap-2.xml",
      "/sitemap-3.xml",
    ],
  ]) {
    expect((await node.app.inject(url)).statusCode, url).toBe(/-[23]/.test(url) ? 404 : 200);
  }
  expect(texts).toEqual(["blog.list", "content"]);
  await node.read("/blog/rss.xml?lang=uk");
  expect(texts).toEqual(["blog.list", "content", "blog.list"]);
  await node.close();
});

test("the content of a preview image is read once, however its URL is spelled", async () => {
  const asked: string[] = [];
  const ask: Ask = async (name) => {
    asked.push(name);
    return { data: { title: "Small steps", description: "Why five minutes do", language: "en" } };
  };
  const node = await openNode({ ask });
  for (const url of ["/og/post/ab.png", "/og/post/%61b.png", "/%6fg/post/ab.png?v=1&utm_source=x"]) {
    expect((await node.app.inject(url)).statusCode, url).toBe(200);
  }
  expect(asked).toEqual(["blog.get"]);
  await node.close();
});

test("feeds are built in the pages' queue, and get 503 without a read if the queue is full", async () => {
  const gate = Promise.withResolvers<void>();
  const asked: string[] = [];
  const node = await openNode({
    ask: async (name, input) => {
      asked.push(`${name} ${JSON.stringify(input)}`);
      await gate.promise;
      return { data: 1 };
    },
    onContent: () => asked.push("content"),
  });
  const pages = Array.from({ length: 108 }, (_, page) => node.app.inject(fromOwnClient(page)));
  await expect.poll(() => asked.length).toBe(8);
  for (const url of ["/blog/rss.xml", "/feature-requests/feed.atom?lang=uk", "/sitemap.xml"]) {
    const { statusCode, headers } = await node.app.inject(url);
    expect([statusCode, headers["retry-after"]], url).toEqual([503, "2"]);
  }
  expect(asked).toHaveLength(8);
  gate.resolve();
  expect(new Set((await Promise.all(pages)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  await node.close();
});

test("pages are rendered one at a time, and other requests are served in between", async () => {
  const events: string[] = [];
  (globalThis as { drawn?: (event: string) => void }).drawn = (event) => {
    events.push(event);
    if (event === "begun 1") setImmediate(() => events.push("served"));
  };
  const node = await openNode();
  await Promise.all([1, 2, 3].map((page) => node.read(`/slow?page=${page}`)));
  expect(events).toEqual(["begun 1", "ended 1", "served", "begun 2", "ended 2", "begun 3", "ended 3"]);
  await node.close();
});

test("a page that moved permanently redirects and keeps the language parameter", async () => {
  const node = await openNode();
  const { statusCode, headers } = await node.app.inject("/moved?lang=uk&page=4");
  expect([statusCode, headers.location]).toEqual([301, "/list?lang=uk"]);
  await node.close();
});

test("a page with a trailing slash redirects permanently, and never to another host", async () => {
  const node = await openNode();
  const { statusCode, headers } = await node.app.inject("/list/?page=2&lang=uk");
  expect([statusCode, headers.location]).toEqual([308, "/list?page=2&lang=uk"]);
  for (const url of ["//elsewhere.example/", "//elsewhere.example/list/", "/nowhere/", "//"]) {
    expect((await node.app.inject(url)).statusCode, url).toBe(404);
  }
  await node.close();
});

test("the language in a URL is stored in a cookie, so it also stays without JavaScript", async () => {
  const node = await openNode();
  const { headers } = await node.app.inject("/legal?lang=uk");
  expect(headers["set-cookie"]).toBe("language=uk; Path=/; Max-Age=31536000; SameSite=Lax; Secure");
  for (const [url, cookie] of [
    ["/legal?lang=uk", "language=uk"],
    ["/legal?lang=de", ""],
    ["/legal", "language=uk"],
  ] as const) {
    expect((await node.app.inject({ url, headers: { cookie } })).headers["set-cookie"], url).toBeUndefined();
  }
  await node.close();
});

test("images of other hosts are allowed only on pages that show them", async () => {
  const node = await openNode();
  const policyOf = async (url: string) => String((await node.app.inject(url)).headers["content-security-policy"]);
  expect(await policyOf("/post")).toContain("; img-src 'self' data: https:;");
  for (const url of ["/legal", "/list", "/nowhere"]) expect(await policyOf(url)).toContain("; img-src 'self' data:;");
  await node.close();
  // Over https browsers load all pictures over https. Over http they load each with the scheme in the post.
  const plain = await openNode({ publicUrl: "http://daymark.example" });
  const policy = String((await plain.app.inject("/post")).headers["content-security-policy"]);
  expect(policy).toContain("; img-src 'self' data: http: https:;");
  await plain.close();
});
