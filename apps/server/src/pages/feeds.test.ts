import { randomBytes } from "node:crypto";
import { createTestDatabase } from "@daymark/db/testing";
import type { Blog } from "@daymark/domain/community/blog";
import { afterAll, beforeAll, expect, test } from "vitest";
import { find, findAll, openPageHost, parseXml, publicUrl, publish, wish } from "../testing-pages.ts";
import { rssOf } from "./feed/rss.ts";
import { sitemapIndexOf, sitemapsOf } from "./feed/sitemap.ts";

const database = await createTestDatabase();
const secretKey = randomBytes(32);
const nodes = await Promise.all([openPageHost({ database, secretKey }), openPageHost({ database, secretKey })]);
const [{ host }, { host: other }] = nodes;
const { token } = await host.createUser({ is_staff: true, email_verified: true });
afterAll(async () => {
  for (const { close } of nodes) await close();
  await database.drop();
});

const read = async (url: string, node = host) => {
  const { status, type, text } = await node.send("GET", url);
  expect(status, text).toBe(200);
  return { type, root: parseXml(text), text };
};
const titlesOf = async (url: string, node = host) => {
  const { root } = await read(url, node);
  const items = root.name === "rss" ? findAll(find(root, "channel"), "item") : findAll(root, "entry");
  return items.map((item) => find(item, "title").text);
};

const hostile = `]]> </title><script>alert(1)</script> & "quoted" ' \u2028 <!-- -->`;
/** As a title it has one line. */
const hostileTitle = hostile.replace("\u2028", " ");
let uk = "";
let en = "";

beforeAll(async () => {
  en = await publish(host, token, {
    title: hostile,
    blocks: [
      { kind: "title", text: "One <b>" },
      { kind: "subtitle", text: "Two" },
      { kind: "paragraph", text: "First line\nsecond & last" },
      { kind: "link", text: "There", url: "https://elsewhere.example/?a=1&b=%22" },
      { kind: "image", url: "https://elsewhere.example/cat.png", alt: 'A "cat"' },
      { kind: "divider" },
      {
        kind: "paragraph",
        text: "Be <bold> & linked",
        spans: [
          { from: 0, to: 18, mark: "link", href: "https://elsewhere.example/?a=1&b=2" },
          { from: 3, to: 9, mark: "bold" },
          { from: 3, to: 9, mark: "italic" },
        ],
      },
      { kind: "list", ordered: true, items: [{ text: "One" }, { text: "Two <b>", level: 1 }, { text: "Three" }] },
      { kind: "quote", text: "Said\nso", spans: [{ from: 0, to: 4, mark: "code" }] },
      { kind: "code", text: "if (a < b) {\n  c();\n}" },
    ],
  });
  uk = await publish(host, token, { title: "Малі кроки", language: "uk", translation_of: en, tags: ["сон", "C++ #2"] });
  await publish(host, token, { title: "A draft", published: false });
  await publish(host, token, { title: "For later", published: false, publish_at: "2090-01-01T00:00:00Z" });
});

test("a language's feed has its published posts in full, and their text is escaped", async () => {
  const { type, root } = await read("/blog/rss.xml");
  expect(type).toBe("application/rss+xml; charset=utf-8");
  const channel = find(root, "channel");
  const [item, ...others] = findAll(channel, "item");
  expect(others).toEqual([]);
  if (!item) throw new Error("no item");
  expect(find(item, "title").text).toBe(hostileTitle);
  expect(find(item, "link").text).toBe(`${publicUrl}/blog/${en}`);
  expect(new Date(find(item, "pubDate").text).getTime()).toBeGreaterThan(Date.now() - 600_000);
  expect(find(item, "content:encoded").text).toBe(
    [
      "<h2>One &lt;b&gt;</h2>",
      "<h3>Two</h3>",
      "<p>First line<br>second &amp; last</p>",
      '<p><a href="https://elsewhere.example/?a=1&amp;b=%22">There</a></p>',
      '<p><img src="https://elsewhere.example/cat.png" alt="A &quot;cat&quot;"></p>',
      "<hr>",
      '<p><a href="https://elsewhere.example/?a=1&amp;b=2">Be <strong><em>&lt;bold&gt;</em></strong> &amp; linked</a></p>',
      "<ol><li>One<ol><li>Two &lt;b&gt;</li></ol></li><li>Three</li></ol>",
      "<blockquote><p><code>Said</code><br>so</p></blockquote>",
      "<pre><code>if (a &lt; b) {\n  c();\n}</code></pre>",
    ].join("\n"),
  );
  expect(find(channel, "atom:link").attributes).toMatchObject({ rel: "self", href: `${publicUrl}/blog/rss.xml` });
  expect(find(channel, "language").text).toBe("en-us");
});

