import { drizzle } from "drizzle-orm/postgres-js";
import type { TransactionSql } from "postgres";
import type { Database, Sql } from "./client.ts";

/** All statements see the database as of the first of them, unaffected by concurrent writes; none may write. */
export const snapshot = "isolation level repeatable read read only";

/** Whether a client's statements are part of a transaction, which already has a connection. */
export function isWithinTransaction(sql: Sql): boolean {
  // In postgres.js only the client of a transaction has this method.
  return "savepoint" in sql;
}

/**
 * Runs a piece of work in one transaction without changes to the work. Its database's statements, raw or Drizzle's, are
 * all part of the transaction, and its transactions are savepoints. It must use no other connection, because other
 * connections see its changes only after the commit.
 *
 * @param mode of the transaction, if not PostgreSQL's default; no effect within another transaction
 * @returns the result of the work, after the commit; an error of the work rolls everything back
 */
export async function withinTransaction<T>(
  db: Database,
  work: (db: Database) => Promise<T>,
  mode: "" | typeof snapshot = "",
): Promise<T> {
  const { options } = db.$client;
  let result: { value: T } | undefined;
  await db.$client.begin(mode, async (transaction) => {
    // The client of a postgres.js transaction lacks two members that Drizzle uses: the options, and `begin`.
    const client = Object.assign(transaction, {
      options,
      begin: (...args: unknown[]) => transaction.savepoint(args.at(-1) as (inner: TransactionSql) => unknown),
    });
    result = { value: await work(drizzle(client as unknown as Sql)) };
  });
  if (!result) throw new Error("a transaction ended without its work");
  return result.value;
}
