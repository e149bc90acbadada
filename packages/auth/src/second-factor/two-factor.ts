import { hash, randomBytes } from "node:crypto";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { insertUnique } from "@daymark/db/connection/unique";
import { backupCodes, twoFactorChallenges, twoFactors } from "@daymark/db/schema/two-factor";
import { users } from "@daymark/db/schema/user";
import {
  accountFailuresMax,
  accountFailuresSeconds,
  challengeFailuresMax,
  challengeTtlSeconds,
} from "@daymark/domain/account/two-factor";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Client } from "../client/device.ts";
import { recordEvent } from "../client/security-event.ts";
import { deriveKey, open, seal } from "../crypto/derived-key.ts";
import { lockUser } from "../user/lock-user.ts";
import { countBackupCodes, createBackupCodes, useBackupCode } from "./backup-code.ts";
import { createTotpSecret, findTotpStep, presentTotpSecret } from "./totp.ts";

/** The proof that a user gives besides the password: one of the two. */
export interface SecondFactor {
  code?: string | undefined;
  backup_code?: string | undefined;
}

/** Who gives the second factor, for the account's history. */
export interface Giver {
  /** Null for a log-in. */
  sessionId: string | null;
  client: Client;
  /** Called in the same transaction when a backup code was accepted, with the number of codes left. */
  onBackupCode: (tx: Transaction, userId: number, remaining: number) => Promise<void>;
}

/** Why a second factor is refused. A wrong one is counted by then. */
export type SecondFactorRefusal =
  | { is: "wrong"; what: "code" | "backup_code" }
  /** Too many were wrong, so none is accepted for a while, not even a right one. */
  | { is: "closed"; retryAfterSeconds: number }
  /** The user has no second factor to compare it with. */
  | { is: "off" };

/** The user who logs in, as {@link TwoFactor.answerChallenge} returns them. */
export interface ChallengedUser {
  id: number;
  password_hash: string | null;
  two_factor_enabled: boolean;
  end_all_count: number;
}

type Right<Answer> = { is: "right" } & Answer;
type Work<Answer> = (tx: Transaction) => Promise<Answer>;

/** 160 bits. */
const challengeBytes = 20;

export type TwoFactor = ReturnType<typeof createTwoFactor>;

/**
 * Second factors: codes of an authenticator app (RFC 6238) and backup codes. Every check counts its failures in a
 * separate transaction, which no rollback of the caller undoes. It locks the user's row, so that parallel guesses run
 * one after another.
 *
 * @param deps.db not a transaction
 * @param deps.secretKey SECRET_KEY as configured
 * @param deps.now milliseconds since the epoch
 */
