import type { Database } from "@daymark/db/client";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { keepConnection } from "@daymark/db/standing";
import { insertUnique } from "@daymark/db/unique";
import type { Language } from "@daymark/domain/language";
import type { Plan } from "@daymark/domain/plan";
import { and, eq, ne } from "drizzle-orm";
import { createActivity } from "./activity.ts";
import { deviceOf } from "./device.ts";
import { createLucia } from "./lucia.ts";
import { createCallerMemory, type Reading } from "./memory.ts";
import { judgeRefresh, presentRefresh, type RefreshState, sessionEnd } from "./rotation.ts";
import { createTokens, type RefreshClaims, type TokenRefusal } from "./token.ts";

/** Who calls, as far as procedures need it on every call. Read live: never from the token. Shared: never changed. */
export interface Caller {
  readonly user: Readonly<{
    id: number;
    username: string;
    email_verified: boolean;
    is_staff: boolean;
    plan: Plan;
    language: Language;
    timezone: string | null;
    day_start_hour: number;
  }>;
  readonly session: Readonly<{ id: string; remember_me: boolean; fresh_until: Date }>;
}

export interface TokenPair {
  access: string;
  refresh: string;
}

/** Why a token opens nothing: a row of the error table. */
export type SessionRefusal = TokenRefusal | "session_terminated";

export interface Sessions {
  /** The caller an access token names, or the key of the error table that refuses it. */
  authenticate(accessToken: string): Promise<Caller | SessionRefusal>;
  /**
   * Begins a session: a log-in.
   *
   * @throws GenerationFailed
   */
  create(userId: number, login: { rememberMe: boolean; address: string; userAgent: string }): Promise<TokenPair>;
  /** A new access token, with `rotate` also the refresh token that takes the place of this one. */
  refresh(
    refreshToken: string,
    options: { rotate: boolean },
  ): Promise<{ access: string; refresh?: string } | SessionRefusal>;
  /** Ends the session of a refresh token, any of its generations: a log-out. */
  endByToken(refreshToken: string): Promise<"ended" | SessionRefusal>;
  /** Ends one session of a user; false where that user has none of this id. */
  end(userId: number, sessionId: string): Promise<boolean>;
  /** Ends all sessions of a user but the one to keep, and tells how many. */
  endAll(userId: number, options: { keep: string | null }): Promise<number>;
  /** To be called after a change of what {@link Caller} says of a user, so that this node sees it with the next call. */
  forget(userId: number): void;
  /** Writes down which sessions were active; also done once a minute. */
  flush(): Promise<void>;
  /** Settles when other nodes' changes are heard, which is when callers begin to be remembered. */
  listening: Promise<void>;
  close(): Promise<void>;
}

/** Where migration 0001_notices tells whose sessions ended or whose user changed. */
const channel = "daymark_callers";

/** After a log-in, for as long, step-up asks for nothing. */
const freshSeconds = 10 * 60;
/** At most so often a session's last activity is written. */
const flushMilliseconds = 60_000;

/**
 * Sessions are rows, tokens are views of them: ending the row ends every token, on every node, at once.
 *
 * @param deps.secretKey SECRET_KEY as configured
 * @param deps.listenUrl of the same database, past any pooler
 * @param deps.now milliseconds since the epoch; the times of rows and tokens go by it
 */
