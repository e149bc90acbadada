import { hash, randomBytes } from "node:crypto";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { insertUnique } from "@daymark/db/connection/unique";
import { twoFactorChallenges } from "@daymark/db/schema/two-factor";
import { users } from "@daymark/db/schema/user";
import { challengeFailuresMax, challengeTtlSeconds } from "@daymark/domain/account/two-factor";
import { and, eq, gt } from "drizzle-orm";
import { lockUser } from "../user/lock-user.ts";
import type { Giver, Right, SecondFactor, SecondFactorRefusal, Verify } from "./verify.ts";

/** The user who logs in, as `answerChallenge` returns them. */
export interface ChallengedUser {
  id: number;
  password_hash: string | null;
  two_factor_enabled: boolean;
  end_all_count: number;
}

/** 160 bits. */
const challengeBytes = 20;

/**
 * Challenges between the first factor of a log-in and the second one. They take the database of the call's turn, not a
 * transaction, as the checks of {@link createTwoFactor} do.
 *
 * @param deps.now milliseconds since the epoch
 */
export function createChallenges({ verify, now }: { verify: Verify; now: () => number }) {
  return {
    /**
     * A challenge for a user who has proved the first factor. The client continues the log-in with it and a second
     * factor.
     */
    createChallenge(
      db: Database,
      login: { userId: number; rememberMe: boolean; providerSession?: string | null },
    ): Promise<string> {
      const { userId, rememberMe, providerSession = null } = login;
      return insertUnique("two_factor_challenges_pkey", async () => {
        const challenge = randomBytes(challengeBytes).toString("base64url");
        await db.insert(twoFactorChallenges).values({
          challenge_hash: hash("sha256", challenge),
          user_id: userId,
          remember_me: rememberMe,
          provider_session: providerSession,
          expires_at: new Date(now() + challengeTtlSeconds * 1000),
        });
        return challenge;
      });
    },

    /**
     * Continues a log-in. A challenge is valid once, and only until some failures. After that it is "expired", like one
     * that is unknown or too old, or whose user was deactivated.
     */
    answerChallenge(
      db: Database,
      challenge: string,
      given: SecondFactor,
      giver: Giver,
    ): Promise<
      | Right<{ user: ChallengedUser; rememberMe: boolean; providerSession: string | null }>
      | SecondFactorRefusal
      | "expired"
    > {
      const isThis = eq(twoFactorChallenges.challenge_hash, hash("sha256", challenge));
      return db.transaction(async (tx) => {
        const find = () =>
          tx
            .select({ ...challengeColumns, user: challengedColumns })
            .from(twoFactorChallenges)
            .innerJoin(users, eq(users.id, twoFactorChallenges.user_id))
            .where(and(isThis, gt(twoFactorChallenges.expires_at, new Date(now())), eq(users.is_active, true)));
        const [waiting] = await find();
        if (!waiting) return "expired";
        // The lock serialises parallel guesses; a guess before this one may have used up the challenge.
        await lockUser(tx, waiting.user.id);
        const [present] = await find();
        if (!present) return "expired";
        const { user, rememberMe, providerSession, failures } = present;
        const verdict = await verify(tx, user.id, given, giver, { isPending: false, work: async () => {} });
        if (verdict.is === "wrong" && failures + 1 < challengeFailuresMax) {
          await tx
            .update(twoFactorChallenges)
            .set({ failures: failures + 1 })
            .where(isThis);
        } else if (verdict.is !== "closed") {
          await tx.delete(twoFactorChallenges).where(isThis);
        }
        if (verdict.is === "off") return "expired";
        return verdict.is === "right" ? { is: "right", user, rememberMe, providerSession } : verdict;
      });
    },
  };
}

/** Ends a user's log-ins that wait for their second factor, after a change of a sign-in method. */
export async function voidChallenges(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(twoFactorChallenges).where(eq(twoFactorChallenges.user_id, userId));
}

const challengeColumns = {
  rememberMe: twoFactorChallenges.remember_me,
  providerSession: twoFactorChallenges.provider_session,
  failures: twoFactorChallenges.failures,
};
const challengedColumns = {
  id: users.id,
  password_hash: users.password_hash,
  two_factor_enabled: users.two_factor_enabled,
  end_all_count: users.end_all_count,
};
