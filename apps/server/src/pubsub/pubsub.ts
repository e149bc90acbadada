import type { Log } from "@daymark/api/procedure/context";
import { connectRedis } from "@daymark/auth/limits/redis";
import { keepConnection } from "@daymark/db/connection/dedicated-connection";

/** Publishes short messages to every node, including the sender. */
export interface PubSub {
  /** Messages of less than 8,000 bytes each. It rejects if they may not have been delivered. */
  send: (messages: readonly string[]) => Promise<void>;
  close: () => Promise<void>;
}

export interface PubSubOptions {
  /** The address of the database, which bypasses any pooler. */
  directUrl: string;
  redisUrl: string | undefined;
  log: Log;
}

export interface Listener {
  /** The channel's name in PostgreSQL and Redis. */
  channel: string;
  /** The connection's name in the database. */
  purpose: string;
  /** The effect while Redis is down, for the log. */
  meanwhile: string;
  onMessage: (message: string) => void;
  /** From this call on no message is missed. Earlier ones may have been. */
  onHeld: () => void;
  onLost: () => void;
}

/** Uses Redis if it is configured, else NOTIFY of PostgreSQL (docs/decisions/0023). It reconnects by itself. */
export function openPubSub(options: PubSubOptions, listener: Listener): Promise<PubSub> {
  const { directUrl, redisUrl, log } = options;
  return redisUrl ? openOverRedis(redisUrl, log, listener) : openOverPostgres(directUrl, listener);
}

async function openOverPostgres(directUrl: string, listener: Listener): Promise<PubSub> {
  const { channel, purpose, onMessage, onHeld, onLost } = listener;
  const connection = keepConnection(directUrl, purpose, {
    hold: (sql) => sql.unsafe(`listen ${channel}`),
    onHeld,
    onLost,
    onNotice: onMessage,
  });
  return { send: (messages) => connection.notify(channel, messages), close: connection.close };
}

async function openOverRedis(url: string, log: Log, listener: Listener): Promise<PubSub> {
  const { channel, meanwhile, onMessage, onHeld, onLost } = listener;
  // A connection that listens can do nothing else.
  const [sending, listening] = [await connectRedis(url, log, meanwhile), await connectRedis(url, log, meanwhile)];
  listening.on("message", (_channel: string, message: string) => onMessage(message));
  listening.on("ready", () => {
    listening.subscribe(channel).then(onHeld, (error) => {
      log.warn({ error }, "Redis refused the subscription");
      // A new connection may succeed, for instance after an answer that took too long.
      listening.disconnect(true);
    });
  });
  listening.on("close", onLost);
  return {
    send: async (messages) => {
      for (const message of messages) await sending.publish(channel, message);
    },
    close: async () => {
      sending.disconnect();
      listening.disconnect();
    },
  };
}
