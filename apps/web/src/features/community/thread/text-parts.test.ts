import { afterEach, expect, test, vi } from "vitest";
import { linksMaxIn, textParts } from "./text-parts.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const linksOf = (text: string) => textParts(text).flatMap(({ href }) => href ?? []);

test("URLs become links without the punctuation around them", () => {
  expect(linksOf("See https://example.org/a, or (https://example.org/b_(c)). Also HTTP://EXAMPLE.org!")).toEqual([
    "https://example.org/a",
    "https://example.org/b_(c)",
    "http://example.org/",
  ]);
});

test("only http and https URLs become links", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,x",
    "//example.org",
    "https://",
    "xhttps://a.b",
    "ftp://a.b",
  ]) {
    expect(linksOf(text), text).toEqual([]);
  }
});

test("the parts of a text join to the same text", () => {
  for (const text of ["", "plain", "https://a.b", "a\nhttps://a.b/c?d=e&f. g\n\nh https://", "«https://a.b»"]) {
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  }
});

test("brackets opened within a URL belong to it, and later ones do not", () => {
  expect(linksOf("http://a.b/c_(d)_(e).), http://a.b/(((, http://a.b/)(), (http://a.b/).)!)")).toEqual([
    "http://a.b/c_(d)_(e)",
    "http://a.b/(((",
    "http://a.b/)(",
    "http://a.b/",
  ]);
});

test.each([")", ".", ").", "(", "()"])("a URL followed by 100,000 times %j takes linear time", (tail) => {
  const text = `http://x${tail.repeat(100_000 / tail.length)}`;
  const begun = performance.now();
  const parts = textParts(text);
  // Milliseconds if each character is read twice; minutes if each search begins at the start.
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(parts.map((part) => part.text).join("")).toBe(text);
});

test.each([
  [180, 20],
  [2_000, 20],
  [9_999, 99],
])("a text of %d characters with only URLs becomes %d links and stays complete", (length, links) => {
  const text = "http://x ".repeat(length / 9);
  expect(linksMaxIn(text.length)).toBe(links);
  expect(linksOf(text)).toHaveLength(links);
  const joined = textParts(text).map((part) => part.text);
  expect(joined.join("")).toBe(text);
});

test("a host or URL that is too long stays text, and the URLs around it are links", () => {
  const host = (length: number) => "字".repeat(length);
  const texts = [`http://${host(254)}`, `http://${host(4_990)}/a`, `https://a.b/${"c".repeat(1_989)}`];
  for (const text of texts) {
    expect(linksOf(`http://a.b ${text} http://c.d`), text.slice(0, 20)).toEqual(["http://a.b/", "http://c.d/"]);
  }
  expect(linksOf(`http://${host(253)} https://a.b/${"c".repeat(1_988)}`)).toHaveLength(2);
});

test("each URL is parsed once, and text too long for a URL is not parsed", () => {
  const parsed: string[] = [];
  const RealUrl = URL;
  class CountedUrl extends RealUrl {
    static override canParse(text: string) {
      parsed.push(text);
      return RealUrl.canParse(text);
    }
    constructor(text: string) {
      parsed.push(text);
      super(text);
    }
  }
  vi.stubGlobal("URL", CountedUrl);
  textParts(`http://a.b http://${"字".repeat(1_990)} https://c.d`);
  expect(parsed).toEqual(["http://a.b", "https://c.d"]);
});
