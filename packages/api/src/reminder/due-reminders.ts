import type { Database, Transaction } from "@daymark/db/connection/client";
import type { ReminderHabit } from "@daymark/domain/reminder/reminder";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { sql } from "drizzle-orm";
import { nearDaysOf } from "./due-habits.ts";
import type { Person } from "./due-people.ts";

/** Reminders of one transaction; the next transaction handles the rest. */
const remindersMax = 1_000;
/** Days of habits of one transaction, unless one user's habits alone have more. */
const daysMax = 20_000;

/** A reminder whose time has come. */
export interface DueReminder {
  user_id: number;
  id: number;
  minute: number;
  weekdays: number[];
  by_push: boolean;
  by_mail: boolean;
  target_ids: number[];
  /** Archived or in the trash. */
  is_away: boolean;
  habit: ReminderHabit;
  /** Days before and after now on which today's result depends: see {@link nearDaysOf}. */
  near_days: number;
}

type Row = Omit<DueReminder, "user_id" | "id" | "target_ids" | "habit"> & {
  user_id: string;
  id: string;
  habit_id: string;
  target_ids: string[];
  title: string;
  type: HabitType;
};

/**
 * The due reminders of these users, in the dashboard's order. Reminders of deleted habits are included, of which there
 * can be more than a plan has habits; they come last for each user. Users beyond the bounds of a transaction are left out as
 * a whole; the first user never is.
 *
 * @param now milliseconds since the epoch
 */
export async function readDueReminders(
  db: Database | Transaction,
  people: readonly Person[],
  now: number,
): Promise<DueReminder[]> {
  const time = new Date(now).toISOString();
  const rows = await db.execute<Row & Record<string, unknown>>(sql`
    select r.user_id, r.id, r.minute, r.weekdays, r.by_push, r.by_mail, r.target_ids,
      h.archived or h.deleted_at is not null as is_away,
      h.id as habit_id, h.title, h.type, ${nearDaysOf(now)} as near_days
    from reminders r join habits h on h.user_id = r.user_id and h.id = r.habit_id
    where r.user_id = any(${sql.param(people.map(({ id }) => id))}::bigint[])
      and r.next_at <= ${time}::timestamptz
    order by r.user_id, is_away, h.type desc, h.position, h.id, r.minute
    limit ${remindersMax}`);
  return withinBounds(rows.map(toDueReminder));
}

function toDueReminder({ user_id, id, habit_id, title, type, target_ids, ...rest }: Row): DueReminder {
  return {
    ...rest,
    user_id: Number(user_id),
    id: Number(id),
    target_ids: target_ids.map(Number),
    habit: { id: Number(habit_id), title, type },
  };
}

/** Leaves out users as a whole, so that a later transaction handles all of a user's reminders at once. */
function withinBounds(due: readonly DueReminder[]): DueReminder[] {
  const [first = [], ...others] = Map.groupBy(due, ({ user_id }) => user_id).values();
  // The rows of the last user may be incomplete.
  if (due.length === remindersMax) others.pop();
  let days = countDays(first);
  const beyond = others.findIndex((rows) => {
    days += countDays(rows);
    return days > daysMax;
  });
  return [first, ...(beyond === -1 ? others : others.slice(0, beyond))].flat();
}

/** The days to read, at most: those of each habit once. */
function countDays(due: readonly DueReminder[]): number {
  const ofHabits = new Map(due.map((row) => [row.habit.id, row.is_away ? 0 : 2 * row.near_days + 1]));
  return [...ofHabits.values()].reduce((sum, days) => sum + days, 0);
}
