import type { Sql } from "@daymark/db/connection/client";
import type { ShippedRequest, shippedListInput } from "@daymark/domain/community/changelog";
import type { Category } from "@daymark/domain/community/request-kind";
import * as z from "zod/mini";
import { readCursor, rowsOfPage, toPage } from "../base/pagination.ts";

/** When it was shipped, in microseconds, and its id. */
const shippedPlace = z.tuple([z.int(), z.int().check(z.gte(1))]);

/**
 * One page of the changelog: the requests that were closed as shipped and that everyone may see, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export async function listShipped(
  sql: Sql,
  { limit, cursor }: z.infer<typeof shippedListInput>,
): Promise<{ results: ShippedRequest[]; next: string | null }> {
  const place = readCursor(shippedPlace, cursor);
  const [placeKey, id] = place ?? [0, 0];
  const rows = await sql<Row[]>`
    select * from (
      select f.id, f.title, f.category, f.reply, f.updated_at, ${shippedAt(sql)} as shipped_at,
        -- In microseconds, so that different times stay different.
        (extract(epoch from ${shippedAt(sql)}) * 1000000)::bigint as shipped_us,
        t.likes, t.dislikes, t.comment_count
      from feature_requests f join threads t on t.id = f.thread_id
      where f.status = 'closed' and f.reason = 'shipped' and f.hidden_at is null
    ) shipped
    where ${place === null} or (shipped_us, id) < (${placeKey}::bigint, ${id}::bigint)
    order by shipped_us desc, id desc
    limit ${rowsOfPage(limit)}`;
  const page = toPage(rows, limit, (row) => [Number(row.shipped_us), Number(row.id)]);
  return { results: page.results.map(toShipped), next: page.next };
}

/** A node of an older version closes a request without the time. */
function shippedAt(sql: Sql) {
  return sql`coalesce(f.shipped_at, f.updated_at)`;
}

interface Row {
  id: string;
  title: string;
  category: Category;
  reply: string | null;
  updated_at: string;
  shipped_at: string;
  shipped_us: string;
  likes: number;
  dislikes: number;
  comment_count: number;
}

function toShipped({ id, title, category, reply, likes, dislikes, comment_count, ...times }: Row): ShippedRequest {
  return {
    ...{ id: Number(id), title, category, reply, likes, dislikes, comment_count },
    shipped_at: new Date(times.shipped_at).toISOString(),
    updated_at: new Date(times.updated_at).toISOString(),
  };
}
