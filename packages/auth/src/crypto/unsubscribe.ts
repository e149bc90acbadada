import { createHmac, timingSafeEqual } from "node:crypto";
import { type UnsubscribePurpose, unsubscribePurposes } from "@daymark/domain/account/unsubscribe";
import { deriveKey } from "./derived-key.ts";

/** Whose mails of which kind a token ends. */
export interface Unsubscription {
  purpose: UnsubscribePurpose;
  userId: number;
}

/** 128 bits: nobody tries so many. */
const signatureBytes = 16;

/**
 * Tokens of the links that end mails nobody needs to get. They say what they are for, are kept nowhere and hold for as
 * long as the mail may lie in a mailbox: all that one can do with a stolen one is to end these mails.
 *
 * @param secretKey SECRET_KEY as configured
 */
export function createUnsubscribeTokens(secretKey: string | Uint8Array) {
  const key = deriveKey(secretKey, "unsubscribe");
  const sign = (said: string) => createHmac("sha256", key).update(said).digest().subarray(0, signatureBytes);

  return {
    /** Letters, digits, dots, hyphens and underscores alone. */
    create({ purpose, userId }: Unsubscription): string {
      const said = `${purpose}.${userId}`;
      return `${said}.${sign(said).toString("base64url")}`;
    },

    /** Null where it is none of ours. */
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
