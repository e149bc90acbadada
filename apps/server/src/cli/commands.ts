import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createUploads, type Uploads } from "@daymark/api/host/uploads";
import { readStoredSettings } from "@daymark/api/installation/stored-settings";
import { createDatabase } from "@daymark/db/connection/client";
import { migrateDatabase } from "@daymark/db/connection/migrate";
import { startEmbedded } from "@daymark/db/embedded/embedded";
import { servingRole } from "@daymark/db/embedded/embedded-roles";
import { reachEmbedded } from "@daymark/db/embedded/embedded-url";
import { StartError } from "@daymark/db/start-error";
import type { PageTopic } from "@daymark/domain/base/page-topic";
import { readEnv, readPlace } from "../environment/env.ts";
import { assertDatabase } from "../process/database.ts";
import { isAway, openUploads, type UploadsPlace, uploadsFolder } from "../process/open-uploads.ts";
import { tellNodes } from "../pubsub/page-invalidation.ts";
import { leaveOtherUpgrade } from "../upgrade/go-back.ts";
import { migrateWithBackup } from "../upgrade/migrate-with-backup.ts";
import { deleteUnfinishedUpgrade } from "../upgrade/unfinished-upgrade.ts";
import { createAdminCommands } from "./admin-command.ts";
import { fingerprintOf, type Header } from "./backup/archive.ts";
import { type Backup, listBackups, writeBackup } from "./backup/backup.ts";
import { CommandError } from "./backup/error.ts";
import { checkArchive, restoreBackup } from "./backup/restore.ts";
import { type Moved, moveUploads as moveBetween } from "./move-uploads.ts";

/**
 * `npm run backup`: backs up the database of DATABASE_URL, else the embedded one, whether a server runs or not.
 *
 * @param options.directory DATA_DIR/backups by default
 * @throws StartError
 */
export async function backUp(
  root: string,
  options: { directory: string | undefined; keep: number | undefined; isSecretIncluded: boolean },
): Promise<Backup> {
  const place = readPlace(root);
  const { dataDirectory, databaseDirectUrl, secretKey } = place;
  if (secretKey === undefined || !(databaseDirectUrl || existsSync(join(dataDirectory, "postgres")))) {
    throw new CommandError("failed", `There is no data in ${dataDirectory}: is DATA_DIR the same as for the server?`);
  }
  const uploads = await openForCommand(place);
  const database = await reachDatabase(place);
  try {
    return await writeBackup({
      ...options,
      secretKey,
      databaseUrl: database.url,
      uploads,
      directory: options.directory ?? join(dataDirectory, "backups"),
    });
  } finally {
    await database.stop();
  }
}

/**
 * `npm run admin`: changes accounts in the server's database, whether the server runs or not. If there is no database
 * yet, it is created as the server would create it.
 *
 * @throws StartError
 */
export async function withAdminCommands(
  root: string,
  work: (commands: ReturnType<typeof createAdminCommands>) => Promise<void>,
): Promise<void> {
  const env = readEnv(root);
  const { secretKey, host, port, redisUrl } = env;
  const database = await reachDatabase(env);
  try {
    const { dataDirectory, isMigrationBackupOn: isBackupOn } = env;
    // Scripts read the standard output.
    const tell = (sentence: string) => console.error(sentence);
    if (!env.databaseUrl) await leaveOtherUpgrade({ dataDirectory, ownerUrl: database.url, tell });
    const parts = { servingRole: database.servingRole, dataDirectory, secretKey, isBackupOn, isUndoable: false, tell };
    await migrateWithBackup({ url: database.url, ...parts });
    const { db, sql } = createDatabase(database.url, { max: 2, prepare: false });
    const { publicUrl, installation } = env.chosenWith(await readStoredSettings(db, env));
    const invalidate = (topics: readonly PageTopic[]) => tellNodes({ directUrl: database.url, redisUrl, log }, topics);
    try {
      await work(
        createAdminCommands({
          ...{ db, secretKey, defaultPlan: installation.defaultPlan, hasPasswords: env.isPasswordLogInOn, invalidate },
          publicUrl: publicUrl ?? `http://${host}:${port}`,
        }),
      );
    } finally {
      await sql.end({ timeout: 5 });
    }
  } finally {
    await database.stop();
  }
}

/**
 * `npm run admin -- distribute`, `undistribute` and `rebalance`: see distribute.ts.
 *
 * @throws StartError
 */
export async function withDistribution(
  root: string,
  work: (target: { url: string; servingRole: string | undefined; tell: (line: string) => void }) => Promise<void>,
): Promise<void> {
  const { databaseUrl, databaseDirectUrl, databaseDirectName } = readEnv(root);
  if (!databaseUrl || !databaseDirectUrl) {
    throw new StartError("Set DATABASE_URL: the embedded database stays on this machine.");
  }
  const server = await assertDatabase(databaseUrl, "DATABASE_URL");
  const owner = await assertDatabase(databaseDirectUrl, databaseDirectName);
  const servingRole = owner.role === server.role ? undefined : server.role;
  await migrateDatabase(databaseDirectUrl, { servingRole });
  await work({ url: databaseDirectUrl, servingRole, tell: (line) => console.log(line) });
}

