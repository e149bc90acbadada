import { Logger, runMigrations } from "graphile-worker";

/**
 * Creates or updates the schema of the job queue, `graphile_worker`: the library brings its own migrations.
 *
 * @param url past any pooler.
 */
export async function migrateQueue(url: string): Promise<void> {
  // It tells of every step; a step that fails throws.
  await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) });
}
