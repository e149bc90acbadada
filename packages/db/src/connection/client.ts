import { drizzle } from "drizzle-orm/postgres-js";
import { openDriver } from "../driver/driver.ts";

/**
 * One client network uses at most ten connections for calls and pages, and the calendar queue one. One stays free: see
 * docs/decisions/0055-callers-take-turns.md.
 */
const connectionsMax = 12;

/**
 * Three exports, an import, three reads of whole histories, two pictures of habits and two changes through secret addresses
 * (packages/api/src/procedure/link-queue.ts) at once. Jobs use the connections of these, which seldom all run.
 */
export const longWorkConnectionsMax = 11;

/** For the calls of a client network beyond its share of the other connections. */
export const overflowConnectionsMax = 5;

/**
 * After this time PostgreSQL ends a transaction that sends no statement, for example of a node that is frozen or waits for
 * something outside of the database. Its locks are released, and its call is `unavailable`. A file of an export may wait a
 * minute for its client.
 */
export const idleSecondsMax = { shortWork: 60, longWork: 180 };

const reconnectDelaySeconds = 0.25;

/**
 * The only driver: every query uses this client or its Drizzle wrapper.
 *
 * @param options.idleInTransactionSeconds see {@link idleSecondsMax}; by default as the server is configured. A pooler may
 *   refuse the setting
 */
export function createDatabase(
  url: string,
  options: { max?: number; prepare?: boolean; idleInTransactionSeconds?: number | undefined } = {},
) {
  const sql = openDriver(url, {
    max: options.max ?? connectionsMax,
    // False only behind a pooler that does not support prepared statements.
    prepare: options.prepare ?? true,
    connect_timeout: 5,
    // By default the driver waits longer after every failure, up to 20 s after the database is back.
    backoff: () => reconnectDelaySeconds,
    connection: {
      application_name: "daymark",
      ...(options.idleInTransactionSeconds !== undefined && {
        idle_in_transaction_session_timeout: options.idleInTransactionSeconds * 1000,
      }),
    },
    onnotice: () => {},
  });
  return { sql, db: drizzle(sql) };
}

export type Sql = ReturnType<typeof createDatabase>["sql"];
export type Database = ReturnType<typeof createDatabase>["db"];
/** A transaction of {@link Database}. A function that may run in the caller's transaction accepts this type or both. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
