import type { Database } from "@daymark/db/connection/client";
import { sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { giveUpMailOf } from "../host/outbox.ts";

/**
 * Deletes a job that no worker is running. The mail of the job is marked as failed, and an admin can retry it like any
 * other.
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
