import type { Database } from "@daymark/db/connection/client";
import { insertUnique } from "@daymark/db/connection/unique";
import { type Client, deviceOf } from "../client/device.ts";
import { lockUser } from "../user/lock-user.ts";
import type { SessionRefusal } from "./caller.ts";
import type { Callers } from "./callers.ts";
import { exchangeRefresh } from "./refresh.ts";
import { presentRefresh, type RefreshState } from "./refresh-rotation.ts";
import { endSurplusSessions } from "./revoke.ts";
import { createLucia } from "./session-row.ts";
import type { Tokens } from "./session-token.ts";
import { freshUntil } from "./step-up.ts";

export interface TokenPair {
  access: string;
  refresh: string;
}

/** Gives a client its tokens: the first ones at a log-in, new ones at a refresh. */
export function createTokenIssuance(deps: {
  tokens: Tokens;
  callers: Callers;
  now: () => number;
  log: { warn(fields: object, message: string): void };
}) {
  const { tokens, callers, now } = deps;

  function signAccess({ id, userId }: RefreshState): Promise<string> {
    return tokens.signAccess({ sessionId: id, userId }, now());
  }

  async function signPair(state: RefreshState): Promise<TokenPair> {
    return { access: await signAccess(state), refresh: await tokens.signRefresh(presentRefresh(state)) };
  }

  return {
    /**
     * Begins a session at a log-in, and ends the user's sessions beyond `sessionsMax`.
     *
     * @param db of the call's turn
     * @throws GenerationFailed
     */
    async create(
      db: Database,
      userId: number,
      login: Client & { rememberMe: boolean },
    ): Promise<TokenPair & { sessionId: string }> {
      const created_at = new Date(now());
      const { id, ended } = await insertSession(db, { userId, created_at, login, now });
      if (ended > 0) callers.forget(userId);
      const first = { generation: 0, rotated_at: null, generation_used: false };
      const pair = await signPair({ id, userId, remember_me: login.rememberMe, created_at, ...first });
      return { ...pair, sessionId: id };
    },

    /**
     * A new access token. With `rotate` also the refresh token that replaces this one.
     *
     * @param db of the call's turn
     */
    async refresh(
      db: Database,
      refreshToken: string,
      { rotate }: { rotate: boolean },
    ): Promise<{ access: string; refresh?: string } | SessionRefusal> {
      const claims = await tokens.verifyRefresh(refreshToken, now());
      if (typeof claims === "string") return claims;
      const state = await exchangeRefresh(db, claims, { rotate, now });
      if (state === "theft")
        deps.log.warn({ user_id: claims.userId }, "a refresh token was used after its time: its session is ended");
      if (state === "theft" || !state) {
        callers.forget(claims.userId);
        return "session_terminated";
      }
      return rotate ? signPair(state) : { access: await signAccess(state) };
    },
  };
}

/** Returns the id of the new session, and how many surplus sessions ended. */
function insertSession(
  db: Database,
  options: { userId: number; created_at: Date; login: Client & { rememberMe: boolean }; now: () => number },
): Promise<{ id: string; ended: number }> {
  const { userId, created_at, now } = options;
  const { rememberMe, address, userAgent, location = null, network = "direct" } = options.login;
  return insertUnique("sessions_pkey", () =>
    db.transaction(async (tx) => {
      await lockUser(tx, userId);
      const { id } = await createLucia(tx, now).createSession(userId, {
        ...deviceOf(userAgent),
        address,
        location,
        network,
        remember_me: rememberMe,
        fresh_until: freshUntil(created_at.getTime()),
        created_at,
        last_active_at: created_at,
      });
      return { id, ended: await endSurplusSessions(tx, userId, { keep: id, now: created_at.getTime() }) };
    }),
  );
}
