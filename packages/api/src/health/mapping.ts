import { healthDays, healthMappings } from "@daymark/db/schema/connection/health";
import { unitKind } from "@daymark/domain/base/unit";
import type { FieldErrors } from "@daymark/domain/base/validation";
import type { HealthMapping, healthMappingSetInput } from "@daymark/domain/health/health";
import type { Habit } from "@daymark/domain/tracking/habit";
import { and, asc, eq } from "drizzle-orm";
import type * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import { getHabit, titlesOf } from "../habit/list.ts";
import { type Context, callersToday } from "../procedure/context.ts";
import { withUserLock } from "../procedure/user-queue.ts";

type Call = Pick<Context, "db" | "now" | "timezone" | "confirmCaller"> & {
  user: NonNullable<Context["caller"]>["user"];
};

/**
 * Habits that one metric fills: its points are read and kept for each of them. Habits in the trash do not count. If
 * restored ones are more, the metric fills those that were mapped first.
 */
export const habitsOfMetricMax = 10;

/** The mappings of a user's habits that are not deleted, in the order in which they were made. */
export async function listMappings(call: Call): Promise<HealthMapping[]> {
  const rows = await call.db
    .select()
    .from(healthMappings)
    .where(eq(healthMappings.user_id, call.user.id))
    .orderBy(asc(healthMappings.created_at), asc(healthMappings.habit_id));
  const titles = await titlesOf(call.db.$client, call.user.id);
  return rows.flatMap((row) => {
    const title = titles.get(row.habit_id);
    return title === undefined ? [] : [toMapping(row, title)];
  });
}

/**
 * Sets which metric fills the days of a habit. Another metric, way or unit begins anew: the days so far stay, and what
 * arrives next replaces those that are still health data's own.
 *
 * @throws ApiError habit_not_found; validation_failed for a unit that cannot become the habit's, or for a metric that fills
 *   too many habits
 */
export async function setMapping(call: Call, input: z.infer<typeof healthMappingSetInput>): Promise<HealthMapping> {
  const { habit_id, source, metric, way, unit = null } = input;
  const habit = await getHabit(call.db.$client, call.user.id, habit_id, callersToday(call));
  const fields = faultsOf(habit, input);
  if (fields) throw new ApiError("validation_failed", { fields });
  const values = { source, metric, way, unit };
  // A payload that is being recorded holds the lock, so its points do not return after they are forgotten.
  const row = await withUserLock(call, "days", async (db) => {
    const own = and(eq(healthMappings.user_id, call.user.id), eq(healthMappings.habit_id, habit_id));
    const [before] = await db.select().from(healthMappings).where(own);
    if (before && isSame(before, values)) return before;
    const others = (await listMappings({ ...call, db })).filter(
      (each) => each.habit_id !== habit_id && each.source === source && each.metric === metric,
    );
    if (others.length >= habitsOfMetricMax) {
      throw new ApiError("validation_failed", {
        fields: { metric: [{ code: "too_many", values: { max: habitsOfMetricMax } }] },
      });
    }
    const [after] = await db
      .insert(healthMappings)
      .values({ user_id: call.user.id, habit_id, ...values, created_at: new Date(call.now()) })
      .onConflictDoUpdate({ target: [healthMappings.user_id, healthMappings.habit_id], set: values })
      .returning();
    const ownDays = and(eq(healthDays.user_id, call.user.id), eq(healthDays.habit_id, habit_id));
    await db
      .update(healthDays)
      .set({ points: {}, updated_at: new Date(call.now()) })
      .where(ownDays);
    return after;
  });
  if (!row) throw new ApiError("habit_not_found");
  return toMapping(row, habit.title);
}

/** @throws ApiError not_found */
export async function deleteMapping(call: Call, habitId: number): Promise<void> {
  const own = and(eq(healthMappings.user_id, call.user.id), eq(healthMappings.habit_id, habitId));
  const gone = await withUserLock(call, "days", (db) => db.delete(healthMappings).where(own).returning());
  if (gone.length === 0) throw new ApiError("not_found");
}

function faultsOf(habit: Habit, { way, unit }: z.infer<typeof healthMappingSetInput>): FieldErrors | null {
  const kind = unitKind(habit.unit);
  // A number of records is no number of minutes.
  if (way === "count" && kind !== "numeric") return { way: [{ code: "unit_kind_differs" }] };
  if (unit && kind !== "numeric" && unitKind(unit) !== kind) return { unit: [{ code: "unit_kind_differs" }] };
  return null;
}

type Row = typeof healthMappings.$inferSelect;

function isSame(row: Row, values: Pick<Row, "source" | "metric" | "way" | "unit">): boolean {
  const { source, metric, way, unit } = values;
  return row.source === source && row.metric === metric && row.way === way && row.unit === unit;
}

function toMapping({ habit_id, source, metric, way, unit, created_at }: Row, title: string): HealthMapping {
  return { habit_id, title, source, metric, way, unit, created_at: created_at.toISOString() };
}
