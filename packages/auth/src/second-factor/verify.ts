import type { Transaction } from "@daymark/db/connection/client";
import { twoFactors } from "@daymark/db/schema/two-factor";
import { accountFailuresMax, accountFailuresSeconds } from "@daymark/domain/account/two-factor";
import { eq } from "drizzle-orm";
import type { Client } from "../client/device.ts";
import { recordEvent } from "../client/security-event.ts";
import { open } from "../crypto/derived-key.ts";
import { lockUser } from "../user/lock-user.ts";
import { countBackupCodes, useBackupCode } from "./backup-code.ts";
import { findTotpStep } from "./totp.ts";

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

export type Right<Answer> = { is: "right" } & Answer;
export type Work<Answer> = (tx: Transaction) => Promise<Answer>;

interface Keys {
  sealKey: Uint8Array;
  backupCodeKey: Uint8Array;
}

export type Verify = ReturnType<typeof createVerify>;

/**
 * Returns the check of a given proof. If the proof is right, the check does the work, and otherwise it counts a failure:
 * in the transaction that it gets, with the user's row locked.
 *
 * @param deps.now milliseconds since the epoch
 */
export function createVerify({ sealKey, backupCodeKey, now }: Keys & { now: () => number }) {
  return async <Answer>(
    tx: Transaction,
    userId: number,
    given: SecondFactor,
    giver: Giver,
    options: { isPending: boolean; work: Work<Answer> },
  ): Promise<Right<{ answer: Answer }> | SecondFactorRefusal> => {
    const isOfUser = eq(twoFactors.user_id, userId);
    // Most accounts have no second factor. Their calls need not wait for the lock: there is nothing to guess or to use up.
    if ((await tx.$count(twoFactors, isOfUser)) === 0) return { is: "off" };
    await lockUser(tx, userId);
    // The row is locked, so that no new secret replaces this one in between.
    const [row] = await tx.select().from(twoFactors).where(isOfUser).for("no key update");
    if (!row || (row.enabled_at === null) !== options.isPending) return { is: "off" };
    const at = now();
    const closedUntil = (row.last_failure_at?.getTime() ?? 0) + accountFailuresSeconds * 1000;
    const failures = at < closedUntil ? row.failures : 0;
    if (failures >= accountFailuresMax) {
      return { is: "closed", retryAfterSeconds: Math.ceil((closedUntil - at) / 1000) };
    }
    const told = { userId, sessionId: giver.sessionId, client: giver.client, now: at };
    const last_step = await use(tx, row, given, { sealKey, backupCodeKey, at });
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
  };
}

/** The last used step after this use; null if the proof is refused. */
async function use(
  tx: Transaction,
  row: typeof twoFactors.$inferSelect,
  given: SecondFactor,
  { sealKey, backupCodeKey, at }: Keys & { at: number },
): Promise<number | null> {
  if (given.code !== undefined) {
    const secret = Buffer.from(open(sealKey, row.secret), "base64url");
    return findTotpStep(secret, given.code, { lastStep: row.last_step, now: at });
  }
  const code = given.backup_code ?? "";
  return (await useBackupCode(tx, backupCodeKey, { userId: row.user_id, code, now: at })) ? row.last_step : null;
}
