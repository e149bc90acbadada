import { randomBytes } from "node:crypto";
import { createDoneToken } from "@daymark/api/reminder/done";
import { createDatabase } from "@daymark/db/connection/client";
import { reachEmbedded } from "@daymark/db/embedded/embedded-url";
import { pushSubscriptions } from "@daymark/db/schema/reminder";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";

const lifeMilliseconds = 3_600_000;

/**
 * Creates the token of a notification's "Done" button. Only the push message to a browser has it, so the fuzzer inserts
 * it into the database. The subscription is unreadable, so the server calls no push service.
 *
 * @param dataDirectory of the running server
 */
export async function createDoneButton(
  dataDirectory: string,
  { username, habitId: habit_id, day }: { username: string; habitId: number; day: string },
): Promise<string> {
  const { servingUrl, stop } = await reachEmbedded(dataDirectory);
  const { sql, db } = createDatabase(servingUrl, { max: 1 });
  try {
    return await db.transaction(async (tx) => {
      const [session] = await tx
        .select({ id: sessions.id, user_id: sessions.userId })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(eq(users.username, username));
      if (!session) throw new Error(`${username} has no session.`);
      const { id: session_id, user_id } = session;
      const [browser] = await tx
        .insert(pushSubscriptions)
        .values({ user_id, session_id, endpoint_hash: randomBytes(32).toString("hex"), sealed: "unreadable" })
        .returning();
      const values = { user_id, subscription_id: browser?.id ?? 0, habit_id, day };
      const expires_at = new Date(Date.now() + lifeMilliseconds);
      return (await createDoneToken(tx, { ...values, expires_at })) ?? "";
    });
  } finally {
    await sql.end();
    await stop();
  }
}
