import type { Transaction } from "@daymark/db/connection/client";
import { sql } from "drizzle-orm";

/** The key of the advisory lock, which is held until the transaction ends. */
const blogLock = 1_651_273_575;

/**
 * Serialises changes of the blog: slugs, languages and threads of posts depend on one another. A handful of admins
 * never waits for long. Readers do not wait.
 */
export async function holdBlog(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${blogLock})`);
}
