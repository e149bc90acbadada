import type { Database } from "@daymark/db/connection/client";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { and, eq } from "drizzle-orm";
import { judgeRefresh, type RefreshState, sessionEnd } from "./refresh-rotation.ts";
import type { RefreshClaims } from "./session-token.ts";

/**
 * Exchanges a genuine refresh token. A token that is used after its time ends the session.
 *
 * @param options.now milliseconds since the epoch; read once the call has the row's lock
 * @returns null if the session is over, perhaps only just, and "theft" if this call ended it
 */
export function exchangeRefresh(
  db: Database,
  { sessionId, userId, generation }: RefreshClaims,
  { rotate, now }: { rotate: boolean; now: () => number },
): Promise<RefreshState | "theft" | null> {
  return db.transaction(async (tx) => {
    const [state] = await tx
      .select({ ...refreshColumns, expiresAt: sessions.expiresAt })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), eq(users.is_active, true)))
      // The row lock serialises parallel exchanges of one token: one rotates, the others see the result.
      .for("update", { of: sessions });
    const at = new Date(now());
    if (!state || state.expiresAt <= at) return null;
    const token = judgeRefresh(generation, state, at.getTime());
    if (token === "theft") {
      await tx.delete(sessions).where(eq(sessions.id, sessionId));
      return token;
    }
    const change =
      token === "present" && rotate
        ? { generation: generation + 1, rotated_at: at, generation_used: false }
        : { generation_used: state.generation_used || token === "present" };
    await tx
      .update(sessions)
      .set({
        ...change,
        ...(state.remember_me && { expiresAt: sessionEnd(state, at.getTime()) }),
        last_active_at: at,
      })
      .where(eq(sessions.id, sessionId));
    return { ...state, ...change };
  });
}

const refreshColumns = {
  id: sessions.id,
  userId: sessions.userId,
  remember_me: sessions.remember_me,
  created_at: sessions.created_at,
  generation: sessions.generation,
  rotated_at: sessions.rotated_at,
  generation_used: sessions.generation_used,
};
