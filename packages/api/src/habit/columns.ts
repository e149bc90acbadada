import type { habits } from "@daymark/db/schema/habit";
import { habitMembers } from "@daymark/domain/tracking/habit-content";

/**
 * The columns of `habits` with a habit's content: one for each member except the target, whose history is a table, and
 * two for the schedule.
 */
export const contentColumns: readonly (keyof typeof habits.$inferSelect)[] = habitMembers.flatMap((member) => {
  if (member === "target") return [];
  return member === "schedule" ? ["times_per_week", "schedule"] : member;
});
