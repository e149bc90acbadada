import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dashboardSettingsSchema } from "./dashboard.ts";
import { preferenceChecks } from "./preference.ts";

const text = fc.oneof(
  fc.string({ maxLength: 90 }),
  fc.string({ unit: "binary", maxLength: 90 }),
  fc.constantFrom("a".repeat(40), "a".repeat(41), "a".repeat(80), "a".repeat(81), "🙂".repeat(80), "\u0000", "\ud800"),
);
const filter = fc.record(
  {
    type: fc.constantFrom("good", "bad", "ugly", 1),
    unit_kind: fc.constantFrom("numeric", "time", "distance", "mass", "volume", "energy", "light"),
    time_of_day: fc.constantFrom("morning", "noon", "evening", "any", "night", null),
    hue: fc.oneof(fc.integer({ min: -2, max: 362 }), fc.double()),
    archived: fc.constantFrom(true, false, "true"),
    text,
    at_risk: fc.constantFrom(true, false, 0),
    other: fc.constant(1),
  },
  { requiredKeys: [] },
);
const guesses = {
  layout: fc.constantFrom("horizontal", "vertical", "year", "diagonal", ""),
  filter,
  sort: fc.constantFrom("position", "title", "streak", "success_rate", "created", "size"),
  density: fc.constantFrom("comfortable", "compact", "loose"),
  week_start: fc.integer({ min: 0, max: 8 }),
  month_total: fc.constantFrom(true, false, 1, "true"),
  folded_groups: fc.oneof(
    fc.array(text, { maxLength: 3 }),
    fc.array(fc.constant("Food"), { minLength: 49, maxLength: 51 }),
  ),
};

describe("a preference", () => {
  it("has a check for each member of its schema", () => {
    expect(Object.keys(preferenceChecks)).toEqual(Object.keys(dashboardSettingsSchema.shape));
  });

  it.each(Object.keys(guesses) as (keyof typeof guesses)[])(
    "is accepted by its check exactly if its schema accepts it: %s",
    (member) => {
      const seen = new Set<boolean>();
      fc.assert(
        fc.property(
          fc.oneof({ weight: 4, arbitrary: guesses[member] as fc.Arbitrary<unknown> }, fc.jsonValue()),
          (value) => {
            const isFine = dashboardSettingsSchema.shape[member].safeParse(value).success;
            seen.add(isFine);
            // An absent member is not checked.
            if (value !== undefined) expect(preferenceChecks[member](value)).toBe(isFine);
          },
        ),
        { numRuns: 2000 },
      );
      expect(seen).toEqual(new Set([true, false]));
    },
  );
});
