import { randomBytes } from "node:crypto";
import { securityCodeLength, securityCodeStepSeconds } from "@daymark/domain/account/two-factor";
import { brand } from "@daymark/domain/base/brand";
import { createTOTPKeyURI, generateHOTP, verifyHOTP } from "@oslojs/otp";

/** RFC 4226 4, R6 recommends 160 bits. */
const secretBytes = 20;
/** RFC 6238 5.2: a phone's clock is off by some seconds, and typing a code takes some seconds. */
const windowSteps = 1;

/** A new shared secret. */
export function createTotpSecret(): Uint8Array {
  return randomBytes(secretBytes);
}

/** A secret in the two forms that an authenticator app accepts: the text to type and the URL for a QR code. */
export function presentTotpSecret(secret: Uint8Array, username: string): { secret: string; otpauth_url: string } {
  const otpauth_url = createTOTPKeyURI(brand, username, secret, securityCodeStepSeconds, securityCodeLength);
  return { secret: new URL(otpauth_url).searchParams.get("secret") ?? "", otpauth_url };
}

/**
 * The time step of a time (RFC 6238 4.2).
 *
 * @param now milliseconds since the epoch
 */
export function totpStep(now: number): number {
  return Math.floor(now / 1000 / securityCodeStepSeconds);
}

/** The code of a time step. */
export function totpCode(secret: Uint8Array, step: number): string {
  return generateHOTP(secret, BigInt(step), securityCodeLength);
}

/**
 * The time step that a code belongs to, at most one step before or after `now`; null if it belongs to none. RFC 6238
 * 5.2: a code is valid once, so steps up to the last used one are refused.
 *
 * @param options.lastStep the step of the last used code
 * @param options.now milliseconds since the epoch
 */
export function findTotpStep(
  secret: Uint8Array,
  code: string,
  { lastStep, now }: { lastStep: number; now: number },
): number | null {
  const present = totpStep(now);
  for (let step = present - windowSteps; step <= present + windowSteps; step++) {
    if (step > lastStep && verifyHOTP(secret, BigInt(step), securityCodeLength, code)) return step;
  }
  return null;
}
