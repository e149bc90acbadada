import postgres from "postgres";

/** How soon a lost connection is tried again. */
const retryMilliseconds = 250;

export interface StandingConnection {
  /** Settles when the connection is held for the first time. */
  held: Promise<void>;
  /**
   * Sends notices on a channel, each of less than 8,000 bytes, in a statement of their own.
   *
   * @throws where the connection is not held, or goes meanwhile
   */
  notify: (channel: string, payloads: readonly string[]) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * A connection that is kept for what it holds on the server (a LISTEN, an advisory lock), not for queries. When it is
 * lost it is made anew, for as long as it takes.
 *
 * @param url past any pooler: what is held belongs to a session of the server.
 * @param purpose told to the server as the application's name.
 * @param handlers.hold takes hold of what the connection is for; called for every new connection.
 * @param handlers.onHeld when `hold` has succeeded.
 * @param handlers.onLost when a held connection is gone: what it held is not held any more.
 * @param handlers.onNotice the payload of every notice on the channels that `hold` listens to.
 */
export function keepConnection(
  url: string,
  purpose: string,
  handlers: {
    hold: (sql: postgres.Sql) => Promise<unknown>;
    onHeld?: () => void;
    onLost?: () => void;
    onNotice?: (payload: string) => void;
  },
): StandingConnection {
  let isClosed = false;
  let isHeld = false;
  /** Rises when a connection closes, so that an attempt notices that its own is gone. */
  let closings = 0;
  let timer: NodeJS.Timeout | undefined;
  const first = Promise.withResolvers<void>();

  const options = {
    max: 1,
    prepare: false,
    fetch_types: false,
    max_lifetime: null,
    connect_timeout: 5,
    // Seconds. A firewall forgets idle connections without a word; this keeps them in its memory.
    keep_alive: 15,
    backoff: () => 0,
    connection: { application_name: `daymark ${purpose}` },
    onnotice: () => {},
    // postgres.js hands this through, although its types do not name it: its own listen() is built on it.
    onnotify: (_channel: string, payload: string) => handlers.onNotice?.(payload),
    onclose: () => {
      closings++;
      if (isHeld) {
        isHeld = false;
        handlers.onLost?.();
      }
      tryLater();
    },
  };
  const sql = postgres(url, options);

  async function hold(): Promise<void> {
    timer = undefined;
    const closingsBefore = closings;
    try {
      await handlers.hold(sql);
    } catch {
      // Away or refusing: the next attempt tells.
      tryLater();
      return;
    }
    if (isClosed || closings !== closingsBefore) return;
    isHeld = true;
    handlers.onHeld?.();
    first.resolve();
  }

  function tryLater(): void {
    if (isClosed || timer) return;
    timer = setTimeout(hold, retryMilliseconds);
  }

  void hold();
  return {
    held: first.promise,
    notify: async (channel, payloads) => {
      // A query would open another connection, which listens to nothing.
      if (!isHeld) throw new Error(`the connection for ${purpose} is not held`);
      await sql`
        select pg_notify(${channel}, payload)
        from jsonb_array_elements_text(${JSON.stringify(payloads)}::text::jsonb) as payload`;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await sql.end({ timeout: 1 });
    },
  };
}
