import type { Sql } from "@daymark/db/connection/client";
import { ApiError } from "../base/error.ts";
import type { Reader, Writer } from "../thread/source.ts";
import { isVisible } from "./source.ts";

/**
 * Reads the columns of a request that every operation needs first.
 *
 * @throws ApiError feature_request_not_found, also if the caller may not see it
 */
export async function findRequest(
  sql: Sql,
  reader: Pick<Reader, "caller">,
  id: number,
): Promise<{ thread_id: number; mine: boolean }> {
  const [row] = await sql<RequestRow[]>`
    select f.thread_id, f.author_id from feature_requests f where f.id = ${id} and ${isVisible(sql, reader)}`;
  if (!row) throw new ApiError("feature_request_not_found");
  return ofCaller(row, reader);
}

/**
 * The same for its author and admins. All others are refused, even if they may not see it. The API's contract says so
 * of all public content, and sequential ids hide nothing.
 *
 * @throws ApiError feature_request_not_found; permission_denied
 */
export async function findOwnRequest(ctx: Writer, id: number): Promise<{ thread_id: number; mine: boolean }> {
  const [row] = await ctx.db.$client<RequestRow[]>`
    select f.thread_id, f.author_id from feature_requests f where f.id = ${id}`;
  if (!row) throw new ApiError("feature_request_not_found");
  const found = ofCaller(row, ctx);
  if (!found.mine && !ctx.user.is_staff) throw new ApiError("permission_denied");
  return found;
}

interface RequestRow {
  thread_id: string;
  author_id: string | null;
}

function ofCaller(row: RequestRow, reader: Pick<Reader, "caller">) {
  const mine = row.author_id !== null && Number(row.author_id) === reader.caller?.user.id;
  return { thread_id: Number(row.thread_id), mine };
}
