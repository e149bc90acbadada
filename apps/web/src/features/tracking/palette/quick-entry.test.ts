import { describe, expect, test } from "vitest";
import { readQuickEntry, textFor } from "./quick-entry.ts";

/** A Friday. */
const today = "2026-11-27";
const read = (typed: string, day = today) => readQuickEntry(typed, day);
/** The first reading that is left with the title alone. */
const entryOf = (typed: string, title: string, day = today) => read(typed, day).find(({ text }) => text === title);

describe("an amount", () => {
  test("is set, or added with a plus, on either side of the title", () => {
    expect(read("run 25")).toEqual([{ text: "run", day: today, value: 25, isAdded: false }]);
    expect(read("run +3")).toEqual([{ text: "run", day: today, value: 3, isAdded: true }]);
    expect(read("10000 steps")).toEqual([{ text: "steps", day: today, value: 10_000, isAdded: false }]);
    expect(read("+1")).toEqual([{ text: "", day: today, value: 1, isAdded: true }]);
  });

  test("has to be one that can be recorded", () => {
    for (const typed of ["run 0", "run 10001", "run 1.5", "run 1,5", "run 1e3", "run -2", "run +0"]) {
      expect(entryOf(typed, "run")).toEqual({ text: "run", fault: "amount" });
    }
    expect(entryOf("run 5 6", "run")).toEqual({ text: "run", fault: "several_amounts" });
    expect(read("run5")).toEqual([]);
    expect(read("run")).toEqual([]);
    expect(read("  ")).toEqual([]);
  });
});

describe("a day", () => {
  test.each([
    ["read 20 yesterday", "read", "2026-11-26"],
    ["yesterday read 20", "read", "2026-11-26"],
    ["read 20 today", "read", "2026-11-27"],
    ["read 20 thu", "read", "2026-11-26"],
    ["read 20 on Monday", "read", "2026-11-23"],
    // Friday is today, and the last one was a week ago.
    ["run 20 fri", "run", "2026-11-27"],
    ["run 20 last fri", "run", "2026-11-20"],
    ["run 20 last Wednesday", "run", "2026-11-25"],
    ["біг 20 вчора", "біг", "2026-11-26"],
    ["біг 20 учора", "біг", "2026-11-26"],
    ["біг 20 позавчора", "біг", "2026-11-25"],
    ["біг 20 сьогодні", "біг", "2026-11-27"],
    ["біг 20 пт", "біг", "2026-11-27"],
    ["біг 20 у пʼятницю", "біг", "2026-11-27"],
    ["біг 20 минулої п’ятниці", "біг", "2026-11-20"],
    ["біг 20 в неділю", "біг", "2026-11-22"],
    ["біг 20 сер", "біг", "2026-11-25"],
    ["Біг 20 НД", "біг", "2026-11-22"],
  ])("is said in either language: %s", (typed, title, day) => {
    expect(entryOf(typed, title)).toMatchObject({ day, value: 20 });
  });

  test.each([
    ["walk 3 8 May", "2026-05-08"],
    ["8 may walk 3", "2026-05-08"],
    ["walk 3 on May 8", "2026-05-08"],
    ["walk 3 May 8th", "2026-05-08"],
    ["walk 3 8 May 2025", "2025-05-08"],
    ["walk 3 8 травня", "2026-05-08"],
    ["walk 3 8 трав", "2026-05-08"],
    ["walk 3 8 серп", "2026-08-08"],
    ["walk 3 8 травня 2025", "2025-05-08"],
    ["walk 3 2026-05-08", "2026-05-08"],
    ["walk 3 08.05.2025", "2025-05-08"],
    ["walk 3 8.5.", "2026-05-08"],
    ["walk 3 08.05", "2026-05-08"],
    // Without a year, a date is the last one up to today.
    ["walk 3 28 nov", "2025-11-28"],
    ["walk 3 27 nov", "2026-11-27"],
    ["walk 3 29 feb", "2024-02-29"],
  ])("is written as a date: %s", (typed, day) => {
    expect(entryOf(typed, "walk")).toEqual({ text: "walk", day, value: 3, isAdded: false });
  });

  test("without an amount means the goal of that day", () => {
    expect(read("read yesterday")).toEqual([{ text: "read", day: "2026-11-26" }]);
    expect(entryOf("read 8 may", "read")).toEqual({ text: "read", day: "2026-05-08" });
    // Commands without a day are of today.
    expect(read("read today")).toEqual([]);
    expect(read("yesterday")).toEqual([]);
  });

  test("has to exist, to be clear, and to be one of this century up to today", () => {
    const faults = {
      "run 5 31 feb": "no_such_day",
      "run 5 31 лютого": "no_such_day",
      "run 5 2026-13-01": "no_such_day",
      "run 5 28.11.2026": "upcoming",
      "run 5 8 may 2027": "upcoming",
      "run 5 8 may 1999": "too_early",
      "run 5 8/5": "unclear",
      "run 5 5/8/2026": "unclear",
      "run 5 fri yesterday": "several_days",
      "run вчора пт": "several_days",
    } as const;
    for (const [typed, fault] of Object.entries(faults))
      expect([typed, entryOf(typed, "run")]).toEqual([typed, { text: "run", fault }]);
  });

  test("before 2001 has no date without a year", () => {
    expect(entryOf("run 5 8 may", "run", "2001-02-01")).toEqual({ text: "run", fault: "too_early" });
  });
});

describe("a habit's own word for its amounts", () => {
  const textOf = (typed: string, unit_label: string | null) => {
    const [reading] = read(typed);
    if (!reading) throw new Error(`no reading of “${typed}”`);
    return textFor(reading, { unit_label });
  };

  test("is no part of its title, in any of its forms", () => {
    expect(textOf("read 20 pages", "page, pages")).toBe("read");
    expect(textOf("1 Page read", "page, pages")).toBe("read");
    expect(textOf("читати 5 сторінок вчора", "сторінка, сторінки, сторінок")).toBe("читати");
    expect(textOf("3 cold showers", "cold shower, cold showers")).toBe("");
    // So that what was typed can be refused for its amount.
    expect(textOf("read 20000 pages", "page, pages")).toBe("read");
  });

  test("stays in the text for other habits, inside of words, and without an amount", () => {
    expect(textOf("read 20 pages", null)).toBe("read pages");
    expect(textOf("read 20 pages", "set, sets")).toBe("read pages");
    expect(textOf("webpages 20", "page, pages")).toBe("webpages");
    expect(textOf("pages yesterday", "page, pages")).toBe("pages");
  });
});

describe("a text that can be read in several ways", () => {
  test("gives all of them", () => {
    // The year, or an amount.
    expect(read("walk 8 may 2025")).toEqual(
      expect.arrayContaining([
        { text: "walk", day: "2025-05-08" },
        { text: "walk", day: "2026-05-08", value: 2025, isAdded: false },
      ]),
    );
    expect(read("read 8 may 20").filter(({ text }) => text === "read")).toEqual([
      { text: "read", day: "2026-05-08", value: 20, isAdded: false },
      { text: "read", day: "2026-05-20", value: 8, isAdded: false },
    ]);
  });

  test("leaves names of days to titles that contain them", () => {
    expect(entryOf("sun salutation 5", "sun salutation")).toMatchObject({ day: today, value: 5 });
    expect(entryOf("may walk 5", "may walk")).toMatchObject({ day: today, value: 5 });
    expect(read("12.05")).toEqual([{ text: "", fault: "amount" }]);
  });
});
