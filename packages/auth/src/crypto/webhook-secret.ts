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
   * The value of the header `webhook-signature` (Standard Webhooks 1.0.0): a signature by each secret.
   *
   * @param sealed the secrets in the form in which they are stored
   * @param timestamp seconds since the epoch
   * @throws Error if a secret was encrypted with another SECRET_KEY
   */
  sign(sealed: readonly string[], message: { id: string; timestamp: number; body: string }): string;
}

/** @param secretKey SECRET_KEY as configured, the same as the worker's */
export function createWebhookSecrets(secretKey: string | Uint8Array): WebhookSecrets {
  const key = deriveKey(secretKey, "webhook");
  return {
    create: () => prefix + randomBytes(secretBytes).toString("base64"),
    seal: (secret) => seal(key, secret),
    sign: (sealed, { id, timestamp, body }) =>
      sealed
        .map((each) => Buffer.from(open(key, each).slice(prefix.length), "base64"))
        .map((secret) => createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64"))
        .map((signature) => `v1,${signature}`)
        .join(" "),
  };
}
