import { describe, expect, test } from "vitest";
import { createMatcher, readMonth } from "./match.ts";

const order = (typed: string, ...labels: string[]) => {
  const score = createMatcher(typed);
  return labels
    .filter((label) => score({ label, also: "" }) > 0)
    .sort((a, b) => score({ label: b, also: "" }) - score({ label: a, also: "" }));
};

describe("a command is found", () => {
  test("by the starts of its words, in any order", () => {
    expect(order("ru ad", "Run: add 1", "Run: skip", "Read: add 1")).toEqual(["Run: add 1"]);
    expect(order("add run", "Run: add 1")).toEqual(["Run: add 1"]);
  });

  test("first if its label starts with the text", () => {
    expect(order("r", "Undo: Run", "Run: add 1")).toEqual(["Run: add 1", "Undo: Run"]);
    expect(order("un", "Run: add 1", "Undo")).toEqual(["Undo", "Run: add 1"]);
  });

  test("across alphabets, without accents and with letters missing", () => {
    expect(order("bih", "Біг: додати 1")).toEqual(["Біг: додати 1"]);
    expect(order("біг", "Bih")).toEqual(["Bih"]);
    expect(order("cafe", "Café")).toEqual(["Café"]);
    expect(order("mdt", "Meditate")).toEqual(["Meditate"]);
    expect(order("xyz", "Meditate")).toEqual([]);
  });

  test("with either first letter of a Ukrainian word that has two, such as «у» and «в», «і» and «й»", () => {
    for (const typed of ["упорядкувати", "впорядкувати", "впор", "звички впор"]) {
      expect(order(typed, "Упорядкувати звички")).toEqual(["Упорядкувати звички"]);
    }
    expect(order("увімкнути", "Ввімкнути")).toEqual(["Ввімкнути"]);
    expect(order("йти", "Іти до лісу")).toEqual(["Іти до лісу"]);
    expect(order("іти", "Йти до лісу")).toEqual(["Йти до лісу"]);
    // Before a vowel the letter is part of the word, and Latin letters have no such pairs.
    expect(order("уода", "Вода")).toEqual([]);
    expect(order("up", "VPN")).toEqual([]);
  });

  test("by its additional words too, which count less", () => {
    const score = createMatcher("тема");
    expect(score({ label: "Dark theme", also: "Темна тема" })).toBeGreaterThan(0);
    expect(score({ label: "Тема", also: "" })).toBeGreaterThan(score({ label: "Dark", also: "Тема" }));
  });

  test("always and without a preference if only spaces are typed", () => {
    expect(createMatcher("  ")({ label: "Run", also: "" })).toBe(0);
  });
});

describe("a month", () => {
  const english = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"];
  const names = [
    [...english, "November", "December"],
    ["січень", "лютий", "березень", "квітень", "травень", "червень", "липень", "серпень", "вересень", "жовтень"],
  ];
  const read = (typed: string) => readMonth(typed, names, 2026);

  test("is named in either language, with a year or in the current one", () => {
    expect(read("may 2025")).toBe("2025-05");
    expect(read("2025 May")).toBe("2025-05");
    expect(read("травень 2025")).toBe("2025-05");
    expect(read("трав")).toBe("2026-05");
    expect(read("jun")).toBe("2026-06");
  });

  test("can be numbered", () => {
    expect(read("2025-05")).toBe("2025-05");
    expect(read("5.2025")).toBe("2025-05");
    expect(read("05/2025")).toBe("2025-05");
  });

  test("must be in the century and the whole text", () => {
    for (const typed of ["ma", "2025-13", "1999-05", "may run", "may 1999", "2025", ""]) {
      expect(read(typed)).toBeUndefined();
    }
  });
});
