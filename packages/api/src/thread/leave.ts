import type { Database, Sql } from "@daymark/db/client";
import { withinTransaction } from "@daymark/db/within-transaction";
import { lockThreads } from "./source.ts";

/** More than anybody begins to write at while they are being deleted. */
const attemptsMax = 10;

/** The person has written in one more thread between the look at them and the lock of the person. */
class ThreadsChanged extends Error {
  override readonly name = "ThreadsChanged";
}

/**
 * Deletes a person: what they said stays without them, their votes go and are counted off. As all do who write in a
 * thread, it locks threads first, in their order; then the person, so that nothing new can be theirs.
 *
 * @returns false where there is no such person any more
 */
export async function deletePerson(db: Database, userId: number): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withinTransaction(db, async ({ $client: sql }) => {
        const seen = await readThreads(sql, userId);
        await lockThreads(sql, seen);
        await sql`select from users where id = ${userId} for update`;
        const threads = await readThreads(sql, userId);
        // To lock one more now would be out of order: all are let go, and it begins anew.
        if (attempt < attemptsMax && !threads.every((id) => seen.includes(id))) throw new ThreadsChanged();
        const isDeleted = (await sql`delete from users where id = ${userId} returning 1`).length > 0;
        if (isDeleted) await countDeletion(sql);
        return isDeleted;
      });
    } catch (error) {
      if (!(error instanceof ThreadsChanged)) throw error;
    }
  }
}

/** For the statistics of admins: nothing of the person is left by which it could be counted later. */
async function countDeletion(sql: Sql): Promise<void> {
  await sql`
    insert into statistics_days (day, measure, amount) values ((now() at time zone 'UTC')::date, 'deletions', 1)
    on conflict (measure, day, label) do update set amount = statistics_days.amount + 1`;
}

async function readThreads(sql: Sql, userId: number): Promise<number[]> {
  const rows = await sql<{ thread_id: string }[]>`
    select thread_id from reactions where user_id = ${userId}
    union select thread_id from comments where author_id = ${userId}
    union select thread_id from feature_requests where author_id = ${userId}`;
  return rows.map(({ thread_id }) => Number(thread_id));
}
