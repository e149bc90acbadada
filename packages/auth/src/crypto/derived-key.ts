import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** The purposes of an installation's secret key. Each has its own key, which reveals nothing about the others. */
export type KeyPurpose =
  | "access token"
  | "refresh token"
  | "mail"
  | "two factor"
  | "backup code"
  | "oauth"
  | "captcha"
  | "rate limit"
  | "push"
  | "push identity"
  | "unsubscribe"
  | "setup code"
  | "settings"
  | "webhook"
  | "notification";

const keyBytes = 32;
/** NIST SP 800-38D 5.2.1.1: GCM is designed for 96 bits. */
const nonceBytes = 12;
const tagBytes = 16;

/**
 * The 256-bit key for one purpose, by HKDF-SHA-256 (RFC 5869).
 *
 * @param secretKey SECRET_KEY as configured: high entropy, any length
 */
export function deriveKey(secretKey: string | Uint8Array, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secretKey, "", `daymark ${purpose}`, keyBytes));
}

/** Encrypts and authenticates a text (AES-256-GCM): base64url of nonce, tag and ciphertext. */
export function seal(key: Uint8Array, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/**
 * The reverse of {@link seal}.
 *
 * @throws Error if the text was encrypted with another key, or changed since
 */
export function open(key: Uint8Array, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
}
