import { setTimeout as sleep } from "node:timers/promises";
import { createConcurrencyLimit } from "../concurrency/concurrency-limit.ts";
import type { SessionName } from "./caller.ts";

interface Watch extends SessionName {
  end: () => void;
}

/** How soon a check is repeated after the database failed. */
const retryMilliseconds = 1_000;
/** Changes of a user within this time cause one check of the user's sessions. */
const joinMilliseconds = 100;
/**
 * How many sessions of all users are checked at once: each check may be a statement on the connections of all calls.
 */
const looksAtOnceMax = 2;

/**
 * Callbacks that wait for the end of a session or of its access token.
 *
 * @param isAlive whether a session is still valid; called whenever that may have changed
 */
export function createWatches(isAlive: (session: SessionName) => Promise<boolean>) {
  const watchesOf = new Map<number, Set<Watch>>();
  const inTurn = createConcurrencyLimit({ atOnceMax: looksAtOnceMax, waitingMax: Number.POSITIVE_INFINITY });
  /** Users whose sessions are being checked, and whether something has changed since. */
  const looking = new Map<number, { isChanged: boolean }>();

  async function look(watch: Watch): Promise<void> {
    try {
      if (!(await isAlive(watch))) watch.end();
    } catch {
      // While the database is unreachable, no session can end either.
      setTimeout(() => {
        if (watchesOf.get(watch.userId)?.has(watch)) void look(watch);
      }, retryMilliseconds).unref();
    }
  }

  /** Checks the sessions of a user one after another, and again if something changed meanwhile. */
  async function lookInTurn(userId: number): Promise<void> {
    const state = { isChanged: true };
    looking.set(userId, state);
    while (state.isChanged) {
      await sleep(joinMilliseconds, undefined, { ref: false });
      state.isChanged = false;
      for (const watch of [...(watchesOf.get(userId) ?? [])]) await inTurn(() => look(watch));
    }
    looking.delete(userId);
  }

  function lookAt(userId: number): void {
    const underWay = looking.get(userId);
    if (underWay) underWay.isChanged = true;
    else if (watchesOf.has(userId)) void lookInTurn(userId);
  }

  return {
    /**
     * @param ttlMilliseconds until the access token expires
     * @param onEnd called once
     * @returns a function that stops watching
     */
    add(session: SessionName, ttlMilliseconds: number, onEnd: () => void): () => void {
      const stop = () => {
        clearTimeout(timer);
        const watches = watchesOf.get(session.userId);
        watches?.delete(watch);
        if (watches?.size === 0) watchesOf.delete(session.userId);
      };
      const watch: Watch = {
        ...session,
        end: () => {
          if (!watchesOf.get(session.userId)?.has(watch)) return;
          stop();
          onEnd();
        },
      };
      const timer = setTimeout(watch.end, ttlMilliseconds).unref();
      watchesOf.set(session.userId, (watchesOf.get(session.userId) ?? new Set()).add(watch));
      // The session may have ended since the request was authenticated.
      void look(watch);
      return stop;
    },

    /** The caller calls it when a user's sessions have changed. */
    lookAt,

    lookAtAll(): void {
      for (const userId of watchesOf.keys()) lookAt(userId);
    },
  };
}
