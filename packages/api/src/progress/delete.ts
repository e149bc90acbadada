import type { Sql } from "@daymark/db/connection/client";
import { ApiError } from "../base/error.ts";
import { type UserCall, withUserLock, writeAtOnce } from "../procedure/user-queue.ts";

interface DayOfHabit {
  id: number;
  day: string;
}

/**
 * Deletes a day with its log. For a habit that keeps a log the deletion holds the lock of the user's days, so that no
 * other change of the log comes between.
 *
 * @throws ApiError habit_not_found; habit_progress_not_found if the day has neither an entry nor a log
 */
export async function deleteEntry(call: UserCall, at: DayOfHabit): Promise<void> {
  const deletePlain = () => deleteRows(call.db.$client, call.user.id, at, { isPlain: true });
  const isDeleted =
    (await writeAtOnce(call, deletePlain)) ??
    (await withUserLock(call, "days", ({ $client: sql }) => deleteRows(sql, call.user.id, at, { isPlain: false })));
  if (isDeleted === undefined) throw new ApiError("habit_not_found");
  if (!isDeleted) throw new ApiError("habit_progress_not_found");
}

/**
 * Finds no habit that keeps a log if it is asked for a plain one.
 *
 * @returns whether the day had anything; undefined without the habit
 */
async function deleteRows(
  sql: Sql,
  userId: number,
  { id, day }: DayOfHabit,
  { isPlain }: { isPlain: boolean },
): Promise<boolean | undefined> {
  const [habit] = await sql<{ is_deleted: boolean }[]>`
    with habit as (
      select user_id, id from habits where user_id = ${userId} and id = ${id} and deleted_at is null
        ${isPlain ? sql`and not keeps_log` : sql``}
    ),
    deleted as (
      delete from progress p using habit h
      where p.user_id = ${userId} and p.habit_id = h.id and p.day = ${day} returning p.day
    ),
    log as (
      delete from day_log l using habit h
      where l.user_id = ${userId} and l.habit_id = h.id and l.day = ${day} returning l.day
    )
    select exists (select from deleted) or exists (select from log) as is_deleted from habit`;
  return habit?.is_deleted;
}
