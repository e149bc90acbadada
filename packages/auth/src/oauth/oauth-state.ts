import { hash, randomBytes } from "node:crypto";
import type { Database } from "@daymark/db/connection/client";
import { oauthStates } from "@daymark/db/schema/identity";
import type { Provider } from "@daymark/domain/account/auth";
import { oauthStateTtlSeconds } from "@daymark/domain/account/oauth";
import { and, eq, isNull } from "drizzle-orm";
import { deriveKey, open, seal } from "../crypto/derived-key.ts";
import type { OauthSecrets } from "./oauth.ts";

/** A log-in or a linking that begins at a provider. */
interface Start {
  provider: Provider;
  /** The user who links the provider to their account; null for a log-in. */
  userId: number | null;
  rememberMe: boolean;
  /** The hash of the invitation by which an account may be created; null for none. */
  invitationHash: string | null;
}

/**
 * States of log-ins at a provider. A state is valid once, for one provider, and for a log-in or for one user's linking.
 */
export interface OauthStates {
  /**
   * Creates a state for a redirect to a provider.
   *
   * @param db of the call's turn
   * @param now milliseconds since the epoch
   */
  create(db: Database, start: Start, now: number): Promise<OauthSecrets>;
  /**
   * Uses up a state, whether it is accepted or not. Of parallel uses one succeeds.
   *
   * @param db of the call's turn, not a transaction: a rollback would make the state of a failed attempt valid again
   * @returns null if the state is unknown, used, expired, of another provider, or not of this user's linking
   */
  use(
    db: Database,
    way: { state: string; provider: Provider; userId: number | null },
    now: number,
  ): Promise<(Pick<Start, "rememberMe" | "invitationHash"> & { codeVerifier: string; nonce: string }) | null>;
}

/** 256 bits each, as RFC 7636 4.1 recommends for the verifier. */
const secretBytes = 32;

/** @param options.secretKey SECRET_KEY as configured */
export function createOauthStates({ secretKey }: { secretKey: string | Uint8Array }): OauthStates {
  const key = deriveKey(secretKey, "oauth");
  return {
    async create(db, { provider, userId, rememberMe, invitationHash }, now) {
      const secrets = { state: makeSecret(), codeVerifier: makeSecret(), nonce: makeSecret() };
      await db.insert(oauthStates).values({
        state_hash: hash("sha256", secrets.state),
        provider,
        code_verifier: seal(key, secrets.codeVerifier),
        nonce: seal(key, secrets.nonce),
        remember_me: rememberMe,
        invitation_hash: invitationHash,
        user_id: userId,
        expires_at: new Date(now + oauthStateTtlSeconds * 1000),
      });
      return secrets;
    },

    async use(db, { state, provider, userId }, now) {
      const [row] = await db
        .delete(oauthStates)
        .where(
          and(
            eq(oauthStates.state_hash, hash("sha256", state)),
            // A caller cannot use up the state of another user's linking.
            userId === null ? isNull(oauthStates.user_id) : eq(oauthStates.user_id, userId),
          ),
        )
        .returning();
      // The wrong provider uses up the state as well: a state that one provider saw must not be valid at another.
      if (!row || row.provider !== provider || row.expires_at.getTime() <= now) return null;
      return {
        codeVerifier: open(key, row.code_verifier),
        nonce: open(key, row.nonce),
        rememberMe: row.remember_me,
        invitationHash: row.invitation_hash,
      };
    },
  };
}

function makeSecret(): string {
  return randomBytes(secretBytes).toString("base64url");
}
