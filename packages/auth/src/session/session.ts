import type { Database, Transaction } from "@daymark/db/connection/client";
import { keepConnection } from "@daymark/db/connection/dedicated-connection";
import { insertUnique } from "@daymark/db/connection/unique";
import { sessions } from "@daymark/db/schema/session";
import { and, eq } from "drizzle-orm";
import { type Client, deviceOf } from "../client/device.ts";
import { createActivity } from "../user/activity.ts";
import { lockUser } from "../user/lock-user.ts";
import { createKeyReader, hashApiKey } from "./api-key.ts";
import type { KeyCaller, SessionCaller } from "./caller.ts";
import { createCallerCache, type Reading } from "./caller-cache.ts";
import { exchangeRefresh } from "./refresh.ts";
import { presentRefresh, type RefreshState } from "./refresh-rotation.ts";
import { endSessions, endSurplusSessions } from "./revoke.ts";
import { createLucia } from "./session-row.ts";
import { createTokens, type TokenRefusal } from "./session-token.ts";
import { createWatches } from "./session-watch.ts";

export interface TokenPair {
  access: string;
  refresh: string;
}

/** A session's id and its user. */
export interface SessionName {
  sessionId: string;
  userId: number;
}

/** Why a token is refused: a key of the error table. */
export type SessionRefusal = TokenRefusal | "session_terminated";

export interface Sessions {
  /** The caller of an access token, or the key of the error table that refuses it. */
  authenticate(accessToken: string): Promise<SessionCaller | SessionRefusal>;
  /**
   * The caller of an API key. An unknown, expired or revoked key, and a key of a deactivated user, get the same
   * refusal.
   *
   * @param inTurn runs the database query, which anybody can cause with an unknown key
   */
  authenticateKey(
    key: string,
    inTurn?: <Result>(look: () => Promise<Result>) => Promise<Result>,
  ): Promise<KeyCaller | "api_key_invalid">;
  /**
   * Begins a session at a log-in, and ends the user's sessions beyond `sessionsMax`.
   *
   * @throws GenerationFailed
   */
  create(userId: number, login: Client & { rememberMe: boolean }): Promise<TokenPair & { sessionId: string }>;
  /** A new access token. With `rotate` also the refresh token that replaces this one. */
  refresh(
    refreshToken: string,
    options: { rotate: boolean },
  ): Promise<{ access: string; refresh?: string } | SessionRefusal>;
  /** Ends the session of a refresh token, any of its generations: a log-out. */
  endByToken(refreshToken: string): Promise<SessionName | SessionRefusal>;
  /**
   * Ends one session of a user; false if the user has no session of this id.
   *
   * @param within the transaction that it is part of; the caller then calls `forget` after the commit
   */
  end(userId: number, sessionId: string, within?: Transaction): Promise<boolean>;
  /**
   * Ends all sessions of a user except the one to keep, and the log-ins under way. Returns how many sessions were live.
   *
   * @param within as of {@link Sessions.end}
   */
  endAll(userId: number, options: { keep: string | null }, within?: Transaction): Promise<number>;
  /** Whether this session needs no step-up: its log-in, or its last {@link freshen}, was within the last 10 minutes. */
  isFresh(session: SessionCaller["session"]): Promise<boolean>;
  /** Makes a session fresh for the next 10 minutes. */
  freshen(name: SessionName): Promise<void>;
  /**
   * Calls back once when an access token stops being valid: it has expired, or its session has ended on any node. It
   * ends work that lasts longer than a call, such as a stream.
   *
   * @returns a function that stops watching
   */
  watch(accessToken: string, onEnd: () => void): () => void;
  /**
   * The caller calls it after a change of the user's columns in {@link Caller}, so that this node sees it with the next
   * call.
   */
  forget(userId: number): void;
  /** Writes which sessions and users were active, and on which day; also runs once a minute. */
  flush(): Promise<void>;
  /** Settles when this node receives other nodes' changes. From then on it caches callers. */
  listening: Promise<void>;
  close(): Promise<void>;
}

/** The channel on which the triggers of migration 0001_notices name users whose sessions ended or whose row changed. */
const channel = "daymark_callers";

