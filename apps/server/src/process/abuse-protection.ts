import { join } from "node:path";
import type { Log } from "@daymark/api/procedure/context";
import { type Network, openNetwork } from "@daymark/auth/client/network";
import { type Captcha, createCaptcha } from "@daymark/auth/limits/captcha";
import { createLimits, type Limits, noLimits } from "@daymark/auth/limits/rate-limit";
import { connectRedis } from "@daymark/auth/limits/redis";
import { createDatabase, type Database } from "@daymark/db/connection/client";
import type { Env } from "../environment/env.ts";

export interface AbuseProtection {
  /** Dedicated connections. What is written over them remains if the transaction of a call is rolled back. */
  separateDb: Database;
  captcha: Captcha;
  limits: Limits;
  network: Network;
  close: () => Promise<void>;
}

/** How many statements about counters, solutions and challenges run at once. Each takes well under a millisecond. */
const connectionsMax = 3;

/**
 * Opens captcha, rate limits and network policy, as configured. They have dedicated connections: a call that is one
 * transaction (idempotency.ts) holds a connection of the main pool while it waits here, and calls that are refused here
 * do not delay the others in the queue of that pool.
 *
 * @param options.databaseUrl where the counters are
 */
export async function openAbuseProtection(options: {
  env: Pick<Env, "captcha" | "dataDirectory" | "isDatabasePrepared" | "isRateLimited"> &
    Pick<Env, "networkPolicy" | "redisUrl" | "secretKey">;
  databaseUrl: string;
  log: Log;
}): Promise<AbuseProtection> {
  const { env, databaseUrl, log } = options;
  const { secretKey } = env;
  if (!env.isRateLimited) log.warn({}, "RATE_LIMIT is off: passwords may be guessed as fast as they can be checked");
  const { db, sql } = createDatabase(databaseUrl, { max: connectionsMax, prepare: env.isDatabasePrepared });
  const redis =
    env.isRateLimited && env.redisUrl
      ? await connectRedis(env.redisUrl, log, "limits are each node's own until it is back")
      : undefined;
  const network = await openNetwork({
    directory: join(env.dataDirectory, "network"),
    policy: env.networkPolicy,
    log,
  });
  return {
    separateDb: db,
    captcha: createCaptcha(env.captcha, { db, secretKey, log }),
    limits: env.isRateLimited ? createLimits({ sql, redis, secretKey }) : noLimits,
    network,
    close: async () => {
      network.close();
      redis?.disconnect();
      await sql.end({ timeout: 2 });
    },
  };
}
