import { lockUser } from "@daymark/auth/user/lock-user";
import type { Sql } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import type { Ban } from "@daymark/domain/community/moderation";
import * as z from "zod/mini";
import { lockAdmin } from "../account-change/lock-admin.ts";
import { holdAdmins } from "../admin-user/admins.ts";
import { ApiError } from "../base/error.ts";
import { readCursor, rowsOfPage, toPage } from "../base/pagination.ts";
import type { AccountContext, StaffContext } from "../procedure/context.ts";
import { audit } from "./thing.ts";

/** Its start in microseconds, and the id of its user. */
const banPlace = z.tuple([z.int(), z.int().check(z.gte(1))]);

/**
 * One page of the active bans, the newest first.
 *
 * @throws ApiError invalid_cursor
 */
export async function listBans(
  ctx: Pick<StaffContext, "db" | "now">,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ results: Ban[]; next: string | null }> {
  const sql = ctx.db.$client;
  const place = readCursor(banPlace, cursor);
  const rows = await sql<Row[]>`
    ${selectBans(sql)}
    where (b.until is null or b.until > ${new Date(ctx.now()).toISOString()}::timestamptz)
      and ${place ? sql`(${beganMicroseconds(sql)}, b.user_id) < (${place[0]}::bigint, ${place[1]}::bigint)` : sql`true`}
    order by ${beganMicroseconds(sql)} desc, b.user_id desc
    limit ${rowsOfPage(limit)}`;
  const page = toPage(rows, limit, ({ began, user_id }) => [Number(began), Number(user_id)]);
  return { results: page.results.map(toBan), next: page.next };
}

/**
 * Bans a user from writing public content, until a time or for good. It replaces an existing ban.
 *
 * @throws ApiError user_not_found; conflict for an admin, who must lose the admin right first; validation_failed if the
 *   end is in the past; session_terminated or permission_denied if the caller's session or right has ended
 */
export async function setBan(
  ctx: AccountContext,
  {
    username,
    until = null,
    reason = "",
  }: { username: string; until?: string | null | undefined; reason?: string | undefined },
): Promise<Ban & { created: boolean }> {
  const now = new Date(ctx.now());
  if (until !== null && Date.parse(until) <= now.getTime()) {
    throw new ApiError("validation_failed", { fields: { until: [{ code: "expiry_past" }] } });
  }
  const end = until && new Date(until).toISOString();
  const { row, created } = await withinTransaction(ctx.db, async (db) => {
    const sql = db.$client;
    await holdAdmins(db, ctx);
    const user = await lockUser(db, await findUser(sql, username));
    if (!user) throw new ApiError("user_not_found");
    if (user.is_staff) throw new ApiError("conflict", { values: { reason: "staff" } });
    const [ban] = await sql<[{ created: boolean }]>`
      insert into bans (user_id, until, reason, banned_by, created_at)
      values (${user.id}, ${end}::timestamptz, ${reason}, ${ctx.user.id}, ${now.toISOString()}::timestamptz)
      on conflict (user_id) do update set until = excluded.until, reason = excluded.reason,
        banned_by = excluded.banned_by, created_at = excluded.created_at
      returning xmax = 0 as created`;
    const [row] = await sql<[Row]>`${selectBans(sql)} where b.user_id = ${user.id}`;
    return { row, created: ban.created };
  });
  audit(ctx, "ban", { banned_id: Number(row.user_id), until: end });
  return { ...toBan(row), created };
}

/** @throws ApiError user_not_found, also if there is no ban; session_terminated, permission_denied as {@link setBan} */
export async function liftBan(ctx: AccountContext, username: string): Promise<void> {
  const id = await withinTransaction(ctx.db, async (db) => {
    await lockAdmin(db, ctx);
    const userId = await findUser(db.$client, username);
    const lifted = await db.$client`delete from bans where user_id = ${userId} returning 1`;
    if (lifted.length === 0) throw new ApiError("user_not_found");
    return userId;
  });
  audit(ctx, "unban", { banned_id: id });
}

async function findUser(sql: Sql, username: string): Promise<number> {
  const [row] = await sql<{ id: string }[]>`select id from users where lower(username) = lower(${username})`;
  if (!row) throw new ApiError("user_not_found");
  return Number(row.id);
}

function beganMicroseconds(sql: Sql) {
  return sql`(extract(epoch from b.created_at) * 1000000)::bigint`;
}

function selectBans(sql: Sql) {
  return sql`
    select b.user_id, ${beganMicroseconds(sql)} as began, u.username, b.until, b.reason, a.username as banned_by, b.created_at
    from bans b join users u on u.id = b.user_id left join users a on a.id = b.banned_by`;
}

interface Row {
  user_id: string;
  began: string;
  username: string;
  until: string | null;
  reason: string;
  banned_by: string | null;
  created_at: string;
}

function toBan({ username, until, reason, banned_by, created_at }: Row): Ban {
  return {
    ...{ username, reason, banned_by },
    until: until && new Date(until).toISOString(),
    created_at: new Date(created_at).toISOString(),
  };
}
