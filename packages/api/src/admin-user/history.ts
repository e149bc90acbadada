import type { Sql } from "@daymark/db/connection/client";
import type { AdminUserEvent, AdminUserSession } from "@daymark/domain/operator/admin-user";
import { ApiError } from "../base/error.ts";
import { idPlace, readCursor, rowsOfPage, toPage } from "../base/pagination.ts";

/**
 * The open sessions of an account, last used first.
 *
 * @param now milliseconds since the epoch: sessions that have expired by then are left out
 * @throws ApiError user_not_found
 */
export async function listUserSessions(
  sql: Sql,
  id: number,
  now: number,
): Promise<{ results: AdminUserSession[]; next: null }> {
  // Addresses, places and ids stay with the owner.
  const rows = await sql<AdminUserSession[]>`
    select device_type, os, browser, is_automated, created_at, last_active_at, expires_at
    from sessions
    where user_id = ${id} and expires_at > ${new Date(now).toISOString()}::timestamptz
    order by last_active_at desc, created_at desc, id`;
  if (rows.length === 0) await assertUser(sql, id);
  const results = rows.map(({ created_at, last_active_at, expires_at, ...row }) => ({
    ...row,
    created_at: new Date(created_at).toISOString(),
    last_active_at: new Date(last_active_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
  }));
  return { results, next: null };
}

/**
 * One page of the security events of an account, newest first.
 *
 * @throws ApiError user_not_found, invalid_cursor
 */
export async function listUserEvents(
  sql: Sql,
  { id, limit, cursor }: { id: number; limit?: number | undefined; cursor?: string | undefined },
): Promise<{ results: AdminUserEvent[]; next: string | null }> {
  const [before] = readCursor(idPlace, cursor) ?? [Number.MAX_SAFE_INTEGER];
  const rows = await sql<(Omit<AdminUserEvent, "id"> & { id: string })[]>`
    select id, kind, os, browser, created_at from security_events
    where user_id = ${id} and id < ${before}
    order by id desc
    limit ${rowsOfPage(limit)}`;
  if (rows.length === 0) await assertUser(sql, id);
  const page = toPage(rows, limit, (row) => [Number(row.id)]);
  const results = page.results.map(({ id, kind, os, browser, created_at }) => ({
    ...{ id: Number(id), kind, os, browser },
    created_at: new Date(created_at).toISOString(),
  }));
  return { results, next: page.next };
}

async function assertUser(sql: Sql, id: number): Promise<void> {
  const [user] = await sql`select from users where id = ${id}`;
  if (!user) throw new ApiError("user_not_found");
}
