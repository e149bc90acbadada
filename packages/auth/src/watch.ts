/** A session by its id, and whose it is. */
interface SessionName {
  sessionId: string;
  userId: number;
}

interface Watch extends SessionName {
  end: () => void;
}

/** How soon a session is looked at again that could not be asked for. */
const retryMilliseconds = 1_000;

/**
 * Who waits for the end of a session or of its access token.
 *
 * @param isAlive whether a session still opens something; asked whenever that may have changed
 */
export function createWatches(isAlive: (session: SessionName) => Promise<boolean>) {
  const watchesOf = new Map<number, Set<Watch>>();

  async function look(watch: Watch): Promise<void> {
    try {
      if (!(await isAlive(watch))) watch.end();
    } catch {
      // The database is away, and with it whoever could end the session.
      setTimeout(() => {
        if (watchesOf.get(watch.userId)?.has(watch)) void look(watch);
      }, retryMilliseconds).unref();
    }
  }

  return {
    /**
     * @param ttlMilliseconds until the access token expires
     * @param onEnd called once
     * @returns takes it back
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
      // It may have ended since it was let in.
      void look(watch);
      return stop;
    },

    /** To be called when something of a user's sessions has changed. */
    lookAt(userId: number): void {
      for (const watch of watchesOf.get(userId) ?? []) void look(watch);
    },

    lookAtAll(): void {
      for (const userId of watchesOf.keys()) for (const watch of watchesOf.get(userId) ?? []) void look(watch);
    },
  };
}
