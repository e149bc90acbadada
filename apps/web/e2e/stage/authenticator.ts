import { createHmac } from "node:crypto";
import { password, type User } from "./user.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;

/** A user's authenticator app. */
export interface Authenticator {
  /**
   * A code that was not given before. The server accepts a code only once but takes the one of the next step early, so
   * the app counts on from the last step.
   */
  nextCode(): string;
  /** Six digits that are not a valid code within two steps of now. */
  wrongCode(): string;
}

/** Turns on two-factor authentication for a user through the API. */
export async function enableTwoFactor(user: User): Promise<Authenticator & { backupCodes: string[] }> {
  const { secret } = await user.call<{ secret: string }>("POST", "/auth/2fa/generate/", { password });
  // If this used the code of the previous step and a step ended on the way to the server, the code would have expired.
  const step = Math.floor(Date.now() / stepMs);
  const { backup_codes } = await user.call<{ backup_codes: string[] }>("PATCH", "/auth/2fa/verify/", {
    code: codeAt(secret, step),
  });
  return { ...authenticatorOf(secret, step), backupCodes: backup_codes };
}

/**
 * An authenticator app with this secret.
 *
 * @param lastStep step of the last code that it gave
 */
export function authenticatorOf(secret: string, lastStep = 0): Authenticator {
  return {
    nextCode: () => {
      lastStep = Math.max(lastStep + 1, Math.floor(Date.now() / stepMs));
      return codeAt(secret, lastStep);
    },
    wrongCode: () => {
      const now = Math.floor(Date.now() / stepMs);
      const right = [-2, -1, 0, 1, 2].map((by) => codeAt(secret, now + by));
      return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.includes(code)) ?? "";
    },
  };
}

/** Computes a code by RFC 6238 with SHA-1 and six digits, like authenticator apps. */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
