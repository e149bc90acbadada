import type { Database } from "@daymark/db/connection/client";
import { keepConnection } from "@daymark/db/connection/dedicated-connection";
import type { PlanMode } from "@daymark/domain/account/plan";
import { createKeyReader } from "./api-key.ts";
import { createAppTokenReader } from "./app-token.ts";
import { createCallerCache } from "./caller-cache.ts";
import { createSessionReader } from "./session-row.ts";
import { createWatches } from "./session-watch.ts";

/** The channel on which the triggers of migration 0001_notices name users whose sessions ended or whose row changed. */
const channel = "daymark_callers";

export type Callers = ReturnType<typeof createCallers>;

/**
 * The cached callers of this node, and the callbacks that wait for the end of a session. Notifications of the database
 * keep both up to date. While this node does not receive them, it caches no caller.
 *
 * @param deps.db the main pool: a caller is read before the turn of the call, and once for all calls that wait for it.
 *   Such a read is one statement by a key, and waits for no lock
 * @param deps.listenUrl the URL of the same database, not of a pooler
 * @param deps.now milliseconds since the epoch
 * @param deps.onKeyUse as of {@link createKeyReader}
 */
export function createCallers(deps: {
  db: Database;
  listenUrl: string;
  now: () => number;
  plans: PlanMode;
  onKeyUse: (userId: number, at: number) => void;
}) {
  const { db, now } = deps;
  const bySession = createCallerCache(createSessionReader(db, now, deps.plans), now);
  const ofKeys = { plans: deps.plans, onUse: deps.onKeyUse };
  const byKey = createCallerCache(createKeyReader(db, now, ofKeys), now);
  const byAppToken = createCallerCache(createAppTokenReader(db, now, ofKeys), now);
  const caches = [bySession, byKey, byAppToken];
  const watches = createWatches(async ({ sessionId, userId }) => {
    const caller = await bySession.get(sessionId, userId);
    return caller?.user.id === userId;
  });
  const connection = keepConnection(deps.listenUrl, "sessions", {
    hold: (listener) => listener.unsafe(`listen ${channel}`),
    onHeld: () => {
      for (const { switchOn } of caches) switchOn();
      // Sessions may have ended while the connection was lost.
      watches.lookAtAll();
    },
    onLost: switchOff,
    onNotice: (userId) => {
      if (userId !== "*") return forget(Number(userId));
      for (const { forgetAll } of caches) forgetAll();
      watches.lookAtAll();
    },
  });

  function switchOff(): void {
    for (const { switchOff } of caches) switchOff();
  }

  /**
   * The caller calls it after a change of the user's columns in {@link CallingUser}, so that this node sees it with the
   * next call.
   */
  function forget(userId: number): void {
    for (const cache of caches) cache.forget(userId);
    watches.lookAt(userId);
  }

  return {
    bySession,
    byKey,
    byAppToken,
    watch: watches.add,
    forget,
    /** Drops the expired callers. */
    sweep(): void {
      for (const { sweep } of caches) sweep();
    },
    /** Settles when this node receives other nodes' changes. From then on it caches callers. */
    listening: connection.held,
    switchOff,
    close: connection.close,
  };
}
