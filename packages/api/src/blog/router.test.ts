import { afterAll, describe, expect, test } from "vitest";
import { writeCursor } from "../base/pagination.ts";
import { createTestApi, fieldsOf, keyOf, noon } from "../testing.ts";
import { createWriter, postInput, slugsOf } from "./testing.ts";

const api = await createTestApi({ max: 12 });
afterAll(api.drop);
const { guest, sql } = api;
const { caller: writer, user } = await createWriter(api);
const other = await createWriter(api);
const { caller: reader } = await api.createUser({ email_verified: true });

const whole = { from: 0, to: 1, mark: "link" };

describe("a post", () => {
  test("can be read by everyone as it was written", async () => {
    const post = await writer.blog.create(postInput({ title: "Малі кроки" }));
    expect(post).toEqual({
      slug: "mali-kroky",
      title: "Малі кроки",
      description: "Why five minutes are enough",
      language: "en",
      tags: [],
      cover: null,
      author: null,
      published_at: new Date(noon).toISOString(),
      published: true,
      updated_at: new Date(noon).toISOString(),
      reading_minutes: 1,
      reactions: { likes: 0, dislikes: 0, mine: null },
      comment_count: 0,
      comments: "open",
      blocks: [{ kind: "paragraph", text: "Begin with five minutes." }],
      translations: [],
      newer: null,
      older: null,
    });
    expect(await guest.blog.get({ blog_slug: "mali-kroky" })).toEqual(post);
    expect(await reader.blog.get({ blog_slug: "mali-kroky" })).toEqual(post);
  });

  test("keeps each kind of block, and treats markup as text", async () => {
    const xss = '<script>alert(1)</script><img src=x onerror="alert(1)">';
    const blocks = [
      { kind: "title" as const, text: "How" },
      { kind: "subtitle" as const, text: xss },
      { kind: "paragraph" as const, text: `Two lines\nof ${xss}` },
      { kind: "link" as const, text: xss, url: "https://example.com/?q=<b>" },
      { kind: "image" as const, url: "https://example.com/a.png", alt: xss },
      { kind: "divider" as const },
    ];
    const { slug } = await writer.blog.create(postInput({ title: xss, description: xss, blocks }));
    expect(slug).toBe("script-alert-1-script-img-src-x-onerror-alert-1");
    expect(await guest.blog.get({ blog_slug: slug })).toMatchObject({ title: xss, description: xss, blocks });
  });

  test("keeps lists, quotes, code and marks, finds their words, and shows them in its versions", async () => {
    const spans = [
      { from: 0, to: 9, mark: "link" as const, href: "https://example.org/" },
      { from: 4, to: 9, mark: "bold" as const },
    ];
    const blocks = [
      { kind: "paragraph" as const, text: "The heron stands", spans },
      {
        kind: "list" as const,
        ordered: true,
        items: [{ text: "bittern" }, { text: "crane", spans: spans.slice(1, 1) }],
      },
      { kind: "list" as const, ordered: false, items: [{ text: "one" }, { text: "two", level: 1 }] },
      { kind: "quote" as const, text: "The egret said", spans },
      { kind: "code" as const, text: "  x();\ny();" },
    ];
    const { slug } = await writer.blog.create(postInput({ title: "Waders", blocks }));
    const kept = blocks.map((block) =>
      block.kind === "list" && block.ordered ? { ...block, items: [{ text: "bittern" }, { text: "crane" }] } : block,
    );
    const post = await guest.blog.get({ blog_slug: slug });
    expect(post.blocks).toEqual(kept);
    // What was read can be sent back: nothing changes, so there is no new version.
    await writer.blog.update({ blog_slug: slug, blocks: post.blocks });
    expect((await writer.blog.version.list({ blog_slug: slug })).results).toHaveLength(1);
    expect((await writer.blog.version.get({ blog_slug: slug, number: 1 })).blocks).toEqual(kept);
    for (const search of ["heron", "bittern", "egret said"]) {
      expect((await guest.blog.list({ search })).results.map((card) => card.slug)).toEqual([slug]);
    }
    const draft = await writer.blog.draft.create({ blog_slug: slug });
    expect(draft.content.blocks).toEqual(kept);
  });

  test.each([
    ["a link to a script in its text", { kind: "paragraph", text: "x", spans: [{ ...whole, href: "javascript:x" }] }],
    ["a mark beyond its text", { kind: "quote", text: "x", spans: [{ from: 0, to: 2, mark: "bold" }] }],
    ["a list without items", { kind: "list", ordered: true, items: [] }],
    ["javascript:alert(1)", { kind: "link", text: "x", url: "javascript:alert(1)" }],
    ["data:", { kind: "link", text: "x", url: "data:text/html,x" }],
    ["a relative URL", { kind: "link", text: "x", url: "/blog" }],
    ["a URL with user name and password", { kind: "link", text: "x", url: "https://a:b@example.com/" }],
    ["an image with both id and URL", { kind: "image", image_id: 1, url: "https://example.com/a.png", alt: "x" }],
    ["an image without id and URL", { kind: "image", alt: "x" }],
    ["an image with an unknown id", { kind: "image", image_id: 4_000_000, alt: "x" }],
    ["an uploaded image's path instead of its id", { kind: "image", url: "/uploads/a-1.webp", alt: "x" }],
    ["an image without alt", { kind: "image", url: "https://example.com/a.png", alt: " " }],
    ["an unknown kind", { kind: "html", text: "x" }],
    ["an unknown member", { kind: "paragraph", text: "x", style: "x" }],
    ["an empty paragraph", { kind: "paragraph", text: "  " }],
  ])("with %s is refused", async (_, block) => {
    const input = postInput({ blocks: [block as never] });
    expect(await fieldsOf(writer.blog.create(input))).toEqual({ blocks: [expect.any(String)] });
  });

  test("has at most 200 blocks, a title of 150 and a description of 300 characters", async () => {
    const most = { title: "т".repeat(150), description: "d".repeat(300), blocks: Array(200).fill({ kind: "divider" }) };
    expect((await writer.blog.create(postInput(most))).blocks).toHaveLength(200);
    const more = {
      title: `${most.title}t`,
      description: `${most.description}d`,
      blocks: Array(201).fill({ kind: "divider" }),
    };
    expect(await fieldsOf(writer.blog.create(postInput(more)))).toEqual({
      title: ["too_long"],
      description: ["too_long"],
      blocks: [expect.any(String)],
    });
    const none = { title: " ", description: "", blocks: undefined as never };
    expect(await fieldsOf(writer.blog.create(postInput(none)))).toEqual({
      title: ["blank"],
      description: ["blank"],
      blocks: [expect.any(String)],
    });
  });

  test("changes only in the given members", async () => {
    const { slug, ...post } = await writer.blog.create(postInput({ title: "Before" }));
    const changed = await writer.blog.update({ blog_slug: slug, title: "After" });
    expect(changed).toEqual({ ...post, slug, title: "After" });
    expect(await writer.blog.update({ blog_slug: slug })).toEqual(changed);
    const blocks = [{ kind: "paragraph" as const, text: "слово ".repeat(900) }];
    expect(await writer.blog.update({ blog_slug: slug, blocks })).toMatchObject({ title: "After", reading_minutes: 5 });
  });

  test("can be created, changed and deleted only by admins", async () => {
    const { slug } = await writer.blog.create(postInput());
    for (const [caller, key] of [
      [guest, "not_authenticated"],
      [reader, "permission_denied"],
    ] as const) {
      expect(await keyOf(caller.blog.create(postInput()))).toBe(key);
      expect(await keyOf(caller.blog.update({ blog_slug: slug, title: "x" }))).toBe(key);
      expect(await keyOf(caller.blog.delete({ blog_slug: slug }))).toBe(key);
      expect(await keyOf(caller.blog.version.list({ blog_slug: slug }))).toBe(key);
      expect(await keyOf(caller.blog.draft.list({}))).toBe(key);
    }
    expect(await writer.blog.delete({ blog_slug: slug })).toEqual({ detail: "blog_deleted" });
    expect(await keyOf(writer.blog.get({ blog_slug: slug }))).toBe("blog_not_found");
    expect(await keyOf(writer.blog.delete({ blog_slug: slug }))).toBe("blog_not_found");
  });

  test.each(["", "nowhere", "new", "A b", "\u0000", "\ud800", "'; drop table blogs --"])(
    "with the slug %j is not found",
    async (blog_slug) => {
      expect(await keyOf(guest.blog.get({ blog_slug }))).toBe("blog_not_found");
      expect(await keyOf(writer.blog.update({ blog_slug, title: "x" }))).toBe("blog_not_found");
      expect(await keyOf(writer.blog.delete({ blog_slug }))).toBe("blog_not_found");
      expect(await fieldsOf(writer.blog.create(postInput({ translation_of: blog_slug || "nowhere" })))).toEqual({
        translation_of: ["translation_unknown"],
      });
    },
  );

  test("invalidates its pages with each change", async () => {
    api.invalidated.length = 0;
    const { slug } = await writer.blog.create(postInput());
    await writer.blog.update({ blog_slug: slug, title: "x" });
    await keyOf(writer.blog.update({ blog_slug: "nowhere", title: "x" }));
    await writer.blog.delete({ blog_slug: slug });
    expect(api.invalidated).toEqual(["blog", "blog", "blog"]);
  });
});

