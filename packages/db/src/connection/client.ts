import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";

/** Two more than the calls and pages of one client network take: see docs/decisions/0055-callers-take-turns.md. */
const connectionsMax = 12;

/** Three exports, an import and three reads of whole histories at once; a clean-up takes the place of any of them. */
export const longWorkConnectionsMax = 7;

/** For what client networks call beyond their share of the others. */
export const overflowConnectionsMax = 5;

const reconnectDelaySeconds = 0.25;

/** The one driver: every query of ours goes through this client or its Drizzle wrapper. */
export function createDatabase(url: string, options: { max?: number; prepare?: boolean } = {}) {
  const sql = postgres(url, {
    max: options.max ?? connectionsMax,
    // Off only behind a pooler that cannot carry prepared statements.
    prepare: options.prepare ?? true,
    connect_timeout: 5,
    // The driver would wait longer with every failure, up to 20 s after the database is back.
    backoff: () => reconnectDelaySeconds,
    connection: { application_name: "daymark" },
    onnotice: () => {},
  });
  return { sql, db: drizzle(sql) };
}

export type Sql = ReturnType<typeof createDatabase>["sql"];
export type Database = ReturnType<typeof createDatabase>["db"];
/** A transaction of {@link Database}; functions that take part in the caller's transaction ask for this or either. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
