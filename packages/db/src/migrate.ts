import { join } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { packageDirectory } from "./location.ts";
import { migrateQueue } from "./queue.ts";

/** Names our migrations among the advisory locks of the database; any number would do. */
const lockKey = 7_146_250_118;

/**
 * Applies the migrations that the database lacks, ours in one transaction, then the job queue's. Nodes that start
 * together take turns under an advisory lock: the first applies them, the others find nothing to do. One that dies midway
 * leaves none half applied: the transaction is rolled back and the lock goes with its connection.
 *
 * @param url past any pooler: the lock belongs to a session of the server.
 * @param migrationsFolder where `drizzle-kit generate` wrote them.
 */
export async function migrateDatabase(
  url: string,
  migrationsFolder = join(packageDirectory(), "migrations"),
): Promise<void> {
  // One connection: the lock and the migrations must be the same session's.
  const sql = postgres(url, {
    max: 1,
    prepare: false,
    connect_timeout: 5,
    connection: { application_name: "daymark migrations" },
    onnotice: () => {},
  });
  try {
    await sql`select pg_advisory_lock(${lockKey})`;
    await migrate(drizzle(sql), { migrationsFolder });
    await migrateQueue(url);
  } finally {
    await sql.end();
  }
}
