import type { Database, Transaction } from "@daymark/db/connection/client";
import { sessions } from "@daymark/db/schema/session";
import { and, eq } from "drizzle-orm";
import type { SessionName, SessionRefusal } from "./caller.ts";
import type { Callers } from "./callers.ts";
import { endSessions } from "./revoke.ts";
import type { Tokens } from "./session-token.ts";

/** Ends one session or all sessions of a user. */
export function createLogOut(deps: { tokens: Tokens; callers: Callers; now: () => number }) {
  const { tokens, callers, now } = deps;
  const isLive = ({ expiresAt }: { expiresAt: Date }) => expiresAt.getTime() > now();

  /**
   * Ends one session of a user; false if the user has no session of this id.
   *
   * @param db of the call's turn, or the transaction that it is part of; the caller then calls `forget` after the commit
   */
  async function end(db: Database | Transaction, userId: number, sessionId: string): Promise<boolean> {
    const ended = await db
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
      .returning({ expiresAt: sessions.expiresAt });
    // Otherwise a user could cause checks of all their streams by ending sessions that do not exist.
    if (ended.length > 0) callers.forget(userId);
    return ended.some(isLive);
  }

  /** The session of a refresh token, any of its generations, which may have ended. */
  async function readRefresh(refreshToken: string): Promise<SessionName | SessionRefusal> {
    const claims = await tokens.verifyRefresh(refreshToken, now());
    return typeof claims === "string" ? claims : { sessionId: claims.sessionId, userId: claims.userId };
  }

  return {
    end,
    readRefresh,

    /**
     * Ends the session of a refresh token, any of its generations: a log-out.
     *
     * @param db of the call's turn
     */
    async endByToken(db: Database, refreshToken: string): Promise<SessionName | SessionRefusal> {
      const named = await readRefresh(refreshToken);
      if (typeof named === "string") return named;
      return (await end(db, named.userId, named.sessionId)) ? named : "session_terminated";
    },

    /**
     * Ends all sessions of a user except the one to keep, and the log-ins under way. Returns how many sessions were
     * live.
     *
     * @param db as of `end`
     */
    async endAll(db: Database | Transaction, userId: number, { keep }: { keep: string | null }): Promise<number> {
      const ended = await db.transaction((tx) => endSessions(tx, userId, { keep }));
      callers.forget(userId);
      return ended.filter(isLive).length;
    },
  };
}