describe("a list of posts", () => {
  test("is paged, newest first, and for admins on request with drafts and scheduled posts first", async () => {
    const api = await createTestApi();
    const { callerWith, caller } = await createWriter(api);
    const days = [3, 1, 2, 2, 5];
    for (const [index, day] of days.entries()) {
      const at = callerWith({ now: noon + day * 86_400_000 });
      await at.blog.create(postInput({ title: `Post ${index} of ${day}` }));
    }
    await caller.blog.create(postInput({ title: "First draft", published: false }));
    await caller.blog.create(postInput({ title: "Second draft", published: false }));
    const now = noon + 4 * 86_400_000;
    const published = ["post-0-of-3", "post-3-of-2", "post-2-of-2", "post-1-of-1"];
    const all = ["second-draft", "first-draft", "post-4-of-5", ...published];
    for (const limit of [1, 2, 3, 4, 5, 6, 7, 20]) {
      expect(await slugsOf(api.guestWith({ now }), { limit })).toEqual(published);
      expect(await slugsOf(callerWith({ now }), { limit, drafts: true })).toEqual(all);
      expect(await slugsOf(callerWith({ now }), { limit })).toEqual(published);
    }
    await api.drop();
  });

  test("contains drafts only for admins", async () => {
    expect(await keyOf(guest.blog.list({ drafts: true }))).toBe("not_authenticated");
    expect(await keyOf(reader.blog.list({ drafts: true }))).toBe("permission_denied");
    expect(await keyOf(guest.blog.list({ drafts: false }))).toBe("accepted");
  });

  const places = [
    ["x", 1],
    ["0000-01-01T00:00:00.000Z", 1],
    ["2026-01-01T00:00:00.000+16:00", 1],
    [`2026-01-01T00:00:00.${"0".repeat(150)}Z`, 1],
  ].map((place) => writeCursor(place));
  test.each(["", "W10", "WzFd", ...places])("refuses the cursor %j", async (cursor) => {
    expect(await keyOf(guest.blog.list({ cursor }))).toBe("invalid_cursor");
  });

  test("is filtered by language", async () => {
    const { slug } = await writer.blog.create(postInput({ title: "Мовою", language: "uk" }));
    expect(await slugsOf(guest, { language: "uk" })).toContain(slug);
    expect(await slugsOf(guest, { language: "en" })).not.toContain(slug);
    expect(await slugsOf(guest, {})).toContain(slug);
  });

  test.each([
    ["in any case", "ПОДОРОЖНИК"],
    ["in the middle of a word", "дорожни"],
    ["in the description", "lantern"],
    ["in a paragraph", "pebbles"],
    ["in an image's description", "лелека"],
    ["with pattern characters", "100%_\\d"],
    ["separated by several spaces", "  two   words "],
    ["in another Unicode form", "\u0438\u0306од"],
  ])("finds words %s", async (_, search) => {
    const { slug } = await writer.blog.create(
      postInput({
        title: "Подорожник і йод",
        description: "A Lantern, two words",
        blocks: [
          { kind: "paragraph", text: "Pebbles at 100%_\\d" },
          { kind: "image", url: "https://example.com/a.png", alt: "Лелека" },
        ],
      }),
    );
    expect(await slugsOf(guest, { search })).toEqual([slug]);
    await writer.blog.delete({ blog_slug: slug });
    expect(await slugsOf(guest, { search })).toEqual([]);
  });

  test("treats pattern characters as text, and finds everything for an empty search", async () => {
    expect(await slugsOf(guest, { search: "%" })).not.toContain("mali-kroky");
    expect(await slugsOf(guest, { search: "_" })).toEqual([]);
    expect(await slugsOf(guest, { search: " " })).toEqual(await slugsOf(guest, {}));
  });

  test("uses the search index", async () => {
    const plan = await api.sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return tx.unsafe("explain select id from blogs where search_text like '%подорожник%'");
    });
    expect(JSON.stringify(plan)).toContain("blogs_search_idx");
  });
});

