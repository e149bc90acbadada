import { expect, test } from "vitest";
import { createSetupCodes, createSetupNonce } from "./setup-code.ts";

const codes = createSetupCodes("a secret key of an installation");

test("a code is 16 clear characters in groups, the same on every node with the secret key, another for another nonce", () => {
  const nonce = createSetupNonce();
  expect(codes.of(nonce)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(createSetupCodes("a secret key of an installation").of(nonce)).toBe(codes.of(nonce));
  expect(createSetupCodes("another secret key").of(nonce)).not.toBe(codes.of(nonce));
  expect(codes.of(createSetupNonce())).not.toBe(codes.of(nonce));
});

test("a code is accepted in any case and with any spaces and hyphens, and no other is", () => {
  const nonce = createSetupNonce();
  const code = codes.of(nonce);
  for (const given of [code, code.toLowerCase(), ` ${code.replaceAll("-", "")} `, code.replaceAll("-", " ")]) {
    expect(codes.matches(nonce, given), given).toBe(true);
  }
  for (const given of ["", "-", code.slice(1), `${code}0`, codes.of(createSetupNonce()), nonce]) {
    expect(codes.matches(nonce, given), given).toBe(false);
  }
});
