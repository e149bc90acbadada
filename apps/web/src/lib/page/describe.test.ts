import type { Blog } from "@daymark/domain/community/blog";
import type { Comment } from "@daymark/domain/community/comment";
import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { describe, expect, test } from "vitest";
import { type About, describePage } from "./describe.ts";
import { bareSite } from "./site.ts";

const site = bareSite("https://daymark.example");
const around = {
  site,
  language: "uk" as const,
  feedTitles: { blog: "Daymark · Блог", board: "Daymark · Запити", changelog: "Daymark · Що нового" },
};
const reactions = { likes: 7, dislikes: 2, mine: null };
const post = {
  slug: "pryvit",
  title: "Привіт",
  description: "Перший допис",
  language: "uk",
  tags: ["сон", "звички"],
  cover: null,
  author: null,
  published_at: "2026-11-01T10:00:00.000Z",
  updated_at: "2026-11-02T10:00:00.000Z",
  reading_minutes: 3,
  reactions,
  comment_count: 4,
} as Blog;
const request = {
  id: 12,
  title: "Widgets",
  details: "On my phone",
  author: "maria",
  reactions,
  comment_count: 2,
  created_at: "2026-11-01T10:00:00.000Z",
  updated_at: "2026-11-03T10:00:00.000Z",
} as FeatureRequest;
const comments = [
  { text: "Yes!", author: null, parent_id: null, state: "shown", created_at: "2026-11-02T10:00:00.000Z" },
  { text: "", author: null, parent_id: null, state: "hidden", created_at: "2026-11-02T11:00:00.000Z" },
] as Comment[];

function read(about: About | undefined, words: { title?: string; description?: string } = {}) {
  const { title = "Blog", description = "What is new" } = words;
  const html = describePage({ title, description, about, address: "/blog/pryvit" }, around);
  const properties = Object.fromEntries(
    Array.from(html.matchAll(/<meta property="([^"]*)" content="([^"]*)">/g), ([, name, content]) => [name, content]),
  );
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return { html, properties, data: json === undefined ? null : JSON.parse(json) };
}

test("link previews get the page's title, canonical address and image", () => {
  const { properties, data, html } = read(undefined);
  expect(properties).toEqual({
    "og:site_name": "Daymark",
    "og:type": "website",
    "og:title": "Blog",
    "og:description": "What is new",
    "og:url": "https://daymark.example/blog/pryvit",
    "og:locale": "uk_UA",
    "og:image": expect.stringMatching(/^https:\/\/daymark\.example\/og\/page\/uk\.png\?v=[\d.]+$/),
    "og:image:type": "image/png",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": "Blog",
  });
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(data).toBeNull();
});