/**
 * `npm run admin -- move-uploads`: moves pictures between the folder and the bucket of UPLOADS_URL, whether a server runs
 * or not.
 *
 * @throws StartError
 */
export async function moveUploads(
  root: string,
  { to, ...options }: { to: "s3" | "folder"; isSourceKept: boolean; isDryRun: boolean },
): Promise<Moved> {
  const place = readPlace(root);
  if (!place.uploadsBucket) throw new StartError("Set UPLOADS_URL: it names the bucket to move images to, or from.");
  const [folder, bucket] = [createUploads(uploadsFolder(place)), await openForCommand(place)];
  const [from, target] = to === "s3" ? [folder, bucket] : [bucket, folder];
  return moveBetween({ from, to: target, ...options });
}

/** Opens the storage of uploads. A command, unlike a server, cannot do without. @throws StartError */
async function openForCommand(place: UploadsPlace): Promise<Uploads> {
  const uploads = await openUploads(place, log);
  // The storage was checked a moment ago: if it did not answer, it counts as down.
  await uploads.measure("none").catch((error) => {
    if (!isAway(error)) throw error;
    throw new CommandError("failed", "The storage of UPLOADS_URL does not answer: try again later.");
  });
  return uploads;
}

/** Prints warnings and errors to the terminal, because the operator waits there. */
const log = { info: () => {}, warn: tellOperator, error: tellOperator };

function tellOperator(_fields: object, message: string): void {
  console.error(message);
}

type Place = Pick<ReturnType<typeof readPlace>, "dataDirectory" | "databaseDirectUrl" | "databaseDirectName">;

/**
 * Connects as the role that owns the tables. If the operator uses two roles, the next start of the server grants the
 * rights.
 */
async function reachDatabase({ dataDirectory, databaseDirectUrl: url, databaseDirectName }: Place) {
  if (!url) {
    const { ownerUrl, stop } = await reachEmbedded(dataDirectory);
    return { url: ownerUrl, servingRole, stop };
  }
  await assertDatabase(url, databaseDirectName);
  return { url, servingRole: undefined, stop: async () => {} };
}

export interface RestoreCommand {
  /** Undefined for the newest archive in DATA_DIR/backups. */
  path: string | undefined;
  isCheck: boolean;
  isForced: boolean;
  takesOtherKey: boolean;
}

/**
 * `npm run restore`: reads the archive whole before it changes anything.
 *
 * @throws StartError
 */
export async function restore(root: string, options: RestoreCommand) {
  const place = readPlace(root);
  const { dataDirectory, databaseDirectUrl, secretKey, secretPath } = place;
  const path = options.path ?? (await newestArchive(join(dataDirectory, "backups")));
  const { header, manifest, secretKey: brought } = await checkArchive(path);
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  const content = { path, header, rows, uploads: Object.keys(manifest.uploads).length };
  if (options.isCheck) return { ...content, isChanged: false };
  if (!options.takesOtherKey) assertSecret(header, secretKey ?? brought, secretPath);
  const uploads = await openForCommand(place);
  const database = databaseDirectUrl ? await reachDatabase(place) : await startForRestore(dataDirectory);
  try {
    await restoreBackup({
      path,
      databaseUrl: database.url,
      uploads,
      isForced: options.isForced,
    });
    // The operator has chosen other data than those that an unfinished upgrade would bring back.
    if (!databaseDirectUrl) deleteUnfinishedUpgrade(dataDirectory);
    if (secretKey === undefined && brought !== undefined && !databaseDirectUrl) {
      mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
      writeFileSync(secretPath, brought, { mode: 0o600 });
    }
    return { ...content, isChanged: true };
  } finally {
    await database.stop();
  }
}

/** @throws StartError while a server runs, because it would still serve its caches */
async function startForRestore(dataDirectory: string) {
  const { ownerUrl, stop } = await startEmbedded({ dataDirectory });
  return { url: ownerUrl, stop };
}

async function newestArchive(directory: string): Promise<string> {
  const newest = (await listBackups(directory)).at(-1);
  if (newest === undefined) throw new CommandError("usage", `There is no archive in ${directory}.`);
  return join(directory, newest);
}

function assertSecret(header: Header, secretKey: string | undefined, secretPath: string): void {
  if (secretKey !== undefined && fingerprintOf(secretKey) === header.secret_fingerprint) return;
  const what =
    secretKey === undefined ? "There is no SECRET_KEY here yet" : "SECRET_KEY differs from the key of the archive";
  throw new CommandError(
    "target",
    `${what}, and second factors and waiting emails are encrypted with that key: set SECRET_KEY to it, or write it to ${secretPath}. With --other-key they are lost.`,
  );
}
