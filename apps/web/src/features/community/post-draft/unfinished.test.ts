import type { BlogCard } from "@daymark/domain/community/blog";
import { expect, test } from "vitest";
import { type ListedDraft, pathOf, unfinishedOf } from "./unfinished.ts";

const post = (slug: string, values: Partial<BlogCard> = {}): BlogCard => ({
  ...{
    slug,
    title: slug,
    description: "",
    language: "en",
    tags: [],
    cover: null,
    author: null,
    published: false,
    published_at: null,
  },
  ...{ reading_minutes: 1, comment_count: 0, reactions: { likes: 0, dislikes: 0, mine: null } },
  updated_at: "2026-01-01T10:00:00Z",
  ...values,
});

const draft = (id: number, values: Partial<ListedDraft> = {}): ListedDraft => ({
  ...{ id, blog_slug: null, revision: 1, author: "ann", updated_at: "2026-01-01T11:00:00Z" },
  ...{ title: `Draft ${id}`, language: "uk", ...values },
});

test("a post and its draft are listed once, with the newest content", () => {
  const at = "2026-01-01T12:00:00Z";
  const published = { published: true, published_at: at };
  const found = unfinishedOf(
    [
      post("one"),
      post("two", { published_at: "2027-01-01T00:00:00Z" }),
      post("three", published),
      post("four", published),
    ],
    [draft(1, { blog_slug: "one", updated_at: at }), draft(2), draft(3, { blog_slug: "three", updated_at: at })],
  );
  expect(found.map((one) => [pathOf(one), one.title, one.status, one.language, one.saved_at.slice(11, 13)])).toEqual([
    ["/blog/one/edit", "Draft 1", "draft", "uk", "12"],
    ["/blog/three/edit", "Draft 3", "published", "uk", "12"],
    ["/blog/new?draft=2", "Draft 2", "draft", "uk", "11"],
    ["/blog/two/edit", "two", "scheduled", "en", "10"],
  ]);
});
