import { isNotFound } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { idOf, isOwnPath } from "./guards.ts";

test.each(["/", "/dashboard", "/dashboard?month=2026-11#today", "/a//b"])(
  "%s is accepted as a path of this site",
  (path) => {
    expect(isOwnPath(path)).toBe(true);
  },
);

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "\\\\evil.example",
  "dashboard",
  "",
  "/\t/evil.example",
  "/\n/evil.example",
])("%j is refused, because a log-in must not lead to another site", (path) => {
  expect(isOwnPath(path)).toBe(false);
});

test.each(["abc", "1e3", "0", "-1", "007", "1.5", "", " 1", "1 ", "١", "0x10", "9".repeat(16)])(
  "%j is not a valid id, so its page is not found",
  (member) => {
    expect(() => idOf(member)).toThrow(expect.toSatisfy(isNotFound));
  },
);

test("an id in a path is a number", () => {
  expect(idOf("42")).toBe(42);
});
