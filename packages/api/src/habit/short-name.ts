import type { Database } from "@daymark/db/connection/client";
import { habits } from "@daymark/db/schema/habit";
import { shortNameSchema } from "@daymark/domain/tracking/short-name";
import { and, eq, isNull, ne } from "drizzle-orm";
import { ApiError } from "../base/error.ts";

/**
 * Whether another present habit of the user has a short name. The caller holds the lock of `withHabitLock`, so that no
 * parallel call takes the name.
 *
 * @param except the habit that may have it
 */
export async function isShortNameTaken(
  db: Database,
  userId: number,
  name: string,
  except: number | null,
): Promise<boolean> {
  const others = except === null ? undefined : ne(habits.id, except);
  const rows = await db
    .select({ id: habits.id })
    .from(habits)
    .where(and(eq(habits.user_id, userId), eq(habits.short_name, name), isNull(habits.deleted_at), others))
    .limit(1);
  return rows.length > 0;
}

/** @throws ApiError `validation_failed` with {@link isShortNameTaken} */
export async function assertShortNameFree(
  db: Database,
  userId: number,
  name: string | null | undefined,
  except: number | null,
): Promise<void> {
  if (name && (await isShortNameTaken(db, userId, name, except))) {
    throw new ApiError("validation_failed", { fields: { short_name: [{ code: "short_name_taken" }] } });
  }
}

/**
 * The id of the user's habit with a short name, in any case and in any normal form.
 *
 * @throws ApiError `habit_not_found` with the name in its values
 */
export async function findHabitByShortName(db: Database, userId: number, name: string): Promise<number> {
  const unknown = new ApiError("habit_not_found", { values: { short_name: name } });
  const { success, data } = shortNameSchema.safeParse(name);
  if (!success || data === null) throw unknown;
  const [habit] = await db
    .select({ id: habits.id })
    .from(habits)
    .where(and(eq(habits.user_id, userId), eq(habits.short_name, data), isNull(habits.deleted_at)));
  if (!habit) throw unknown;
  return habit.id;
}