test("a post links to the next and previous public posts in its language", async () => {
  const own = await createTestApi();
  try {
    const { caller } = await createWriter(own);
    const publish = async (title: string, values: Parameters<typeof postInput>[0] = {}) => {
      const { slug } = await caller.blog.create(postInput({ title, ...values }));
      return slug;
    };
    const at = (hours: number) => new Date(noon + hours * 3_600_000).toISOString();
    const first = await publish("First", { publish_at: at(-3) });
    const second = await publish("Second", { publish_at: at(-2) });
    await publish("Другий", { publish_at: at(-2), language: "uk" });
    await publish("Draft", { published: false });
    await publish("Later", { publish_at: at(1) });
    const third = await publish("Third", { publish_at: at(-1) });
    const around = async (blog_slug: string) => {
      const { newer, older } = await own.guest.blog.get({ blog_slug });
      return [older, newer];
    };
    expect(await around(first)).toEqual([null, { slug: second, title: "Second" }]);
    expect(await around(second)).toEqual([
      { slug: first, title: "First" },
      { slug: third, title: "Third" },
    ]);
    expect(await around(third)).toEqual([{ slug: second, title: "Second" }, null]);
    expect(await around("druhyi")).toEqual([null, null]);
    expect(await caller.blog.get({ blog_slug: "draft" })).toMatchObject({ newer: null, older: null });
  } finally {
    await own.drop();
  }
});