export function createTwoFactor(deps: { db: Database; secretKey: string | Uint8Array; now?: () => number }) {
  const { db } = deps;
  const now = deps.now ?? Date.now;
  const sealKey = deriveKey(deps.secretKey, "two factor");
  const backupCodeKey = deriveKey(deps.secretKey, "backup code");

  /** Checks the given proof and, if it is right, does the work: all or nothing. A failure is counted in any case. */
  async function judge<Answer>(
    tx: Transaction,
    userId: number,
    given: SecondFactor,
    giver: Giver,
    options: { isPending: boolean; work: Work<Answer> },
  ): Promise<Right<{ answer: Answer }> | SecondFactorRefusal> {
    await lockUser(tx, userId);
    // The row is locked, so that no new secret replaces this one in between.
    const isOfUser = eq(twoFactors.user_id, userId);
    const [row] = await tx.select().from(twoFactors).where(isOfUser).for("no key update");
    if (!row || (row.enabled_at === null) !== options.isPending) return { is: "off" };
    const at = now();
    const closedUntil = (row.last_failure_at?.getTime() ?? 0) + accountFailuresSeconds * 1000;
    const failures = at < closedUntil ? row.failures : 0;
    if (failures >= accountFailuresMax) {
      return { is: "closed", retryAfterSeconds: Math.ceil((closedUntil - at) / 1000) };
    }
    const told = { userId, sessionId: giver.sessionId, client: giver.client, now: at };
    const last_step = await use(tx, row, given, at);
    if (last_step === null) {
      await tx
        .update(twoFactors)
        .set({ failures: failures + 1, last_failure_at: new Date(at) })
        .where(isOfUser);
      await recordEvent(tx, { ...told, kind: "code_failed" });
      return { is: "wrong", what: given.code === undefined ? "backup_code" : "code" };
    }
    await tx.update(twoFactors).set({ last_step, failures: 0, last_failure_at: null }).where(isOfUser);
    if (given.code === undefined) {
      await recordEvent(tx, { ...told, kind: "backup_code_used" });
      await giver.onBackupCode(tx, userId, (await countBackupCodes(tx, userId)).remaining);
    }
    return { is: "right", answer: await options.work(tx) };
  }

  /** The last used step after this use; null if the proof is refused. */
  async function use(
    tx: Transaction,
    row: typeof twoFactors.$inferSelect,
    given: SecondFactor,
    at: number,
  ): Promise<number | null> {
    if (given.code !== undefined) {
      const secret = Buffer.from(open(sealKey, row.secret), "base64url");
      return findTotpStep(secret, given.code, { lastStep: row.last_step, now: at });
    }
    const code = given.backup_code ?? "";
    return (await useBackupCode(tx, backupCodeKey, { userId: row.user_id, code, now: at })) ? row.last_step : null;
  }

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
      userId: number,
      given: { code: string },
      giver: Giver,
      work: Work<void>,
    ): Promise<Right<{ answer: string[] }> | SecondFactorRefusal> {
      return db.transaction((tx) =>
        judge(tx, userId, given, giver, {
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
      userId: number,
      given: SecondFactor,
      giver: Giver,
      work: Work<Answer>,
    ): Promise<Right<{ answer: Answer }> | SecondFactorRefusal> {
      return db.transaction((tx) => judge(tx, userId, given, giver, { isPending: false, work }));
    },

    newBackupCodes,

    /**
     * A challenge for a user who has proved the first factor. The client continues the log-in with it and a second
     * factor.
     */
    createChallenge({ userId, rememberMe }: { userId: number; rememberMe: boolean }): Promise<string> {
      return insertUnique("two_factor_challenges_pkey", async () => {
        const challenge = randomBytes(challengeBytes).toString("base64url");
        await db.insert(twoFactorChallenges).values({
          challenge_hash: hash("sha256", challenge),
          user_id: userId,
          remember_me: rememberMe,
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
      challenge: string,
      given: SecondFactor,
      giver: Giver,
    ): Promise<Right<{ user: ChallengedUser; rememberMe: boolean }> | SecondFactorRefusal | "expired"> {
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
        const { user, rememberMe, failures } = present;
        const verdict = await judge(tx, user.id, given, giver, { isPending: false, work: async () => {} });
        if (verdict.is === "wrong" && failures + 1 < challengeFailuresMax) {
          await tx
            .update(twoFactorChallenges)
            .set({ failures: failures + 1 })
            .where(isThis);
        } else if (verdict.is !== "closed") {
          await tx.delete(twoFactorChallenges).where(isThis);
        }
        if (verdict.is === "off") return "expired";
        return verdict.is === "right" ? { is: "right", user, rememberMe } : verdict;
      });
    },
  };
}

/** Turns a user's second factor off and deletes all its data. */
export async function removeTwoFactor(tx: Transaction, userId: number): Promise<void> {
  await tx.update(users).set({ two_factor_enabled: false }).where(eq(users.id, userId));
  await tx.delete(twoFactors).where(eq(twoFactors.user_id, userId));
  await tx.delete(backupCodes).where(eq(backupCodes.user_id, userId));
  await voidChallenges(tx, userId);
}

/** Ends a user's log-ins that wait for their second factor, after a change of a sign-in method. */
export async function voidChallenges(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(twoFactorChallenges).where(eq(twoFactorChallenges.user_id, userId));
}

const challengeColumns = { rememberMe: twoFactorChallenges.remember_me, failures: twoFactorChallenges.failures };
const challengedColumns = {
  id: users.id,
  password_hash: users.password_hash,
  two_factor_enabled: users.two_factor_enabled,
  end_all_count: users.end_all_count,
};
