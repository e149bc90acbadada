import { createHmac, timingSafeEqual } from "node:crypto";
import { type UnsubscribePurpose, unsubscribePurposes } from "@daymark/domain/account/unsubscribe";
import { deriveKey } from "./derived-key.ts";

/** The user and the kind of mails that a token unsubscribes from. */
export interface Unsubscription {
  purpose: UnsubscribePurpose;
  userId: number;
}

/** 128 bits: too many to guess. */
const signatureBytes = 16;

/**
 * Tokens of the links that unsubscribe from optional mails. A token names its purpose, is not stored, and stays valid
 * as long as the mail may be in a mailbox: with a stolen token, a thief can only end these mails.
 *
 * @param secretKey SECRET_KEY as configured
 */
export function createUnsubscribeTokens(secretKey: string | Uint8Array) {
  const key = deriveKey(secretKey, "unsubscribe");
  const sign = (said: string) => createHmac("sha256", key).update(said).digest().subarray(0, signatureBytes);

  return {
    /** It has only letters, digits, dots, hyphens and underscores. */
    create({ purpose, userId }: Unsubscription): string {
      const said = `${purpose}.${userId}`;
      return `${said}.${sign(said).toString("base64url")}`;
    },

    /** Null if this installation did not create the token. */
    read(token: string): Unsubscription | null {
      const [, said = "", name, id, signature = ""] = /^(([a-z]+)\.([1-9]\d{0,15}))\.([\w-]{22})$/.exec(token) ?? [];
      const purpose = unsubscribePurposes.find((each) => each === name);
      if (!purpose) return null;
      // Compared as text: several texts decode to the same bytes (RFC 4648 3.5).
      const own = sign(said).toString("base64url");
      return timingSafeEqual(Buffer.from(signature), Buffer.from(own)) ? { purpose, userId: Number(id) } : null;
    },
  };
}

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>;
