import type { Database } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { habits } from "@daymark/db/schema/habit";
import type { TrashedHabit } from "@daymark/domain/tracking/habit";
import { trashHabitsMax, trashSeconds } from "@daymark/domain/tracking/trash";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { type Context, callersToday } from "../procedure/context.ts";
import { type Reader, readInTurn } from "../procedure/long-reads.ts";
import { type Announcing, announceHabits } from "./announce.ts";
import { getHabit } from "./list.ts";

/**
 * True for a deleted habit that its owner can still restore. A job deletes the others (`clean-up.ts` of the server). The
 * database gives the time, because nodes' clocks may differ.
 */
export const isInTrash = sql`${habits.deleted_at} > statement_timestamp() - make_interval(secs => ${trashSeconds})`;

/**
 * Moves a habit to the trash. If that has too many habits, the ones deleted first are deleted for good, so that a user
 * who creates and deletes without end does not fill the disk.
 *
 * @throws ApiError `habit_not_found`
 */
export async function moveToTrash(call: Pick<Context, "db" | "timezone"> & Announcing, id: number): Promise<void> {
  if (!call.user.has_webhooks) return trashHabit(call.db, call.user.id, id);
  await withinTransaction(call.db, async (db) => {
    const habit = await getHabit(db.$client, call.user.id, id, callersToday(call));
    await trashHabit(db, call.user.id, id);
    await announceHabits(db, call, "habit.deleted", [habit]);
  });
}

async function trashHabit(db: Database, userId: number, id: number): Promise<void> {
  const moved = await db
    .update(habits)
    .set({ deleted_at: sql`statement_timestamp()` })
    .where(and(eq(habits.user_id, userId), eq(habits.id, id), isNull(habits.deleted_at)))
    .returning({ id: habits.id });
  if (moved.length === 0) throw new ApiError("habit_not_found");
  // The outer condition is checked again if another call restores the habit meanwhile.
  await db.$client`
    delete from habits
    where user_id = ${userId} and deleted_at is not null and id in (
      select id from habits where user_id = ${userId} and deleted_at is not null
      order by deleted_at desc, id desc offset ${trashHabitsMax}
    )`;
}

/** The ids of a user's habits that are not deleted, as a subquery. */
export function presentHabits(db: Database, userId: number) {
  return db
    .select({ id: habits.id })
    .from(habits)
    .where(and(eq(habits.user_id, userId), isNull(habits.deleted_at)));
}

/**
 * The habits in a user's trash, the one deleted last first. A hundred of them may have a century of days each, which one
 * statement counts, so it takes the turn of a whole history.
 *
 * @throws QueueFull if too many reads of the user wait; what `confirmCaller` throws
 */
export async function listTrash(reader: Reader): Promise<TrashedHabit[]> {
  const userId = reader.user.id;
  const rows = await readInTurn(
    reader,
    (sql) => sql<Row[]>`
    select id, title, emoji, type, hue, archived, deleted_at,
      deleted_at + make_interval(secs => ${trashSeconds}) as expires_at,
      (
        select count(*)::int from progress p
        where p.user_id = ${userId} and p.habit_id = h.id and p.value is not null
      ) as recorded_days
    from habits h
    where user_id = ${userId} and deleted_at > statement_timestamp() - make_interval(secs => ${trashSeconds})
    order by h.deleted_at desc, id desc`,
  );
  return rows.map(({ id, deleted_at, expires_at, ...row }) => ({
    ...row,
    id: Number(id),
    deleted_at: new Date(deleted_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
  }));
}

type Row = Omit<TrashedHabit, "id"> & { id: string };

/**
 * Deletes a habit of the trash with all its days.
 *
 * @throws ApiError `habit_not_found`, also for a habit that is not in the trash
 */
export async function deleteForGood(db: Database, userId: number, id: number): Promise<void> {
  const deleted = await db
    .delete(habits)
    .where(and(eq(habits.user_id, userId), eq(habits.id, id), isInTrash))
    .returning({ id: habits.id });
  if (deleted.length === 0) throw new ApiError("habit_not_found");
}

/** Deletes all habits of the trash with their days, one by one, so that no statement takes long. */
export async function emptyTrash(db: Database, userId: number): Promise<void> {
  const isOwnDeleted = and(eq(habits.user_id, userId), isNotNull(habits.deleted_at));
  const trashed = await db.select({ id: habits.id }).from(habits).where(isOwnDeleted);
  for (const { id } of trashed) await db.delete(habits).where(and(isOwnDeleted, eq(habits.id, id)));
}
