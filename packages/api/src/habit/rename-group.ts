import { calendarLinks } from "@daymark/db/schema/connection/calendar-link";
import { habits } from "@daymark/db/schema/habit";
import type { Habit } from "@daymark/domain/tracking/habit";
import { and, eq } from "drizzle-orm";
import type { UserCall } from "../procedure/user-queue.ts";
import { type Announcing, announceHabits } from "./announce.ts";
import { listHabits } from "./list.ts";
import { withHabitLock } from "./lock.ts";

/**
 * Renames a group for all its habits, including archived ones, and deleted ones, which may be restored into it. The
 * calendars of the group follow.
 *
 * @param names.to null removes the habits from the group, and leaves its calendars empty; the name of another group
 *   merges the two
 * @param today `YYYY-MM-DD`, the caller's
 * @returns the active habits
 */
export async function renameGroup(
  call: UserCall & Announcing,
  { from, to }: { from: string; to: string | null },
  today: string,
): Promise<Habit[]> {
  const userId = call.user.id;
  return withHabitLock(call, async (locked) => {
    const moved = await locked
      .update(habits)
      .set({ group_name: to })
      .where(and(eq(habits.user_id, userId), eq(habits.group_name, from)))
      .returning({ id: habits.id });
    // A calendar without a group shows all habits. Its address was given away for those of the group.
    if (to !== null) {
      // A separate statement, because these rows are on another machine where the habits are distributed.
      await locked
        .update(calendarLinks)
        .set({ group_name: to })
        .where(and(eq(calendarLinks.user_id, userId), eq(calendarLinks.group_name, from)));
    }
    const active = await listHabits(locked.$client, userId, today, { archived: false });
    const ids = new Set(moved.map(({ id }) => id));
    const renamed = active.filter(({ id }) => ids.has(id));
    await announceHabits(locked, call, "habit.updated", renamed);
    return active;
  });
}
