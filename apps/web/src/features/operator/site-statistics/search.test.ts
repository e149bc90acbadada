import { describe, expect, test } from "vitest";
import { presetOf, rangeOf } from "./range.ts";
import { readSiteSearch } from "./search.ts";

describe("the address of the statistics", () => {
  test.each([
    [{}, {}],
    [{ view: "users", days: 28 }, {}],
    [
      { view: "habits", days: 90 },
      { view: "habits", days: 90 },
    ],
    [{ view: "people", days: 30 }, {}],
    // As in an address.
    [{ days: "365" }, { days: 365 }],
    [
      { from: "2026-01-01", to: "2026-12-31", days: 7 },
      { from: "2026-01-01", to: "2026-12-31" },
    ],
    [{ from: "2026-01-01", days: 7 }, { days: 7 }],
    [{ from: 20260101, to: "yesterday" }, {}],
  ])("%o is read as %o, which is read as itself", (given, read) => {
    expect(readSiteSearch(given)).toEqual(read);
    expect(readSiteSearch({ ...read })).toEqual(read);
  });

  test.each([
    [{}, 28, "2026-10-25"],
    [{ days: 365 }, 365, "2025-11-22"],
    [{ from: "2026-01-01", to: "2026-11-21" }, null, "2026-01-01"],
    // Reversed, longer than allowed, and not a day.
    [{ from: "2026-11-22", to: "2026-11-21" }, 28, "2026-10-25"],
    [{ from: "2025-11-20", to: "2026-11-21" }, 28, "2026-10-25"],
    [{ from: "2026-02-30", to: "2026-11-21" }, 28, "2026-10-25"],
  ] as const)("%o shows the preset %o, from %s on", (search, preset, from) => {
    expect(presetOf(search)).toBe(preset);
    expect(rangeOf(search, "2026-11-21")).toEqual({ from, to: "2026-11-21" });
  });
});
