import type { Sql } from "@daymark/db/connection/client";
import { ApiError } from "../base/error.ts";
import type { Reader, Writer } from "../thread/source.ts";
import { isVisible } from "./source.ts";

/**
 * What of a request has to be known first.
 *
 * @throws ApiError feature_request_not_found, also where the caller may not see it
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
 * The same for its author and admins. All others are refused, also where they may not see it: the contract says so of
 * whatever is written for others, and ids that count up hide nothing.
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
