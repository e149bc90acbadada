import { expect, test } from "vitest";
import { isOwnPath } from "./own-path.ts";

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
])("%j is refused, because a log-in or a push message must not lead to another site", (path) => {
  expect(isOwnPath(path)).toBe(false);
});
