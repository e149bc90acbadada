import { randomUUID } from "node:crypto";
import type { Sql } from "@daymark/db/connection/client";
import type { LogAmount } from "@daymark/domain/day-log/amount-of-log";
import type { LogItem } from "@daymark/domain/day-log/day-log";
import { followDay, type LogChange, logItemsOfUserMax, type StoredLogItem } from "@daymark/domain/day-log/follow-day";

/** Days whose logs, of a hundred items each, are compared in one turn of the event loop. */
const daysAtOnceMax = 50;

/** A day before and after its change; null without an amount. */
export interface FollowedDay {
  habit_id: number;
  day: string;
  before: LogAmount | null;
  after: LogAmount | null;
  /**
   * When the difference was done, as an ISO 8601 text; null if it is not known. A smaller amount takes from the items of
   * exactly this time first.
   */
  at: string | null;
}

/** A new or changed row. */
export interface LogRow extends StoredLogItem {
  habit_id: number;
  day: string;
  at: string | null;
  created_at: string;
}

/**
 * Brings the logs of changed days in line with their amounts, as `followDay` of the domain says, in a few
 * statements for each {@link daysAtOnceMax} days. Other requests run while it waits for them. While the user's logs have
 * room, a larger amount adds an item; then the newest item of the day grows.
 *
 * @param sql within a transaction that holds the lock of the user's days
 * @param days each once, of habits that keep a log
 * @param now milliseconds since the epoch
 */
export async function followDays(sql: Sql, userId: number, days: readonly FollowedDay[], now: number): Promise<void> {
  let room: number | undefined;
  for (let start = 0; start < days.length; start += daysAtOnceMax) {
    room = await followSome(sql, userId, days.slice(start, start + daysAtOnceMax), { now, room });
  }
}

/** A day with its stored items, and what is to happen to them. */
interface FollowedChange {
  given: FollowedDay;
  items: readonly StoredLogItem[];
  change: LogChange;
}

/**
 * @param room how many items the user's logs may still get; undefined if it is not counted yet
 * @returns the room that is left
 */
async function followSome(
  sql: Sql,
  userId: number,
  days: readonly FollowedDay[],
  { now, room }: { now: number; room: number | undefined },
): Promise<number | undefined> {
  const stored = await readItems(sql, userId, days);
  const wanted = days.map((given) => {
    const items = stored.get(`${given.habit_id} ${given.day}`) ?? [];
    return { given, items, change: followDay(items, given, given.at) };
  });
  // To count a full log reads all of it, so that happens once for all days, and only if one gets a further item.
  const roomBefore = room ?? (wanted.some(needsRoom) ? await countRoom(sql, userId) : undefined);
  const changes = roomBefore === undefined ? wanted : wanted.map(withinRoom(roomBefore));
  await writeChanges(sql, userId, changes, now);
  return roomBefore === undefined ? undefined : roomBefore - sumOfGrowth(changes);
}

/** Whether a day gets an item beside another one. Each day may have one item, also in a full log. */
function needsRoom({ items, change }: FollowedChange): boolean {
  const growth = growthOf(change);
  return growth > 0 && items.length + growth > 1;
}

/** Replaces the changes for which no room is left by those that keep a day's number of items, or give it its only one. */
function withinRoom(roomBefore: number): (followed: FollowedChange) => FollowedChange {
  let room = roomBefore;
  return (followed) => {
    const { given, items, change } = followed;
    const isTooLong = needsRoom(followed) && growthOf(change) > room;
    const fitting = isTooLong ? { ...followed, change: followDay(items, given, given.at, 1) } : followed;
    room -= growthOf(fitting.change);
    return fitting;
  };
}

function growthOf({ added, removed }: LogChange): number {
  return added.length - removed.length;
}

function sumOfGrowth(changes: readonly FollowedChange[]): number {
  return changes.reduce((sum, { change }) => sum + growthOf(change), 0);
}

async function writeChanges(sql: Sql, userId: number, changes: readonly FollowedChange[], now: number): Promise<void> {
  const removed: string[] = [];
  const updated: StoredLogItem[] = [];
  const added: LogRow[] = [];
  for (const { given, change } of changes) {
    const { habit_id, day } = given;
    removed.push(...change.removed);
    updated.push(...change.updated);
    for (const [index, item] of change.added.entries()) {
      // Items without a time are ordered by their creation.
      const created_at = new Date(now + index).toISOString();
      added.push({ ...item, id: randomUUID(), habit_id, day, created_at });
    }
  }
  await Promise.all([deleteItems(sql, userId, removed), updateAmounts(sql, userId, updated)]);
  await insertItems(sql, userId, added);
}

