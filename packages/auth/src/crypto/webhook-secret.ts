import { createHmac, randomBytes } from "node:crypto";
import { deriveKey, open, seal } from "./derived-key.ts";

/** Standard Webhooks: 24 to 64 random bytes. */
const secretBytes = 32;
const prefix = "whsec_";

/** Encrypts the secrets of webhooks at rest, and signs with them. */
export interface WebhookSecrets {
  create(): string;
  seal(secret: string): string;
  /**
   * A signature for the header `webhook-signature` (Standard Webhooks 1.0.0), which joins several with spaces.
   *
   * @param sealed the secret in the form in which it is stored
   * @param timestamp seconds since the epoch
   * @returns null if the secret was encrypted with another SECRET_KEY
   */
  sign(sealed: string, message: { id: string; timestamp: number; body: string }): string | null;
}

/** @param secretKey SECRET_KEY as configured, the same as the worker's */
export function createWebhookSecrets(secretKey: string | Uint8Array): WebhookSecrets {
  const key = deriveKey(secretKey, "webhook");
  return {
    create: () => prefix + randomBytes(secretBytes).toString("base64"),
    seal: (secret) => seal(key, secret),
    sign(sealed, { id, timestamp, body }) {
      const secret = opened(key, sealed);
      if (secret === null) return null;
      const hmac = createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"));
      return `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    },
  };
}

function opened(key: Uint8Array, sealed: string): string | null {
  try {
    return open(key, sealed);
  } catch {
    return null;
  }
}
