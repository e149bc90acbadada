import { describe, expect, test } from "vitest";
import { readingMinutes, searchTextOf } from "./blog-words.ts";

describe("of a post's words", () => {
  const paragraph = (count: number) => ({ kind: "paragraph" as const, text: "Слово, ".repeat(count) });

  test("200 are read in a minute, and no post in less than one", () => {
    expect(readingMinutes({ blocks: [] })).toBe(1);
    expect(readingMinutes({ blocks: [paragraph(299)] })).toBe(1);
    expect(readingMinutes({ blocks: [paragraph(200), { kind: "divider" }, paragraph(100)] })).toBe(2);
    expect(readingMinutes({ blocks: [paragraph(1400)] })).toBe(7);
  });

  test("all can be searched, addresses not", () => {
    const text = searchTextOf({
      title: "ЇЖАК",
      description: "two\n lines",
      blocks: [
        { kind: "link", text: "Link", url: "https://example.com" },
        { kind: "image", image_id: 7, alt: "Stork" },
      ],
    });
    expect(text).toBe("їжак two lines link stork");
  });
});
