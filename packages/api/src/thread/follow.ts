import type { Sql } from "@daymark/db/connection/client";

/** Has a person told by mail of what happens in a thread, or no longer. A repeat changes nothing. The thread must be locked. */
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
