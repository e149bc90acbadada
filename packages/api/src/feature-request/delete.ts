import type { Sql } from "@daymark/db/connection/client";
import { ApiError } from "../base/error.ts";
import { type Family, settleFamily, withFamily } from "../thread/merged-thread.ts";
import type { Writer } from "../thread/source.ts";
import { findOwnRequest } from "./find.ts";

/**
 * Deletes a request with its comments and reactions, for its author or an admin. Requests that were merged into it
 * become independent, and the request that it was merged into loses the carried votes.
 *
 * @throws ApiError permission_denied if it is another user's and the caller is no admin; feature_request_not_found
 */
export async function deleteRequest(ctx: Writer, id: number): Promise<void> {
  const { thread_id } = await findOwnRequest(ctx, id);
  await withFamily(ctx.db, [thread_id], (sql, family) => removeRequest(sql, thread_id, family));
}

/** @throws ApiError feature_request_not_found if it is deleted already */
export async function removeRequest(sql: Sql, threadId: number, family: Family): Promise<void> {
  const deleted = await sql`delete from threads where id = ${threadId} returning 1`;
  if (deleted.length === 0) throw new ApiError("feature_request_not_found");
  await settleFamily(
    sql,
    family.filter((id) => id !== threadId),
  );
}
