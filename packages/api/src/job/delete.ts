import type { Database } from "@daymark/db/connection/client";
import { sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { giveUpMailOf } from "../host/outbox.ts";

/**
 * Deletes a job that nobody is at. The mail that it was to send is given up with it, and can be tried again as any other.
 *
 * @throws ApiError job_not_found
 */
export async function deleteJob(db: Database, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await giveUpMailOf(tx, id);
    const rows = await tx.execute(sql`select 1 from graphile_worker.complete_jobs(array[${id}]::bigint[])`);
    if (rows.length === 0) throw new ApiError("job_not_found");
  });
}
