import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deriveKey } from "./derived-key.ts";

/** Crockford's base 32: without the letters that look like digits or like each other. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 16 characters of 5 bits. A stranger who tries 20 codes a minute for a year guesses one of 10^17. */
const codeLength = 16;
const groupLength = 4;

/**
 * The code that proves a person to be the operator while the installation has no admin. All nodes derive the same code
 * from the secret key and a nonce in the database; neither of them alone reveals it.
 *
 * @param secretKey SECRET_KEY as configured
 */
export function createSetupCodes(secretKey: string | Uint8Array) {
  const key = deriveKey(secretKey, "setup code");
  const charactersOf = (nonce: string) => {
    const digest = createHmac("sha256", key).update(nonce).digest().subarray(0, codeLength);
    return Array.from(digest, (byte) => alphabet[byte % alphabet.length]).join("");
  };

  return {
    /** The code as people read it: `ABCD-EFGH-JKMN-PQRS`. */
    of(nonce: string): string {
      const groups = charactersOf(nonce).match(new RegExp(`.{${groupLength}}`, "g")) ?? [];
      return groups.join("-");
    },

    /** Compares in constant time. Case, spaces and hyphens do not matter. */
    matches(nonce: string, given: string): boolean {
      const digest = (text: string) => createHmac("sha256", key).update(text).digest();
      return timingSafeEqual(digest(charactersOf(nonce)), digest(given.replaceAll(/[\s-]/g, "").toUpperCase()));
    },
  };
}

export type SetupCodes = ReturnType<typeof createSetupCodes>;

/** A nonce of 128 bits; each gives another code. */
export function createSetupNonce(): string {
  return randomBytes(16).toString("base64url");
}
