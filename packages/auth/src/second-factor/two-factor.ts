import type { Database, Transaction } from "@daymark/db/connection/client";
import { backupCodes, twoFactors } from "@daymark/db/schema/two-factor";
import { users } from "@daymark/db/schema/user";
import { eq, isNull } from "drizzle-orm";
import { deriveKey, seal } from "../crypto/derived-key.ts";
import { createBackupCodes } from "./backup-code.ts";
import { createChallenges, voidChallenges } from "./challenge.ts";
import { createTotpSecret, presentTotpSecret } from "./totp.ts";
import {
  createVerify,
  type Giver,
  type Right,
  type SecondFactor,
  type SecondFactorRefusal,
  type Work,
} from "./verify.ts";

export type TwoFactor = ReturnType<typeof createTwoFactor>;

/**
 * Second factors: codes of an authenticator app (RFC 6238) and backup codes. Every check counts its failures in a
 * separate transaction. It locks the user's row, so that parallel guesses run one after another.
 *
 * The checks take the database of the call's turn, because they may wait for that lock (docs/decisions/0055). It must
 * not be a transaction: a rollback would make wrong codes uncounted and used codes valid again.
 *
 * @param deps.secretKey SECRET_KEY as configured
 * @param deps.now milliseconds since the epoch
 */
export function createTwoFactor(deps: { secretKey: string | Uint8Array; now?: () => number }) {
  const now = deps.now ?? Date.now;
  const sealKey = deriveKey(deps.secretKey, "two factor");
  const backupCodeKey = deriveKey(deps.secretKey, "backup code");
  const verify = createVerify({ sealKey, backupCodeKey, now });

  function newBackupCodes(tx: Transaction, userId: number): Promise<string[]> {
    return createBackupCodes(tx, backupCodeKey, { userId, now: now() });
  }

  return {
    /**
     * Creates a secret for a user. It takes effect when the user sends its first code. An earlier secret that still
     * waits for its first code becomes void.
     *
     * @returns null if the second factor is on
     */
    async enrol(
      tx: Database | Transaction,
      user: { id: number; username: string },
    ): Promise<{ secret: string; otpauth_url: string } | null> {
      const secret = createTotpSecret();
      const pending = {
        secret: seal(sealKey, Buffer.from(secret).toString("base64url")),
        last_step: 0,
        created_at: new Date(now()),
      };
      const rows = await tx
        .insert(twoFactors)
        .values({ user_id: user.id, ...pending })
        .onConflictDoUpdate({ target: twoFactors.user_id, set: pending, setWhere: isNull(twoFactors.enabled_at) })
        .returning({ user_id: twoFactors.user_id });
      return rows.length === 0 ? null : presentTotpSecret(secret, user.username);
    },

    /** Turns the second factor on with the first code of the secret. That code cannot be used again. */
    enable(
      db: Database,
      userId: number,
      given: { code: string },
      giver: Giver,
      work: Work<void>,
    ): Promise<Right<{ answer: string[] }> | SecondFactorRefusal> {
      return db.transaction((tx) =>
        verify(tx, userId, given, giver, {
          isPending: true,
          work: async () => {
            await tx
              .update(twoFactors)
              .set({ enabled_at: new Date(now()) })
              .where(eq(twoFactors.user_id, userId));
            await tx.update(users).set({ two_factor_enabled: true }).where(eq(users.id, userId));
            const codes = await newBackupCodes(tx, userId);
            await work(tx);
            return codes;
          },
        }),
      );
    },

    /** Checks a code or a backup code; if it is right, runs `work` in the same transaction. */
    check<Answer>(
      db: Database,
      userId: number,
      given: SecondFactor,
      giver: Giver,
      work: Work<Answer>,
    ): Promise<Right<{ answer: Answer }> | SecondFactorRefusal> {
      return db.transaction((tx) => verify(tx, userId, given, giver, { isPending: false, work }));
    },

    newBackupCodes,
    ...createChallenges({ verify, now }),
  };
}

/** Turns a user's second factor off and deletes all its data. */
export async function removeTwoFactor(tx: Transaction, userId: number): Promise<void> {
  await tx.update(users).set({ two_factor_enabled: false }).where(eq(users.id, userId));
  await tx.delete(twoFactors).where(eq(twoFactors.user_id, userId));
  await tx.delete(backupCodes).where(eq(backupCodes.user_id, userId));
  await voidChallenges(tx, userId);
}
