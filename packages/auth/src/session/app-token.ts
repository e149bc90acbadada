import { createHmac, hash, randomBytes } from "node:crypto";
import type { Database } from "@daymark/db/connection/client";
import { appAccessTokens, connectedApps } from "@daymark/db/schema/connection/connected-app";
import { users } from "@daymark/db/schema/user";
import { appPrefixes } from "@daymark/domain/account/connected-app";
import { grantPlan, type PlanMode } from "@daymark/domain/account/plan";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import { callingUserColumns, type KeyCaller } from "./caller.ts";
import type { Reading } from "./caller-cache.ts";

type Kind = keyof typeof appPrefixes;

const secretBytes = 32;
/** The shortest interval between two writes of the last use. */
const lastUseMilliseconds = 60_000;

/** A new secret of an application, and the hash to store. 256 random bits need no slow hash. */
export function createAppSecret(kind: Kind): { secret: string; secret_hash: string } {
  const secret = appPrefixes[kind] + randomBytes(secretBytes).toString("base64url");
  return { secret, secret_hash: hash("sha256", secret) };
}

/**
 * The hash that a secret is stored under; null for a text that cannot be a secret of this kind. Secrets are found by
 * their hash, so no comparison tells by its duration how much of a guess is right.
 */
export function hashAppSecret(kind: Kind, secret: string): string | null {
  const body = secret.slice(appPrefixes[kind].length);
  return secret.startsWith(appPrefixes[kind]) && /^[A-Za-z0-9_-]{43}$/.test(body) ? hash("sha256", secret) : null;
}

/**
 * The refresh token after another one. The server stores only hashes and the nonce, so neither the database alone nor
 * the earlier token alone yields it; together they yield it again if the answer with it was lost.
 */
export function nextRefreshToken(token: string, nonce: string): { secret: string; secret_hash: string } {
  const secret = appPrefixes.refreshToken + createHmac("sha256", token).update(nonce).digest("base64url");
  return { secret, secret_hash: hash("sha256", secret) };
}

/**
 * Reads the caller by the hash of an access token, and records the use of its connection.
 *
 * @param now milliseconds since the epoch; the times of tokens go by it
 * @param options.onUse called with the user and the time of each use
 */
export function createAppTokenReader(
  db: Database,
  now: () => number,
  { plans, onUse }: { plans: PlanMode; onUse: (userId: number, at: number) => void },
) {
  return async (tokenHash: string): Promise<Reading<KeyCaller> | null> => {
    const [row] = await db
      .select({ token: tokenColumns, user: callingUserColumns, is_active: users.is_active })
      .from(appAccessTokens)
      .innerJoin(connectedApps, eq(connectedApps.id, appAccessTokens.connected_app_id))
      .innerJoin(users, eq(users.id, appAccessTokens.user_id))
      .where(eq(appAccessTokens.token_hash, tokenHash));
    if (!row?.is_active) return null;
    const { id, scopes, resource, expires_at, last_used_at } = row.token;
    if (expires_at.getTime() <= now()) return null;
    if (last_used_at === null || last_used_at.getTime() <= now() - lastUseMilliseconds) await writeLastUse(id);
    onUse(row.user.id, now());
    const user = { ...row.user, plan: grantPlan(row.user.plan, plans) };
    return { caller: { user, key: { id, scopes, resource } }, expiresAt: expires_at.getTime() };
  };

  /** The condition is checked again in the statement, because other nodes and calls write too. */
  async function writeLastUse(id: number): Promise<void> {
    const usedBefore = lt(connectedApps.last_used_at, new Date(now() - lastUseMilliseconds));
    await db
      .update(connectedApps)
      .set({ last_used_at: new Date(now()) })
      .where(and(eq(connectedApps.id, id), or(isNull(connectedApps.last_used_at), usedBefore)));
  }
}

const tokenColumns = {
  id: connectedApps.id,
  scopes: appAccessTokens.scopes,
  resource: connectedApps.resource,
  expires_at: appAccessTokens.expires_at,
  last_used_at: connectedApps.last_used_at,
};
