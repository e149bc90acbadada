import type { Sql } from "@daymark/db/connection/client";
import type { Plan } from "@daymark/domain/account/plan";
import type { Invitation, InvitationState } from "@daymark/domain/operator/invitation";
import { ApiError } from "../base/error.ts";
import { idPlace, readCursor, rowsOfPage, toPage } from "../base/pagination.ts";

/**
 * One page of the invitations, newest first.
 *
 * @param now milliseconds since the epoch
 * @throws ApiError invalid_cursor
 */
export async function listInvitations(
  sql: Sql,
  { cursor, limit }: { cursor?: string | undefined; limit?: number | undefined },
  now: number,
): Promise<{ results: Invitation[]; next: string | null }> {
  const [before] = readCursor(idPlace, cursor) ?? [Number.MAX_SAFE_INTEGER];
  const rows = await sql<Row[]>`
    select ${columns(sql)} from invitations i left join users u on u.id = i.created_by
    where i.id < ${before}
    order by i.id desc
    limit ${rowsOfPage(limit)}`;
  const page = toPage(rows, limit, ({ id }) => [Number(id)]);
  return { results: page.results.map((row) => toInvitation(row, now)), next: page.next };
}

/** @throws ApiError not_found */
export async function readInvitation(sql: Sql, id: number, now: number): Promise<Invitation> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from invitations i left join users u on u.id = i.created_by where i.id = ${id}`;
  if (!row) throw new ApiError("not_found");
  return toInvitation(row, now);
}

/**
 * Whether a user can sign up by an invitation, or why not.
 *
 * @param now milliseconds since the epoch
 */
export function stateOf(
  row: { uses: number; uses_max: number; expires_at: Date; revoked_at: Date | null },
  now: number,
): InvitationState {
  if (row.revoked_at !== null) return "revoked";
  if (row.uses >= row.uses_max) return "used_up";
  return row.expires_at.getTime() <= now ? "expired" : "open";
}

function columns(sql: Sql) {
  return sql`i.id, i.note, i.uses, i.uses_max, i.plan, i.email, i.is_staff, u.username as created_by, i.created_at, i.expires_at,
    i.revoked_at`;
}

interface Row {
  id: string;
  note: string;
  uses: number;
  uses_max: number;
  plan: Plan | null;
  email: string | null;
  is_staff: boolean;
  created_by: string | null;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
}

function toInvitation({ id, created_at, expires_at, revoked_at, ...row }: Row, now: number): Invitation {
  const times = { expires_at: new Date(expires_at), revoked_at: revoked_at === null ? null : new Date(revoked_at) };
  return {
    id: Number(id),
    note: row.note,
    state: stateOf({ ...row, ...times }, now),
    uses: row.uses,
    uses_max: row.uses_max,
    plan: row.plan,
    email: row.email,
    is_staff: row.is_staff,
    created_by: row.created_by,
    created_at: new Date(created_at).toISOString(),
    expires_at: times.expires_at.toISOString(),
    revoked_at: times.revoked_at?.toISOString() ?? null,
  };
}
