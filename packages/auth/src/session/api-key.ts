import { hash, randomBytes } from "node:crypto";
import type { Database } from "@daymark/db/connection/client";
import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { users } from "@daymark/db/schema/user";
import { apiKeyPrefix } from "@daymark/domain/account/api-key";
import { grantPlan, type PlanMode } from "@daymark/domain/account/plan";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import { callingUserColumns, type KeyCaller } from "./caller.ts";
import type { Reading } from "./caller-cache.ts";

/** Too many bytes to guess, so a fast hash of the key is as good as a slow one. */
const keyBytes = 32;
const keyPattern = new RegExp(`^${apiKeyPrefix}[A-Za-z0-9_-]{43}$`);
const keyEndLength = 4;
/** The shortest interval between two writes of the last use. */
const lastUseMilliseconds = 60_000;

/** A new key, and the values to store. The key cannot be computed from them. */
export function createApiKey(): { key: string; key_hash: string; key_end: string } {
  const key = apiKeyPrefix + randomBytes(keyBytes).toString("base64url");
  return { key, key_hash: hash("sha256", key), key_end: key.slice(-keyEndLength) };
}

/**
 * The hash that a key is stored under; null for a text that cannot be a key, so that the caller need not look it up.
 */
export function hashApiKey(key: string): string | null {
  return keyPattern.test(key) ? hash("sha256", key) : null;
}

/**
 * Reads the caller by the hash of a key, and records its use.
 *
 * @param now milliseconds since the epoch; the times of keys go by it
 * @param options.onUse called with the user and the time of each use of a key
 */
export function createKeyReader(
  db: Database,
  now: () => number,
  { plans, onUse }: { plans: PlanMode; onUse: (userId: number, at: number) => void },
) {
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
    const user = { ...row.user, plan: grantPlan(row.user.plan, plans) };
    return { caller: { user, key: { id, scopes } }, expiresAt };
  };

  function isDue(lastUsedAt: Date | null): boolean {
    return lastUsedAt === null || lastUsedAt.getTime() <= now() - lastUseMilliseconds;
  }

  /** The condition is checked again in the statement, because other nodes and calls write too. */
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
