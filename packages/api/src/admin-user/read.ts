import type { Sql } from "@daymark/db/connection/client";
import { normalizeEmail, type Provider, usernameLengthMax } from "@daymark/domain/account/auth";
import type { Plan } from "@daymark/domain/account/plan";
import { daySchema } from "@daymark/domain/base/day-input";
import type { AdminUser, AdminUserListInput } from "@daymark/domain/operator/admin-user";
import { firstBroken, lengthTo, readable } from "@daymark/domain/text/text";
import * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import { idPlace, readCursor, rowsOfPage, toPage } from "../base/pagination.ts";

/**
 * One page of the accounts, the newest first unless the caller sorts them.
 *
 * @param now milliseconds since the epoch: sessions that have expired by then are not counted
 * @throws ApiError invalid_cursor
 */
export async function listUsers(
  sql: Sql,
  input: AdminUserListInput,
  now: number,
): Promise<{ results: AdminUser[]; next: string | null }> {
  const page = await selectPage(sql, input, now);
  const habits = await countHabits(sql, page.results);
  return { results: page.results.map((row) => toUser(row, habits)), next: page.next };
}

/** @throws ApiError user_not_found */
export async function readUser(sql: Sql, id: number, now: number): Promise<AdminUser> {
  const [row] = await sql<Row[]>`select ${columns(sql, now)} from users u where u.id = ${id}`;
  if (!row) throw new ApiError("user_not_found");
  // The user as a constant, so that one machine answers (docs/decisions/0061).
  const [habits] = await sql<{ count: string }[]>`
    select count(*) as count from habits where user_id = ${id} and deleted_at is null`;
  return toUser(row, new Map([[row.id, Number(habits?.count)]]));
}

interface Page {
  results: Row[];
  next: string | null;
}

/** Each order reads an index from the place of the cursor on. */
function selectPage(sql: Sql, input: AdminUserListInput, now: number): Promise<Page> {
  switch (input.sort) {
    case "old":
      return selectOldest(sql, input, now);
    case "name":
      return selectByName(sql, input, now);
    case "active":
      return selectByActivity(sql, input, now);
    default:
      return selectNewest(sql, input, now);
  }
}

async function selectNewest(sql: Sql, input: AdminUserListInput, now: number): Promise<Page> {
  const [before] = readCursor(idPlace, input.cursor) ?? [Number.MAX_SAFE_INTEGER];
  const rows = await sql<Row[]>`
    select ${columns(sql, now)} from users u
    where ${isFound(sql, input)} and u.id < ${before}
    order by u.id desc
    limit ${rowsOfPage(input.limit)}`;
  return toPage(rows, input.limit, ({ id }) => [Number(id)]);
}

async function selectOldest(sql: Sql, input: AdminUserListInput, now: number): Promise<Page> {
  const [after] = readCursor(idPlace, input.cursor) ?? [0];
  const rows = await sql<Row[]>`
    select ${columns(sql, now)} from users u
    where ${isFound(sql, input)} and u.id > ${after}
    order by u.id
    limit ${rowsOfPage(input.limit)}`;
  return toPage(rows, input.limit, ({ id }) => [Number(id)]);
}

const namePlace = z.tuple([z.string().check(firstBroken([lengthTo(usernameLengthMax), readable]))]);

async function selectByName(sql: Sql, input: AdminUserListInput, now: number): Promise<Page> {
  const [after] = readCursor(namePlace, input.cursor) ?? [""];
  const rows = await sql<Row[]>`
    select ${columns(sql, now)} from users u
    where ${isFound(sql, input)} and lower(u.username) > ${after}
    order by lower(u.username)
    limit ${rowsOfPage(input.limit)}`;
  return toPage(rows, input.limit, ({ name_key }) => [name_key]);
}

/** The last day of activity, or null among users who were never active, and the id. */
const activityPlace = z.tuple([z.nullable(daySchema), z.int().check(z.gte(1))]);
/** After every day that a user can be active on. */
const afterAllDays = "9999-12-31";

/**
 * Reads the days of activity backwards and takes each user at their last one. A separate statement selects users who
 * were never active: there are few, and only the last page needs them.
 */
