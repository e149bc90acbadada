import { expect, test } from "vitest";
import { renamedFold, toggledFold } from "./folded-groups.ts";

test("a folded group stays folded after it is renamed", () => {
  expect(renamedFold(["Morning", "Work"], { from: "Morning", to: "Dawn", isFolded: true })).toEqual(["Work", "Dawn"]);
  expect(renamedFold(["Work"], { from: "Morning", to: "Dawn", isFolded: false })).toEqual(["Work"]);
});

test("a stored name does not fold a group that gets this name later", () => {
  expect(renamedFold(["Dawn"], { from: "Morning", to: "Dawn", isFolded: false })).toEqual([]);
});

test("a dissolved group is no longer folded", () => {
  expect(renamedFold(["Morning", "Work"], { from: "Morning", to: null, isFolded: true })).toEqual(["Work"]);
});

test("each fold removes the stored names of missing groups", () => {
  expect(toggledFold(["Gone", "Work"], "Morning", ["Morning", "Work"])).toEqual(["Work", "Morning"]);
  expect(toggledFold(["Gone", "Morning"], "Morning", ["Morning", "Work"])).toEqual([]);
});

test("at most 50 names are stored, the newest", () => {
  const names = Array.from({ length: 51 }, (_, index) => `Group ${index}`);
  expect(toggledFold(names.slice(0, 50), "Group 50", names)).toEqual(names.slice(1));
});
