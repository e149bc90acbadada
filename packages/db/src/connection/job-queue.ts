import { Logger, runMigrations } from "graphile-worker";
import { Pool } from "pg";

/**
 * Connections for the job queue, which has a driver of its own. The queue would make them itself, but when it stops it
 * neither waits for their end nor hears of their errors any more, and an error that nobody hears ends the process.
 *
 * @param url past any pooler: jobs announce themselves by NOTIFY.
 */
export function createQueuePool(url: string, options: { max: number }): Pool {
  const pool = new Pool({ connectionString: url, max: options.max, application_name: "daymark queue" });
  // The queue is told by the query that fails; a lost connection without one is made anew.
  const ignore = () => {};
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}

/**
 * Creates or updates the schema of the job queue, `graphile_worker`: the library brings its own migrations.
 *
 * @param url past any pooler.
 */
export async function migrateQueue(url: string): Promise<void> {
  const pgPool = createQueuePool(url, { max: 1 });
  try {
    // It tells of every step; a step that fails throws.
    await runMigrations({ pgPool, logger: new Logger(() => () => {}) });
  } finally {
    await pgPool.end();
  }
}