test("a post names no author until an admin signs it, and then that admin", async () => {
  const { slug, author } = await writer.blog.create(postInput({ title: "Whose" }));
  expect(author).toBeNull();
  await other.caller.blog.update({ blog_slug: slug, signed: true });
  expect((await guest.blog.get({ blog_slug: slug })).author).toBe(other.user.username);
  expect((await guest.blog.list({ search: "whose" })).results[0]?.author).toBe(other.user.username);
  expect((await writer.blog.draft.create({ blog_slug: slug })).content.signed_by).toBe(other.user.username);
});

test("no admin signs with the name of another, and every admin can remove a name", async () => {
  const { slug, author } = await writer.blog.create(postInput({ signed: true }));
  expect(author).toBe(user.username);
  expect((await other.caller.blog.update({ blog_slug: slug, signed: true, title: "Other" })).author).toBe(
    user.username,
  );
  expect((await other.caller.blog.update({ blog_slug: slug, title: "Third" })).author).toBe(user.username);
  expect((await other.caller.blog.update({ blog_slug: slug, signed: false })).author).toBeNull();
});

test("a deleted account leaves its posts unsigned", async () => {
  const gone = await createWriter(api);
  const { slug } = await gone.caller.blog.create(postInput({ signed: true }));
  await sql`delete from users where id = ${gone.user.id}`;
  expect((await guest.blog.get({ blog_slug: slug })).author).toBeNull();
});
