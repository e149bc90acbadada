import type { Sql } from "@daymark/db/connection/client";
import { normalizeEmail, type Provider } from "@daymark/domain/account/auth";
import type { Plan } from "@daymark/domain/account/plan";
import type { AdminUser, AdminUserListInput } from "@daymark/domain/operator/admin-user";
import { ApiError } from "../base/error.ts";
import { idPlace, readCursor, rowsOfPage, toPage } from "../base/pagination.ts";

/**
 * One page of the accounts, the newest first.
 *
 * @param now milliseconds since the epoch: sessions that have expired by then are not counted
 * @throws ApiError invalid_cursor
 */
export async function listUsers(
  sql: Sql,
  { limit, cursor, search = "", is_staff, is_active, email_verified, plan }: AdminUserListInput,
  now: number,
): Promise<{ results: AdminUser[]; next: string | null }> {
  const [before] = readCursor(idPlace, cursor) ?? [Number.MAX_SAFE_INTEGER];
  // Filters are parameters, because each connection keeps every statement text that it received.
  const rows = await sql<Row[]>`
    ${selectUsers(sql, now)}
    where ${isFound(sql, search)}
      and (${is_staff === undefined} or u.is_staff = ${is_staff ?? false})
      and (${is_active === undefined} or u.is_active = ${is_active ?? false})
      and (${email_verified === undefined} or u.email_verified = ${email_verified ?? false})
      and (${plan === undefined} or u.plan = ${plan ?? ""})
      and u.id < ${before}
    order by u.id desc
    limit ${rowsOfPage(limit)}`;
  const page = toPage(rows, limit, ({ id }) => [Number(id)]);
  const habits = await countHabits(sql, page.results);
  return { results: page.results.map((row) => toUser(row, habits)), next: page.next };
}

/** @throws ApiError user_not_found */
export async function readUser(sql: Sql, id: number, now: number): Promise<AdminUser> {
  const [row] = await sql<Row[]>`${selectUsers(sql, now)} where u.id = ${id}`;
  if (!row) throw new ApiError("user_not_found");
  return toUser(row, await countHabits(sql, [row]));
}

/** Matches a part of a name or address, or an id. */
function isFound(sql: Sql, search: string) {
  const text = normalizeEmail(search);
  if (!text) return sql`true`;
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  // The expression must match that of its index.
  return sql`((lower(u.username) || ' ' || u.email) like ${pattern} or u.id = ${id})`;
}

/** Each count uses an index that begins with the user, only for the rows of one page. */
function selectUsers(sql: Sql, now: number) {
  return sql`
    select u.id, u.username, u.email, u.is_staff, u.is_active, u.plan, u.email_verified, u.date_joined,
      u.password_hash is not null as has_password, u.two_factor_enabled,
      (select count(*) from sessions s where s.user_id = u.id and s.expires_at > ${new Date(now).toISOString()}::timestamptz) as sessions,
      (select max(s.last_active_at) from sessions s where s.user_id = u.id) as last_active_at,
      array(select i.provider from identities i where i.user_id = u.id order by i.provider) as providers,
      (select count(*) from passkeys p where p.user_id = u.id) as passkeys,
      (select count(*) from api_keys k where k.user_id = u.id) as api_keys
    from users u`;
}

interface Row {
  id: string;
  username: string;
  email: string;
  is_staff: boolean;
  is_active: boolean;
  plan: Plan;
  email_verified: boolean;
  date_joined: string;
  has_password: boolean;
  two_factor_enabled: boolean;
  sessions: string;
  last_active_at: string | null;
  providers: Provider[];
  passkeys: string;
  api_keys: string;
}

/**
 * The numbers of habits by user. A statement of its own, because habits may be on other machines than accounts (docs/decisions/0061).
 */
async function countHabits(sql: Sql, users: readonly Row[]): Promise<Map<string, number>> {
  const ids = users.map(({ id }) => id);
  const rows = await sql<{ user_id: string; count: string }[]>`
    select user_id, count(*) as count from habits where user_id = any(${ids}::bigint[]) and deleted_at is null
    group by user_id`;
  return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]));
}

function toUser(row: Row, habits: ReadonlyMap<string, number>): AdminUser {
  const { username, email, is_staff, is_active, plan, email_verified, last_active_at } = row;
  return {
    ...{ id: Number(row.id), username, email, is_staff, is_active, plan, email_verified },
    date_joined: new Date(row.date_joined).toISOString(),
    habits: habits.get(row.id) ?? 0,
    sessions: Number(row.sessions),
    last_active_at: last_active_at && new Date(last_active_at).toISOString(),
    sign_in: {
      password: row.has_password,
      providers: row.providers,
      passkeys: Number(row.passkeys),
      two_factor: row.two_factor_enabled,
    },
    api_keys: Number(row.api_keys),
  };
}
