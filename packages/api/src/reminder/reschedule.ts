import type { Database, Transaction } from "@daymark/db/connection/client";
import { reminders } from "@daymark/db/schema/reminder";
import { users } from "@daymark/db/schema/user";
import { nextReminderAt } from "@daymark/domain/reminder/reminder";
import { eq, sql } from "drizzle-orm";
import { mapInTurns } from "../base/pace.ts";

/** So many next times are found in one turn of the event loop, in some 10 ms. */
export const remindersAtOnce = 200;

/** A reminder with its next time. */
interface NextReminder {
  user_id: number;
  id: number;
  next_at: Date;
}

/**
 * Recalculates the next time of each of a user's reminders. A transaction that changes the timezone or the hour at
 * which the day begins calls this after the change.
 *
 * @param now milliseconds since the epoch
 */
export async function rescheduleReminders(db: Database | Transaction, userId: number, now: number): Promise<void> {
  const rows = await db
    .select({
      user_id: reminders.user_id,
      id: reminders.id,
      minute: reminders.minute,
      weekdays: reminders.weekdays,
      timezone: users.timezone,
      dayStartHour: users.day_start_hour,
    })
    .from(reminders)
    .innerJoin(users, eq(users.id, reminders.user_id))
    .where(eq(reminders.user_id, userId));
  const nexts = await mapInTurns(rows, remindersAtOnce, ({ user_id, id, timezone, ...rule }) => ({
    user_id,
    id,
    next_at: new Date(nextReminderAt({ ...rule, timezone: timezone ?? "UTC" }, now)),
  }));
  await setNext(db, nexts, { userId });
}

/**
 * Stores the next times of reminders: one statement for any number.
 *
 * @param options.userId the user, if all reminders are of one; then Citus sends the statement to that user's worker only
 */
export async function setNext(
  db: Database | Transaction,
  nexts: readonly NextReminder[],
  { userId }: { userId?: number } = {},
): Promise<void> {
  if (nexts.length === 0) return;
  const rows = nexts.map(({ user_id, id, next_at }) => ({ user_id, id, next_at: next_at.toISOString() }));
  await db.execute(sql`
    update reminders set next_at = given.next_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (user_id bigint, id bigint, next_at timestamptz)
    where reminders.user_id = given.user_id and reminders.id = given.id
      ${userId === undefined ? sql`` : sql`and reminders.user_id = ${userId}`}`);
}
