import { allowedHues } from "@daymark/domain/account/plan";
import { habitTypes } from "@daymark/domain/tracking/habit-type";
import { describe, expect, test } from "vitest";
import { newHue } from "./hues.ts";

describe("the hue of a new habit", () => {
  test.each(habitTypes)("is unused, until %s habits have taken all hues of the free plan", (type) => {
    const taken: number[] = [];
    for (const _ of allowedHues("free")) taken.push(newHue(type, taken));
    expect([...taken].sort((a, b) => a - b)).toEqual(allowedHues("free"));
    expect(newHue(type, taken)).toBe(taken[0]);
  });
});
