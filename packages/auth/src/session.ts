import type { Database } from "@daymark/db/client";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { keepConnection } from "@daymark/db/standing";
import { insertUnique } from "@daymark/db/unique";
import { rememberedSessionTtlSeconds, sessionTtlSeconds } from "@daymark/domain/auth";
import { DrizzlePostgreSQLAdapter } from "@lucia-auth/adapter-drizzle";
import { and, eq } from "drizzle-orm";
import { type DatabaseSession, Lucia, TimeSpan } from "lucia";
import { createActivity } from "./activity.ts";
import { createKeyReader, hashApiKey } from "./api-key.ts";
import type { KeyCaller, SessionCaller } from "./caller.ts";
import { type Client, type Device, deviceOf } from "./device.ts";
import { exchangeRefresh } from "./exchange.ts";
import { createCallerMemory, type Reading } from "./memory.ts";
import { endSessions } from "./revoke.ts";
import { presentRefresh, type RefreshState } from "./rotation.ts";
import { createTokens, type TokenRefusal } from "./token.ts";

export interface TokenPair {
  access: string;
  refresh: string;
}

/** A session by its id, and whose it is. */
export interface SessionName {
  sessionId: string;
  userId: number;
}

/** Why a token opens nothing: a row of the error table. */
export type SessionRefusal = TokenRefusal | "session_terminated";

export interface Sessions {
  /** The caller an access token names, or the key of the error table that refuses it. */
  authenticate(accessToken: string): Promise<SessionCaller | SessionRefusal>;
  /** The caller an API key names. Unknown, expired, revoked and of a deactivated user are all the same refusal. */
  authenticateKey(key: string): Promise<KeyCaller | "api_key_invalid">;
  /**
   * Begins a session: a log-in.
   *
   * @throws GenerationFailed
   */
  create(userId: number, login: Client & { rememberMe: boolean }): Promise<TokenPair & { sessionId: string }>;
  /** A new access token, with `rotate` also the refresh token that takes the place of this one. */
  refresh(
    refreshToken: string,
    options: { rotate: boolean },
  ): Promise<{ access: string; refresh?: string } | SessionRefusal>;
  /** Ends the session of a refresh token, any of its generations: a log-out. */
  endByToken(refreshToken: string): Promise<SessionName | SessionRefusal>;
  /** Ends one session of a user; false where that user has none of this id. */
  end(userId: number, sessionId: string): Promise<boolean>;
  /** Ends all sessions of a user but the one to keep, and tells how many. */
  endAll(userId: number, options: { keep: string | null }): Promise<number>;
  /** Whether step-up asks this session for nothing: its log-in, or its last {@link freshen}, is of the last 10 minutes. */
  isFresh(session: SessionCaller["session"]): Promise<boolean>;
  /** Has a session count as fresh for the next 10 minutes. */
  freshen(name: SessionName): Promise<void>;
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
  const keyMemory = createCallerMemory(createKeyReader(db, now), now);
  const memories = [memory, keyMemory];
  const activity = createActivity(db);

  const connection = keepConnection(deps.listenUrl, "sessions", {
    hold: (listener) => listener.unsafe(`listen ${channel}`),
    onHeld: () => {
      for (const { switchOn } of memories) switchOn();
    },
    onLost: () => {
      for (const { switchOff } of memories) switchOff();
    },
    onNotice: (userId) => {
      if (userId !== "*") forget(Number(userId));
      else for (const { forgetAll } of memories) forgetAll();
    },
  });
  const timer = setInterval(() => {
    for (const { sweep } of memories) sweep();
    void flush();
  }, flushMilliseconds).unref();

  function forget(userId: number): void {
    for (const memory of memories) memory.forget(userId);
  }

