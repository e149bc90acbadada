import { isNotFound } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { idOf, isOwnPath } from "./guards.ts";

test.each(["/", "/dashboard", "/dashboard?month=2026-11#today", "/a//b"])("%s leads back into the site", (path) => {
  expect(isOwnPath(path)).toBe(true);
});

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
])("%j is refused: a log-in must not end on another site", (path) => {
  expect(isOwnPath(path)).toBe(false);
});

test.each(["abc", "1e3", "0", "-1", "007", "1.5", "", " 1", "1 ", "١", "0x10", "9".repeat(16)])(
  "%j is no id: its address is a missing page",
  (member) => {
    expect(() => idOf(member)).toThrow(expect.toSatisfy(isNotFound));
  },
);

test("an id in a path is a number", () => {
  expect(idOf("42")).toBe(42);
});
