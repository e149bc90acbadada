import { createHmac } from "node:crypto";
import type { Sql } from "@daymark/db/connection/client";
import type { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { deriveKey } from "../crypto/derived-key.ts";

/** This many points within this many seconds. The time begins with the first point. */
export interface Limit {
  points: number;
  seconds: number;
}

/** Counters that all nodes share. They store who is counted as a keyed hash: no address, no name. */
export interface Limits {
  /**
   * Counts one attempt, and tells whether it is within the limit.
   *
   * @param name of the limit; counters of different names are independent
   * @param who any text
   * @returns 0 if it is within the limit, else the whole seconds until another attempt is
   */
  take(name: string, limit: Limit, who: string): Promise<number>;
  /** Takes back an attempt that turned out not to count. */
  giveBack(name: string, limit: Limit, who: string): Promise<void>;
  /** Resets the counter. */
  forget(name: string, limit: Limit, who: string): Promise<void>;
}

/**
 * Limits whose counters are in the database, or in Redis if it is configured. While Redis is unreachable or answers no
 * numbers, each node counts by itself.
 *
 * @param deps.secretKey SECRET_KEY as configured
 */
export function createLimits(deps: { sql: Sql; redis?: Redis | undefined; secretKey: string | Uint8Array }): Limits {
  const key = deriveKey(deps.secretKey, "rate limit");
  const limiters = new Map<string, Limiters>();

  function limitersOf(name: string, limit: Limit): Limiters {
    const known = limiters.get(name);
    if (known) return known;
    const own = new RateLimiterMemory({ points: limit.points, duration: limit.seconds });
    const shared = deps.redis ? redisLimiter(deps.redis, limit, own) : databaseLimiter(deps.sql, limit);
    limiters.set(name, { shared, own });
    return { shared, own };
  }

  async function consume(name: string, limit: Limit, who: string): Promise<void> {
    const { shared, own } = limitersOf(name, limit);
    const key = keyOf(name, who);
    const { consumedPoints } = await shared.consume(key);
    // The library reads an answer of Redis that is no number as one within the limit.
    if (Number.isNaN(consumedPoints)) await own.consume(key);
  }

  function keyOf(name: string, who: string): string {
    return createHmac("sha256", key).update(`${name}\u0000${who}`).digest("base64url");
  }

  return {
    async take(name, limit, who) {
      try {
        await consume(name, limit, who);
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const { msBeforeNext } = refusal;
        return Number.isFinite(msBeforeNext) ? Math.max(1, Math.ceil(msBeforeNext / 1000)) : limit.seconds;
      }
    },

    async giveBack(name, limit, who) {
      await limitersOf(name, limit).shared.reward(keyOf(name, who));
    },

    async forget(name, limit, who) {
      const { shared, own } = limitersOf(name, limit);
      await own.delete(keyOf(name, who));
      await shared.delete(keyOf(name, who));
    },
  };
}

interface Limiters {
  /** Counts for all nodes. */
  shared: RateLimiterAbstract;
  /** Counts for this node alone. */
  own: RateLimiterMemory;
}

/** Refuses no call: for tests and benchmarks. */
export const noLimits: Limits = {
  take: async () => 0,
  giveBack: async () => {},
  forget: async () => {},
};

function options({ points, seconds }: Limit) {
  return {
    points,
    duration: seconds,
    // The hash of the key contains the name.
    keyPrefix: "",
    // Until the limit ends, further attempts are refused from memory: a flood must not cause a flood of statements.
    inMemoryBlockOnConsumed: points + 1,
  };
}

function databaseLimiter(sql: Sql, limit: Limit): RateLimiterAbstract {
  // The library expects a `pg` client, of which it uses only this function.
  const client = {
    async query({ text, values }: { text: string; values: (string | number)[] }) {
      const rows = await sql.unsafe(text, values, { prepare: sql.options.prepare });
      return { rows, rowCount: rows.count };
    },
  };
  return new RateLimiterPostgres({
    ...options(limit),
    storeClient: client,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    // The job in apps/server/src/jobs/clean-up.ts clears them.
    clearExpiredByTimeout: false,
  });
}

function redisLimiter(redis: Redis, limit: Limit, own: RateLimiterMemory): RateLimiterAbstract {
  return new RateLimiterRedis({
    ...options(limit),
    keyPrefix: "daymark-limit",
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: own,
  });
}