export function createSessions(deps: {
  db: Database;
  listenUrl: string;
  secretKey: string | Uint8Array;
  now?: () => number;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}): Sessions {
  const { db, log } = deps;
  const now = deps.now ?? Date.now;
  const tokens = createTokens(deps.secretKey);
  const lucia = createLucia(db, now);
  const memory = createCallerMemory(readCaller, now);
  const activity = createActivity(db);

  const connection = keepConnection(deps.listenUrl, "sessions", {
    hold: (listener) => listener.unsafe(`listen ${channel}`),
    onHeld: memory.switchOn,
    onLost: memory.switchOff,
    onNotice: (userId) => (userId === "*" ? memory.forgetAll() : memory.forget(Number(userId))),
  });
  const timer = setInterval(() => {
    memory.sweep();
    void flush();
  }, flushMilliseconds).unref();

  async function readCaller(sessionId: string): Promise<Reading | null> {
    // Whichever of the two: they differ in how long a new session lives.
    const { session, user } = await lucia.brief.validateSession(sessionId);
    if (!session || !user.is_active) return null;
    const { is_active: _, ...caller } = user;
    const { id, remember_me, fresh_until, expiresAt } = session;
    const livesFor = expiresAt.getTime() - Date.now();
    return { caller: { user: caller, session: { id, remember_me, fresh_until } }, expiresAt: now() + livesFor };
  }

  function flush(): Promise<void> {
    return activity
      .flush()
      .catch((error) => log.error({ error }, "the last activity of sessions could not be written"));
  }

  function signAccess({ id, userId }: RefreshState): Promise<string> {
    return tokens.signAccess({ sessionId: id, userId }, now());
  }

  async function signPair(state: RefreshState): Promise<TokenPair> {
    return { access: await signAccess(state), refresh: await tokens.signRefresh(presentRefresh(state)) };
  }

  /** What a genuine refresh token makes of its session; null where the session is over, maybe just now. */
  function exchange({ sessionId, userId, generation }: RefreshClaims, rotate: boolean): Promise<RefreshState | null> {
    return db.transaction(async (tx) => {
      const [state] = await tx
        .select({ ...refreshColumns, expiresAt: sessions.expiresAt })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), eq(users.is_active, true)))
        // Parallel exchanges of one token take turns here: one rotates, the others find it done.
        .for("update", { of: sessions });
      const at = new Date(now());
      if (!state || state.expiresAt <= at) return null;
      const token = judgeRefresh(generation, state, at.getTime());
      if (token === "theft") {
        await tx.delete(sessions).where(eq(sessions.id, sessionId));
        log.warn({ user_id: userId }, "a refresh token was used after its time: its session is ended");
        return null;
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

  async function end(userId: number, sessionId: string): Promise<boolean> {
    const ended = await db
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
      .returning({ expiresAt: sessions.expiresAt });
    memory.forget(userId);
    return ended.some(({ expiresAt }) => expiresAt.getTime() > now());
  }

  return {
    listening: connection.held,
    flush,

    async authenticate(accessToken) {
      const claims = await tokens.verifyAccess(accessToken, now());
      if (typeof claims === "string") return claims;
      const caller = await memory.get(claims.sessionId, claims.userId);
      if (caller?.user.id !== claims.userId) return "session_terminated";
      activity.note(claims.sessionId, now());
      return caller;
    },

    async create(userId, { rememberMe, address, userAgent }) {
      const created_at = new Date(now());
      const { id } = await insertUnique("sessions_pkey", () =>
        (rememberMe ? lucia.remembered : lucia.brief).createSession(userId, {
          ...deviceOf(userAgent),
          address,
          remember_me: rememberMe,
          fresh_until: new Date(created_at.getTime() + freshSeconds * 1000),
          created_at,
          last_active_at: created_at,
        }),
      );
      const first = { generation: 0, rotated_at: null, generation_used: false };
      return signPair({ id, userId, remember_me: rememberMe, created_at, ...first });
    },

    async refresh(refreshToken, { rotate }) {
      const claims = await tokens.verifyRefresh(refreshToken, now());
      if (typeof claims === "string") return claims;
      const state = await exchange(claims, rotate);
      if (!state) {
        memory.forget(claims.userId);
        return "session_terminated";
      }
      return rotate ? signPair(state) : { access: await signAccess(state) };
    },

    async endByToken(refreshToken) {
      const claims = await tokens.verifyRefresh(refreshToken, now());
      if (typeof claims === "string") return claims;
      return (await end(claims.userId, claims.sessionId)) ? "ended" : "session_terminated";
    },

    end,

    async endAll(userId, { keep }) {
      const ended = await db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), keep === null ? undefined : ne(sessions.id, keep)))
        .returning({ expiresAt: sessions.expiresAt });
      memory.forget(userId);
      return ended.filter(({ expiresAt }) => expiresAt.getTime() > now()).length;
    },

    forget: memory.forget,

    async close() {
      clearInterval(timer);
      memory.switchOff();
      await flush();
      await connection.close();
    },
  };
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
