import { lockUser } from "@daymark/auth/user/lock-user";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { sessions } from "@daymark/db/schema/session";
import type { users } from "@daymark/db/schema/user";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";

/**
 * Locks the caller's account until the transaction ends. It is for a change of the account's sign-in methods, name,
 * address or sessions, and for its deletion. If a reset or the owner of the address has ended the session meanwhile,
 * the call changes nothing: the guard may have cached the session for seconds, or the call may have waited.
 *
 * @returns the user as of now, and when the caller's session began
 * @throws ApiError session_terminated
 */
export async function lockAccount(
  tx: Database | Transaction,
  { user, session }: Pick<AccountContext, "user" | "session">,
): Promise<{ account: typeof users.$inferSelect; sessionBegan: Date }> {
  const account = await lockUser(tx, user.id);
  // A separate statement, because it must see the changes of the transaction that held the lock before.
  const [live] = await tx
    .select({ sessionBegan: sessions.created_at })
    .from(sessions)
    .where(and(eq(sessions.id, session.id), eq(sessions.userId, user.id)));
  if (!account || !live) throw new ApiError("session_terminated");
  return { account, ...live };
}
