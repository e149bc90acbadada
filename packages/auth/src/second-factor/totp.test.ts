import { expect, test } from "vitest";
import { createTotpSecret, findTotpStep, presentTotpSecret, totpCode, totpStep } from "./totp.ts";

/** RFC 6238, appendix B. */
const secret = new TextEncoder().encode("12345678901234567890");
const second = 1000;

test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("the code at RFC 6238's second %i is %s", (seconds, code) => {
  expect(totpCode(secret, totpStep(seconds * second))).toBe(code);
  expect(findTotpStep(secret, code, { lastStep: 0, now: seconds * second })).toBe(Math.floor(seconds / 30));
});

test("a code is valid from one step before its own until one step after it", () => {
  const step = 1_000_000;
  const code = totpCode(secret, step);
  const at = (now: number) => findTotpStep(secret, code, { lastStep: 0, now: now * second });
  expect(at((step - 1) * 30)).toBe(step);
  expect(at((step + 2) * 30 - 1)).toBe(step);
  expect(at((step - 1) * 30 - 1)).toBeNull();
  expect(at((step + 2) * 30)).toBeNull();
});

test("a code is refused once it or a later one was used", () => {
  const step = 1_000_000;
  const now = step * 30 * second;
  const find = (of: number, lastStep: number) => findTotpStep(secret, totpCode(secret, of), { lastStep, now });
  expect(find(step, step)).toBeNull();
  expect(find(step - 1, step)).toBeNull();
  expect(find(step + 1, step)).toBe(step + 1);
});

test.each(["", "1", "12345", "1234567", "abcdef", "      ", "１２３４５６", "2870820"])("%j is not a code", (code) => {
  expect(findTotpStep(secret, code, { lastStep: 0, now: 59 * second })).toBeNull();
});

test("a secret has 160 random bits and is shown in base32", () => {
  const secrets = Array.from({ length: 20 }, createTotpSecret);
  for (const bytes of secrets) expect(bytes.length).toBe(20);
  const told = secrets.map((bytes) => presentTotpSecret(bytes, "olena").secret);
  for (const text of told) expect(text).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(told).size).toBe(20);
});

test("the authenticator app gets the issuer, the account and every parameter of RFC 6238", () => {
  const { secret: text, otpauth_url } = presentTotpSecret(secret, "olena_1");
  // RFC 4648, 6.
  expect(text).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  const url = new URL(otpauth_url);
  expect(`${url.protocol}//${url.host}${url.pathname}`).toBe("otpauth://totp/Daymark:olena_1");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: "Daymark",
    algorithm: "SHA1",
    secret: text,
    period: "30",
    digits: "6",
  });
});
