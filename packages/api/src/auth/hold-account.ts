import { lockUser } from "@daymark/auth/lock-user";
import type { Transaction } from "@daymark/db/client";
import { sessions } from "@daymark/db/schema/session";
import { and, eq } from "drizzle-orm";
import type { AccountContext } from "../context.ts";
import { ApiError } from "../error.ts";

/**
 * Holds the caller's account until the transaction ends, for a change of its ways in. Who comes at the same time waits,
 * and a session that was ended meanwhile, by a reset or by the address's owner, must not leave a way in behind: the
 * guard may have known it for seconds.
 *
 * @returns when the caller's session began
 * @throws ApiError session_terminated
 */
export async function holdAccount(
  tx: Transaction,
  { user, session }: Pick<AccountContext, "user" | "session">,
): Promise<{ sessionBegan: Date }> {
  await lockUser(tx, user.id);
  // A statement of its own: it has to see what was done by whoever held the account before.
  const [live] = await tx
    .select({ sessionBegan: sessions.created_at })
    .from(sessions)
    .where(and(eq(sessions.id, session.id), eq(sessions.userId, user.id)));
  if (!live) throw new ApiError("session_terminated");
  return live;
}