test("an item names who signed the post, and shows its cover before the text", async () => {
  const { json } = await host.send("GET", `/api/blogs/${en}/`);
  const image = { image_id: 1, url: "/uploads/a-400.webp", srcset: "", width: 400, height: 300, alt: "A nest" };
  const post: Blog = { ...json, blocks: [], cover: image, author: "maria" };
  const [signed, other] = findAll(
    find(
      parseXml(await rssOf([post, { ...post, author: null }], { language: "en", publicUrl, keys: new Map() })),
      "channel",
    ),
    "item",
  );
  expect(signed && find(signed, "dc:creator").text).toBe("maria");
  expect(other && find(other, "dc:creator").text).toBe("Daymark");
  const html = `<p><img src="${publicUrl}/uploads/a-400.webp" alt="A nest"></p>`;
  expect(signed && find(signed, "content:encoded").text).toBe(html);
});

test("a renamed post keeps its guid, and a post that is older than guids keeps its former address as its guid", async () => {
  const guidOf = async () => {
    const { root } = await read("/blog/rss.xml");
    const [item] = findAll(find(root, "channel"), "item");
    if (!item) throw new Error("no item");
    return { ...find(item, "guid"), link: find(item, "link").text };
  };
  const before = await guidOf();
  expect(before.attributes).toEqual({ isPermaLink: "false" });
  const rename = (slug: string) => host.send("PATCH", `/api/blogs/${en}/`, { token, body: { slug } });
  expect((await rename("renamed")).status).toBe(200);
  const first = en;
  en = "renamed";
  const after = await guidOf();
  expect([after.text, after.link]).toEqual([before.text, `${publicUrl}/blog/renamed`]);

  await database.sql`update blogs set guid_slug = 'as-it-was' where slug = 'renamed'`;
  expect((await rename(first)).status).toBe(200);
  en = first;
  expect((await guidOf()).text).toBe(`${publicUrl}/blog/as-it-was`);
  await database.sql`update blogs set guid_slug = null`;
});

test("a feed has Last-Modified, is not sent again to a client that knows it, and is after each change", async () => {
  for (const path of ["/blog/rss.xml", "/feature-requests/feed.atom", "/changelog/feed.atom"]) {
    const first = await host.send("GET", path);
    const since = String(first.headers["last-modified"]);
    expect(since, path).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    const again = await host.send("GET", path, { headers: { "if-modified-since": since } });
    expect([again.status, again.text], path).toEqual([304, ""]);
    // The ETag goes before the date.
    const headers = { "if-modified-since": since, "if-none-match": '"another"' };
    expect((await host.send("GET", path, { headers })).status, path).toBe(200);
    const old = new Date(Date.parse(since) - 1000).toUTCString();
    expect((await host.send("GET", path, { headers: { "if-modified-since": old } })).status, path).toBe(200);
  }
  const { headers } = await host.send("GET", "/blog/rss.xml");
  const known = { "if-modified-since": String(headers["last-modified"]) };
  const body = { description: "Changed within the same second" };
  expect((await host.send("PATCH", `/api/blogs/${en}/`, { token, body })).status).toBe(200);
  expect((await host.send("GET", "/blog/rss.xml", { headers: known })).status).toBe(200);
});

test("the lang parameter selects the feed's language, and overrides Accept-Language and cookies", async () => {
  const { root } = await read("/blog/rss.xml?lang=uk");
  const [item] = findAll(find(root, "channel"), "item");
  expect(item && find(item, "title").text).toBe("Малі кроки");
  expect(item && findAll(item, "category").map(({ text }) => text)).toEqual(["сон", "c++ #2"]);
  expect(item && find(item, "link").text).toBe(`${publicUrl}/blog/${uk}?lang=uk`);
  expect(find(root, "channel", "link").text).toBe(`${publicUrl}/blog?lang=uk`);
  const headers = { "accept-language": "uk", cookie: "language=uk" };
  const english = await host.send("GET", "/blog/rss.xml", { headers });
  expect(find(parseXml(english.text), "channel", "language").text).toBe("en-us");
});

