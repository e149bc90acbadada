import {
  createDatabase,
  type Database,
  idleSecondsMax,
  longWorkConnectionsMax,
  overflowConnectionsMax,
  type Sql,
} from "@daymark/db/connection/client";
import { openReplica, type Replica } from "@daymark/db/connection/replica";
import { startEmbedded } from "@daymark/db/embedded/embedded";
import { servingRole } from "@daymark/db/embedded/embedded-roles";
import type { Logger } from "pino";
import type { Env } from "../environment/env.ts";
import { leaveOtherUpgrade } from "../upgrade/go-back.ts";
import { migrateWithBackup } from "../upgrade/migrate-with-backup.ts";
import { acceptsIdleTimeout, assertDatabase } from "./database.ts";
import type { Supervisor } from "./supervisor.ts";

interface Options {
  env: Env;
  /** Owns the embedded database. Without a supervisor the server starts the database itself. */
  supervisor: Supervisor | undefined;
  signal: AbortSignal;
  log: Logger;
  /** Called with what closes each part, as soon as the part is open. */
  onStop: (stop: () => Promise<unknown>) => void;
}

export interface Databases {
  /** The address for the serving role. */
  url: string;
  /** Bypasses any pooler, for notifications and the worker. */
  directUrl: string;
  db: Database;
  sql: Sql;
  longWorkDb: Database;
  overflowDb: Database;
  /** Undefined if the operator has none. */
  replica: Replica | undefined;
}

/**
 * Opens the operator's database or the embedded one, migrates it after a backup, and opens the pools of connections.
 *
 * @throws StartError for what an operator can correct
 */
export async function openDatabases(options: Options): Promise<Databases> {
  const { env, signal, onStop } = options;
  const { url, directUrl, ownerUrl, servingRole } = await findDatabase(options);
  signal.throwIfAborted();
  await migrate(options, { ownerUrl, servingRole });
  signal.throwIfAborted();
  const hasIdleTimeout = env.databaseUrl === undefined || (await acceptsIdleTimeout(url, "DATABASE_URL"));
  if (!hasIdleTimeout) {
    options.log.info(
      {},
      "the pooler refuses idle_in_transaction_session_timeout: only its own timeout ends idle transactions",
    );
  }
  const { shortWork, longWork } = hasIdleTimeout ? idleSecondsMax : {};
  const openPool = (limits: { max?: number; idleInTransactionSeconds: number | undefined }) => {
    const pool = createDatabase(url, { ...limits, prepare: env.isDatabasePrepared });
    onStop(() => pool.sql.end({ timeout: 2 }));
    return pool;
  };
  const { db, sql } = openPool({ idleInTransactionSeconds: shortWork });
  const { db: longWorkDb } = openPool({
    max: longWorkConnectionsMax,
    idleInTransactionSeconds: longWork,
  });
  const { db: overflowDb } = openPool({
    max: overflowConnectionsMax,
    idleInTransactionSeconds: shortWork,
  });
  const replica = env.databaseReplicaUrl ? openDatabaseReplica(env.databaseReplicaUrl, db, options) : undefined;
  return { url, directUrl, db, sql, longWorkDb, overflowDb, replica };
}

/**
 * Only a database that no other node uses can go back by itself: elsewhere others may have written since.
 */
async function migrate(
  { env, log }: Options,
  { ownerUrl, servingRole }: { ownerUrl: string; servingRole: string | undefined },
): Promise<void> {
  const isEmbedded = env.databaseUrl === undefined;
  const { dataDirectory, secretKey, isMigrationBackupOn: isBackupOn } = env;
  const tell = (sentence: string) => {
    log.info({}, sentence);
    console.log(sentence);
  };
  if (isEmbedded) await leaveOtherUpgrade({ dataDirectory, ownerUrl, tell });
  const parts = { servingRole, dataDirectory, secretKey, isBackupOn, isUndoable: isEmbedded, tell };
  await migrateWithBackup({ url: ownerUrl, ...parts });
}

/** Also returns the address for the owner of the tables; `servingRole` is undefined if the owner itself serves. */
async function findDatabase({ env, supervisor, signal, log, onStop }: Options) {
  const { databaseUrl: url, databaseDirectUrl: directUrl } = env;
  if (url && directUrl) {
    const { role } = await assertDatabase(url, "DATABASE_URL");
    const owner = directUrl === url ? { role } : await assertDatabase(directUrl, env.databaseDirectName);
    return { url, directUrl, ownerUrl: directUrl, servingRole: owner.role === role ? undefined : role };
  }
  const { servingUrl, ownerUrl } = supervisor ? await supervisor.openDatabase(signal) : await startOwnDatabase();
  return { url: servingUrl, directUrl: servingUrl, ownerUrl, servingRole };

  async function startOwnDatabase() {
    const embedded = await startEmbedded({ dataDirectory: env.dataDirectory, log: (line) => log.info({}, line) });
    onStop(embedded.stop);
    return embedded;
  }
}

/** The start does not wait for the replica. Reads use the primary until the replica is checked, and while it is down. */
function openDatabaseReplica(url: string, primary: Database, { env, log, onStop }: Options): Replica {
  const says = { used: "the replica is read from", late: "the replica is behind", away: "the replica is away" };
  const opened = openReplica({
    url,
    isPrepared: env.isDatabasePrepared,
    primary,
    onChange: (state) => log[state === "used" ? "info" : "warn"]({}, says[state]),
  });
  onStop(opened.close);
  return opened;
}
