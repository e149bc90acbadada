import type { Database, Transaction } from "@daymark/db/connection/client";
import { todayIn } from "@daymark/domain/base/day";
import type { Language } from "@daymark/domain/text/language";
import { type SQL, sql } from "drizzle-orm";

/** Users of one transaction; the next transaction handles the rest. */
const peopleMax = 10;

/** A user with due reminders. */
export interface Person {
  id: number;
  username: string;
  email: string;
  language: Language;
  timezone: string;
  day_start_hour: number;
  is_active: boolean;
  /** Whether a notification about one habit gets a "Done" button. */
  has_done: boolean;
  /** Whether the user wants mails and has a verified address. */
  has_mails: boolean;
}

/** The users whose reminders have been due for the longest, without those to pass over. */
export async function findPeople(db: Database, passedOver: ReadonlySet<number>, now: number): Promise<number[]> {
  const rows = await db.execute<{ user_id: string }>(sql`
    select user_id from reminders
    where next_at <= ${new Date(now).toISOString()}::timestamptz
      and user_id <> all(${sql.param([...passedOver])}::bigint[])
    group by user_id order by min(next_at) limit ${peopleMax}`);
  return rows.map(({ user_id }) => Number(user_id));
}

/** Users as they are now. */
export function readPeople(db: Database, ids: readonly number[]): Promise<Person[]> {
  return selectPeople(db, ids, sql``);
}

/**
 * Locks users, so that one node sends everything that is due to a user. Users whom another transaction has locked are
 * left out.
 */
export function holdPeople(tx: Transaction, ids: readonly number[]): Promise<Person[]> {
  return selectPeople(tx, ids, sql`for no key update skip locked`);
}

async function selectPeople(db: Database | Transaction, ids: readonly number[], lock: SQL): Promise<Person[]> {
  const rows = await db.execute<Omit<Person, "id"> & { id: string }>(sql`
    select id, username, email, language, coalesce(timezone, 'UTC') as timezone, day_start_hour, is_active,
      email_verified and reminder_mails as has_mails, reminder_done as has_done
    from users
    where id = any(${sql.param(ids)}::bigint[])
    ${lock}`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** The subscriptions of live sessions, by user. */
export async function readBrowsers(
  tx: Transaction,
  people: readonly Person[],
  now: number,
): Promise<Map<number, number[]>> {
  const rows = await tx.execute<{ user_id: string; ids: string[] }>(sql`
    select b.user_id, array_agg(b.id order by b.id) as ids
    from push_subscriptions b join sessions s on s.id = b.session_id
    where b.user_id = any(${sql.param(people.map(({ id }) => id))}::bigint[])
      and s.expires_at > ${new Date(now).toISOString()}::timestamptz
    group by b.user_id`);
  return new Map(rows.map(({ user_id, ids }) => [Number(user_id), ids.map(Number)]));
}

/** The notification targets, by user. */
export async function readTargets(tx: Transaction, people: readonly Person[]): Promise<Map<number, number[]>> {
  const rows = await tx.execute<{ user_id: string; ids: string[] }>(sql`
    select user_id, array_agg(id order by id) as ids from notification_targets
    where user_id = any(${sql.param(people.map(({ id }) => id))}::bigint[])
    group by user_id`);
  return new Map(rows.map(({ user_id, ids }) => [Number(user_id), ids.map(Number)]));
}

/** `YYYY-MM-DD` */
export function todayOf({ timezone, day_start_hour }: Person, now: number): string {
  return todayIn(now, timezone, day_start_hour);
}