describe("structured data for search engines", () => {
  test("describes the site", () => {
    const { data, properties } = read({ kind: "home", title: "Daymark: a calendar" }, { title: "Home" });
    expect(data).toMatchObject({ "@type": "WebSite", name: "Daymark", url: "https://daymark.example/" });
    expect(properties["og:title"]).toBe("Daymark: a calendar");
  });

  test("of a post contains its language, dates, tags, organization and counts", () => {
    const { data, properties, html } = read({ kind: "post", post }, { title: post.title });
    expect(data).toMatchObject({
      "@context": "https://schema.org",
      "@type": "BlogPosting",
      headline: "Привіт",
      inLanguage: "uk",
      datePublished: post.published_at,
      dateModified: post.updated_at,
      author: { "@type": "Organization", name: "Daymark" },
      keywords: ["сон", "звички"],
      commentCount: 4,
    });
    const signed = read({ kind: "post", post: { ...post, author: "maria" } });
    expect(signed.data.author).toEqual({ "@type": "Person", name: "maria" });
    expect(signed.properties["article:author"]).toBe("maria");
    expect(
      data.interactionStatistic.map((entry: { userInteractionCount: number }) => entry.userInteractionCount),
    ).toEqual([7, 2, 4]);
    expect(properties).toMatchObject({
      "og:type": "article",
      "og:locale": "uk_UA",
      "article:published_time": post.published_at,
    });
    expect(Array.from(html.matchAll(/"article:tag" content="([^"]*)"/g), ([, tag]) => tag)).toEqual(["сон", "звички"]);
    expect(properties["og:image"]).toMatch(/^https:\/\/daymark\.example\/og\/post\/pryvit\.png\?v=\w+$/);
  });

  test("of a post with a cover shows the size of it that is wide enough for a link", () => {
    const [url, srcset] = [
      "/uploads/a-2400.webp",
      [400, 800, 1600, 2400].map((w) => `/uploads/a-${w}.webp ${w}w`).join(", "),
    ];
    const cover = { image_id: 1, url, srcset, alt: "Гніздо", width: 2400, height: 1350 };
    const { data, properties } = read({ kind: "post", post: { ...post, cover } });
    expect(properties).toMatchObject({
      "og:image": "https://daymark.example/uploads/a-1600.webp",
      "og:image:type": "image/webp",
      "og:image:width": "1600",
      "og:image:height": "900",
      "og:image:alt": "Гніздо",
    });
    expect(data.image).toBe("https://daymark.example/uploads/a-1600.webp");
    const small = { ...cover, srcset: "/uploads/a-300.webp 300w", url: "/uploads/a-300.webp", width: 300, height: 150 };
    expect(read({ kind: "post", post: { ...post, cover: small } }).properties).toMatchObject({
      "og:image": "https://daymark.example/uploads/a-300.webp",
      "og:image:width": "300",
      "og:image:height": "150",
    });
  });

  test("of a request contains author and replies, and nothing hidden", () => {
    const { data, properties } = read({ kind: "request", request, comments }, { title: "Feature Request" });
    expect(properties).toMatchObject({ "og:title": "Widgets", "og:description": "On my phone" });
    expect(data).toMatchObject({
      "@type": "DiscussionForumPosting",
      headline: "Widgets",
      text: "On my phone",
      author: { "@type": "Person", name: "maria" },
      commentCount: 2,
      comment: [{ "@type": "Comment", text: "Yes!" }],
    });
    expect(data.comment).toHaveLength(1);
    expect(data.comment[0]).not.toHaveProperty("author");
    expect(properties["og:image"]).toMatch(/\/og\/request\/12\.png\?v=\w+&amp;lang=uk$/);
  });
});

test("a comment in Markdown is described by its words", () => {
  const blocks: Comment["blocks"] = [
    { kind: "paragraph", text: "Yes", spans: [{ from: 0, to: 3, mark: "bold" }] },
    { kind: "list", ordered: false, items: [{ text: "a" }, { text: "b" }] },
  ];
  const marked = [{ ...comments[0], text: "**Yes**\n- a\n- b", blocks }] as Comment[];
  expect(read({ kind: "request", request, comments: marked }).data.comment).toMatchObject([{ text: "Yes\na\nb" }]);
});

test("the page links all feeds in its language", () => {
  expect(read(undefined).html.match(/<link [^>]*>/g)).toEqual([
    '<link rel="alternate" type="application/rss+xml" title="Daymark · Блог" href="/blog/rss.xml?lang=uk">',
    '<link rel="alternate" type="application/atom+xml" title="Daymark · Запити" href="/feature-requests/feed.atom?lang=uk">',
    '<link rel="alternate" type="application/atom+xml" title="Daymark · Що нового" href="/changelog/feed.atom?lang=uk">',
  ]);
});

test("a long description is cut off between characters", () => {
  const details = `${"x".repeat(198)}🎉🎉🎉`;
  const { properties } = read({ kind: "request", request: { ...request, details }, comments: [] });
  expect(properties["og:description"]).toBe(`${"x".repeat(198)}🎉…`);
});

test("a preview image's address changes with its content", () => {
  const before = read({ kind: "post", post }).properties["og:image"];
  const after = read({ kind: "post", post: { ...post, updated_at: "2026-11-02T10:00:00.001Z" } }).properties[
    "og:image"
  ];
  expect(after).not.toBe(before);
});

test.each([
  "</script><script>alert(1)</script>",
  "</ScRiPt\n>",
  "<!--<script>",
  '"><img src=x onerror=alert(1)>',
  "' onload=alert(1) x='",
  "\u2028\u2029 & &quot; &#x3c;",
  "$& $1 $`",
])("user text never becomes markup: %j", (text) => {
  const { html, data, properties } = read(
    {
      kind: "request",
      request: { ...request, title: text, details: text, author: text },
      comments: [{ ...comments[0], text } as Comment],
    },
    { title: text, description: text },
  );
  expect(data).toMatchObject({ headline: text, text, author: { name: text }, comment: [{ text }] });
  // After parsing by a browser, attributes contain the exact text.
  const plain = (value = "") =>
    value.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name] ?? "");
  expect(plain(properties["og:title"])).toBe(text);
  expect(plain(properties["og:description"])).toBe(text.replace(/\s+/g, " "));
  // A browser parses only our own tags as markup.
  const tags = html.replace(/<script type="application\/ld\+json">[^<]*<\/script>/, "").match(/<[^>]*>?/g) ?? [];
  for (const tag of tags)
    expect(tag).toMatch(/^<(meta|link)( (name|property|content|rel|type|title|href)="[^"<>]*")+>$/);
});
