import type { reminders } from "@daymark/db/schema/reminder";
import { fromMinute, type Reminder } from "@daymark/domain/reminder/reminder";

/** A reminder as the API returns it. */
export function toReminder(row: typeof reminders.$inferSelect): Reminder {
  return {
    id: row.id,
    habit_id: row.habit_id,
    time: fromMinute(row.minute),
    weekdays: [...row.weekdays].sort(),
    by_push: row.by_push,
    by_mail: row.by_mail,
    target_ids: row.target_ids,
    next_at: row.next_at.toISOString(),
  };
}