async function selectByActivity(sql: Sql, input: AdminUserListInput, now: number): Promise<Page> {
  const [day, id] = readCursor(activityPlace, input.cursor) ?? [afterAllDays, Number.MAX_SAFE_INTEGER];
  const count = rowsOfPage(input.limit);
  const active =
    day === null
      ? []
      : await sql<Row[]>`
          select ${columns(sql, now)} from active_days d join users u on u.id = d.user_id
          where ${isFound(sql, input)} and (d.day, d.user_id) < (${day}::date, ${id}::bigint)
            and not exists (select from active_days later where later.user_id = d.user_id and later.day > d.day)
          order by d.day desc, d.user_id desc
          limit ${count}`;
  const never =
    active.length === count
      ? []
      : await sql<Row[]>`
          select ${columns(sql, now)} from users u
          where ${isFound(sql, input)} and u.id < ${day === null ? id : Number.MAX_SAFE_INTEGER}
            and not exists (select from active_days d where d.user_id = u.id)
          order by u.id desc
          limit ${count - active.length}`;
  return toPage([...active, ...never], input.limit, (row) => [row.last_active_on, Number(row.id)]);
}

/**
 * Whether a user matches the filters. The search is a part of a name or address, or an id. Filters are parameters,
 * because each connection keeps every statement text that it received.
 */
function isFound(sql: Sql, { search = "", is_staff, is_active, email_verified, plan }: AdminUserListInput) {
  return sql`
    ${matchesText(sql, search)}
    and (${is_staff === undefined} or u.is_staff = ${is_staff ?? false})
    and (${is_active === undefined} or u.is_active = ${is_active ?? false})
    and (${email_verified === undefined} or u.email_verified = ${email_verified ?? false})
    and (${plan === undefined} or u.plan = ${plan ?? ""})`;
}

function matchesText(sql: Sql, search: string) {
  const text = normalizeEmail(search);
  if (!text) return sql`true`;
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  // The expression must match the expression of its index.
  return sql`((lower(u.username) || ' ' || u.email) like ${pattern} or u.id = ${id})`;
}

/** Each count uses an index that begins with the user, only for the rows of one page. */
function columns(sql: Sql, now: number) {
  return sql`
    u.id, u.username, lower(u.username) as name_key, u.email, u.is_staff, u.is_active, u.plan, u.email_verified,
    u.date_joined, u.password_hash is not null as has_password, u.two_factor_enabled,
    (select count(*) from sessions s where s.user_id = u.id and s.expires_at > ${new Date(now).toISOString()}::timestamptz) as sessions,
    (select max(s.last_active_at) from sessions s where s.user_id = u.id) as last_active_at,
    (select max(a.day)::text from active_days a where a.user_id = u.id) as last_active_on,
    array(select i.provider from identities i where i.user_id = u.id order by i.provider) as providers,
    (select count(*) from passkeys p where p.user_id = u.id) as passkeys,
    (select count(*) from api_keys k where k.user_id = u.id) as api_keys`;
}

interface Row {
  id: string;
  username: string;
  name_key: string;
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
  last_active_on: string | null;
  providers: Provider[];
  passkeys: string;
  api_keys: string;
}

/**
 * The numbers of habits by user. A separate statement, because habits may be on other machines than accounts
 * (docs/decisions/0061).
 */
async function countHabits(sql: Sql, users: readonly Row[]): Promise<Map<string, number>> {
  const ids = users.map(({ id }) => id);
  const rows = await sql<{ user_id: string; count: string }[]>`
    select user_id, count(*) as count from habits where user_id = any(${ids}::bigint[]) and deleted_at is null
    group by user_id`;
  return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]));
}

function toUser(row: Row, habits: ReadonlyMap<string, number>): AdminUser {
  const { username, email, is_staff, is_active, plan, email_verified, last_active_at, last_active_on } = row;
  return {
    ...{ id: Number(row.id), username, email, is_staff, is_active, plan, email_verified },
    date_joined: new Date(row.date_joined).toISOString(),
    habits: habits.get(row.id) ?? 0,
    sessions: Number(row.sessions),
    last_active_at: last_active_at && new Date(last_active_at).toISOString(),
    last_active_on,
    sign_in: {
      password: row.has_password,
      providers: row.providers,
      passkeys: Number(row.passkeys),
      two_factor: row.two_factor_enabled,
    },
    api_keys: Number(row.api_keys),
  };
}
