import { lockUser } from "@daymark/auth/user/lock-user";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { sessions } from "@daymark/db/schema/session";
import type { users } from "@daymark/db/schema/user";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";

/**
 * Locks the caller's account until the transaction ends, for a change of its sign-in methods, name, address or sessions, or
 * its deletion. Such a call of a session that ended meanwhile, by a reset or by the address's owner, changes nothing: the
 * guard may have remembered the session for seconds, or the call may have waited.
 *
 * @returns the user as of now, and when the caller's session began
 * @throws ApiError session_terminated
 */
export async function lockAccount(
  tx: Database | Transaction,
  { user, session }: Pick<AccountContext, "user" | "session">,
): Promise<{ account: typeof users.$inferSelect; sessionBegan: Date }> {
  const account = await lockUser(tx, user.id);
  // A statement of its own: it has to see what was done by whoever held the account before.
  const [live] = await tx
    .select({ sessionBegan: sessions.created_at })
    .from(sessions)
    .where(and(eq(sessions.id, session.id), eq(sessions.userId, user.id)));
  if (!account || !live) throw new ApiError("session_terminated");
  return { account, ...live };
}
