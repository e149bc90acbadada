import type { Database } from "@daymark/db/client";
import { habitTargets } from "@daymark/db/schema/habit";
import type { targetEffects } from "@daymark/domain/habit";
import { and, asc, eq, gte } from "drizzle-orm";

/** A row of a habit's history: the target that holds from a day on. */
interface TargetFrom {
  from: string;
  target: number;
}

/** Sets a habit's target as {@link historyAfter} says, in the transaction of a change that holds the user's habits. */
export async function setTarget(
  db: Database,
  habit: { user_id: number; habit_id: number },
  target: number,
  effect: (typeof targetEffects)[number],
  today: string,
): Promise<void> {
  const own = and(eq(habitTargets.user_id, habit.user_id), eq(habitTargets.habit_id, habit.habit_id));
  const history = await db
    .select({ from: habitTargets.from_day, target: habitTargets.target })
    .from(habitTargets)
    .where(own)
    .orderBy(asc(habitTargets.from_day));
  const rows = historyAfter(history, target, effect, today);
  const same = history.findIndex((row, index) => row.from !== rows[index]?.from || row.target !== rows[index].target);
  const gone = history[same];
  const added = rows.slice(gone ? same : history.length);
  if (gone) await db.delete(habitTargets).where(and(own, gte(habitTargets.from_day, gone.from)));
  if (added.length > 0) {
    await db.insert(habitTargets).values(added.map((row) => ({ ...habit, from_day: row.from, target: row.target })));
  }
}

/**
 * The history of a habit's target after it is set today.
 *
 * `from_today` leaves past days with what they were measured by; where that is the same number, nothing is added.
 * Rows from today on give way: today's, and those a person set in a timezone that is further ahead. `always` leaves
 * one number for all days.
 *
 * @param history ascending by day, at least one row; the first holds for all earlier days too
 */
function historyAfter(
  history: readonly TargetFrom[],
  target: number,
  effect: (typeof targetEffects)[number],
  today: string,
): TargetFrom[] {
  // The day of the oldest row stays, so that a change later today has a past to tell apart from.
  if (effect === "always") return [{ from: history[0]?.from ?? today, target }];
  const past = history.filter(({ from }) => from < today);
  return past.at(-1)?.target === target ? past : [...past, { from: today, target }];
}
