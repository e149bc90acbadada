import type { Sql } from "@daymark/db/connection/client";
import type { ThreadSource, Viewer } from "../thread/source.ts";

/** The thread of a feature request, if the caller may see the request. */
export function threadOfRequest(reader: Viewer, id: number): ThreadSource {
  return {
    kind: "feature_request",
    select: (sql) => sql`select f.thread_id from feature_requests f where f.id = ${id} and ${isVisible(sql, reader)}`,
  };
}

/**
 * Whether the caller may see a request: everyone sees open and closed ones, only their author and admins all others. A
 * part of a statement.
 *
 * @param alias the table's alias in the statement
 */
export function isVisible(sql: Sql, { caller }: Viewer, alias = "f") {
  if (caller?.user.is_staff) return sql`true`;
  const f = sql(alias);
  const isPublic = sql`${f}.status in ('open', 'closed') and ${f}.hidden_at is null`;
  return caller ? sql`(${f}.author_id = ${caller.user.id} or (${isPublic}))` : sql`(${isPublic})`;
}
