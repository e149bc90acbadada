import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { naivePlans } from "../testing-oracle.ts";
import {
  allowedHues,
  grantPlan,
  habitLimit,
  hasAnalytics,
  isHueAllowed,
  planLimits,
  plans,
  profilePlan,
} from "./plan.ts";

it("gives every account all features and room for 200 habits of each type without plans", () => {
  for (const stored of plans) {
    const plan = grantPlan(stored, "off");
    expect(planLimits(plan)).toEqual({ good_habits: 200, bad_habits: 200, hues: 360, layouts: 3 });
    expect(hasAnalytics(plan)).toBe(true);
    expect(allowedHues(plan)).toEqual(naivePlans.paid.hues);
    // Clients know two plans.
    expect(profilePlan(plan)).toBe("paid");
    expect(grantPlan(stored, "on")).toBe(stored);
    expect(profilePlan(grantPlan(stored, "on"))).toBe(stored);
  }
});

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
