import { describe, expect, test } from "vitest";
import { readingMinutes, searchTextOf } from "./blog-words.ts";

describe("the words of a post", () => {
  const paragraph = (count: number) => ({ kind: "paragraph" as const, text: "Слово, ".repeat(count) });

  test("give a reading time of 200 words a minute, and at least one minute", () => {
    expect(readingMinutes({ blocks: [] })).toBe(1);
    expect(readingMinutes({ blocks: [paragraph(299)] })).toBe(1);
    expect(readingMinutes({ blocks: [paragraph(200), { kind: "divider" }, paragraph(100)] })).toBe(2);
    expect(readingMinutes({ blocks: [paragraph(1400)] })).toBe(7);
  });

  test("can all be searched, but addresses cannot", () => {
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
