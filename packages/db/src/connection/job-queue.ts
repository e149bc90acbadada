import { Logger, runMigrations } from "graphile-worker";
import { Pool } from "pg";

/**
 * Connections for the job queue, which has its own driver. If the queue created the pool, at its stop it would neither
 * wait for the connections to end nor listen for their errors, and an unhandled error ends the process.
 *
 * @param url past any pooler: jobs are announced by NOTIFY.
 */
export function createQueuePool(url: string, options: { max: number }): Pool {
  const pool = new Pool({ connectionString: url, max: options.max, application_name: "daymark queue" });
  // A failing query reports its error to the queue. The pool replaces a lost connection without a query.
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
    // The library logs every step; a failing step throws.
    await runMigrations({ pgPool, logger: new Logger(() => () => {}) });
  } finally {
    await pgPool.end();
  }
}
