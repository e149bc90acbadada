import { expect, test } from "vitest";
import { isOwnPath } from "./guards.ts";

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
