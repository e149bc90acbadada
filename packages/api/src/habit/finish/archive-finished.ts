import type { Database } from "@daymark/db/connection/client";
import { habits } from "@daymark/db/schema/habit";
import { toDayNumber, todayIn } from "@daymark/domain/base/day";
import { finishedWaitDays } from "@daymark/domain/schedule/end";
import { and, eq, isNull, sql } from "drizzle-orm";
import { type EndColumns, endedOn, totalReachedOn } from "../../base/end-columns.ts";
import type { Live } from "../../host/live-hub.ts";
import { announceHabits } from "../announce.ts";
import { getHabit } from "../list.ts";
import { withHabitLock } from "../lock.ts";
import { archivedColumns } from "../update.ts";

/** Habits that one statement reads; the next one reads the rest. It adds up all days of those with a total. */
const habitsAtOnce = 50;

interface ArchiveDeps {
  db: Database;
  live: Pick<Live, "publish">;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Archives the habits that ended and whose owners changed nothing for {@link finishedWaitDays} days. The days count
 * from the one on which this job first saw the habit ended, so that a user has them also after an import, after a total
 * that was reached by past days, after making the habit active again, and after a deactivation of the account. Each
 * habit is archived once, also after failures and with several nodes.
 *
 * @returns how many habits were archived
 * @throws Error after all users, with the first failure as its cause; the next run tries the failed ones again
 */
export async function archiveFinished(deps: ArchiveDeps): Promise<number> {
  let archived = 0;
  const failures: unknown[] = [];
  for (let after: HabitKey = { user_id: 0, id: 0 }; ; ) {
    const rows = await readEndingHabits(deps.db, after);
    const last = rows.at(-1);
    if (!last) break;
    after = last;
    const owners = await readOwners(deps.db, [...new Set(rows.map(({ user_id }) => user_id))]);
    for (const row of rows) {
      const owner = owners.get(row.user_id);
      if (!owner) continue;
      try {
        if (await noteOrArchive(deps, owner, row)) archived += 1;
      } catch (error) {
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) {
    throw new Error(`Habits that ended could not be archived: ${failures.length}.`, { cause: failures[0] });
  }
  return archived;
}

interface HabitKey {
  user_id: number;
  id: number;
}

/** An active habit that has an end. */
interface EndingHabit extends EndColumns, HabitKey {
  /** `YYYY-MM-DD` */
  finish_seen_on: string | null;
}

async function readEndingHabits(db: Database, after: HabitKey): Promise<EndingHabit[]> {
  const rows = await db.$client<(Omit<EndingHabit, "user_id" | "id"> & { user_id: string; id: string })[]>`
    select user_id, id, ends, finish_seen_on::text as finish_seen_on, ${db.$client.unsafe(totalReachedOn)} as reached_on
    from habits h
    where ends is not null and not archived and deleted_at is null
      and (user_id, id) > (${after.user_id}::bigint, ${after.id}::bigint)
    order by user_id, id limit ${habitsAtOnce}`;
  return rows.map((row) => ({ ...row, user_id: Number(row.user_id), id: Number(row.id) }));
}

interface Owner {
  id: number;
  timezone: string;
  day_start_hour: number;
  has_webhooks: boolean;
  is_active: boolean;
}

/** A separate statement, because the accounts may be on another machine than the habits. */
async function readOwners(db: Database, ids: readonly number[]): Promise<Map<number, Owner>> {
  const rows = await db.execute<Record<string, unknown> & Omit<Owner, "id"> & { id: string }>(sql`
    select id, coalesce(timezone, 'UTC') as timezone, day_start_hour, has_webhooks, is_active
    from users where id = any(${sql.param([...ids])}::bigint[])`);
  return new Map(rows.map((row) => [Number(row.id), { ...row, id: Number(row.id) }]));
}

/**
 * Notes the day on which a habit is first seen ended, deletes the note of one that goes on, or archives the habit.
 *
 * @returns whether the habit was archived
 */
async function noteOrArchive(deps: ArchiveDeps, owner: Owner, habit: EndingHabit): Promise<boolean> {
  const today = todayIn(deps.now(), owner.timezone, owner.day_start_hour);
  const { finish_seen_on: seenOn } = habit;
  const ended = endedOn(habit, today);
  // An owner who is not active sees no question. Otherwise: a total that is no longer reached, or only by a day to come, or
  // a last day that the owner's move to another zone has brought back.
  if (!owner.is_active || ended === null || ended > today) {
    if (seenOn !== null) await setSeen(deps.db, habit, null);
    return false;
  }
  // A total that was taken back is reached anew on a later day than the one of the note.
  if (seenOn === null || ended > seenOn) {
    await setSeen(deps.db, habit, today);
    return false;
  }
  if (toDayNumber(today) - toDayNumber(seenOn) < finishedWaitDays) return false;
  const isArchived = await archive(deps, owner, habit, today);
  if (isArchived) deps.live.publish(owner.id, ["habit"], null);
  return isArchived;
}

/** Unless the habit was changed since it was read. */
async function setSeen(db: Database, habit: EndingHabit, day: string | null): Promise<void> {
  await db.update(habits).set({ finish_seen_on: day }).where(unchanged(habit));
}

function unchanged({ user_id, id, finish_seen_on }: EndingHabit) {
  return and(
    eq(habits.user_id, user_id),
    eq(habits.id, id),
    eq(habits.archived, false),
    isNull(habits.deleted_at),
    sql`${habits.finish_seen_on} is not distinct from ${finish_seen_on}::date`,
  );
}

/**
 * Archives a habit as its owner would, unless it was changed since it was read, or goes on to be recorded: then its
 * owner has the days again.
 *
 * @param today `YYYY-MM-DD`, the owner's
 */
function archive({ db, now }: ArchiveDeps, owner: Owner, ending: EndingHabit, today: string): Promise<boolean> {
  return withHabitLock({ db, user: owner }, async (locked) => {
    const [habit] = await locked.select().from(habits).where(unchanged(ending)).for("update");
    if (!habit) return false;
    const { ended_on } = await getHabit(locked.$client, owner.id, ending.id, today);
    if (ended_on === null || ended_on > today) return false;
    if (await isStillRecorded(locked, ending, ended_on, today)) {
      await locked.update(habits).set({ finish_seen_on: today }).where(unchanged(ending));
      return false;
    }
    const columns = await archivedColumns(locked, habit, { archived: true });
    await locked
      .update(habits)
      .set({ ...columns, finish_seen_on: null })
      .where(unchanged(ending));
    const archived = await getHabit(locked.$client, owner.id, ending.id, today);
    await announceHabits(locked, { user: owner, now }, "habit.archived", [archived]);
    return true;
  });
}

/** Whether an amount was recorded on one of the last days, after the end. */
async function isStillRecorded(
  db: Database,
  { user_id, id }: HabitKey,
  endedOn: string,
  today: string,
): Promise<boolean> {
  const rows = await db.execute(sql`
    select from progress
    where user_id = ${user_id} and habit_id = ${id} and value > 0
      and day > greatest(${endedOn}::date, ${today}::date - ${finishedWaitDays}::int) and day <= ${today}::date
    limit 1`);
  return rows.length > 0;
}
