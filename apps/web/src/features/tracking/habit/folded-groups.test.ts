import { expect, test } from "vitest";
import { renamedFold, toggledFold } from "./folded-groups.ts";

test("a folded group stays folded under another name", () => {
  expect(renamedFold(["Morning", "Work"], { from: "Morning", to: "Dawn", isFolded: true })).toEqual(["Work", "Dawn"]);
  expect(renamedFold(["Work"], { from: "Morning", to: "Dawn", isFolded: false })).toEqual(["Work"]);
});

test("a name that was folded once does not fold the group that is called so now", () => {
  expect(renamedFold(["Dawn"], { from: "Morning", to: "Dawn", isFolded: false })).toEqual([]);
});

test("a dissolved group is no longer folded", () => {
  expect(renamedFold(["Morning", "Work"], { from: "Morning", to: null, isFolded: true })).toEqual(["Work"]);
});

test("with each fold the names of groups that are gone are forgotten", () => {
  expect(toggledFold(["Gone", "Work"], "Morning", ["Morning", "Work"])).toEqual(["Work", "Morning"]);
  expect(toggledFold(["Gone", "Morning"], "Morning", ["Morning", "Work"])).toEqual([]);
});

test("at most 50 are remembered, the newest", () => {
  const names = Array.from({ length: 51 }, (_, index) => `Group ${index}`);
  expect(toggledFold(names.slice(0, 50), "Group 50", names)).toEqual(names.slice(1));
});
