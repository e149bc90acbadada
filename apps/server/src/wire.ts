import type { Log } from "@daymark/api/context";
import { connectRedis } from "@daymark/auth/redis";
import { keepConnection } from "@daymark/db/standing";

/** Carries short messages to every node, also to the one that sent them. */
export interface Wire {
  /** Messages of less than 8,000 bytes each; rejects where they may not have been carried. */
  send: (messages: readonly string[]) => Promise<void>;
  close: () => Promise<void>;
}

export interface WireOptions {
  /** Of the database, past any pooler. */
  directUrl: string;
  redisUrl: string | undefined;
  log: Log;
}

export interface Listener {
  /** As PostgreSQL and Redis call it. */
  channel: string;
  /** What the connection is for, as its name at the database. */
  purpose: string;
  /** What it means that Redis is away, for the log. */
  meanwhile: string;
  onMessage: (message: string) => void;
  /** From now on nothing is missed, but something may have been before. */
  onHeld: () => void;
  onLost: () => void;
}

/** By Redis where there is one, else by NOTIFY of PostgreSQL (docs/decisions/0023). It comes back by itself. */
export function openWire(options: WireOptions, listener: Listener): Promise<Wire> {
  const { directUrl, redisUrl, log } = options;
  return redisUrl ? openOverRedis(redisUrl, log, listener) : openOverPostgres(directUrl, listener);
}

async function openOverPostgres(directUrl: string, listener: Listener): Promise<Wire> {
  const { channel, purpose, onMessage, onHeld, onLost } = listener;
  const connection = keepConnection(directUrl, purpose, {
    hold: (sql) => sql.unsafe(`listen ${channel}`),
    onHeld,
    onLost,
    onNotice: onMessage,
  });
  return { send: (messages) => connection.notify(channel, messages), close: connection.close };
}

async function openOverRedis(url: string, log: Log, listener: Listener): Promise<Wire> {
  const { channel, meanwhile, onMessage, onHeld, onLost } = listener;
  // A connection that listens can do nothing else.
  const [sending, listening] = [await connectRedis(url, log, meanwhile), await connectRedis(url, log, meanwhile)];
  listening.on("message", (_channel: string, message: string) => onMessage(message));
  listening.on("ready", () => {
    listening.subscribe(channel).then(onHeld, (error) => {
      log.warn({ error }, "Redis lets nobody listen");
      // Whatever it was, such as an answer that took too long: another connection may.
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
