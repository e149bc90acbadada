import { lockUser } from "@daymark/auth/user/lock-user";
import type { Database, Sql } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { enqueueDeletionOfRows } from "../host/personal-rows.ts";
import { countDeletion, readLeaving } from "../site-statistics/sign-ups.ts";
import { lockThreads } from "./source.ts";

/** More than the number of threads in which a user begins to write during the deletion. */
const attemptsMax = 10;

/** The user has written in one more thread between the read and the lock of the user. */
class ThreadsChanged extends Error {
  override readonly name = "ThreadsChanged";
}

/**
 * Deletes a user. Their public posts and comments stay without their name; their votes are deleted and subtracted. As
 * every write in a thread does, it locks threads first, in their order, and then the user, so that nothing new can be
 * theirs. What they have recorded can be more than a million rows: a job deletes it, so that no lock is held that
 * long.
 *
 * @param check called in the transaction that locks the user, before anything is deleted and once more at the end; if
 *   it throws, the user is not deleted
 * @returns false if there is no such user any more
 */
export function deletePerson(
  db: Database,
  userId: number,
  check: (locked: Database) => Promise<void> = async () => {},
): Promise<boolean> {
  return withinTransaction(db, async (whole) => {
    // Not yet the lock that the deletion of the user needs, because another transaction that has locked a thread may be
    // waiting to refer to the user. A write with an Idempotency-Key on another node refers to the user first: PostgreSQL
    // then ends one of the two (40P01), and the call is `unavailable`.
    await lockUser(whole, userId);
    await check(whole);
    await deleteAccountRows(whole.$client, userId);
    return deleteWithThreads(whole, userId, check);
  });
}

/** Deletes the tables that can be large and that no row of a thread refers to. Fewer rows are left for the cascade. */
async function deleteAccountRows(sql: Sql, userId: number): Promise<void> {
  for (const table of ["security_events", "mails", "idempotency_keys"]) {
    await sql`delete from ${sql(table)} where user_id = ${userId}`;
  }
  // An invitation for one address holds that address.
  await sql`
    delete from invitations
    where email is not null and id in (select invitation_id from invitation_uses where user_id = ${userId})`;
}

async function deleteWithThreads(
  db: Database,
  userId: number,
  check: (locked: Database) => Promise<void>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withinTransaction(db, async (locked) => {
        const { $client: sql } = locked;
        const seen = await readThreads(sql, userId);
        await lockThreads(sql, seen);
        await sql`select from users where id = ${userId} for update`;
        await check(locked);
        const threads = await readThreads(sql, userId);
        // Locking one more now would break the order: the transaction releases all locks and begins again.
        if (attempt < attemptsMax && !threads.every((id) => seen.includes(id))) throw new ThreadsChanged();
        const leaving = await readLeaving(sql, userId);
        if (!leaving) return false;
        await sql`delete from users where id = ${userId}`;
        await enqueueDeletionOfRows(sql, userId);
        await countDeletion(sql, leaving);
        return true;
      });
    } catch (error) {
      if (!(error instanceof ThreadsChanged)) throw error;
    }
  }
}

async function readThreads(sql: Sql, userId: number): Promise<number[]> {
  const rows = await sql<{ thread_id: string }[]>`
    select thread_id from reactions where user_id = ${userId}
    union select thread_id from comments where author_id = ${userId}
    union select thread_id from feature_requests where author_id = ${userId}`;
  return rows.map(({ thread_id }) => Number(thread_id));
}