/** Whether the logs of all habits of a user have no room for a second item of a day. */
export async function isLogFull(sql: Sql, userId: number): Promise<boolean> {
  return (await countRoom(sql, userId)) === 0;
}

/**
 * How many items the logs of a user may still get, 0 if they have as many as they may or more. It reads the logs of all
 * habits, deleted ones included.
 */
export async function countRoom(sql: Sql, userId: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from (select from day_log where user_id = ${userId} limit ${logItemsOfUserMax}) l`;
  return logItemsOfUserMax - row.count;
}

/** The items of days by `${habit_id} ${day}`: oldest first, but those of exactly the time `at` of their day come last. */
export async function readItems(
  sql: Sql,
  userId: number,
  days: readonly { habit_id: number; day: string; at?: string | null }[],
): Promise<Map<string, StoredLogItem[]>> {
  const keys = days.map(({ habit_id, day, at = null }) => ({ habit_id, day, at: toUtc(at) }));
  // A subquery with an offset is never merged with its query, so that PostgreSQL looks for each day in the index. A join may
  // read the whole log of the user instead, if PostgreSQL takes it for short.
  const rows = await sql<(StoredLogItem & { habit_id: string; day: string })[]>`
    select l.habit_id, l.day::text as day, l.id, l.value, l.unit
    from jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb) as w(habit_id bigint, day date, at timestamptz)
    cross join lateral (
      select * from day_log where user_id = ${userId} and habit_id = w.habit_id and day = w.day offset 0
    ) l
    order by l.habit_id, l.day, coalesce(l.at = w.at, false), l.at nulls first, l.created_at, l.id`;
  const items = rows.map(({ habit_id, day, ...item }) => ({ key: `${habit_id} ${day}`, item }));
  const byDay = Map.groupBy(items, ({ key }) => key);
  return new Map(Array.from(byDay, ([key, ofDay]) => [key, ofDay.map(({ item }) => item)]));
}

export async function deleteItems(sql: Sql, userId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from day_log where user_id = ${userId} and id = any(${ids as string[]}::uuid[])`;
}

async function updateAmounts(sql: Sql, userId: number, items: readonly StoredLogItem[]): Promise<void> {
  if (items.length === 0) return;
  const ids = items.map(({ id }) => id);
  // With the ids as a condition PostgreSQL looks for each in the primary key.
  await sql`
    update day_log l set value = w.value, unit = w.unit
    from jsonb_to_recordset(${JSON.stringify(items)}::text::jsonb) as w(id uuid, value smallint, unit text)
    where l.user_id = ${userId} and l.id = any(${ids}::uuid[]) and l.id = w.id`;
}

/** The amount and the time of one item. */
export async function updateItem(sql: Sql, userId: number, { id, value, unit, at }: LogItem): Promise<void> {
  await sql`
    update day_log set value = ${value}, unit = ${unit}, at = ${toUtc(at)}::timestamptz
    where user_id = ${userId} and id = ${id}`;
}

export async function insertItems(sql: Sql, userId: number, rows: readonly LogRow[]): Promise<void> {
  if (rows.length === 0) return;
  const stored = rows.map((row) => ({ ...row, at: toUtc(row.at) }));
  await sql`
    insert into day_log (user_id, id, habit_id, day, at, value, unit, created_at)
    select ${userId}, w.id, w.habit_id, w.day, w.at, w.value, w.unit, w.created_at
    from jsonb_to_recordset(${JSON.stringify(stored)}::text::jsonb) as w(
      id uuid, habit_id bigint, day date, at timestamptz, value smallint, unit text, created_at timestamptz
    )`;
}

/** An item as the API returns it. */
export function toLogItem({ id, habit_id, day, at, value, unit }: Omit<LogRow, "created_at">): LogItem {
  return { id, habit_id, day, at: toUtc(at), value, unit };
}

/** ISO 8601 allows an offset of 23:59, but PostgreSQL none of 16 hours or more. */
function toUtc(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
