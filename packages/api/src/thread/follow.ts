import type { Sql } from "@daymark/db/connection/client";

/**
 * Subscribes a user to mails about a thread, or unsubscribes them. It is idempotent. The caller holds the thread's
 * lock.
 */
export async function setFollowing(
  sql: Sql,
  { threadId, userId }: { threadId: number; userId: number },
  following: boolean,
): Promise<void> {
  if (following) {
    await sql`insert into thread_followers (thread_id, user_id) values (${threadId}, ${userId}) on conflict do nothing`;
  } else {
    await sql`delete from thread_followers where thread_id = ${threadId} and user_id = ${userId}`;
  }
}
