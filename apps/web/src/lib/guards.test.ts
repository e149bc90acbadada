import { isNotFound } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { idOf } from "./guards.ts";

test.each(["abc", "1e3", "0", "-1", "007", "1.5", "", " 1", "1 ", "١", "0x10", "9".repeat(16)])(
  "%j is not a valid id, so its page is not found",
  (member) => {
    expect(() => idOf(member)).toThrow(expect.toSatisfy(isNotFound));
  },
);

test("an id in a path is a number", () => {
  expect(idOf("42")).toBe(42);
});
