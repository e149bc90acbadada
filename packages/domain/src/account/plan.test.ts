import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { naivePlans } from "../testing-oracle.ts";
import { allowedHues, habitLimit, isHueAllowed, planLimits, plans } from "./plan.ts";

describe.each(plans)("the %s plan", (plan) => {
  const naive = naivePlans[plan];

  it("allows as many habits as the contract says", () => {
    expect(habitLimit(plan, "good")).toBe(naive.good);
    expect(habitLimit(plan, "bad")).toBe(naive.bad);
  });

  it("shows its numbers in the profile", () => {
    expect(planLimits(plan)).toEqual({
      good_habits: naive.good,
      bad_habits: naive.bad,
      hues: naive.hues.length,
      layouts: plan === "free" ? 2 : 3,
    });
  });

  it("allows exactly its hues", () => {
    expect(allowedHues(plan)).toEqual(naive.hues);
    for (let hue = -720; hue <= 720; hue += 1)
      expect([hue, isHueAllowed(plan, hue)]).toEqual([hue, naive.hues.includes(hue)]);
  });

  it("allows no hue between its whole degrees", () => {
    fc.assert(
      fc.property(fc.double(), (hue) => {
        expect(isHueAllowed(plan, hue)).toBe(naive.hues.some((allowed) => allowed === hue));
      }),
      { numRuns: 1000 },
    );
  });
});