/** How long after a log-in a session needs no step-up. */
const freshSeconds = 10 * 60;
/** The interval between two writes of the last activity. */
const flushMilliseconds = 60_000;

/**
 * Sessions are rows, and every token refers to one: deleting the row ends all its tokens, on every node, at once.
 *
 * @param deps.secretKey SECRET_KEY as configured
 * @param deps.listenUrl the URL of the same database, not of a pooler
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
  const activity = createActivity(db);
  const memory = createCallerCache(readCaller, now);
  const keyMemory = createCallerCache(createKeyReader(db, now, activity.noteUser), now);
  const memories = [memory, keyMemory];

  const watches = createWatches(async ({ sessionId, userId }) => {
    const caller = await memory.get(sessionId, userId);
    return caller?.user.id === userId;
  });

  const connection = keepConnection(deps.listenUrl, "sessions", {
    hold: (listener) => listener.unsafe(`listen ${channel}`),
    onHeld: () => {
      for (const { switchOn } of memories) switchOn();
      // Sessions may have ended while the connection was lost.
      watches.lookAtAll();
    },
    onLost: () => {
      for (const { switchOff } of memories) switchOff();
    },
    onNotice: (userId) => {
      if (userId !== "*") forget(Number(userId));
      else {
        for (const { forgetAll } of memories) forgetAll();
        watches.lookAtAll();
      }
    },
  });
  const timer = setInterval(() => {
    for (const { sweep } of memories) sweep();
    void flush();
  }, flushMilliseconds).unref();

  function forget(userId: number): void {
    for (const memory of memories) memory.forget(userId);
    watches.lookAt(userId);
  }

  async function readCaller(sessionId: string): Promise<Reading<SessionCaller> | null> {
    // Either instance works: they differ only in the lifetime of a new session.
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

  async function end(userId: number, sessionId: string, within?: Transaction): Promise<boolean> {
    const ended = await (within ?? db)
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
      .returning({ expiresAt: sessions.expiresAt });
    // Otherwise a user could cause checks of all their streams by ending sessions that do not exist.
    if (ended.length > 0) forget(userId);
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

    async authenticateKey(key, inTurn = (look) => look()) {
      const hash = hashApiKey(key);
      if (hash === null) return "api_key_invalid";
      const caller = keyMemory.recall(hash) ?? (await inTurn(async () => keyMemory.get(hash, null)));
      return caller ?? "api_key_invalid";
    },

    async create(userId, { rememberMe, address, userAgent, location = null, network = "direct" }) {
      const created_at = new Date(now());
      const { id, ended } = await insertUnique("sessions_pkey", () =>
        db.transaction(async (tx) => {
          await lockUser(tx, userId);
          const { brief, remembered } = createLucia(tx, now);
          const { id } = await (rememberMe ? remembered : brief).createSession(userId, {
            ...deviceOf(userAgent),
            address,
            location,
            network,
            remember_me: rememberMe,
            fresh_until: new Date(created_at.getTime() + freshSeconds * 1000),
            created_at,
            last_active_at: created_at,
          });
          return { id, ended: await endSurplusSessions(tx, userId, { keep: id, now: created_at.getTime() }) };
        }),
      );
      if (ended > 0) forget(userId);
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
        forget(claims.userId);
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

    async endAll(userId, { keep }, within) {
      const ended = await (within ?? db).transaction((tx) => endSessions(tx, userId, { keep }));
      forget(userId);
      return ended.filter(({ expiresAt }) => expiresAt.getTime() > now()).length;
    },

    async isFresh({ id, fresh_until }) {
      if (now() < fresh_until.getTime()) return true;
      // The cached session may predate a freshen on another node.
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

    watch(accessToken, onEnd) {
      let stop = () => {};
      let isStopped = false;
      void tokens.verifyAccess(accessToken, now()).then((claims) => {
        if (isStopped) return;
        if (typeof claims === "string") onEnd();
        else stop = watches.add(claims, claims.expiresAt - now(), onEnd);
      });
      return () => {
        isStopped = true;
        stop();
      };
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
