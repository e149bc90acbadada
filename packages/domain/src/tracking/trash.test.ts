import { expect, it } from "vitest";
import { deletedCountsSeconds } from "./trash.ts";

it("a deleted habit keeps its place in the plan for at least the 30 s of the contract", () => {
  expect(deletedCountsSeconds).toBeGreaterThanOrEqual(30);
});
