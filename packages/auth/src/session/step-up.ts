import type { Database } from "@daymark/db/connection/client";
import { sessions } from "@daymark/db/schema/session";
import { and, eq } from "drizzle-orm";
import type { SessionCaller, SessionName } from "./caller.ts";
import type { Callers } from "./callers.ts";

/** How long after a log-in a session needs no step-up. */
const freshSeconds = 10 * 60;

/**
 * Until when a session is fresh that was proved at `now`.
 *
 * @param now milliseconds since the epoch
 */
export function freshUntil(now: number): Date {
  return new Date(now + freshSeconds * 1000);
}

/** Records when a session's user last proved a sign-in method, and whether that was recent. */
export function createStepUp({ callers, now }: { callers: Callers; now: () => number }) {
  return {
    /**
     * Whether this session needs no step-up: its log-in, or its last `freshen`, was within the last 10 minutes.
     *
     * @param db of the call's turn
     */
    async isFresh(db: Database, { id, fresh_until }: SessionCaller["session"]): Promise<boolean> {
      if (now() < fresh_until.getTime()) return true;
      // The cached session may predate a freshen on another node.
      const [row] = await db.select({ fresh_until: sessions.fresh_until }).from(sessions).where(eq(sessions.id, id));
      return row !== undefined && now() < row.fresh_until.getTime();
    },

    /**
     * Makes a session fresh for the next 10 minutes.
     *
     * @param db of the call's turn
     */
    async freshen(db: Database, { sessionId, userId }: SessionName): Promise<void> {
      await db
        .update(sessions)
        .set({ fresh_until: freshUntil(now()) })
        .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
      callers.bySession.forget(userId);
    },
  };
}
