import type { habits } from "@daymark/db/schema/habit";
import { habitMembers } from "@daymark/domain/tracking/habit-content";

/**
 * The columns of `habits` with a habit's content: one for each member except the target, whose history is a table, and
 * two for the schedule. The one of the end is called `ends`.
 */
export const contentColumns: readonly (keyof typeof habits.$inferSelect)[] = habitMembers.flatMap((member) => {
  if (member === "target") return [];
  if (member === "end") return "ends";
  return member === "schedule" ? ["times_per_week", "schedule"] : member;
});
