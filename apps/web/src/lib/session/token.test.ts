import { expect, test } from "vitest";
import { tokenExpiryMs } from "./token.ts";

test("the expiry is read from the exp claim, with non-ASCII claims too", () => {
  const payload = Buffer.from(JSON.stringify({ exp: 1_800_000_000, name: "їжак?>" })).toString("base64url");
  expect(payload).toMatch(/[-_]/);
  expect(tokenExpiryMs(`e30.${payload}.signature`)).toBe(1_800_000_000_000);
});

test.each([
  "",
  "nonsense",
  "a.b",
  "a.!!.c",
  `a.${btoa("[]")}.c`,
  `a.${btoa('{"exp":"soon"}')}.c`,
  `a.${btoa("null")}.c`,
])("%j has no expiry", (token) => {
  expect(tokenExpiryMs(token)).toBeNull();
});
