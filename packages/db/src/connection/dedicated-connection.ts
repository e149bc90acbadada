import type postgres from "postgres";
import { openDriver } from "../driver/driver.ts";

/** How long the client waits before it reconnects. */
const retryMilliseconds = 250;

/**
 * PostgreSQL closes a connection that sends nothing for so long. The kernel of a frozen process keeps its connections, and
 * so would keep its lock, and the notifications that it does not read. A process that runs sends a statement more often.
 */
const idleMillisecondsMax = 60_000;
/** A busy process may send one of them late. */
const heartbeatsPerIdleTime = 4;

export interface DedicatedConnection {
  /** Settles when the connection first holds its LISTEN or lock. */
  held: Promise<void>;
  /**
   * Sends notifications on a channel in one statement, each payload of less than 8,000 bytes.
   *
   * @throws if the connection does not hold its LISTEN or lock, or closes meanwhile
   */
  notify: (channel: string, payloads: readonly string[]) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * A connection for a LISTEN or an advisory lock, which PostgreSQL binds to a session, and not for queries. When it is
 * lost, the client reconnects without a time limit.
 *
 * @param url past any pooler, because a LISTEN or a lock belongs to a session of the server.
 * @param purpose the application name that the server shows.
 * @param handlers.hold takes the LISTEN or lock; called for every new connection.
 * @param handlers.onHeld called when `hold` has succeeded.
 * @param handlers.onLost called when a connection is lost; PostgreSQL has then released its LISTEN or lock.
 * @param handlers.onNotice called with the payload of every notification on the channels of `hold`.
 * @param handlers.idleMilliseconds replaces {@link idleMillisecondsMax} in tests.
 */
export function keepConnection(
  url: string,
  purpose: string,
  handlers: {
    hold: (sql: postgres.Sql) => Promise<unknown>;
    onHeld?: () => void;
    onLost?: () => void;
    onNotice?: (payload: string) => void;
    idleMilliseconds?: number;
  },
): DedicatedConnection {
  const { idleMilliseconds = idleMillisecondsMax } = handlers;
  let isClosed = false;
  let isHeld = false;
  /** Increases when a connection closes, so that an attempt notices that its connection is gone. */
  let closings = 0;
  let timer: NodeJS.Timeout | undefined;
  const first = Promise.withResolvers<void>();

  const options = {
    max: 1,
    prepare: false,
    fetch_types: false,
    max_lifetime: null,
    connect_timeout: 5,
    // Seconds. A firewall drops idle connections silently; TCP keep-alive prevents that.
    keep_alive: 15,
    backoff: () => 0,
    connection: { application_name: `daymark ${purpose}` },
    onnotice: () => {},
    // postgres.js passes this option through, although its types do not have it. Its own listen() uses it.
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
  const sql = openDriver(url, options);

  async function hold(): Promise<void> {
    timer = undefined;
    const closingsBefore = closings;
    try {
      await sql`select set_config('idle_session_timeout', ${String(idleMilliseconds)}, false)`;
      await handlers.hold(sql);
    } catch {
      // The database is unreachable or refuses; the next attempt shows whether that has changed.
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

  let isBeating = false;
  const heartbeat = setInterval(async () => {
    // A query would open another connection without the lock, and wait behind one that has no answer yet.
    if (!isHeld || isBeating) return;
    isBeating = true;
    // If the connection is lost, `onclose` handles it.
    await sql`select`.catch(() => {});
    isBeating = false;
  }, idleMilliseconds / heartbeatsPerIdleTime);

  void hold();
  return {
    held: first.promise,
    notify: async (channel, payloads) => {
      // A query would open another connection without the LISTEN.
      if (!isHeld) throw new Error(`the connection for ${purpose} is not held`);
      await sql`
        select pg_notify(${channel}, payload)
        from jsonb_array_elements_text(${JSON.stringify(payloads)}::text::jsonb) as payload`;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      await sql.end({ timeout: 1 });
    },
  };
}
