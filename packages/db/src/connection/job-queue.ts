import { Logger, runMigrations } from "graphile-worker";
import { Pool } from "pg";
import { readAddress } from "../driver/address.ts";
import { PrimarySocket } from "../driver/primary.ts";
import { explainLackOfRights } from "./migration-rights.ts";

/**
 * Connections for the job queue, which has its own driver. If the queue created the pool, at its stop it would neither
 * wait for the connections to end nor listen for their errors, and an unhandled error ends the process.
 *
 * @param url past any pooler: jobs are announced by NOTIFY.
 */
export function createQueuePool(url: string, options: { max: number }): Pool {
  const address = readAddress(url);
  const pool = new Pool({
    connectionString: address.url,
    max: options.max,
    application_name: "daymark queue",
    ...(address.ssl && { ssl: address.ssl }),
    ...(address.hosts.length > 1 && { stream: () => new PrimarySocket(address) }),
  });
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
 * @throws StartError if the role lacks a right; it lists the statements that give the right
 */
export async function migrateQueue(url: string): Promise<void> {
  const pgPool = createQueuePool(url, { max: 1 });
  try {
    await prepareSchema(pgPool);
    // The library logs every step; a failing step throws.
    await runMigrations({ pgPool, logger: new Logger(() => () => {}) });
  } catch (error) {
    throw await explainLackOfRights(url, error);
  } finally {
    await pgPool.end();
  }
}

/**
 * Creates the library's table of migrations if the schema exists without it. Else the library would run
 * `create schema if not exists`, which PostgreSQL refuses to a role that may not create schemas, even if the schema
 * exists.
 */
async function prepareSchema(pgPool: Pool): Promise<void> {
  const { rows } = await pgPool.query("select from pg_namespace where nspname = 'graphile_worker'");
  if (rows.length === 0) return;
  await pgPool.query(`
    do $$ begin
      if to_regclass('graphile_worker.migrations') is null then
        -- As in installSchema() of the library.
        create table graphile_worker.migrations (
          id int primary key, ts timestamptz default now() not null, breaking boolean not null default false
        );
      end if;
    end $$`);
}
