import type { Redis } from "ioredis";

/** A command that takes longer has no answer, and whoever asked goes on without. */
const commandMilliseconds = 500;

/**
 * A connection to Redis that comes back whenever Redis does, and in the meantime refuses at once: nothing of ours waits
 * for it. Its library is loaded only where there is one.
 *
 * @param url redis:// or rediss://
 * @param meanwhile what it means that it is away, for the log
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