  async function readCaller(sessionId: string): Promise<Reading<SessionCaller> | null> {
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

    async authenticateKey(key) {
      const hash = hashApiKey(key);
      return (hash !== null && (await keyMemory.get(hash, null))) || "api_key_invalid";
    },

    async create(userId, { rememberMe, address, userAgent, location = null, network = "direct" }) {
      const created_at = new Date(now());
      const { id } = await insertUnique("sessions_pkey", () =>
        (rememberMe ? lucia.remembered : lucia.brief).createSession(userId, {
          ...deviceOf(userAgent),
          address,
          location,
          network,
          remember_me: rememberMe,
          fresh_until: new Date(created_at.getTime() + freshSeconds * 1000),
          created_at,
          last_active_at: created_at,
        }),
      );
      const first = { generation: 0, rotated_at: null, generation_used: false };
      const tokens = await signPair({ id, userId, remember_me: rememberMe, created_at, ...first });
      return { ...tokens, sessionId: id };
    },

    async refresh(refreshToken, { rotate }) {
      const claims = await tokens.verifyRefresh(refreshToken, now());
      if (typeof claims === "string") return claims;
      const state = await exchangeRefresh(db, claims, { rotate, now });
      if (state === "theft")
        log.warn({ user_id: claims.userId }, "a refresh token was used after its time: its session is ended");
      if (state === "theft" || !state) {
        memory.forget(claims.userId);
        return "session_terminated";
      }
      return rotate ? signPair(state) : { access: await signAccess(state) };
    },

    async endByToken(refreshToken) {
      const claims = await tokens.verifyRefresh(refreshToken, now());
      if (typeof claims === "string") return claims;
      const { sessionId, userId } = claims;
      return (await end(userId, sessionId)) ? { sessionId, userId } : "session_terminated";
    },

    end,

    async endAll(userId, { keep }) {
      const ended = await endSessions(db, userId, { keep });
      memory.forget(userId);
      return ended.filter(({ expiresAt }) => expiresAt.getTime() > now()).length;
    },

    async isFresh({ id, fresh_until }) {
      if (now() < fresh_until.getTime()) return true;
      // What is remembered may be of before another node's freshen.
      const [row] = await db.select({ fresh_until: sessions.fresh_until }).from(sessions).where(eq(sessions.id, id));
      return row !== undefined && now() < row.fresh_until.getTime();
    },

    async freshen({ sessionId, userId }) {
      await db
        .update(sessions)
        .set({ fresh_until: new Date(now() + freshSeconds * 1000) })
        .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
      memory.forget(userId);
    },

    forget,

    async close() {
      clearInterval(timer);
      for (const { switchOff } of memories) switchOff();
      await flush();
      await connection.close();
    },
  };
}

type SessionAttributes = Device & {
  address: string;
  location: string | null;
  network: NonNullable<Client["network"]>;
  remember_me: boolean;
  fresh_until: Date;
  created_at: Date;
  last_active_at: Date;
};

declare module "lucia" {
  interface Register {
    Lucia: ReturnType<typeof createLucia>["brief"];
    UserId: number;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: Omit<typeof users.$inferSelect, "id">;
  }
}

/** Lucia knows one lifetime, so there are two of it: for a day, and for a session that is remembered. */
function createLucia(db: Database, now: () => number) {
  /** Lucia reads Date itself while rows go by our clock: what passes between them is moved by the difference. */
  const moved = (instant: Date, direction: 1 | -1) => new Date(instant.getTime() + direction * (Date.now() - now()));

  class Adapter extends DrizzlePostgreSQLAdapter {
    override setSession(session: DatabaseSession): Promise<void> {
      return super.setSession({ ...session, expiresAt: moved(session.expiresAt, -1) });
    }

    override async getSessionAndUser(id: string): ReturnType<DrizzlePostgreSQLAdapter["getSessionAndUser"]> {
      const [session, user] = await super.getSessionAndUser(id);
      return [session && { ...session, expiresAt: moved(session.expiresAt, 1) }, user];
    }

    /** Lucia extends whatever it validates past half its lifetime; we extend at a refresh, and by our own rules. */
    override async updateSessionExpiration(): Promise<void> {}
  }
  const adapter = new Adapter(
    db,
    sessions,
    // Its types ask for a table whose id may be inserted; it only ever reads this one.
    users as unknown as ConstructorParameters<typeof DrizzlePostgreSQLAdapter>[2],
  );
  const create = (ttlSeconds: number) =>
    new Lucia(adapter, {
      sessionExpiresIn: new TimeSpan(ttlSeconds, "s"),
      getSessionAttributes: ({ remember_me, fresh_until }) => ({ remember_me, fresh_until }),
      getUserAttributes: (user) => ({
        username: user.username,
        email_verified: user.email_verified,
        is_staff: user.is_staff,
        is_active: user.is_active,
        plan: user.plan,
        language: user.language,
        timezone: user.timezone,
        day_start_hour: user.day_start_hour,
      }),
    });
  return { brief: create(sessionTtlSeconds), remembered: create(rememberedSessionTtlSeconds) };
}
