import { createHmac } from "node:crypto";
import { password, type User } from "./user.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;

/** Someone's authenticator app. */
export interface Authenticator {
  /** Each code serves once, so the one after the last is given: the server takes it a step early. */
  nextCode(): string;
  /** Six digits that are no code of about now. */
  wrongCode(): string;
}

/** Turns two-factor authentication on for a user, over the API. */
export async function enableTwoFactor(user: User): Promise<Authenticator & { backupCodes: string[] }> {
  const { secret } = await user.call<{ secret: string }>("POST", "/auth/2fa/generate/", { password });
  // The code of the step before would expire if a step ended on its way to the server.
  const step = Math.floor(Date.now() / stepMs);
  const { backup_codes } = await user.call<{ backup_codes: string[] }>("PATCH", "/auth/2fa/verify/", {
    code: codeAt(secret, step),
  });
  return { ...authenticatorOf(secret, step), backupCodes: backup_codes };
}

/**
 * The app that was given a secret.
 *
 * @param lastStep of the last code it gave
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

/** RFC 6238 with SHA-1 and six digits, as authenticator apps have it. */
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
