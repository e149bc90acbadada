import { hash, randomBytes } from "node:crypto";
import type { Database } from "@daymark/db/connection/client";
import { apiKeys } from "@daymark/db/schema/api-key";
import { users } from "@daymark/db/schema/user";
import { apiKeyPrefix } from "@daymark/domain/account/api-key";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import { callingUserColumns, type KeyCaller } from "./caller.ts";
import type { Reading } from "./caller-cache.ts";

/** Too many to be guessed, so a fast hash of the key is as good as a slow one. */
const keyBytes = 32;
const keyPattern = new RegExp(`^${apiKeyPrefix}[A-Za-z0-9_-]{43}$`);
const keyEndLength = 4;
/** At most so often the last use is written. */
const lastUseMilliseconds = 60_000;

/** A new key, and what is kept of it: nobody can make the key from that. */
export function createApiKey(): { key: string; key_hash: string; key_end: string } {
  const key = apiKeyPrefix + randomBytes(keyBytes).toString("base64url");
  return { key, key_hash: hash("sha256", key), key_end: key.slice(-keyEndLength) };
}

/** Under what a key is kept; null for what is no key of ours, which nobody need look up. */
export function hashApiKey(key: string): string | null {
  return keyPattern.test(key) ? hash("sha256", key) : null;
}

/**
 * Reads who calls by the hash of a key, and writes down that it is used.
 *
 * @param now milliseconds since the epoch; the times of keys go by it
 * @param onUse told of whoever calls by a key, and when
 */
export function createKeyReader(db: Database, now: () => number, onUse: (userId: number, at: number) => void) {
  return async (keyHash: string): Promise<Reading<KeyCaller> | null> => {
    const [row] = await db
      .select({ key: keyColumns, user: callingUserColumns, is_active: users.is_active })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.user_id))
      .where(eq(apiKeys.key_hash, keyHash));
    if (!row?.is_active) return null;
    const { id, scopes, expires_at, last_used_at } = row.key;
    const expiresAt = expires_at?.getTime() ?? Number.POSITIVE_INFINITY;
    if (expiresAt <= now()) return null;
    if (isDue(last_used_at)) await writeLastUse(id);
    onUse(row.user.id, now());
    return { caller: { user: row.user, key: { id, scopes } }, expiresAt };
  };

  function isDue(lastUsedAt: Date | null): boolean {
    return lastUsedAt === null || lastUsedAt.getTime() <= now() - lastUseMilliseconds;
  }

  /** Asks again whether it is due: other nodes and calls are at it too. */
  async function writeLastUse(id: number): Promise<void> {
    const usedBefore = lt(apiKeys.last_used_at, new Date(now() - lastUseMilliseconds));
    await db
      .update(apiKeys)
      .set({ last_used_at: new Date(now()) })
      .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.last_used_at), usedBefore)));
  }
}

const keyColumns = {
  id: apiKeys.id,
  scopes: apiKeys.scopes,
  expires_at: apiKeys.expires_at,
  last_used_at: apiKeys.last_used_at,
};
