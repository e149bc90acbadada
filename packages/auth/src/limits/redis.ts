import type { Redis } from "ioredis";

/** The timeout of a command. After it the caller goes on without Redis. */
const commandMilliseconds = 500;

/**
 * A connection to Redis that reconnects as soon as Redis is reachable. Until then it fails at once, so that no call
 * waits for it. The library is loaded only if Redis is configured.
 *
 * @param url redis:// or rediss://
 * @param meanwhile the consequence while Redis is unreachable, for the log
 */
export async function connectRedis(
  url: string,
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void },
  meanwhile: string,
): Promise<Redis> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: commandMilliseconds,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  let isAway = false;
  redis.on("error", (error) => {
    if (!isAway) log.warn({ error }, `Redis is away: ${meanwhile}`);
    isAway = true;
  });
  redis.on("ready", () => {
    log.info({}, "Redis is there");
    isAway = false;
  });
  return redis;
}
