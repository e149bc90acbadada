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

/** What somebody gives to prove that they are the user, beside the password. One of the two. */
export interface SecondFactor {
  code?: string | undefined;
  backup_code?: string | undefined;
}

/** Who gives it: for the account's history. */
export interface Giver {
  /** Null for a log-in. */
  sessionId: string | null;
  client: Client;
  /** Told, in the same transaction, that a backup code served, and how many are left. */
  onBackupCode: (tx: Transaction, userId: number, remaining: number) => Promise<void>;
}

/** Why a second factor does not serve. A wrong one is counted by then. */
export type SecondFactorRefusal =
  | { is: "wrong"; what: "code" | "backup_code" }
  /** It was wrong so often that none serves for a while, a right one neither. */
  | { is: "closed"; retryAfterSeconds: number }
  /** There is nothing to compare it with. */
  | { is: "off" };

/** What {@link TwoFactor.answerChallenge} learns of who logs in. */
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
 * transaction of its own, which no rollback of the caller's undoes, and holds the user's row, so that parallel guesses
 * take turns.
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

  /** Judges what was given and, where it is right, does the work: all or nothing. A failure is counted in any case. */
  async function judge<Answer>(
    tx: Transaction,
    userId: number,
    given: SecondFactor,
    giver: Giver,
    options: { isPending: boolean; work: Work<Answer> },
  ): Promise<Right<{ answer: Answer }> | SecondFactorRefusal> {
    await lockUser(tx, userId);
    // Held, so that no new secret takes this one's place in between.
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

  /** The last step that served once this has, null where it does not serve. */
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
     * Gives a user a secret that opens and asks nothing until its first code has come. An earlier one that still waited
     * for that is void.
     *
     * @returns null where the second factor is on
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

    /** Turns the second factor on by the first code of the secret. That code has served. */
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

    /** Checks a code or a backup code; where it is right, `work` is done in the same transaction. */
    check<Answer>(
      userId: number,
      given: SecondFactor,
      giver: Giver,
      work: Work<Answer>,
    ): Promise<Right<{ answer: Answer }> | SecondFactorRefusal> {
      return db.transaction((tx) => judge(tx, userId, given, giver, { isPending: false, work }));
    },

    newBackupCodes,

    /** A challenge for who has proved the first factor: the log-in goes on with it and a second one. */
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
     * Goes on with a log-in. A challenge serves once, and no more after some failures: then it is "expired", like one
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
        // Parallel guesses take turns here, and by then the challenge may have served.
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

/** Turns a user's second factor off, and forgets all about it. */
export async function removeTwoFactor(tx: Transaction, userId: number): Promise<void> {
  await tx.update(users).set({ two_factor_enabled: false }).where(eq(users.id, userId));
  await tx.delete(twoFactors).where(eq(twoFactors.user_id, userId));
  await tx.delete(backupCodes).where(eq(backupCodes.user_id, userId));
  await voidChallenges(tx, userId);
}

/** Ends the log-ins of a user that wait for their second factor: for a change of what the first one proved. */
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
