import type { Transaction } from "@daymark/db/connection/client";
import { sql } from "drizzle-orm";

/** Of the advisory locks that are held until a transaction ends. */
const blogLock = 1_651_273_575;

/**
 * One change of the blog at a time: slugs, languages and threads of posts depend on one another, and a handful of admins
 * never waits for long. Readers do not wait at all.
 */
export async function holdBlog(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${blogLock})`);
}
