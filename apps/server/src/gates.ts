import { join } from "node:path";
import type { Log } from "@daymark/api/context";
import { type Captcha, createCaptcha } from "@daymark/auth/captcha";
import { createLimits, type Limits, noLimits } from "@daymark/auth/limit";
import { type Network, openNetwork } from "@daymark/auth/network";
import { connectRedis } from "@daymark/auth/redis";
import type { Database, Sql } from "@daymark/db/client";
import type { Env } from "./env.ts";

export interface Gates {
  captcha: Captcha;
  limits: Limits;
  network: Network;
  close: () => Promise<void>;
}

/** What stands between the world and a log-in, as configured. */
export async function openGates(deps: { env: Env; db: Database; sql: Sql; log: Log }): Promise<Gates> {
  const { env, db, sql, log } = deps;
  const { secretKey } = env;
  if (!env.isRateLimited) log.warn({}, "RATE_LIMIT is off: passwords may be guessed as fast as they can be checked");
  const redis = env.isRateLimited && env.redisUrl ? await connectRedis(env.redisUrl, log) : undefined;
  const network = await openNetwork({
    directory: join(env.dataDirectory, "network"),
    policy: env.networkPolicy,
    log,
  });
  return {
    captcha: createCaptcha(env.captcha, { db, secretKey, log }),
    limits: env.isRateLimited ? createLimits({ sql, redis, secretKey }) : noLimits,
    network,
    close: async () => {
      network.close();
      redis?.disconnect();
    },
  };
}