test("the board's feed has the public requests, newest first, with replies", async () => {
  await wish(host, token, { title: "Still pending" }, null);
  await wish(host, token, { title: "Rejected" }, "reject");
  await wish(host, token, { title: hostile, details: "Dark <mode>\nplease" }, "open");
  const closed = await wish(host, token, { title: "Done", category: "critical_bugs" }, "close", {
    reason: "shipped",
    reply: "It is in & out",
  });
  const { type, root } = await read("/feature-requests/feed.atom?lang=uk");
  expect(type).toBe("application/atom+xml; charset=utf-8");
  const entries = findAll(root, "entry");
  expect(entries.map((entry) => find(entry, "title").text)).toEqual(["Done", hostileTitle]);
  const [done, open] = entries;
  if (!done || !open) throw new Error("an entry is missing");
  expect(find(open, "content").text).toBe("Dark <mode>\nplease");
  expect(find(done, "content").text).toBe("On my phone\n\nDaymark: It is in & out");
  expect(find(done, "id").text).toBe(`${publicUrl}/feature-requests/${closed}`);
  expect(find(done, "link").attributes.href).toBe(`${publicUrl}/feature-requests/${closed}?lang=uk`);
  expect(findAll(done, "category").map(({ attributes }) => attributes)).toEqual([
    { term: "critical_bugs", label: "Критичні помилки" },
    { term: "shipped", label: "Зроблено" },
  ]);
  expect(find(root, "updated").text).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test("the changelog's feed has the shipped requests only, newest first, with what the admins say of them", async () => {
  const shipped = await wish(host, token, { title: "Newer" }, "close", { reason: "shipped", reply: "It is <there>" });
  await wish(host, token, { title: "Not for us" }, "close", { reason: "declined", reply: "No" });
  const { type, root } = await read("/changelog/feed.atom?lang=uk");
  expect(type).toBe("application/atom+xml; charset=utf-8");
  const entries = findAll(root, "entry");
  expect(entries.map((entry) => find(entry, "title").text)).toEqual(["Newer", "Done"]);
  const [entry] = entries;
  if (!entry) throw new Error("an entry is missing");
  expect(find(entry, "content").text).toBe("It is <there>");
  expect(find(entry, "id").text).toBe(`${publicUrl}/changelog#request-${shipped}`);
  expect(find(entry, "link").attributes.href).toBe(`${publicUrl}/feature-requests/${shipped}?lang=uk`);
  expect(findAll(root, "link").map(({ attributes }) => attributes.href)).toContain(`${publicUrl}/changelog?lang=uk`);
  await host.send("POST", `/api/feature-requests/${shipped}/open/`, { token, body: {} });
  expect(await titlesOf("/changelog/feed.atom")).toEqual(["Done"]);
});

test("a feed is cached with an ETag, and shows a change at once here and soon on another instance", async () => {
  await titlesOf("/blog/rss.xml", other);
  const before = await host.send("GET", "/blog/rss.xml");
  const headers = { "if-none-match": String(before.headers.etag) };
  const again = await host.send("GET", "/blog/rss.xml", { headers });
  expect([again.status, again.text]).toEqual([304, ""]);
  const slug = await publish(host, token, { title: "Brand new" });
  expect(await titlesOf("/blog/rss.xml")).toEqual(["Brand new", hostileTitle]);
  await expect.poll(() => titlesOf("/blog/rss.xml", other)).toEqual(["Brand new", hostileTitle]);
  expect((await host.send("GET", "/blog/rss.xml", { headers })).status).toBe(200);
  await host.send("DELETE", `/api/blogs/${slug}/`, { token });
  expect(await titlesOf("/blog/rss.xml")).toEqual([hostileTitle]);
});

test("the sitemap lists every public page in each of its languages, and nothing else", async () => {
  const hidden = await wish(host, token, { title: "Not yet" }, null);
  const shown = await wish(host, token, { title: "For all" }, "open");
  const { type, root } = await read("/sitemap.xml");
  expect(type).toBe("application/xml; charset=utf-8");
  const urls = new Map(findAll(root, "url").map((url) => [find(url, "loc").text, url]));
  const alternatesOf = (address: string) =>
    findAll(urls.get(address) as never, "xhtml:link").map(({ attributes: { hreflang, href } }) => [hreflang, href]);
  const others = [
    ["uk", `${publicUrl}/blog/${uk}?lang=uk`],
    ["en", `${publicUrl}/blog/${en}`],
    ["x-default", `${publicUrl}/blog/${en}`],
  ];
  expect(alternatesOf(`${publicUrl}/blog/${en}`)).toEqual(others);
  expect(alternatesOf(`${publicUrl}/blog/${uk}?lang=uk`)).toEqual(others);
  // The list of a tag belongs to the language of its posts.
  expect(alternatesOf(`${publicUrl}/blog?tag=${encodeURIComponent("сон")}&lang=uk`)).toEqual([]);
  expect([...urls.keys()].filter((address) => address.includes("tag="))).toHaveLength(2);
  expect(alternatesOf(`${publicUrl}/`)).toEqual([
    ["en", `${publicUrl}/`],
    ["uk", `${publicUrl}/?lang=uk`],
    ["x-default", `${publicUrl}/`],
  ]);
  expect([...urls.keys()]).toContain(`${publicUrl}/feature-requests/${shown}?lang=uk`);
  expect(find(urls.get(`${publicUrl}/feature-requests/${shown}`) as never, "lastmod").text).toMatch(/^20\d\d-.*Z$/);
  const text = [...urls.keys()].join("\n");
  expect(text).not.toMatch(/draft|later|dashboard|settings/);
  expect(text).not.toContain(`/feature-requests/${hidden}`);
});

test("robots.txt names the sitemap and disallows only the APIs, but not calendars, whose answers say noindex", async () => {
  const { text, type } = await host.send("GET", "/robots.txt");
  expect(type).toBe("text/plain; charset=utf-8");
  expect(text).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`);
  const closed = Array.from(text.matchAll(/^Disallow: (.+)$/gm), ([, path = ""]) => path);
  expect(text).toContain("\nAllow: /api/calendars/\n");
  expect(closed).toEqual(["/api/", "/trpc/"]);
});

test("a sitemap part that does not exist gets 404", async () => {
  expect((await host.send("GET", "/sitemap-1.xml")).status).toBe(200);
  for (const url of ["/sitemap-2.xml", "/sitemap-0.xml", "/sitemap-x.xml"]) {
    expect((await host.send("GET", url)).status, url).toBe(404);
  }
});

test("a site with too many pages for one sitemap has an index of parts, with each page in one part", async () => {
  const requests = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, updated_at: new Date(0) }));
  const parts = await sitemapsOf({ posts: [], requests }, publicUrl, 25);
  const locations = parts.map((part) => findAll(parseXml(part), "url").map((url) => find(url, "loc").text));
  expect(locations.every((part) => part.length <= 25)).toBe(true);
  const all = locations.flat();
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((location) => /requests.\d/.test(location))).toHaveLength(60);
  const index = parseXml(sitemapIndexOf(parts.length, publicUrl));
  expect(findAll(index, "sitemap").map((part) => find(part, "loc").text)).toEqual(
    parts.map((_, number) => `${publicUrl}/sitemap-${number + 1}.xml`),
  );
});

test("other requests are served while a long sitemap or feed is written", async () => {
  const requests = Array.from({ length: 1_000 }, (_, index) => ({ id: index + 1, updated_at: new Date(0) }));
  const post: Blog = (await host.send("GET", `/api/blogs/${en}/`)).json;
  for (const write of [
    () => sitemapsOf({ posts: [], requests }, publicUrl),
    () => rssOf([post, post, post], { language: "en", publicUrl, keys: new Map() }),
  ]) {
    const events: string[] = [];
    setImmediate(() => events.push("served"));
    await write();
    expect([...events, "written"]).toEqual(["served", "written"]);
  }
});
