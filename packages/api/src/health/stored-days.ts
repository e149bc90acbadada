import type { Database } from "@daymark/db/connection/client";
import { healthDays, healthMappings } from "@daymark/db/schema/connection/health";
import { habits } from "@daymark/db/schema/habit";
import type { DayPoints } from "@daymark/domain/health/day-points";
import type { HealthDay } from "@daymark/domain/health/decide";
import { and, eq, inArray, isNotNull, lt, notInArray, sql } from "drizzle-orm";

/** A day as health data leaves it. */
export interface StoredDay extends Omit<HealthDay, "points"> {
  habit_id: number;
  day: string;
  points: DayPoints | null;
}

/** How long the points of a day are kept after their last change. Apps send again what is days old, not what is a month old. */
const pointsKeptMilliseconds = 31 * 86_400_000;
/** Rows of one statement, far below PostgreSQL's 65,535 parameters. */
const rowsAtOnce = 500;

/** What health data recorded last on some days of a habit, by day. */
export async function readDays(
  db: Database,
  { userId, habitId, days }: { userId: number; habitId: number; days: readonly string[] },
): Promise<Map<string, HealthDay>> {
  const { day, value, unit, points } = healthDays;
  const rows = await db
    .select({ day, value, unit, points })
    .from(healthDays)
    .where(and(eq(healthDays.user_id, userId), eq(healthDays.habit_id, habitId), inArray(healthDays.day, [...days])));
  return new Map(rows.map(({ day, ...known }) => [day, known]));
}

export async function storeDays(db: Database, userId: number, days: readonly StoredDay[], now: Date): Promise<void> {
  for (let start = 0; start < days.length; start += rowsAtOnce) {
    const rows = days.slice(start, start + rowsAtOnce).map(({ habit_id, day, value, unit, points }) => ({
      ...{ user_id: userId, habit_id, day, value, unit, points },
      updated_at: now,
    }));
    await db
      .insert(healthDays)
      .values(rows)
      .onConflictDoUpdate({
        target: [healthDays.user_id, healthDays.habit_id, healthDays.day],
        set: {
          value: sql`excluded.value`,
          unit: sql`excluded.unit`,
          points: sql`excluded.points`,
          // A payload that brings nothing new does not keep the points for longer.
          updated_at: sql`case when ${healthDays.points} is distinct from excluded.points then excluded.updated_at
            else ${healthDays.updated_at} end`,
        },
      });
  }
}

/**
 * Deletes the points of days without a change for a month. Their amounts stay known.
 *
 * @param userId of one user; null of all
 */
export async function forgetOldPoints(db: Database, userId: number | null, now: Date): Promise<void> {
  const before = new Date(now.getTime() - pointsKeptMilliseconds);
  await db
    .update(healthDays)
    .set({ points: null })
    .where(
      and(
        userId === null ? undefined : eq(healthDays.user_id, userId),
        isNotNull(healthDays.points),
        lt(healthDays.updated_at, before),
      ),
    );
}

/** Deletes what is known of habits that were deleted for good. No foreign key does it: habits may be on another machine. */
export async function forgetGoneHabits(db: Database, userId: number): Promise<void> {
  const rows = await db.select({ id: habits.id }).from(habits).where(eq(habits.user_id, userId));
  const ids = rows.map(({ id }) => id);
  const own = eq(healthMappings.user_id, userId);
  await db.delete(healthMappings).where(ids.length === 0 ? own : and(own, notInArray(healthMappings.habit_id, ids)));
}
