import { expect, it } from "vitest";
import { habitLimit, isHueAllowed } from "../account/plan.ts";
import { codesOf } from "../testing-codes.ts";
import { habitCreateInput } from "./habit.ts";
import { habitTemplates } from "./template.ts";

it("a new user can create all three templates", () => {
  expect(habitTemplates).toHaveLength(3);
  for (const { id, ...habit } of habitTemplates) {
    expect(codesOf(habitCreateInput, { ...habit, title: id })).toEqual({});
    expect(isHueAllowed("free", habit.hue)).toBe(true);
  }
  for (const type of ["good", "bad"] as const) {
    const ofType = habitTemplates.filter((template) => template.type === type);
    expect(ofType.length).toBeGreaterThan(0);
    expect(ofType.length).toBeLessThanOrEqual(habitLimit("free", type));
  }
  for (const member of ["id", "hue", "unit"] as const) {
    expect(new Set(habitTemplates.map((template) => template[member])).size).toBe(3);
  }
});
