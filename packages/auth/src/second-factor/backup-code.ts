import { createHmac, randomInt } from "node:crypto";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { insertUnique } from "@daymark/db/connection/unique";
import { backupCodes } from "@daymark/db/schema/two-factor";
import { backupCodeLength, backupCodesCount } from "@daymark/domain/account/two-factor";
import { and, count, eq, gte, isNull, min } from "drizzle-orm";

/** Crockford's base 32: no letter looks like a digit. Twelve of them are 60 bits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Creates new backup codes for a user; the former ones become void.
 *
 * @param key of the installation. 60 bits withstand guesses against the server; the key also protects them from an
 *   attacker who has a copy of the table and unlimited time
 * @param options.now milliseconds since the epoch
 * @throws GenerationFailed
 */
export function createBackupCodes(
  tx: Transaction,
  key: Uint8Array,
  { userId, now }: { userId: number; now: number },
): Promise<string[]> {
  return insertUnique("backup_codes_user_id_code_hash_pk", () =>
    tx.transaction(async (savepoint) => {
      await savepoint.delete(backupCodes).where(eq(backupCodes.user_id, userId));
      const codes = Array.from({ length: backupCodesCount }, createCode);
      const row = { user_id: userId, created_at: new Date(now) };
      await savepoint.insert(backupCodes).values(codes.map((code) => ({ ...row, code_hash: hash(key, userId, code) })));
      return codes;
    }),
  );
}

/**
 * Uses up a backup code. Of parallel uses one succeeds.
 *
 * @param options.code normalised
 */
export async function useBackupCode(
  tx: Transaction,
  key: Uint8Array,
  { userId, code, now }: { userId: number; code: string; now: number },
): Promise<boolean> {
  const used = await tx
    .update(backupCodes)
    .set({ used_at: new Date(now) })
    .where(
      and(
        eq(backupCodes.user_id, userId),
        eq(backupCodes.code_hash, hash(key, userId, code)),
        isNull(backupCodes.used_at),
      ),
    )
    .returning({ user_id: backupCodes.user_id });
  return used.length > 0;
}

/** Deletes the backup codes that a user got since a moment. All codes of a user have the same time: all go, or none. */
export async function deleteBackupCodes(tx: Transaction, userId: number, since: Date): Promise<void> {
  await tx.delete(backupCodes).where(and(eq(backupCodes.user_id, userId), gte(backupCodes.created_at, since)));
}

/** How many backup codes a user got, how many are unused, and when they were created. */
export async function countBackupCodes(
  db: Database | Transaction,
  userId: number,
): Promise<{ total: number; remaining: number; generated_at: Date | null }> {
  const [counts] = await db
    .select({ total: count(), used: count(backupCodes.used_at), generated_at: min(backupCodes.created_at) })
    .from(backupCodes)
    .where(eq(backupCodes.user_id, userId));
  const { total = 0, used = 0, generated_at = null } = counts ?? {};
  return { total, remaining: total - used, generated_at };
}

function createCode(): string {
  return Array.from({ length: backupCodeLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}

function hash(key: Uint8Array, userId: number, code: string): string {
  return createHmac("sha256", key).update(`${userId} ${code}`).digest("hex");
}
