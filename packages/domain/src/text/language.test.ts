import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageOf } from "./language.ts";

describe("the language of an Accept-Language header", () => {
  it.each([
    ["uk"],
    ["UK"],
    ["uk-UA"],
    ["uk-ua,uk;q=0.9,en-US;q=0.8,en;q=0.7"],
    ["en;q=0.5, uk;q=0.9"],
    ["en;q=0.8, uk"],
    ["uk, en"],
    ["uk;q=0.001"],
    ["en;q=0, uk;q=0.1"],
    ["uk;q=1.000, en;q=0.999"],
    // Spaces around the semicolon, empty list elements: RFC 9110 12.4.2 and 5.6.1.
    ["uk ; q=0.5, en;q=0.4"],
    [",, uk ,"],
    ["uk;Q=0.5, en;q=0.4"],
    ["uk-Latn-UA"],
    ["uk, *;q=0.5"],
    // An invalid weight is ignored.
    ["en;q=5, uk;q=0.1"],
    ["en;q=0x1, uk;q=0.1"],
    ["en;q=Infinity, uk;q=0.1"],
    ["en;q=, uk;q=0.1"],
  ])("is Ukrainian for %j", (header) => {
    expect(languageOf(header)).toBe("uk");
  });

  it.each([
    [undefined],
    [""],
    ["en"],
    ["en-US,en;q=0.9,uk;q=0.8"],
    // The examples of RFC 9110 12.5.4 and 12.4.2, and of RFC 4647 with Ukrainian in them.
    ["da, en-gb;q=0.8, en;q=0.7"],
    ["da, uk;q=0.8, en;q=0.7"],
    ["en, uk"],
    ["*"],
    ["*, uk;q=0.5"],
    ["uk;q=0"],
    ["uk;q=0.000"],
    ["uk;q=0, en;q=0"],
    ["uk;q=-1"],
    ["uk;q=2"],
    ["uk;q=0.1234"],
    ["fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5"],
    ["ukr"],
    ["x-uk"],
    ["en-UK"],
    [";;;"],
    [";q=1"],
    ["\u0000"],
  ])("is English for %j", (header) => {
    expect(languageOf(header)).toBe("en");
  });

  it("is Ukrainian or English for any header, however long", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("uk", "en", ",", ";", "q=", "0.", "1", " ", "*", "-") }),
        (header) => {
          expect(["en", "uk"]).toContain(languageOf(header));
        },
      ),
      { numRuns: 1000 },
    );
    expect(languageOf("de,".repeat(100_000))).toBe("en");
    expect(languageOf(`uk${" ".repeat(100_000)}`)).toBe("uk");
  });
});
