import { drizzle } from "drizzle-orm/postgres-js";
import type { TransactionSql } from "postgres";
import type { Database, Sql } from "./client.ts";

/** All statements see the database as it is at the first of them, whatever others write meanwhile; none writes. */
export const snapshot = "isolation level repeatable read read only";

/** Whether a client's statements are part of a transaction, which already holds a connection. */
export function isWithinTransaction(sql: Sql): boolean {
  // postgres.js has this method only on the client of a transaction.
  return "savepoint" in sql;
}

/**
 * Does a whole piece of work in one transaction without the work knowing: it is given a database whose statements, raw
 * or Drizzle's, are all part of it, and whose own transactions are savepoints. It must use no other connection: what is
 * done here is seen elsewhere only when all is done.
 *
 * @param mode of the transaction, where it is another than PostgreSQL's default; of no effect within another one
 * @returns what the work gives, once committed; whatever it throws rolls everything back
 */
export async function withinTransaction<T>(
  db: Database,
  work: (db: Database) => Promise<T>,
  mode: "" | typeof snapshot = "",
): Promise<T> {
  const { options } = db.$client;
  let result: { value: T } | undefined;
  await db.$client.begin(mode, async (transaction) => {
    // postgres.js leaves off a transaction what Drizzle asks of a client: its options, and a way to begin another one.
    const client = Object.assign(transaction, {
      options,
      begin: (...args: unknown[]) => transaction.savepoint(args.at(-1) as (inner: TransactionSql) => unknown),
    });
    result = { value: await work(drizzle(client as unknown as Sql)) };
  });
  if (!result) throw new Error("a transaction ended without its work");
  return result.value;
}
