import { describe, expect, test } from "vitest";
import { isWebAddress } from "../text/linked-address.ts";
import { blogCreateInput, blogDraftContent, isSlug, numberedSlug, slugOf } from "./blog.ts";
import { blockInput } from "./blog-block.ts";

describe("a slug of a title", () => {
  test.each([
    ["Small steps, every day!", "small-steps-every-day"],
    ["Чому серія — не головне", "chomu-seriia-ne-holovne"],
    ["don't / don’t", "dont-dont"],
    ["  --  ", "post"],
    ["", "post"],
    ["山田", "post"],
    ["x".repeat(200), "x".repeat(80)],
    [`${"x".repeat(71)} and-so-on`, `${"x".repeat(71)}-and-so`],
    ["C++ & C#: 100 %", "c-c-100"],
  ])("made of %j is %s", (title, slug) => {
    expect(slugOf(title)).toBe(slug);
    expect(isSlug(slug)).toBe(true);
  });

  test("with a number stays within the length limit and has no double hyphen", () => {
    expect(numberedSlug("habits", 2)).toBe("habits-2");
    expect(numberedSlug("x".repeat(80), 12)).toBe(`${"x".repeat(77)}-12`);
    expect(numberedSlug(`${"x".repeat(77)}-yy`, 2)).toBe(`${"x".repeat(77)}-2`);
  });

  test.each(["new", "", "A", "a_b", "ї", "a".repeat(81), "a b", "a/", "%61"])("may not be %j", (text) => {
    expect(isSlug(text)).toBe(false);
  });
});

test.each([
  ["https://example.com", true],
  ["HTTP://example.com/a?b#c", true],
  ["https://приклад.укр/їжа", true],
  ["//example.com", false],
  ["/blog", false],
  ["https:example.com", false],
  ["https://", false],
  ["https://user@example.com", false],
  ["https://user:secret@example.com", false],
  ["javascript:alert(1)", false],
  [" javascript:alert(1)", false],
  ["java\nscript:alert(1)", false],
  ["data:text/html,x", false],
  ["ftp://example.com", false],
  ["mailto:a@example.com", false],
  [`https://${"字".repeat(254)}`, false],
])("%j is a web address: %s", (text, is) => {
  expect(isWebAddress(text)).toBe(is);
});

describe("an image block", () => {
  const codesOf = (block: object) => {
    const { error } = blockInput.safeParse({ kind: "image", alt: "Stork", ...block });
    return error?.issues.map(({ message }) => message) ?? [];
  };

  test.each([
    [{ image_id: 7 }],
    [{ url: "https://example.com/a.png" }],
    [{ image_id: 7, url: "/uploads/a-400.webp", width: 400, height: 300, srcset: "/uploads/a-400.webp 400w" }],
  ])("%j is accepted, including the block as the API returns it", (block) => {
    expect(codesOf(block)).toEqual([]);
  });

  test.each([
    [{}, ["image_id_or_url"]],
    [{ image_id: 7, url: "https://example.com/a.png" }, ["image_id_or_url"]],
    [{ url: "/uploads/a-400.webp" }, ["image_id_or_url"]],
    [{ url: "javascript:alert(1)" }, ["url_invalid"]],
  ])("%j is refused with %j", (block, codes) => {
    expect(codesOf(block)).toEqual(codes);
  });
});

test.each([
  ["2026-12-01T10:00:00Z", true],
  ["2026-12-01T10:00:00.000+02:00", true],
  ["2026-12-01T10:00:00", false],
  ["2026-12-01", false],
  ["tomorrow", false],
  ["0000-01-01T00:00:00Z", false],
  ["2000-12-31T23:59:59Z", false],
  ["2001-01-01T00:00:00Z", true],
  ["2100-12-31T23:59:59Z", true],
  ["2100-12-31T23:59:59-14:00", false],
  ["9999-12-31T23:59:59-14:00", false],
  [null, true],
])("%j is a valid publication time: %s", (publish_at, is) => {
  const input = { title: "a", description: "b", blocks: [], publish_at };
  expect(blogCreateInput.safeParse(input).success).toBe(is);
});

test("a working copy may break the rules of a post, but has only the members of a post", () => {
  const empty = { title: "", description: "", slug: "Not one", language: "en", translation_of: null };
  const content = { ...empty, blocks: [{ kind: "image" }, { kind: "link", text: "", url: "htt" }] };
  expect(blogDraftContent.safeParse(content).success).toBe(true);
  expect(blogDraftContent.safeParse({ ...content, blocks: [{ kind: "html" }] }).success).toBe(false);
  expect(blogDraftContent.safeParse({ ...content, extra: 1 }).success).toBe(false);
  expect(blogDraftContent.safeParse({ ...content, title: "\u0000" }).success).toBe(false);
});
