import type { Sql } from "@daymark/db/connection/client";

/** The job that deletes what a deleted user has recorded: {@link DeletePersonalRowsJob} is its payload. */
export const deletePersonalRowsTask = "delete_personal_rows";

export interface DeletePersonalRowsJob {
  user_id: number;
}

/** A call that began before the deletion, such as an import, has ended by then. */
const callEndsWithin = "10 minutes";

/**
 * Enqueues the job twice, in the transaction that deletes the user: for now, and for the time when every call that began
 * before has ended, because such a call may have written since.
 *
 * Habits, days, logs, goals, reminders, vacations and notes have no foreign key to users: they may be on other machines
 * (docs/decisions/0061), and a cascade of a million rows would hold the user's lock for seconds.
 */
export async function enqueueDeletionOfRows(sql: Sql, userId: number): Promise<void> {
  await sql`
    select graphile_worker.add_job(${deletePersonalRowsTask}, json_build_object('user_id', ${userId}::bigint), run_at => run_at)
    from unnest(array[now(), now() + ${callEndsWithin}::interval]) as run_at`;
}

/**
 * Deletes what a deleted user has recorded, habit by habit and a log in parts, so that no statement takes long. A repeated run does no harm,
 * and the next run finishes what a crash left.
 *
 * @throws Error if the user exists
 */
export async function deletePersonalRows(sql: Sql, userId: number): Promise<void> {
  const [user] = await sql`select from users where id = ${userId}`;
  if (user) throw new Error("the rows of a user who exists are not deleted");
  const habits = await sql<{ id: string }[]>`select id from habits where user_id = ${userId} order by id`;
  for (const { id } of habits) {
    await sql`delete from progress where user_id = ${userId} and habit_id = ${id}`;
    await deleteLog(sql, userId, id);
    // PostgreSQL deletes its goals and reminders with it.
    await sql`delete from habits where user_id = ${userId} and id = ${id}`;
  }
  await sql`delete from vacations where user_id = ${userId}`;
  await sql`delete from notes where user_id = ${userId}`;
}

/** Entries of a log that one statement deletes. A habit has 36,524 days at most, but its log may have 200,000 entries. */
const entriesAtOnce = 10_000;

async function deleteLog(sql: Sql, userId: number, habitId: string): Promise<void> {
  for (let count = entriesAtOnce; count === entriesAtOnce; ) {
    ({ count } = await sql`
      delete from day_log where user_id = ${userId} and id in (
        select id from day_log where user_id = ${userId} and habit_id = ${habitId} limit ${entriesAtOnce}
      )`);
  }
}

/** Users whose rows are looked at in one statement. */
const usersAtOnce = 1_000;

/**
 * Finds users who are deleted but still have rows: their job was lost. It reads each user of these tables once, page by
 * page.
 *
 * @returns their ids, ascending
 */
export async function findLeftOver(sql: Sql): Promise<number[]> {
  const found = new Set<number>();
  // The other tables have foreign keys to habits.
  for (const table of ["habits", "vacations", "notes"]) {
    for (let after = "0"; ; ) {
      const owners = await sql<{ user_id: string }[]>`
        select distinct user_id from ${sql(table)} where user_id > ${after} order by user_id limit ${usersAtOnce}`;
      const ids = owners.map(({ user_id }) => user_id);
      const users = await sql<{ id: string }[]>`select id from users where id = any(${ids}::bigint[])`;
      const existing = new Set(users.map(({ id }) => id));
      for (const id of ids) if (!existing.has(id)) found.add(Number(id));
      if (ids.length < usersAtOnce) break;
      after = ids.at(-1) as string;
    }
  }
  return [...found].toSorted((a, b) => a - b);
}
