import type { Database } from "@daymark/db/connection/client";
import { habitTargets } from "@daymark/db/schema/habit";
import { targetsMax, targetsOfUserMax } from "@daymark/domain/base/bounds";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { targetsAfter } from "@daymark/domain/rules/target";
import type { targetEffects } from "@daymark/domain/tracking/habit";
import { and, asc, count, eq, gte } from "drizzle-orm";
import { ApiError } from "../base/error.ts";

/**
 * Sets a habit's target as {@link targetsAfter} says. Call it in a transaction that has locked the user's habits.
 *
 * @param today `YYYY-MM-DD`, the user's
 * @throws ApiError `validation_failed` of `target` if the history would be longer than {@link targetsMax}, or those of
 *   all habits together longer than {@link targetsOfUserMax}
 */
export async function setTarget(
  db: Database,
  habit: { user_id: number; habit_id: number },
  target: number,
  effect: (typeof targetEffects)[number],
  today: string,
): Promise<void> {
  const own = and(eq(habitTargets.user_id, habit.user_id), eq(habitTargets.habit_id, habit.habit_id));
  const rows = await db
    .select({ from: habitTargets.from_day, target: habitTargets.target })
    .from(habitTargets)
    .where(own)
    .orderBy(asc(habitTargets.from_day));
  const before = rows.map((row) => ({ ...row, from: toDayNumber(row.from) }));
  const after = targetsAfter(before, target, effect, toDayNumber(today));
  if (after.length > targetsMax) throw tooMany(targetsMax);
  if (after.length > before.length && (await countTargets(db, habit.user_id)) >= targetsOfUserMax) {
    throw tooMany(targetsOfUserMax);
  }
  const changed = before.findIndex(
    (row, index) => row.from !== after[index]?.from || row.target !== after[index].target,
  );
  const gone = before[changed];
  const added = after.slice(gone ? changed : before.length);
  if (gone) await db.delete(habitTargets).where(and(own, gte(habitTargets.from_day, fromDayNumber(gone.from))));
  if (added.length > 0) {
    await db
      .insert(habitTargets)
      .values(added.map((row) => ({ ...habit, from_day: fromDayNumber(row.from), target: row.target })));
  }
}

/** The number of goals in the histories of all habits of a user, deleted ones included. */
export async function countTargets(db: Database, userId: number): Promise<number> {
  const [row] = await db.select({ targets: count() }).from(habitTargets).where(eq(habitTargets.user_id, userId));
  return row?.targets ?? 0;
}

function tooMany(max: number): ApiError {
  return new ApiError("validation_failed", { fields: { target: [{ code: "too_many", values: { max } }] } });
}
